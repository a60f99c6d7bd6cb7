"""The sequential test."""

import random
from math import log

import pytest

from tessela.arena.statistics.rates import elo_of, rate_of
from tessela.arena.statistics.sprt import PENTANOMIAL, Sprt, judge, log_likelihood_ratio
from tessela.game import OptionError
from tests.amount import amount


def test_bounds():
    test = Sprt(0, 15)
    assert test.upper == pytest.approx(2.944, abs=1e-3)
    assert test.lower == pytest.approx(-2.944, abs=1e-3)
    assert Sprt(0, 15, alpha=0.01, beta=0.1).upper == pytest.approx(log(0.9 / 0.01))


def test_two_outcomes_have_the_binomial_ratio():
    exact = 60 * log(0.6 / 0.5) + 40 * log(0.4 / 0.5)
    assert log_likelihood_ratio({0.0: 40, 1.0: 60}, 0.5, 0.6) == pytest.approx(exact, abs=1e-4)


def best_likelihood(counts, mean):
    """The best log-likelihood of three outcomes 0, 1/2, 1 among distributions with a mean, by trying them all."""
    best = -float("inf")
    for step in range(1, 4000):
        draws = step / 4000
        wins = mean - draws / 2
        losses = 1 - wins - draws
        if wins > 0 and losses > 0:
            best = max(best, counts[0] * log(losses) + counts[1] * log(draws) + counts[2] * log(wins))
    return best


def test_three_outcomes_have_the_ratio_of_the_best_distributions():
    counts = (30, 90, 55)
    ratio = best_likelihood(counts, 0.56) - best_likelihood(counts, 0.5)
    seen = dict(zip((0.0, 0.5, 1.0), counts, strict=True))
    assert log_likelihood_ratio(seen, 0.5, 0.56) == pytest.approx(ratio, abs=2e-3)


def test_swapping_sides_changes_the_sign():
    seen = dict(zip(PENTANOMIAL, (3, 11, 40, 25, 9), strict=True))
    mirrored = {1 - value: count for value, count in seen.items()}
    assert log_likelihood_ratio(seen, 0.45, 0.55) == pytest.approx(-log_likelihood_ratio(mirrored, 0.45, 0.55))


def simulated_deal(dice, elo, players):
    """The mean score of a deal of which luck decides a third."""
    if dice.random() < 1 / 3:
        return 1 / players
    return round(sum(dice.random() < rate_of(elo, players) for _ in range(players)) / players, 6)


@pytest.mark.parametrize("players", [2, 3])
def test_errors_are_as_rare_as_asked_for(players):
    test = Sprt(0, 120, alpha=0.05, beta=0.05)
    runs = amount(80, 200)
    for elo, right in ((0.0, "elo0"), (undiluted(test.elo1, players), "elo1")):
        dice = random.Random(f"{players} {right}")
        verdicts = [judge(test, (simulated_deal(dice, elo, players) for _ in range(2000)), players) for _ in range(runs)]
        assert all(verdict.accepted for verdict in verdicts)
        assert sum(verdict.accepted != right for verdict in verdicts) / runs <= 0.08


def undiluted(elo, players):
    """The strength that gives the rate of `elo` although luck decides a third of the deals."""
    return elo_of((rate_of(elo, players) - 1 / (3 * players)) * 3 / 2, players)


def test_the_decision_is_final_and_says_after_how_many_deals():
    verdict = judge(Sprt(0, 100), [1.0] * 500 + [0.0] * 500)
    assert verdict.accepted == "elo1"
    assert verdict.deals < 30
    assert judge(Sprt(0, 100), [0.0] * 500).accepted == "elo0"
    assert judge(Sprt(0, 100), []).accepted is None


@pytest.mark.parametrize("wrong", [(5, 5), (10, 0), (0, 15, 0.0), (0, 15, 0.05, 0.5), (0, 15, -1)])
def test_impossible_tests_are_refused(wrong):
    with pytest.raises(OptionError):
        Sprt(*wrong)
