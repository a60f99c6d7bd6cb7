"""Glicko-2, against the worked example of its paper and by what must be true of any rating."""

import random

import pytest

from tessela.arena.statistics.glicko import WIDEST, Met, Rating, after, expected, rested

PAPER = Rating(1500, 200, 0.06)
GAMES = [Met(Rating(1400, 30), 1), Met(Rating(1550, 100), 0), Met(Rating(1700, 300), 0)]


def test_the_example_of_the_paper():
    found = after(PAPER, GAMES)
    assert found.value == pytest.approx(1464.06, abs=0.02)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_games_only_the_deviation_grows_and_never_beyond_that_of_somebody_unknown():
    found = after(PAPER, [])
    assert (found.value, found.volatility) == (PAPER.value, PAPER.volatility)
    assert found.deviation == pytest.approx(200.2714, abs=0.0001)
    assert rested(PAPER, 1e9).deviation == WIDEST


def test_a_win_lifts_and_a_loss_lowers_the_more_the_less_was_expected():
    weak, strong = Rating(1200, 60), Rating(1800, 60)
    mine = Rating(1500, 80)
    gains = [after(mine, [Met(other, 1)]).value - mine.value for other in (weak, strong)]
    losses = [after(mine, [Met(other, 0)]).value - mine.value for other in (weak, strong)]
    assert 0 < gains[0] < gains[1]
    assert losses[0] < losses[1] < 0


def test_two_chances_add_up_to_one():
    assert expected(PAPER, GAMES[0].other) + expected(GAMES[0].other, PAPER) == pytest.approx(1)


def test_a_surprise_makes_the_volatility_grow():
    steady = Rating(1500, 50, 0.06)
    assert after(steady, [Met(Rating(2400, 30), 1)] * 5).volatility > 0.06


def test_many_games_one_by_one_find_the_true_rating():
    dice = random.Random(5)
    truth, found = Rating(1800, 0), Rating()
    for _ in range(400):
        other = Rating(dice.uniform(1400, 2200), 0)
        found = after(found, [Met(other, float(dice.random() < expected(truth, other)))])
    assert abs(found.value - truth.value) < 3 * found.deviation
    assert found.deviation < 90
