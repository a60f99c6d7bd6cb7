"""Puzzles on the server: what is told when, what counts, and whose it is."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date, timedelta

import httpx
import msgspec
import pytest

from tessela.arena.statistics.glicko import Rating
from tessela.bots.registry import make_bot
from tessela.coach.forms import Better, Expected, Judgement, MoveJudgement, Puzzle
from tessela.coach.puzzles import puzzle_of_the_day, puzzles
from tessela.game import record as records
from tessela.game.ruleset import Json
from tessela.server.coaching import SolverRow, SolvingRow
from tessela.server.house import HouseError
from tessela.server.messages.puzzles import PuzzleInfo, PuzzleWish
from tessela.server.puzzles import BEGINNER, MOST_TRIES, Puzzles, moved
from tessela.server.replays import record_of
from tessela.server.reviews import engine_digest
from tessela.server.store import GuestRow, SeatRow, TableRow
from tessela.server.streak import streak, week
from tessela.server.table import Table
from tests.server.conftest import Guest, Server
from tests.server.room import open_house, play, run, table_for

ADA, BEN = GuestRow("ada", "Ada", 1), GuestRow("ben", "Ben", 1)
TODAY = date(2026, 11, 18)


class Calendar:
    """A day that can be changed."""

    def __init__(self) -> None:
        self.day = TODAY

    def __call__(self) -> date:
        return self.day


@asynccontextmanager
async def desk(calendar: Calendar | None = None) -> AsyncIterator[Puzzles]:
    async with open_house() as house:
        yield Puzzles(house, calendar or Calendar())


def wrong_moves(info: PuzzleInfo, puzzle: Puzzle) -> list[str]:
    first = [puzzle.second_move, *info.legal]
    return [move for move in dict.fromkeys(first) if move not in puzzle.accepted]


def daily(game: str = "azul", day: date = TODAY) -> Puzzle:
    return puzzle_of_the_day(game, day)


@pytest.mark.parametrize("game", ["azul", "duel"])
def test_the_puzzle_of_the_day_is_the_same_for_all_and_gives_nothing_away(game: str) -> None:
    async def check() -> None:
        async with desk() as room:
            ada, ben = [await room.wished(who, PuzzleWish(game)) for who in (ADA, BEN)]
            assert ada == ben
            assert (ada.id, ada.day, ada.state, ada.left) == (daily(game).id, TODAY.isoformat(), "open", MOST_TRIES)
            assert ada.solution is None
            assert ada.hints == []
            assert set(daily(game).accepted) <= set(ada.legal)
            told = msgspec.json.decode(msgspec.json.encode(ada))
            assert not {"best", "second", "second_move", "accepted", "themes"} & set(told)

    run(check())


def test_a_wrong_try_is_answered_by_where_to_look_and_a_second_by_what_to_aim_at() -> None:
    async def check() -> None:
        async with desk() as room:
            puzzle, info = daily(), await room.wished(ADA, PuzzleWish("azul"))
            first, second, third = wrong_moves(info, puzzle)[:3]
            for number, move in enumerate([first, second], start=1):
                info = await room.attempt(ADA, puzzle.id, move)
                assert [hint.strength for hint in info.hints] == ["nudge", "idea"][:number]
                assert (info.state, info.left, info.solution) == ("open", MOST_TRIES - number, None)
                assert [tried.answer for tried in info.tries] == [None] * number
                assert all(hint.move is None for hint in info.hints)
            info = await room.attempt(ADA, puzzle.id, third)
            assert (info.state, info.left) == ("failed", 0)
            assert info.solution
            assert info.solution.move == puzzle.solution[0]
            assert info.solution.reasons
            assert (info.solution.second.move, info.solution.second.chance) == (puzzle.second_move, puzzle.second)
            assert info.solution.second.reasons
            assert info.solution.themes == list(puzzle.themes)
            assert [tried.answer.lost > 0 for tried in info.tries if tried.answer] == [True] * 3

    run(check())


def test_the_first_try_moves_both_ratings_and_nothing_moves_them_again() -> None:
    async def check() -> None:
        async with desk() as room:
            puzzle, info = daily(), await room.wished(ADA, PuzzleWish("azul"))
            info = await room.attempt(ADA, puzzle.id, wrong_moves(info, puzzle)[0])
            assert info.change is not None
            assert info.change < 0
            assert info.solver
            assert (info.solver.tried, info.solver.solved) == (1, 0)
            assert info.solver.rating == round(BEGINNER.value) + info.change
            assert info.rating is not None
            assert info.rating > puzzle.rating
            solved = await room.attempt(ADA, puzzle.id, puzzle.solution[0])
            assert solved.state == "solved"
            again = await room.attempt(ADA, puzzle.id, wrong_moves(info, puzzle)[1])
            assert [solved.solver, solved.rating] == [info.solver, info.rating]
            assert again == solved

    run(check())


def test_a_right_first_try_lifts_the_solver_and_lowers_the_puzzle() -> None:
    async def check() -> None:
        async with desk() as room:
            puzzle = daily("duel")
            info = await room.attempt(ADA, puzzle.id, puzzle.solution[0])
            assert info.state == "solved"
            assert info.change is not None
            assert info.change > 0
            assert info.rating is not None
            assert info.rating < puzzle.rating
            assert info.tries[0].answer
            assert info.solution
            assert info.tries[0].answer.chance == info.solution.chance

    run(check())


def test_the_same_move_again_is_no_other_try_even_at_the_same_time() -> None:
    async def check() -> None:
        async with desk() as room:
            puzzle, info = daily(), await room.wished(ADA, PuzzleWish("azul"))
            wrong = wrong_moves(info, puzzle)[0]
            both = await asyncio.gather(*(room.attempt(ADA, puzzle.id, wrong) for _ in range(2)))
            assert both[0] == both[1]
            assert both[0].left == MOST_TRIES - 1
            assert both[0].solver
            assert both[0].solver.tried == 1

    run(check())


def test_who_was_helped_gains_nothing_and_who_asks_for_the_move_has_given_up() -> None:
    async def check() -> None:
        async with desk() as room:
            puzzle = daily()
            helped = await room.help(ADA, puzzle.id, "nudge")
            assert [hint.strength for hint in helped.hints] == ["nudge"]
            solved = await room.attempt(ADA, puzzle.id, puzzle.solution[0])
            assert (solved.state, solved.change, solved.solver) == ("solved", None, None)
            shown = await room.help(BEN, puzzle.id, "move")
            assert shown.state == "shown"
            assert shown.hints[-1].move == puzzle.solution[0]
            assert shown.change is not None
            assert shown.change < 0

    run(check())


def test_a_move_that_is_not_legal_is_no_try() -> None:
    async def check() -> None:
        async with desk() as room:
            with pytest.raises(Exception, match="9B"):
                await room.attempt(ADA, daily().id, "9B>1")
            assert (await room.info(ADA, daily().id)).left == MOST_TRIES

    run(check())


def test_days_in_a_row_make_a_streak() -> None:
    async def check() -> None:
        calendar = Calendar()
        async with desk(calendar) as room:
            for ahead in range(3):
                calendar.day = TODAY + timedelta(ahead)
                puzzle = daily("azul", calendar.day)
                await room.attempt(ADA, puzzle.id, puzzle.solution[0])
            found = await room.desk(ADA, "duel")
            assert (found.streak, found.week, found.state) == (3, [False] * 4 + [True] * 3, None)
            assert (await room.desk(ADA, "azul")).state == "solved"
            calendar.day = TODAY + timedelta(3)
            assert (await room.desk(ADA, "azul")).streak == 3, "a day that is not over breaks nothing"
            calendar.day = TODAY + timedelta(4)
            assert (await room.desk(ADA, "azul")).streak == 0

    run(check())


def test_a_puzzle_solved_in_a_set_counts_on_its_day_once_it_is_opened() -> None:
    async def check() -> None:
        calendar = Calendar()
        async with desk(calendar) as room:
            later = TODAY + timedelta(30)
            puzzle = daily("azul", later)
            await room.attempt(ADA, puzzle.id, puzzle.solution[0])
            calendar.day = later
            assert (await room.desk(ADA, "azul")).streak == 0
            await room.wished(ADA, PuzzleWish("azul"))
            assert (await room.desk(ADA, "azul")).streak == 1

    run(check())


def test_a_week_and_a_streak_are_counted_over_the_end_of_a_month() -> None:
    days = {"2026-02-27", "2026-02-28", "2026-03-01"}
    assert streak(days, date(2026, 3, 1)) == 3
    assert week(days, date(2026, 3, 1)) == [False] * 4 + [True] * 3


def test_a_set_is_near_ones_rating_about_its_theme_and_brings_nothing_twice() -> None:
    async def check() -> None:
        async with desk() as room:
            near = await room.wished(ADA, PuzzleWish("azul", "rating"))
            assert near.rating is not None
            assert abs(near.rating - BEGINNER.value) < 100
            about = await room.wished(ADA, PuzzleWish("duel", "theme", "stack-order"))
            few = [puzzle for puzzle in puzzles("duel") if "stack-order" in puzzle.themes]
            assert about.id in [puzzle.id for puzzle in few]
            for puzzle in few:
                await room.help(ADA, puzzle.id, "move")
            with pytest.raises(HouseError, match="all of these"):
                await room.wished(ADA, PuzzleWish("duel", "theme", "stack-order"))
            themes = {theme.theme: theme for theme in (await room.desk(ADA, "duel")).themes}
            assert themes["stack-order"].done == themes["stack-order"].puzzles == len(few)
            with pytest.raises(Exception, match="no puzzles about"):
                await room.wished(ADA, PuzzleWish("azul", "theme", "stack-order"))

    run(check())


def test_a_stronger_solver_gets_harder_puzzles() -> None:
    async def check() -> None:
        async with desk() as room:
            row = SolvingRow(ADA.id, "x", "azul")
            await room._store.save_solving(row, SolverRow(ADA.id, "azul", Rating(2000.0, 60.0)))
            info = await room.wished(ADA, PuzzleWish("azul", "rating"))
            assert info.rating is not None
            assert abs(info.rating - 2000) < 150

    run(check())


def test_many_solvers_bring_a_puzzle_to_its_true_rating() -> None:
    async def check() -> None:
        async with desk() as room:
            puzzle = daily()
            rated = await room._rating_of(puzzle)
            for _ in range(60):  # people of 1600 who never solve it
                _, rated = moved(SolverRow("x", "azul", Rating(1600.0, 50.0)), rated, 0.0, 0)
            assert rated.rating.value > 1800
            assert rated.rating.deviation < 100
            assert (rated.tried, rated.solved) == (60, 0)

    run(check())


def test_mistakes_of_ones_own_games_are_puzzles_of_ones_own() -> None:
    async def check() -> None:
        async with open_house() as house:
            room = Puzzles(house, Calendar())
            with pytest.raises(HouseError, match="review a game"):
                await room.wished(ADA, PuzzleWish("azul", "mine"))
            await _played_at_random(await table_for(house, "azul", "ada ben"))
            assert (await room.desk(ADA, "azul")).mine == 0
            found = _reviewed(await record_of(house, "t"))
            own = [move for move in found if move.seat == 0 and move.better]
            await house.store.save_review("t", engine_digest(), msgspec.json.encode({"moves": found}))
            assert (await room.desk(ADA, "azul")).mine == len(own) == 2
            info = await room.wished(ADA, PuzzleWish("azul", "mine"))
            assert (info.id, info.source, info.rating, info.seat) == (f"t-{own[0].ply}", "t", None, 0)
            assert own[0].better
            solved = await room.attempt(ADA, info.id, own[0].better.move)
            assert (solved.state, solved.change, solved.solver) == ("solved", None, None)
            assert solved.solution
            assert solved.solution.move == own[0].better.move
            assert (await room.desk(ADA, "azul")).mine == 1
            with pytest.raises(HouseError, match="no such puzzle"):
                await room.info(BEN, info.id)

    run(check())


def _reviewed(record: Json) -> list[MoveJudgement]:
    """What a review might say of a game: the first two moves of each were blunders, everything else was best."""
    judged = []
    for ply, move in enumerate(record["moves"], start=1):
        game = records.replay(record, ply - 1)
        seat, first = game.turn, ply <= 4
        other = next(text for text in [*game.legal_texts(), move] if text != move or not first)
        better = Better(other, (other,), ()) if first else None
        judgement: Judgement = "blunder" if first else "best"
        before, later = Expected((0.7, 0.3), (4.0, -4.0)), Expected((0.4, 0.6), (-1.0, 1.0))
        judged.append(
            MoveJudgement(ply, game.round, seat, move, 9, "search", judgement, 0.3, 5.0, before, later, (), better, 9, 0.01, 2)
        )
    return judged


async def _played_at_random(table: Table) -> None:
    bot = make_bot("random", seed=5)
    while table.course and not table.course.is_over:
        game = table.course.game
        await play(table, str(bot.choose(game.view(game.turn)).move))


def test_a_done_puzzle_is_played_out_and_an_open_one_is_not(server: Server, guest: Guest) -> None:
    ada = guest(server)
    name = ada.ask("POST", "/api/puzzles", {"game": "azul"})["id"]
    with pytest.raises(httpx.HTTPStatusError) as refused:
        ada.ask("POST", f"/api/puzzles/{name}/play", {})
    assert refused.value.response.json()["error"] == "not-done"
    done = ada.ask("POST", f"/api/puzzles/{name}/hint", {"strength": "move"})
    table = ada.ask("POST", f"/api/puzzles/{name}/play", {"level": "mason"})
    assert table["mine"] == [done["seat"]]
    tab = ada.sit(table)
    assert done["solution"]["move"] in tab.legal
    assert tab.view
    assert tab.view["boards"] == done["view"]["boards"]


def test_names_that_are_no_puzzles_are_refused(server: Server, guest: Guest) -> None:
    ada = guest(server)
    for path in ("/api/puzzles/nothing", "/api/puzzles/aaaaaaaaaa-3", "/api/me/puzzles/chess"):
        with pytest.raises(httpx.HTTPStatusError) as refused:
            ada.get(path)
        assert refused.value.response.status_code == 404


def test_a_table_row_of_an_older_version_has_no_deal() -> None:
    seats = [SeatRow("person", "Ada", None, ["ada"])]
    row = TableRow("t", "azul", {}, seats, "over", None, False, "chosen", 0, "x")
    old = msgspec.to_builtins(row)
    del old["daily"], old["given_up"]
    assert msgspec.convert(old, TableRow).daily is None
