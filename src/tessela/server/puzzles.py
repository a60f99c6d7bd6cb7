"""Puzzles: of the day, near one's rating, about a theme, from one's own mistakes. Each is tried three times at most and counts
once; what would give it away leaves the server when it is done."""

import asyncio
import random
import re
import secrets
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from tessela.arena.statistics.glicko import Met, Rating, after, rested
from tessela.coach import puzzles as packaged
from tessela.coach.follows import told_of_both
from tessela.coach.forms import Answer, Better, Judgement, Puzzle, Strength
from tessela.coach.hints import STRENGTHS, hint
from tessela.coach.judging import GOOD
from tessela.coach.mining import same_as
from tessela.coach.themes import themes_of
from tessela.coach.tries import answer, expected, view_of
from tessela.game import Game, Move
from tessela.game import record as records
from tessela.game.ruleset import Json
from tessela.server import replays, seating
from tessela.server.clocks import now_ms
from tessela.server.coaching import Brief, PuzzleRow, SolverRow, SolvingRow
from tessela.server.house import House, HouseError
from tessela.server.jobs import Kind
from tessela.server.locks import Locks
from tessela.server.messages.puzzles import (
    Helped,
    PuzzleDesk,
    PuzzleInfo,
    PuzzleWish,
    Second,
    Solution,
    SolverInfo,
    ThemeInfo,
    Tried,
)
from tessela.server.messages.replays import Foreseen
from tessela.server.messages.tables import SeatWish
from tessela.server.positions import READ_SECONDS, foreseen
from tessela.server.reviews import engine_digest
from tessela.server.sight import seats_of, seen_view
from tessela.server.store import GuestRow
from tessela.server.streak import streak, week
from tessela.server.table import Table

MOST_TRIES = 3
TRY_SECONDS = 0.6  # what it takes to answer one, about
BEGINNER = Rating(1200.0, 200.0)  # of somebody who has not tried a puzzle of a game
SURE_OF_A_PUZZLE = 150.0  # the deviation of a rating that only bots have made
A_DAY = 86_400_000  # milliseconds: a day without puzzles is a period of Glicko-2
CHOICE = 12  # of so many nearest puzzles one is drawn
KEPT_FOR_DAYS = 14  # the puzzles of so many days to come are in no set
MOST_GAMES = 60  # of one's own, the newest, that are looked through for mistakes
MOST_REMEMBERED = 2_000  # games whose mistakes are remembered
OWN = re.compile(r"([a-z0-9]{1,20})-(\d{1,4})")


class Mistake(msgspec.Struct, frozen=True):
    """What a review keeps of a move, as far as a puzzle needs it."""

    ply: int
    seat: int
    move: str
    judgement: Judgement
    before: "Chances"
    after: "Chances"
    better: Better | None


class Chances(msgspec.Struct, frozen=True):
    """The chance of every seat, and its lead."""

    chance: tuple[float, ...]
    lead: tuple[float, ...]


class Reviewed(msgspec.Struct, frozen=True):
    """What is read of a stored review."""

    moves: tuple[Mistake, ...]

    def mistakes(self) -> tuple[Mistake, ...]:
        """The mistakes and blunders that have a better move."""
        return tuple(move for move in self.moves if move.judgement in ("mistake", "blunder") and move.better)


def today_utc() -> date:
    """The day that it is for everybody."""
    return datetime.now(UTC).date()


