"""Bradley-Terry ratings."""

import random

import pytest

from tessela.arena.statistics.rates import elo_of, rate_of
from tessela.arena.statistics.ratings import Table, ratings


def test_two_bots_have_the_elo_of_their_score():
    found = ratings([Table(("a", "b"), 10_000, {"a": 7500, "b": 2500})], "b")
    assert found["b"] == (0, 0, 0)
    assert found["a"].value == pytest.approx(elo_of(0.75), abs=0.1)
    # the standard error of a logit is 1 / sqrt(n p q)
    assert found["a"].high - found["a"].value == pytest.approx(1.96 * 173.72 / (10_000 * 0.75 * 0.25) ** 0.5, rel=1e-3)


def test_a_ladder_adds_up_and_the_order_is_by_strength():
    steps = [Table(("c", "b"), 4000, {"b": 3000, "c": 1000}), Table(("b", "a"), 4000, {"a": 3000, "b": 1000})]
    found = ratings(steps, "c")
    assert list(found) == ["a", "b", "c"]
    assert found["a"].value == pytest.approx(2 * elo_of(0.75), abs=0.5)
    assert found["a"].high - found["a"].low > found["b"].high - found["b"].low


@pytest.mark.parametrize("players", [3, 4])
def test_one_among_equals_has_the_elo_of_its_rate(players):
    names = ("a", *["b"] * (players - 1))
    found = ratings([Table(names, 9000, {"a": 4500, "b": 4500})], "b")
    assert found["a"].value == pytest.approx(elo_of(0.5, players), abs=0.2)


def test_the_anchor_only_shifts():
    tables = [Table(("a", "b"), 50, {"a": 30, "b": 20}), Table(("b", "c"), 50, {"b": 28, "c": 22})]
    by_a, by_c = ratings(tables, "a"), ratings(tables, "c")
    for name in "abc":
        assert by_a[name].value - by_a["c"].value == pytest.approx(by_c[name].value, abs=1e-4)


def test_an_unbeaten_bot_has_a_rating():
    found = ratings([Table(("a", "b"), 20, {"a": 20, "b": 0})], "b")
    assert 300 < found["a"].value < 1000


def test_bots_without_a_link_to_the_anchor_are_left_out():
    tables = [Table(("a", "b"), 4, {"a": 2, "b": 2}), Table(("c", "d"), 4, {"c": 2, "d": 2}), Table(("a", "c"), 0, {})]
    assert set(ratings(tables, "b")) == {"a", "b"}
    assert ratings([], "b") == {"b": (0, 0, 0)}


def test_intervals_hold_the_truth_as_often_as_they_say():
    truth = {"a": 120.0, "b": 0.0, "c": -80.0}
    pairs = [("a", "b"), ("a", "c"), ("b", "c")]
    dice = random.Random(11)
    held, runs, games = 0, 400, 100
    for _ in range(runs):
        tables = []
        for first, other in pairs:
            wins = sum(dice.random() < rate_of(truth[first] - truth[other]) for _ in range(games))
            tables.append(Table((first, other), games, {first: wins, other: games - wins}))
        found = ratings(tables, "b")
        held += sum(found[name].low <= truth[name] <= found[name].high for name in "ac")
    assert 0.93 <= held / (2 * runs) <= 0.97
