"""Looking ahead for one person: what a move would do, and a bot's advice. Thought of in threads, from what that person's screen
may know."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from tessela.bots.analysis import analyse, why
from tessela.bots.analysis.forecast import Forecast, forecast
from tessela.bots.bot import Budget
from tessela.game import TesselaError
from tessela.game.ruleset import Json
from tessela.server import sight
from tessela.server.course import Course
from tessela.server.messages import AskHint, AskWhy, Candidate, Hint, Look, Looked, Why
from tessela.server.table import RefusedError, Table

HINT = Budget(seconds=1.0, simulations=4_000)  # with a number of simulations the tree takes no more room than it needs
MOST_WAITING = 256


class Advice:
    """Answers `look`, `hint` and `why`. A hint takes a second, so it has a thread of its own."""

    def __init__(self) -> None:
        self._looking = ThreadPoolExecutor(1, "look")
        self._hinting = ThreadPoolExecutor(1, "hint")
        self._waiting = 0

    def close(self) -> None:
        """Stop."""
        self._looking.shutdown(wait=False, cancel_futures=True)
        self._hinting.shutdown(wait=False, cancel_futures=True)

    async def look(self, table: Table, seats: list[int], ask: Look) -> Looked:
        """What a move would do, or the round as it stands."""
        course = _course_at(table, ask.version)
        if ask.move is not None and course.to_move not in seats:
            raise RefusedError("not-your-turn", "only the one to move can try moves")
        viewer = sight.viewer_of(seats, course.to_move)
        view = sight.known_view(course.game, seats, viewer)
        try:
            seen = await self._think(self._looking, forecast, view, ask.move)
        except TesselaError as error:
            raise RefusedError("illegal", str(error)) from None
        assert isinstance(seen, Forecast)
        knower = sight.confidant(seats, viewer)
        tilings = [[event.seen_by(knower).to_json() for event in events] for events in seen.tilings]
        events = [event.seen_by(knower).to_json() for event in seen.events]
        return Looked(ask.version, ask.move, events, tilings, seen.last_round)

    async def hint(self, table: Table, guest: str, seats: list[int], ask: AskHint) -> Hint:
        """A bot's advice, where nobody else is playing against it."""
        course = _course_at(table, ask.version)
        if course.to_move not in seats:
            raise RefusedError("not-your-turn", "there is nothing to advise: it is not your turn")
        if any(seat.who == "person" and guest not in seat.guests for seat in table.row.seats):
            raise RefusedError("not-allowed", "there are no hints where another person plays")
        view = sight.known_view(course.game, seats, course.to_move)
        candidates = await self._think(self._hinting, advise, view)
        return Hint(ask.version, candidates)  # type: ignore[arg-type]

    async def why(self, table: Table, ask: AskWhy) -> Why:
        """What speaks for a bot's move, as far as everybody can know."""
        course = table.course
        if course is None or ask.version not in course.standing:
            raise RefusedError("not-allowed", "no move stands there")
        step = course.steps[ask.version]
        by_a_bot = table.row.seats[step.seat].who == "bot" and not course.left_later(step)
        if not by_a_bot or step.move is None or sight.seen_move(step, None) is None:
            raise RefusedError("not-allowed", "only the open moves of bots are explained")
        game = course.before(ask.version)
        view = game.view(None)
        if view["pending"] != game.view(step.seat)["pending"]:
            raise RefusedError("not-allowed", "only the bot knew the plate before")
        reasons = await self._think(self._looking, reasons_of, view, step.move)
        return Why(ask.version, reasons)  # type: ignore[arg-type]

    async def _think(self, threads: ThreadPoolExecutor, thought: object, *arguments: object) -> object:
        if self._waiting >= MOST_WAITING:
            raise RefusedError("busy", "too many are asking at once; try again")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(threads, thought, *arguments)  # type: ignore[arg-type]
        finally:
            self._waiting -= 1


def advise(view: Json) -> list[Candidate]:
    """The best moves of a position for its seat; runs in a thread."""
    return [
        Candidate(
            str(judged.move),
            round(judged.value or 0.0, 4),
            round(judged.margin or 0.0, 2),
            judged.visits,
            list(judged.line),
            [reason.to_json() for reason in judged.reasons],
        )
        for judged in analyse(view, budget=HINT).candidates
    ]


def reasons_of(view: Json, move: str) -> list[Json]:
    """What speaks for and against a move of a position; runs in a thread."""
    return [reason.to_json() for reason in why(view, move)]


def _course_at(table: Table, version: int) -> Course:
    """The course of a table, if somebody asks about the head of it."""
    course = table.course
    if course is None or course.is_over:
        raise RefusedError("not-allowed", "no game is going on")
    if version != course.version:
        raise RefusedError("stale" if version < course.version else "resync", f"the table is at version {course.version}")
    return course