class Puzzles:
    """Gives puzzles, answers tries, and keeps ratings."""

    def __init__(self, house: House, today: Callable[[], date] = today_utc):
        self._house = house
        self._store = house.store
        self._today = today
        self._locks = Locks()
        self._mistakes: dict[str, tuple[Mistake, ...]] = {}

    # What there is

    async def desk(self, guest: GuestRow, game: str) -> PuzzleDesk:
        """How somebody stands with the puzzles of a game."""
        found, today = await _of_game(game), self._today()
        briefs = await self._store.briefs(guest.id)
        days = {brief.day for brief in briefs.values() if brief.state == "solved" and brief.day}
        daily = found.of_the_day(today)
        state = briefs[daily.id].state if daily.id in briefs else None
        themes = [ThemeInfo(theme, number, _done_about(found, theme, briefs)) for theme, number in found.themes().items()]
        mine = sum(not _is_solved(briefs, name) for name in await self._own(guest, game))
        solver = _solver_info(await self._store.solver(guest.id, game))
        return PuzzleDesk(
            game, today.isoformat(), daily.id, state, streak(days, today), week(days, today), solver, themes, mine
        )  # fmt: skip

    async def wished(self, guest: GuestRow, wish: PuzzleWish) -> PuzzleInfo:
        """A puzzle of the kind that is wished for."""
        if wish.by == "day":
            daily = (await _of_game(wish.game)).of_the_day(self._today())
            await self._count_for_today(guest.id, daily)
            return await self.info(guest, daily.id)
        briefs = await self._store.briefs(guest.id, wish.game)
        if wish.by == "mine":
            own = [name for name in await self._own(guest, wish.game) if not _is_done(briefs, name) and name != wish.but]
            if not own:
                raise HouseError(404, "no-puzzle", "there are no mistakes of yours to solve: review a game that you have played")
            return await self.info(guest, own[0])
        return await self.info(guest, await self._near(guest, wish, briefs))

    async def _near(self, guest: GuestRow, wish: PuzzleWish, briefs: dict[str, Brief]) -> str:
        """A puzzle near somebody's rating that they have not done, drawn from the nearest."""
        found = await _of_game(wish.game)
        possible = found.about(wish.theme or "") if wish.by == "theme" else list(found)
        kept = {found.of_the_day(self._today() + timedelta(ahead)).id for ahead in range(KEPT_FOR_DAYS)}
        left = [p for p in possible if not _is_done(briefs, p.id) and p.id not in kept and p.id != wish.but]
        if not left:
            raise HouseError(404, "no-puzzle", "you have done all of these puzzles")
        solver = await self._store.solver(guest.id, wish.game)
        mine = solver.rating.value if solver else BEGINNER.value
        ratings = await self._store.puzzle_ratings(wish.game)
        nearest = sorted(left, key=lambda p: (abs(ratings.get(p.id, p.rating) - mine), p.id))[:CHOICE]
        return random.choice(nearest).id

    async def _own(self, guest: GuestRow, game: str) -> list[str]:
        """The mistakes of somebody in their reviewed games, as ids of puzzles, newest games first."""
        names = []
        for row in await self._store.tables_of(guest.id, MOST_GAMES):
            if row.status == "over" and row.game == game:
                mine = seats_of(row, guest.id)
                names += [f"{row.id}-{move.ply}" for move in await self._mistakes_in(row.id) if move.seat in mine]
        return names

    async def _mistakes_in(self, game_id: str) -> tuple[Mistake, ...]:
        if game_id not in self._mistakes:
            stored = await self._store.review(game_id, engine_digest())
            if stored is None:
                return ()
            if len(self._mistakes) >= MOST_REMEMBERED:
                self._mistakes.pop(next(iter(self._mistakes)))
            self._mistakes[game_id] = msgspec.json.decode(stored, type=Reviewed).mistakes()
        return self._mistakes[game_id]

    async def _find(self, guest: GuestRow, name: str) -> tuple[Puzzle, str | None]:
        """A puzzle by its id, and the game of one's own that it is from."""
        own = OWN.fullmatch(name)
        if own is None:
            return await _packaged(name), None
        row = await self._store.table(own[1])
        found = [move for move in await self._mistakes_in(own[1]) if move.ply == int(own[2])]
        if row is None or not found or found[0].seat not in seats_of(row, guest.id):
            raise _no_such_puzzle()
        record = await replays.record_of(self._house, own[1], guest.id)
        return await self._think(guest, "look", READ_SECONDS, from_mistake, name, record, found[0]), own[1]

    # How far somebody is

    async def info(self, guest: GuestRow, name: str) -> PuzzleInfo:
        """A puzzle, and how far somebody is with it."""
        puzzle, source = await self._find(guest, name)
        row = await self._store.solving(guest.id, name) or SolvingRow(guest.id, name, puzzle.game)
        return await self._told(guest, puzzle, source, row)

    async def _told(self, guest: GuestRow, puzzle: Puzzle, source: str | None, row: SolvingRow) -> PuzzleInfo:
        done, strengths = row.state != "open", STRENGTHS[: row.hints]
        seat, view, legal, hints, solution = await self._think(guest, "look", READ_SECONDS, shown, puzzle, strengths, done)
        solver = _solver_info(await self._store.solver(guest.id, puzzle.game))
        daily = source is None and await self._is_of_today(puzzle)
        return PuzzleInfo(
            id=puzzle.id,
            game=puzzle.game,
            day=self._today().isoformat() if daily else row.day,
            source=source,
            seat=seat,
            view=view,
            legal=legal,
            rating=None if source else round((await self._rating_of(puzzle)).rating.value),
            state=row.state,
            tries=[Tried(tried.move, tried.right, tried if done else None) for tried in row.tries],
            left=MOST_TRIES - len(row.tries) if not done else 0,
            hints=hints,
            solution=solution,
            solver=solver,
            change=round(row.change) if row.score is not None and source is None else None,
        )

    async def look(self, guest: GuestRow, name: str, moves: list[str | None]) -> list[Foreseen]:
        """What some moves would do."""
        puzzle, _ = await self._find(guest, name)
        return await self._think(guest, "look", READ_SECONDS, looked, puzzle, moves)  # type: ignore[no-any-return]

    async def attempt(self, guest: GuestRow, name: str, move: str) -> PuzzleInfo:
        """A try. The same move again is no other try, and after the end nothing counts any more."""
        puzzle, source = await self._find(guest, name)
        async with self._locks.of(guest.id, name):
            row = await self._store.solving(guest.id, name) or SolvingRow(guest.id, name, puzzle.game)
            said = str(Move.parse(move))
            if row.state == "open" and said not in [tried.move for tried in row.tries]:
                found = await self._think(guest, "hint", TRY_SECONDS, tried_in, puzzle, said, source is not None)
                counted, row = row.score, self._after_try(row, found)
                await self._save(row, puzzle, source, row.score != counted)
        return await self._told(guest, puzzle, source, row)

    async def help(self, guest: GuestRow, name: str, strength: Strength) -> PuzzleInfo:
        """Help; who asks for the move has given up."""
        puzzle, source = await self._find(guest, name)
        async with self._locks.of(guest.id, name):
            row = await self._store.solving(guest.id, name) or SolvingRow(guest.id, name, puzzle.game)
            wanted = STRENGTHS.index(strength) + 1
            if row.state == "open" and wanted > row.hints:
                gives_up = wanted == len(STRENGTHS)
                untried = gives_up and not row.tries
                row = replace(row, hints=wanted, state="shown" if gives_up else "open", score=0.0 if untried else row.score)
                await self._save(row, puzzle, source, untried)
        return await self._told(guest, puzzle, source, row)

    def _after_try(self, row: SolvingRow, found: Answer) -> SolvingRow:
        """After a wrong try one is told where to look, after two what to aim at. The first try is scored, but for a right one
        that somebody was helped with."""
        score = row.score
        if not row.tries and not (found.right and row.hints):
            score = 1.0 if found.right else 0.0
        tries = [*row.tries, found]
        if found.right:
            return replace(row, tries=tries, state="solved", score=score)
        if len(tries) == MOST_TRIES:
            return replace(row, tries=tries, state="failed", score=score)
        return replace(row, tries=tries, hints=max(row.hints, len(tries)), score=score)

    async def play_out(self, guest: GuestRow, name: str, level: str | None) -> Table:
        """A new table that goes on from a puzzle: once it is done, for at a table there are hints."""
        puzzle, _ = await self._find(guest, name)
        row = await self._store.solving(guest.id, name)
        if row is None or row.state == "open":
            raise HouseError(409, "not-done", "solve the puzzle first, or let yourself be shown the move")
        game = await self._think(guest, "look", READ_SECONDS, resumed, puzzle)
        bot = SeatWish("bot", level or seating.default_level(puzzle.game))
        seats = [SeatWish("me") if seat == puzzle.seat else bot for seat in range(game.players)]
        return await seating.create_at(self._house, guest, seats, game)

    # Keeping it

    async def _save(self, row: SolvingRow, puzzle: Puzzle, source: str | None, counts: bool) -> None:
        """Store how far somebody is, with the ratings where they move: a mistake of one's own has none."""
        row.at = now_ms()
        if source is not None:
            await self._store.save_solving(row)
            return
        if row.state == "solved" and await self._is_of_today(puzzle):
            row.day = self._today().isoformat()
        if not counts:
            await self._store.save_solving(row)
            return
        async with self._locks.of("solver", row.guest, row.game), self._locks.of("puzzle", puzzle.id):
            before = await self._store.solver(row.guest, row.game) or SolverRow(row.guest, row.game, BEGINNER, at=row.at)
            solver, rated = moved(before, await self._rating_of(puzzle), row.score or 0.0, row.at)
            row.change = round(solver.rating.value) - round(before.rating.value)
            await self._store.save_solving(row, solver, rated)

    async def _is_of_today(self, puzzle: Puzzle) -> bool:
        return (await _of_game(puzzle.game)).of_the_day(self._today()).id == puzzle.id

    async def _count_for_today(self, guest: str, daily: Puzzle) -> None:
        """Who has solved the puzzle of the day on another day, in a set, has solved it today."""
        row = await self._store.solving(guest, daily.id)
        if row is not None and row.state == "solved" and row.day is None:
            await self._store.save_solving(replace(row, day=self._today().isoformat()))

    async def _rating_of(self, puzzle: Puzzle) -> PuzzleRow:
        kept = await self._store.puzzle_rating(puzzle.id)
        return kept or PuzzleRow(puzzle.id, puzzle.game, Rating(puzzle.rating, SURE_OF_A_PUZZLE))

    async def _think(self, guest: GuestRow, kind: Kind, seconds: float, work: Callable[..., Any], *about: Any) -> Any:
        return await replays.work_for(self._house, guest.id, kind, seconds, work, *about)


