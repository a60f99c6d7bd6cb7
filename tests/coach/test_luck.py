"""Luck and skill: they add up to the result for every seat, nothing but chance is luck, and no draw is ahead of another."""

import random
import statistics
from collections.abc import Callable

import pytest

from tessela import Game
from tessela.coach import looks
from tessela.coach import luck as lucks
from tessela.coach.course import Ply, course_of
from tessela.coach.curve import curve_of
from tessela.coach.forms import Drawn, Expected, Look, Luck, Task
from tessela.coach.luck import Draws, luck
from tessela.coach.review import Reviewer, work
from tessela.game.record import replay
from tessela.game.ruleset import Json
from tests.coach.games import finished
from tests.variants import VARIANTS, choose, new_game

BY_BOTS = ["azul-2p-coloured", "azul-3p-grey-jokers", "duel-random"]
AT_RANDOM = ["azul-2p-grey", "azul-4p-coloured-jokers", "duel"]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "SIMULATIONS", {"glance": 4, "look": 12, "check": 20, "proof": 20})
    monkeypatch.setattr(lucks, "DRAWS", {"deal": 3, "reveal": 2})


def random_game(variant: str, seed: int) -> Game:
    game, dice = new_game(variant, seed), random.Random(seed)
    while not game.is_over:
        game.play(choose(game, dice, 2))
    return game


def given_up_after(record: Json, ply: int, seat: int) -> Json:
    return {**replay(record, ply).record(), "gone": [{"ply": ply, "seat": seat, "what": "resigned"}]}


def played_on_from(record: Json, ply: int) -> Json:
    """The record of another game that begins with a position of this one."""
    game, dice = Game.from_state(replay(record, ply).state(), seed=ply), random.Random(ply)
    while not game.is_over:
        game.play(choose(game, dice, 1))
    return game.record()


def assert_adds_up(found: Luck, players: int) -> None:
    parts = [found.start, found.luck, *found.slips]
    readings: tuple[Callable[[Expected], tuple[float, ...]], ...] = (lambda one: one.chance, lambda one: one.lead)
    for of in readings:
        for seat in range(players):
            assert sum(of(part)[seat] for part in parts) == pytest.approx(of(found.result)[seat], abs=1e-9)


IN_SHORT = ["azul-2p-coloured", "azul-3p-grey-jokers", "duel"]


@pytest.mark.parametrize(
    "variant", [one if one in IN_SHORT else pytest.param(one, marks=pytest.mark.long) for one in BY_BOTS + AT_RANDOM]
)
def test_start_luck_and_moves_add_up_to_the_result(variant: str) -> None:
    record = finished(variant) if variant in BY_BOTS else random_game(variant, 3).record()
    found, players = luck(record), len(record["seats"])
    assert_adds_up(found, players)
    winners, scores = record["result"]["winners"], record["result"]["scores"]
    assert [seat for seat in range(players) if found.result.chance[seat]] == winners
    others = (sum(scores) - scores[0]) / (players - 1)
    assert found.result.lead[0] == pytest.approx(scores[0] - others)
    assert found.start == Expected((1 / players,) * players, (0.0,) * players)


@pytest.mark.parametrize("variant", ["azul-2p-grey-jokers", "duel"])
def test_games_that_were_given_up_add_up_too(variant: str) -> None:
    record = random_game(variant, 4).record()
    deal = next(ply.number for ply in course_of(record).plies if ply.chance == "deal")
    for ply, seat in ((1, 0), (deal, 0), (deal + 1, 1)):  # the deal is the last that happens, or is played on
        found = luck(given_up_after(record, ply, seat))
        assert_adds_up(found, 2)
        assert found.result.chance == ((0.0, 1.0), (1.0, 0.0))[seat]
        assert (found.steps[-1].kind, found.steps[-1].seat) == ("gave_up", seat)


