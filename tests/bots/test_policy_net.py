"""The policy net: its compiled arithmetic is that of plain NumPy, and it sees what it is told of."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tessela import Game
from tessela.bots.games import known
from tessela.bots.nets import azul_policy, files, policy
from tessela.bots.search.bots import worth_in
from tessela.bots.search.desk import zeros
from tests.amount import amount
from tests.variants import walk

VARIANTS = ["azul-2p-coloured", "azul-4p-grey-jokers", "duel-random"]


def read_position_in(states, i, worth, net, scratch):
    policy.read_position(states[i], worth, net, scratch[0])


def logit_in(states, i, worth, net, scratch, action):
    return policy.logit(states[i], worth, net, scratch[0], action)


def note_position_in(states, i, worth, notes, out):
    policy.note_position(states[i], worth, notes, out)


def describe_move_in(states, i, worth, notes, action, out):
    policy.describe_move(states[i], worth, notes, action, out)


def described(game: Game, action: int) -> tuple[Any, Any]:
    """A decision and its position, as the net sees them."""
    kind, worth, scratch = known(game.name).policy, worth_in(game), zeros(1, policy.SCRATCH)
    move, position = np.zeros(kind.MOVE.size, np.float32), np.zeros(kind.POSITION.size, np.float32)
    note_position_in(game.states(), 0, worth, scratch.notes[0], position)
    describe_move_in(game.states(), 0, worth, scratch.notes[0], action, move)
    return move, position


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_net_is_what_it_says(variant: str) -> None:
    scratch, seen = zeros(1, policy.SCRATCH), set()
    for number, game in enumerate(walk(variant, 3)):
        if number % amount(12, 5) or game.is_tiling:
            continue
        seen.add(game.phase)
        net, worth = policy.policy_net_of(game.name), worth_in(game)
        read_position_in(game.states(), 0, worth, net, scratch)
        for action in game.legal_actions():
            move, position = described(game, action)
            units = move @ net.move + position @ net.position + net.start
            expected = np.maximum(units, 0) @ net.last
            assert logit_in(game.states(), 0, worth, net, scratch, action) == pytest.approx(float(expected), abs=1e-3)
    assert len(seen) >= (3 if game.name == "duel" else 1)


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_hidden_changes_no_prior(variant: str) -> None:
    for number, game in enumerate(walk(variant, 5)):
        if number % amount(20, 9) or game.to_move is None:
            continue
        seat = game.to_move
        other = Game.from_view(game.view(seat), seed=99)  # all that the seat does not know is drawn anew
        for action in game.legal_actions():
            for mine, theirs in zip(described(game, action), described(other, action), strict=True):
                assert mine.tolist() == theirs.tolist()


def test_a_take_is_described_by_what_it_does() -> None:
    """The first factory has two blues and two reds, the second a blue; a red lies in the centre."""
    board = {"score": 0, "lines": ["", "", "", "", ""], "wall": [".....", ".....", ".....", ".....", "....."], "floor": ""}
    state = {
        "game": "azul", "rules": 1, "players": 2, "wall": "coloured", "jokers": False, "round": 2, "phase": "offer",
        "to_move": 0, "first_player": 0, "marker": None, "factories": ["BBRR", "BYYY", "", "", ""], "centre": "R",
        "bag": {"B": 17, "Y": 17, "R": 17, "K": 20, "W": 20}, "lid": {"B": 0, "Y": 0, "R": 0, "K": 0, "W": 0},
        "boards": [board, board], "pending": None,
    }  # fmt: skip
    game, move = Game.from_state(state, seed=1), azul_policy.MOVE
    over, whole, short, more = (described(game, game.action_of(f"1B>{line}"))[0] for line in (1, 2, 3, 4))
    assert over[move.finished] == 1.0
    assert over[move.exactly] == 0.0
    assert over[move.falls] == pytest.approx(0.2)
    assert whole[move.finished] == whole[move.exactly] == 1.0
    assert whole[move.heap] == pytest.approx(0.25 * 3)  # two reds join the one in the centre
    assert short[move.finished] == 0.0
    assert short[move.filled] == pytest.approx(2 / 3)
    assert short[move.in_reach] == short[move.at_one_place] == 1.0  # the blue of the second factory
    assert more[move.in_reach] == more[move.at_one_place] == 0.0  # two are missing then
    centre = described(game, game.action_of("CR>1"))[0]
    assert centre[move.from_centre] == centre[move.takes_marker] == 1.0
    three_yellows = described(game, game.action_of("2Y>3"))[0]
    assert three_yellows[move.rival_loses] == 1.0  # nothing is better for the other player than the line of three


def test_a_net_for_other_moves_is_refused(tmp_path: Path) -> None:
    files.save(tmp_path / "azul.npz", policy.policy_net_of("azul"))
    for before, after in zip(policy.policy_net_of("azul"), policy.load(tmp_path / "azul.npz", "azul"), strict=True):
        assert (before == after).all()
    with pytest.raises(ValueError, match="train the net anew"):
        policy.load(tmp_path / "azul.npz", "duel")