def moved(solver: SolverRow, puzzle: PuzzleRow, score: float, now: int) -> tuple[SolverRow, PuzzleRow]:
    """The ratings of both after a first try: a game of the solver against the puzzle, by Glicko-2, each try a period."""
    mine, its = rested(solver.rating, max(0, now - solver.at) / A_DAY), puzzle.rating
    right = int(score == 1.0)
    return (
        SolverRow(solver.guest, solver.game, after(mine, [Met(its, score)]), solver.tried + 1, solver.solved + right, now),
        PuzzleRow(puzzle.puzzle, puzzle.game, after(its, [Met(mine, 1.0 - score)]), puzzle.tried + 1, puzzle.solved + right),
    )


def _is_done(briefs: dict[str, Brief], name: str) -> bool:
    return name in briefs and briefs[name].state != "open"


def _is_solved(briefs: dict[str, Brief], name: str) -> bool:
    return name in briefs and briefs[name].state == "solved"


def _done_about(found: packaged.Puzzles, theme: str, briefs: dict[str, Brief]) -> int:
    return sum(theme in puzzle.themes and _is_done(briefs, puzzle.id) for puzzle in found)


def _solver_info(row: SolverRow | None) -> SolverInfo | None:
    if row is None:
        return None
    return SolverInfo(round(row.rating.value), round(row.rating.deviation), row.tried, row.solved)


