"""Rates, their intervals, and Elo."""

import random
from math import inf

import pytest

from tessela.arena.statistics.rates import elo_of, rate_of, rate_of_deals, wilson


@pytest.mark.parametrize(
    ("score", "games", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962), (1, 1, 0.2065, 1.0)],
)
def test_wilson_known_values(score, games, low, high):
    interval = wilson(score, games)
    assert interval.low == pytest.approx(low, abs=5e-5)
    assert interval.high == pytest.approx(high, abs=5e-5)
    assert interval.value == score / games


def test_without_games_anything_is_possible():
    assert wilson(0, 0) == (0, 0.5, 1)


def test_bounds_of_an_unbroken_series_are_exact():
    for games in range(1, 200):
        assert wilson(games, games).high == 1
        assert wilson(0, games).low == 0


@pytest.mark.parametrize(("rate", "elo"), [(0.5, 0), (0.75, 190.85), (10 / 11, 400), (0.64, 99.95), (0, -inf), (1, inf)])
def test_elo_known_values(rate, elo):
    assert elo_of(rate) == pytest.approx(elo, abs=0.01)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_elo_and_rate_are_inverse_and_equals_share_the_wins(players):
    assert rate_of(0, players) == pytest.approx(1 / players)
    for elo in (-300, -10, 0, 45, 500):
        assert elo_of(rate_of(elo, players), players) == pytest.approx(elo)


def test_the_interval_of_deals_holds_the_truth_as_often_as_it_says():
    dice = random.Random(5)
    held, runs = 0, 1000
    for _ in range(runs):
        # half of the deals are decided by luck alone: the two games cancel out
        deals = [0.5 if dice.random() < 0.5 else ((dice.random() < 0.6) + (dice.random() < 0.6)) / 2 for _ in range(60)]
        interval = rate_of_deals(deals)
        assert interval is not None
        held += interval.low <= 0.55 <= interval.high
    assert 0.93 <= held / runs <= 0.975


def test_paired_deals_say_more_than_single_games():
    deals = [0.5] * 80 + [1.0] * 12 + [0.0] * 8
    paired, plain = rate_of_deals(deals), wilson(sum(deals) * 2, 200)
    assert paired is not None
    assert paired.high - paired.low < plain.high - plain.low
    assert paired.value == pytest.approx(plain.value)


@pytest.mark.parametrize("deals", [[], [0.5], [0.5, 1.0] * 4, [1.0] * 50, [0.5] * 50])
def test_too_few_deals_or_equal_ones_say_nothing(deals):
    assert rate_of_deals(deals) is None
