"""Luck and skill: they add up to the result for every seat, and nothing but chance is luck."""

import random

import pytest

from tessela import Game
from tessela.coach import looks
from tessela.coach.forms import Expected
from tessela.coach.luck import luck
from tests.coach.games import finished
from tests.variants import choose, new_game

VARIANTS = ["azul-2p-coloured", "azul-2p-grey", "azul-3p-grey-jokers", "azul-4p-coloured-jokers", "duel", "duel-random"]
# Each variant once; the long tests have each played by bots and at random
GAMES = [
    pytest.param(variant, at_random, marks=() if (i % 2 == 0) == at_random else pytest.mark.long)
    for i, variant in enumerate(VARIANTS)
    for at_random in (False, True)
]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "SIMULATIONS", {"glance": 4, "look": 12, "check": 20})


def random_game(variant: str, seed: int) -> Game:
    game, dice = new_game(variant, seed), random.Random(seed)
    while not game.is_over:
        game.play(choose(game, dice, 2))
    return game


@pytest.mark.parametrize(("variant", "at_random"), GAMES)
def test_start_luck_and_moves_add_up_to_the_result(variant: str, at_random: bool) -> None:
    record = random_game(variant, 3).record() if at_random else finished(variant)
    found, players = luck(record), len(record["seats"])
    for seat in range(players):
        for of in (lambda expected: expected.chance, lambda expected: expected.lead):
            parts = [found.start, found.luck, *found.slips]
            assert sum(of(part)[seat] for part in parts) == pytest.approx(of(found.result)[seat], abs=1e-9)
    winners, scores = record["result"]["winners"], record["result"]["scores"]
    assert [seat for seat in range(players) if found.result.chance[seat]] == winners
    others = (sum(scores) - scores[0]) / (players - 1)
    assert found.result.lead[0] == pytest.approx(scores[0] - others)
    assert found.start == Expected((1 / players,) * players, (0.0,) * players)


def test_only_deals_and_reveals_are_luck_and_every_other_step_is_a_move_of_somebody() -> None:
    for variant in ("azul-2p-coloured", "duel-random"):
        record = finished(variant)
        steps = luck(record).steps
        assert sum(step.kind == "deal" for step in steps) == len(record["chance"]["deals"])
        assert [step.ply for step in steps if step.kind == "move"] == list(range(1, len(record["moves"]) + 1))
        for step in steps:
            assert (step.seat is None) == (step.kind in ("deal", "reveal"))
            assert sum(step.chance) == pytest.approx(0.0, abs=1e-4)
        assert any(step.kind == "reveal" for step in steps) == (variant == "duel-random")
