"""The value net: the compiled arithmetic is that of plain NumPy, and a net for other boards is refused."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tessela.bots.nets import azul_value, duel_value, files, value
from tessela.bots.search.desk import zeros
from tests.variants import walk


def predict_in(states, i, net, scratch, outlook):
    value.predict(states[i], net, scratch[0], outlook[0])


def describe_in(states, i, player, out):
    value.describe(states[i], player, out)


def context_in(states, i):
    return value.context(states[i])


def plainly(net: value.ValueNet, boards: Any, which: int, scores: Any) -> tuple[Any, Any]:
    """Chances and points with matrices."""
    others = boards @ net.others
    others = (others.sum(0) - others) / (len(boards) - 1)
    first = boards @ net.own + others + net.start[which]
    hidden, straight = np.maximum(first[:, : value.HIDDEN], 0), first[:, value.HIDDEN :]
    second = np.maximum(hidden @ net.second + net.second_start, 0)
    out = second @ net.last.T + net.last_start + straight
    standing = np.exp(scores * net.scale[which] + out[:, 1])
    return standing / standing.sum(), scores + 10 * out[:, 0]


@pytest.mark.parametrize("variant", ["azul-2p-coloured", "azul-4p-grey-jokers", "duel-random"])
def test_the_net_is_what_it_says(variant: str) -> None:
    scratch, outlook = zeros(1, value.SCRATCH), zeros(1, value.OUTLOOK)
    for number, game in enumerate(walk(variant, 3)):
        if number % 12:
            continue
        net, states = value.value_net_of(game.name), game.states()
        boards = np.zeros((game.players, len(net.own)), np.float32)
        for player in range(game.players):
            describe_in(states, 0, player, boards[player])
        predict_in(states, 0, net, scratch, outlook)
        chances, points = plainly(net, boards, context_in(states, 0), np.array(game.scores, np.float32))
        chance = outlook.chance[0, : game.players]
        assert chance == pytest.approx(chances, abs=1e-4)
        assert outlook.points[0, : game.players] == pytest.approx(points, abs=1e-2)
        assert chance.sum() == pytest.approx(1.0, abs=1e-5)


def test_every_variant_and_round_has_a_context_of_its_own() -> None:
    found = set()
    for variant in ("azul-2p-coloured", "azul-3p-grey", "azul-4p-grey-jokers"):
        for game in walk(variant, 1):
            which = context_in(game.states(), 0)
            assert 0 <= which < azul_value.CONTEXTS
            found.add((variant, which))
    assert len({which for _, which in found}) == len(found)
    assert {context_in(game.states(), 0) for game in walk("duel", 1)} <= set(range(duel_value.CONTEXTS))


def test_a_net_for_other_boards_is_refused(tmp_path: Path) -> None:
    files.save(tmp_path / "other.npz", value.value_net_of("azul"))
    with pytest.raises(ValueError, match="train the net anew"):
        value.load(tmp_path / "other.npz", "duel")
