"""The net of moves: its compiled arithmetic is that of plain NumPy, and it sees what it is told of."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tessela import Game
from tessela.bots.nets import azul_moves, duel_moves, moves
from tessela.bots.nets.net import NOTES_ROOM, scratch_room
from tessela.bots.search.bots import worth_in
from tests.variants import walk

VARIANTS = ["azul-2p-coloured", "azul-4p-grey-jokers", "duel-random"]
DESCRIPTIONS: dict[str, Any] = {"azul": azul_moves, "duel": duel_moves}


def look_at_in(states, i, worth, net, room):
    moves.look_at(states[i], worth, net, room)


def promise_in(states, i, worth, net, room, action):
    return moves.promise(states[i], worth, net, room, action)


def note_position_in(states, i, worth, notes, out):
    moves.note_position(states[i], worth, notes, out)


def describe_move_in(states, i, worth, notes, action, out):
    moves.describe_move(states[i], worth, notes, action, out)


def described(game: Game, action: int) -> tuple[Any, Any]:
    """A decision and its position, as the net sees them."""
    kind, worth, room = DESCRIPTIONS[game.name], worth_in(game), scratch_room()
    move, position = np.zeros(kind.MOVE, np.float32), np.zeros(kind.POSITION, np.float32)
    note_position_in(game.states(), 0, worth, room[NOTES_ROOM], position)
    describe_move_in(game.states(), 0, worth, room[NOTES_ROOM], action, move)
    return move, position


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_net_is_what_it_says(variant: str) -> None:
    room, seen = scratch_room(), set()
    for number, game in enumerate(walk(variant, 3)):
        if number % 5 or game.phase in ("space", "pay"):
            continue
        seen.add(game.phase)
        net, worth = moves.moves_net_of(game.name), worth_in(game)
        look_at_in(game.states(), 0, worth, net, room)
        for action in game.legal_actions():
            move, position = described(game, action)
            units = move @ net[moves.MOVE] + position @ net[moves.POSITION] + net[moves.START]
            expected = np.maximum(units, 0) @ net[moves.LAST]
            assert promise_in(game.states(), 0, worth, net, room, action) == pytest.approx(float(expected), abs=1e-3)
    assert len(seen) >= (3 if game.name == "duel" else 1)


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_hidden_changes_no_promise(variant: str) -> None:
    for number, game in enumerate(walk(variant, 5)):
        if number % 9 or game.to_move is None:
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
    game, kind = Game.from_state(state, seed=1), azul_moves
    over, whole, short, more = (described(game, game.action_of(f"1B>{line}"))[0] for line in (1, 2, 3, 4))
    assert over[kind.FINISHED] == 1.0
    assert over[kind.EXACTLY] == 0.0
    assert over[kind.FALLS] == pytest.approx(0.2)
    assert whole[kind.FINISHED] == whole[kind.EXACTLY] == 1.0
    assert whole[kind.HEAP] == pytest.approx(0.25 * 3)  # two reds join the one in the centre
    assert short[kind.FINISHED] == 0.0
    assert short[kind.FILLED] == pytest.approx(2 / 3)
    assert short[kind.IN_REACH] == short[kind.AT_ONE_PLACE] == 1.0  # the blue of the second factory
    assert more[kind.IN_REACH] == more[kind.AT_ONE_PLACE] == 0.0  # two are missing then
    centre = described(game, game.action_of("CR>1"))[0]
    assert centre[kind.FROM_CENTRE] == centre[kind.TAKES_MARKER] == 1.0
    three_yellows = described(game, game.action_of("2Y>3"))[0]
    assert three_yellows[kind.RIVAL_LOSES] == 1.0  # nothing is better for the other player than the line of three


def test_a_net_for_other_moves_is_refused(tmp_path: Path) -> None:
    moves.save(tmp_path / "azul.npz", moves.moves_net_of("azul"))
    for before, after in zip(moves.moves_net_of("azul"), moves.load(tmp_path / "azul.npz", "azul"), strict=True):
        assert (before == after).all()
    with pytest.raises(ValueError, match="train the net anew"):
        moves.load(tmp_path / "azul.npz", "duel")
