"""The nets: the compiled arithmetic is that of plain NumPy, and a net for other boards is refused."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tessela.bots.nets import azul, duel, net
from tests.variants import walk


def foresee_in(states, i, weights, room, values):
    net.foresee(states[i], weights, room, values)


def describe_in(states, i, player, out):
    net.describe(states[i], player, out)


def context_in(states, i):
    return net.context(states[i])


def plainly(weights: net.Net, boards: Any, which: int, scores: Any) -> tuple[Any, Any]:
    """Chances and points with matrices."""
    others = boards @ weights[net.OTHERS]
    others = (others.sum(0) - others) / (len(boards) - 1)
    first = boards @ weights[net.OWN] + others + weights[net.START][which]
    hidden, straight = np.maximum(first[:, : net.HIDDEN], 0), first[:, net.HIDDEN :]
    second = np.maximum(hidden @ weights[net.SECOND] + weights[net.SECOND_START], 0)
    out = second @ weights[net.LAST].T + weights[net.LAST_START] + straight
    standing = np.exp(scores * weights[net.SCALE][which] + out[:, 1])
    return standing / standing.sum(), scores + 10 * out[:, 0]


@pytest.mark.parametrize("variant", ["azul-2p-coloured", "azul-4p-grey-jokers", "duel-random"])
def test_the_net_is_what_it_says(variant: str) -> None:
    room, values = net.scratch_room(), np.zeros(12)
    for number, game in enumerate(walk(variant, 3)):
        if number % 12:
            continue
        weights, states = net.net_of(game.name), game.states()
        boards = np.zeros((game.players, len(weights[net.OWN])), np.float32)
        for player in range(game.players):
            describe_in(states, 0, player, boards[player])
        foresee_in(states, 0, weights, room, values)
        chances, points = plainly(weights, boards, context_in(states, 0), np.array(game.scores, np.float32))
        assert values[: game.players] == pytest.approx(chances, abs=1e-4)
        assert values[net.POINTS : net.POINTS + game.players] == pytest.approx(points, abs=1e-2)
        assert values[: game.players].sum() == pytest.approx(1.0, abs=1e-5)


def test_every_variant_and_round_has_a_context_of_its_own() -> None:
    found = set()
    for variant in ("azul-2p-coloured", "azul-3p-grey", "azul-4p-grey-jokers"):
        for game in walk(variant, 1):
            which = context_in(game.states(), 0)
            assert 0 <= which < azul.CONTEXTS
            found.add((variant, which))
    assert len({which for _, which in found}) == len(found)
    assert {context_in(game.states(), 0) for game in walk("duel", 1)} <= set(range(duel.CONTEXTS))


def test_a_net_for_other_boards_is_refused(tmp_path: Path) -> None:
    parts = {name: np.zeros(shape, np.float32) for name, shape in net.shapes("azul").items()}
    np.savez(tmp_path / "other.npz", **parts)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="train the net anew"):
        net.load(tmp_path / "other.npz", "duel")
