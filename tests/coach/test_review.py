"""Reviews: the same each time, by what players knew, with moves that can be played, and adding up to the result."""

from functools import cache

import msgspec
import pytest

from tessela import Game
from tessela.bots.bot import Budget
from tessela.bots.search.searcher import Searcher, leads
from tessela.coach import looks, luck
from tessela.coach.course import course_of
from tessela.coach.errors import CoachError
from tessela.coach.forms import Better, CurvePoint, Expected, MoveJudgement, Review, Task, Told
from tessela.coach.judging import BLUNDER, INACCURACY, MISTAKE, accuracy, accuracy_of, judgement_of, openness
from tessela.coach.review import Reviewer, review, review_stream, work
from tessela.coach.summary import summary
from tessela.game import RecordError
from tessela.game.record import replay
from tests.amount import amount
from tests.coach.games import finished

VARIANTS = ["azul-2p-coloured", "azul-3p-grey-jokers", "azul-4p-coloured-jokers", "duel-random"]
PIECES = 7


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks that take little time."""
    monkeypatch.setattr(looks, "SIMULATIONS", {"glance": 12, "look": 40, "check": 80, "proof": 120})
    monkeypatch.setattr(luck, "DRAWS", {"deal": 2, "reveal": 2})


@cache
def reviewed(variant: str) -> Review:
    """The review of a finished game, made once for all who look at it."""
    return review(finished(variant))


def shape(found: Review) -> list[tuple[int, str]]:
    return [(point.ply, point.kind) for point in found.curve]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_move_is_judged_and_every_point_of_the_curve_is_a_chance(variant: str) -> None:
    record, found = finished(variant), reviewed(variant)
    assert found.final
    assert found.done == found.of
    assert [move.ply for move in found.moves] == list(range(1, len(record["moves"]) + 1))
    assert [move.move for move in found.moves] == record["moves"]
    for point in found.curve:
        assert sum(point.chance) == pytest.approx(1.0, abs=1e-5)
        assert min(point.chance) >= 0
        assert sum(point.lead) == pytest.approx(0.0, abs=1e-3)
    assert shape(found)[:2] == [(0, "start"), (0, "deal")]
    winners = record["result"]["winners"]
    assert found.curve[-1].chance == tuple(seat in winners and 1 / len(winners) for seat in range(len(record["seats"])))
    assert sum(kind == "deal" for _, kind in shape(found)) == len(record["chance"]["deals"])


@pytest.mark.parametrize("variant", VARIANTS)
def test_moves_are_called_by_what_they_give_away_and_better_ones_can_be_played(variant: str) -> None:
    record = finished(variant)
    for move in reviewed(variant).moves:
        assert move.lost >= 0
        assert move.lost == move.before.chance[move.seat] - move.after.chance[move.seat]
        game = replay(record, move.ply - 1)
        assert (move.seat, move.round, move.moves) == (game.turn, game.round, len(game.legal_moves()))
        assert (move.judgement == "forced") == (move.moves == 1)
        if move.judgement != "forced":
            assert move.judgement == judgement_of(move.lost)
        if move.judgement in ("mistake", "blunder") and move.kind == "search":
            assert move.looks == (3 if move.judgement == "blunder" else move.looks)
            assert move.looks >= 2
        if move.better:
            assert move.better.move != move.move
            assert move.better.line[0] == move.better.move
            later = Game.from_view(game.view(game.turn))
            for step in move.better.line[:2]:
                if step in later.legal_texts():  # what chance shows may be another thing here
                    later.play(step)
            assert move.better.move in game.legal_texts()


def test_a_review_grows_from_a_curve_and_is_the_same_each_time() -> None:
    record = finished("azul-2p-coloured")
    grown = list(review_stream(record))
    assert not grown[0].moves
    assert [point.ply for point in grown[0].curve][-1] == len(record["moves"])
    assert [found.final for found in grown] == [False] * (len(grown) - 1) + [True]
    assert [found.done for found in grown] == sorted(found.done for found in grown)
    assert grown[-1] == reviewed("azul-2p-coloured")
    assert msgspec.json.decode(msgspec.json.encode(grown[-1]), type=Review) == grown[-1]


@pytest.mark.parametrize("variant", amount(["azul-2p-coloured"], ["azul-2p-coloured", "duel-random"]))
def test_pieces_of_work_give_the_same_in_any_order(variant: str) -> None:
    record = finished(variant)
    reviewer = Reviewer(record)
    while tasks := reviewer.tasks():
        for piece in range(PIECES):
            reviewer.add(work(record, tasks[::-1][piece::PIECES]))
    assert reviewer.review() == reviewed(variant)


def test_a_mistake_is_what_both_looks_call_one() -> None:
    record = finished("azul-2p-coloured")
    reviewer = Reviewer(record)
    reviewer.add(work(record, reviewer.tasks()))
    found = work(record, reviewer.tasks())
    worst = max(found, key=lambda look: look.with_best.chance[0] - look.with_played.chance[0])
    lost = [look.with_best.chance[reviewer.course.plies[look.ply - 1].seat] - look.with_played.chance[
        reviewer.course.plies[look.ply - 1].seat] for look in found]  # fmt: skip
    reviewer.add(found)
    checks = [task for task in reviewer.tasks() if task.stage == "check"]
    assert [task.ply for task in checks] == [
        look.ply for look, loss in zip(found, lost, strict=True) if loss >= MISTAKE and look.kind == "search"
    ]
    assert checks, worst
    agreeing = msgspec.structs.replace(found[checks[0].ply - 1], stage="check", with_best=found[checks[0].ply - 1].with_played)
    reviewer.add([agreeing])  # the second look finds that nothing was given away
    assert reviewer.review().moves[checks[0].ply - 1].judgement == "best"


def test_games_that_are_not_finished_or_spoilt_are_refused() -> None:
    game = Game("azul", seed=7)
    with pytest.raises(CoachError, match="not finished"):
        review(game.record())
    with pytest.raises(RecordError, match="not legal"):
        review({**finished("azul-2p-coloured"), "moves": ["9B>1"]})


def test_a_game_that_was_given_up_ends_with_that() -> None:
    record = finished("azul-2p-coloured")
    moves, game = 9, replay(finished("azul-2p-coloured"), 9)
    left = {**game.record(), "gone": [{"ply": moves, "seat": 1, "what": "resigned"}]}
    assert left["result"] is None
    assert record["moves"][:moves] == left["moves"]
    found = review(left)
    last = found.curve[-1]
    assert (last.kind, last.seat, last.chance) == ("gave_up", 1, (1.0, 0.0))
    assert found.summary[1][0].key == "gave_up"


def test_a_game_from_a_position_begins_with_what_that_is_worth() -> None:
    game = replay(finished("azul-2p-coloured"), 5)
    later = Game.from_state(game.state(), seed=3)
    while not later.is_over:
        later.play(later.legal_moves()[0])
    found = review(later.record())
    assert isinstance(found.curve[0], CurvePoint)
    assert shape(found)[:2] == [(0, "start"), (1, "move")]


def test_thresholds_and_accuracy_follow_what_is_given_away() -> None:
    assert (INACCURACY, MISTAKE, BLUNDER) == (0.05, 0.10, 0.20)
    assert accuracy_of(0.0) == 100
    assert accuracy_of(0.15) == 50
    found = reviewed("azul-2p-coloured")
    for one in found.accuracy:
        own = [move for move in found.moves if move.seat == one.seat and move.judgement != "forced"]
        weights = [openness(move.before.chance[one.seat], 2) for move in own]
        assert one.value == pytest.approx(
            sum(weight * accuracy_of(move.lost) for weight, move in zip(weights, own, strict=True)) / sum(weights)
        )
        assert sum(one.counts.values()) == len(own)
    assert len(found.turning_points) <= 3
    assert all(1 <= len(said) <= 3 for said in found.summary)


def test_moves_in_a_game_that_is_decided_hardly_count() -> None:
    found = reviewed("azul-2p-coloured")
    first = next(move for move in found.moves if move.judgement != "forced")
    seat = first.seat

    def made(chance: float, lost: float) -> MoveJudgement:
        before = Expected(tuple(chance if one == seat else 1 - chance for one in range(2)), (0.0, 0.0))
        return msgspec.structs.replace(first, before=before, lost=lost)

    thrown_away, afterwards = made(0.5, 0.45), [made(0.01, 0.0)] * 10
    value = accuracy(seat, [thrown_away, *afterwards], found.moves[-1].round).value
    assert value is not None
    assert value < 45  # the plain mean of one bad move and ten that did not matter would be 92


@pytest.mark.parametrize("variant", VARIANTS)
def test_how_far_one_stood_agrees_with_every_figure_that_is_shown(variant: str) -> None:
    found = reviewed(variant)
    for seat, said in enumerate(found.summary):
        shown = [point.chance[seat] for point in found.curve if point.kind != "start"]
        shown += [one.chance[seat] for move in found.moves if move.seat == seat for one in (move.before, move.after)]
        extreme = {"won": min, "won_behind": min, "lost": max, "lost_ahead": max}.get(said[0].key)
        if extreme:
            assert said[0].params["chance"] == round(100 * extreme(shown))


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_search_through_one_move_tells_what_it_is_worth_to_everybody(variant: str) -> None:
    game = replay(finished(variant), 12)
    for move in game.legal_moves()[:3]:
        searcher = Searcher(4_000)
        searcher.begin(game, game.turn, 5)
        searcher.only(game.action_of(move))
        searcher.grow(Budget(simulations=100))
        assert [candidate.action for candidate in searcher.root()] == [game.action_of(move)]
        outlook = searcher.outlook(game.players)
        assert sum(outlook.chance) == pytest.approx(1.0, abs=1e-4)
        assert sum(outlook.lead) == pytest.approx(0.0, abs=1e-3)
        assert outlook.walks <= 100
        if game.players > 2 and not searcher.proven:
            assert outlook.chance[game.turn] == pytest.approx(searcher.root()[0].chance, abs=0.02)


def test_a_lead_is_over_the_mean_of_the_others() -> None:
    import numpy as np

    assert leads(np.array([30.0, 20.0, 10.0])).tolist() == [15.0, 0.0, -15.0]
    assert leads(np.array([41.0, 38.0])).tolist() == [3.0, -3.0]


def test_a_task_is_a_form() -> None:
    assert msgspec.json.decode(msgspec.json.encode(Task("look", 3)), type=Task) == Task("look", 3)


def test_slips_have_in_common_what_better_moves_would_have_done() -> None:
    record = finished("azul-2p-coloured")
    found, course = reviewed("azul-2p-coloured"), course_of(record)
    taken = Told("before_them", {"seat": 1, "players": 2}, "takes what the opponent would take next", "good")
    own = [move.ply for move in found.moves if move.seat == 0 and move.round == 1][:2]

    def made(move: MoveJudgement) -> MoveJudgement:
        slip = move.ply in own
        better = Better("1B>1", ("1B>1",), (taken,)) if slip else None
        return msgspec.structs.replace(move, lost=0.15 if slip else 0.0, reasons=(), better=better)

    assert found.luck
    _, gave_away, *_ = summary(0, course, found.curve, [made(move) for move in found.moves], found.luck)
    assert gave_away.key == "slips_by"
    assert gave_away.params == {"lost": 30, "round": 1, "times": 2, "habit": "before_them"}