@pytest.mark.parametrize("variant", ["azul-3p-coloured", "azul-2p-grey", "duel-random"])
def test_games_from_a_position_add_up_too(variant: str) -> None:
    whole = finished(variant)
    record = played_on_from(whole, 3 * len(whole["moves"]) // 4)
    assert_adds_up(luck(record), len(record["seats"]))


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_games_of_every_kind_add_up(variant: str) -> None:
    for seed in range(10):
        record = random_game(variant, seed).record()
        moves, players = len(record["moves"]), len(record["seats"])
        given_up = [given_up_after(record, 1 + 13 * seed % moves, seed % 2)] if players == 2 else []
        for one in (record, played_on_from(record, 1 + 7 * seed % (moves - 1)), *given_up):
            assert_adds_up(luck(one), players)


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


def all_looks(record: Json) -> tuple[Reviewer, list[Look | Drawn]]:
    reviewer, found = Reviewer(record), list[Look | Drawn]()
    while tasks := reviewer.tasks():
        found += work(record, tasks)
        reviewer.add(found)
    return reviewer, found


@pytest.mark.parametrize("variant", ["azul-4p-coloured-jokers", "duel-random"])
def test_before_a_deal_stands_the_mean_of_others_and_after_it_the_real_one_by_the_same_look(variant: str) -> None:
    reviewer, found = all_looks(finished(variant))
    after = {look.ply: look.worth for look in found if isinstance(look, Look) and look.stage == "look"}
    points = {(point.ply, point.kind): point for point in reviewer.review().curve}
    shown = [(ply.number, ply.chance) for ply in reviewer.course.plies[:-1] if ply.chance]
    for ply, chance in shown:
        drawn = [one.worth for one in found if isinstance(one, Drawn) and one.ply == ply]
        assert len(drawn) == lucks.DRAWS[chance]
        before, real = points[ply, "move"], points[ply, chance]
        for seat in range(reviewer.course.players):
            assert before.chance[seat] == pytest.approx(statistics.fmean(one.chance[seat] for one in drawn))
            assert before.lead[seat] == pytest.approx(statistics.fmean(one.lead[seat] for one in drawn))
        assert Expected(real.chance, real.lead) == after[ply + 1]
    assert shown


@pytest.mark.parametrize("variant", ["azul-3p-coloured", "duel-random"])
def test_a_draw_is_looked_at_as_if_it_had_been_dealt(variant: str) -> None:
    record = finished(variant)
    for ply in [one for one in course_of(record).plies[:-1] if one.chance][:6]:
        game = replay(record, ply.number - 1)
        later = looks.drawn_anew(game, ply, 1)
        last = str(later.legal_moves()[-1])
        look = looks.look_at(later, Ply(1, later.round, later.turn, last, None, later.round, later.scores), "look")
        assert look.worth == looks.draw_at(game, ply, 1).worth


def test_draws_differ_and_follow_from_what_was_known_before_the_deal() -> None:
    record = finished("azul-2p-coloured")
    ply = next(one for one in course_of(record).plies if one.chance)
    tasks = [Task("draw", ply.number, number) for number in (1, 2, 3)]
    drawn = work(record, tasks)
    assert drawn == work(record, tasks)
    assert len({one.worth.chance for one in drawn if isinstance(one, Drawn)}) == 3
    other = replay(record, ply.number - 1)
    other._states.rng[0] ^= 12345  # another deal follows, which nobody could know
    other._given_deals = []
    assert looks.draw_at(other, ply, 1) == drawn[0]


def test_what_only_draws_show_is_spread_over_the_moves_before_them() -> None:
    record = finished("azul-2p-coloured")
    reviewer, found = all_looks(record)
    course, seen = reviewer.course, [one for one in found if isinstance(one, Look) and one.stage == "look"]
    deal = next(ply.number for ply in course.plies if ply.chance)
    plain, moved = (curve_of(course, seen, seen, drawn) for drawn in ({}, {deal: Expected((0.9, 0.1), (7.0, -7.0))}))
    changes = [after.lead[0] - before.lead[0] for before, after in zip(plain, moved, strict=True)]
    of_round = changes[2 : deal + 2]  # after the start and the first deal
    assert of_round == pytest.approx([of_round[-1] * number / deal for number in range(1, deal + 1)])
    assert changes[deal + 2 :] == [0.0] * (len(changes) - deal - 2)
    assert moved[deal + 1].chance == (0.9, 0.1)
    assert all(sum(point.chance) == pytest.approx(1.0) and min(point.chance) >= 0 for point in moved)


def test_the_error_of_luck_falls_with_the_number_of_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    course = course_of(finished("azul-2p-coloured"))
    any_worth = Expected((), ())
    exact = [Look("look", 1, "forced", 1, "", True, any_worth, any_worth, any_worth, (), (), (), 0, 0.0)] * len(course.plies)
    deals = sum(ply.chance == "deal" for ply in course.plies)
    for number in (4, 16):
        monkeypatch.setattr(lucks, "DRAWS", {"deal": number})
        draws = Draws(course)
        for task in draws.left():
            high = task.number % 2
            draws.add(Drawn(task.ply, task.number, Expected((0.4 + 0.2 * high, 0.6 - 0.2 * high), (0.0, 0.0))))
        assert not draws.left()
        assert draws.error(exact) == pytest.approx((deals * 0.01 / (number - 1)) ** 0.5)