def _no_such_puzzle() -> HouseError:
    return HouseError(404, "no-puzzle", "there is no such puzzle")


async def _of_game(game: str) -> packaged.Puzzles:
    """The puzzles of a game; the first time they are unpacked beside the event loop."""
    if game not in packaged.games():
        raise HouseError(404, "no-puzzle", f"there are no puzzles of {game!r}; there are of {', '.join(packaged.games())}")
    return await asyncio.to_thread(packaged.puzzles, game)


async def _packaged(name: str) -> Puzzle:
    for game in packaged.games():
        found = await _of_game(game)
        if found.has(name):
            return found.of(name)
    raise _no_such_puzzle()


# What follows runs where bots think


def shown(
    puzzle: Puzzle, strengths: tuple[Strength, ...], done: bool
) -> tuple[int, Json, list[str], list[Helped], Solution | None]:
    """The position of a puzzle, the help that was given, and once it is done the solution."""
    game = Game.from_text(puzzle.position)
    given = [hint(puzzle, strength) for strength in strengths]
    hints = [Helped(one.strength, one.told, one.move) for one in given]
    return puzzle.seat, seen_view(game, puzzle.seat), game.legal_texts(), hints, solution_of(puzzle) if done else None


def solution_of(puzzle: Puzzle) -> Solution:
    """The best move and the second best, and why."""
    game = Game.from_view(view_of(puzzle))
    second = expected(game, Move.parse(puzzle.second_move))
    reasons, best_reasons = told_of_both(game, second, puzzle.solution)
    return Solution(
        move=puzzle.solution[0],
        line=list(puzzle.solution),
        chance=puzzle.best,
        reasons=list(best_reasons),
        second=Second(puzzle.second_move, puzzle.second, list(reasons)),
        themes=list(puzzle.themes),
    )


def tried_in(puzzle: Puzzle, move: str, any_good: bool) -> Answer:
    """How good a try is. In a game of one's own several moves may be as good: whatever gives nothing away is right."""
    found = answer(puzzle, move)
    return replace(found, right=True) if any_good and found.lost < GOOD else found


def looked(puzzle: Puzzle, moves: list[str | None]) -> list[Foreseen]:
    """What some moves would do."""
    view = view_of(puzzle)
    return [foreseen(view, move) for move in moves]


def resumed(puzzle: Puzzle) -> Game:
    """A game that goes on from a puzzle; what nobody can see there is drawn anew."""
    return Game.from_view(view_of(puzzle), seed=secrets.randbits(64))


def from_mistake(name: str, record: Json, mistake: Mistake) -> Puzzle:
    """The puzzle that a mistake in a finished game makes: the better move of the review is its solution."""
    assert mistake.better is not None
    seat, best, played = mistake.seat, Move.parse(mistake.better.move), Move.parse(mistake.move)
    game = Game.from_view(records.replay(record, mistake.ply - 1).view(seat))
    return Puzzle(
        id=name,
        game=game.name,
        position=game.text(),
        seat=seat,
        solution=mistake.better.line,
        accepted=same_as(game, best),
        themes=themes_of(game, mistake.better.line, played),
        rating=0,
        best=mistake.before.chance[seat],
        second=mistake.after.chance[seat],
        second_move=str(played),
        margin=mistake.before.lead[seat] - mistake.after.lead[seat],
    )
