"""Looking ahead for one person: what a move would do, and a bot's advice; from what that person's screen may know."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any

import structlog

from tessela.bots.analysis import analyse, why
from tessela.bots.analysis.forecast import forecast
from tessela.bots.analysis.warning import Outlook, outlook, warned
from tessela.bots.bot import Budget
from tessela.coach.hints import help_with
from tessela.coach.odds import Odds, odds
from tessela.game import TesselaError
from tessela.game.ruleset import Json
from tessela.server import sight
from tessela.server.course import Course
from tessela.server.frames import Count, Counted, Explain, Explained, Hint, Hinted, Judge, Judged, Look, Looked, Suggestion
from tessela.server.jobs import Job, Kind
from tessela.server.refusals import RefusedError
from tessela.server.service import Service, TooManyJobsError, when_to_come_back
from tessela.server.table import Table, Thinking
from tessela.server.workers import WorkerLostError

HINT = Budget(seconds=1.0, simulations=4_000)  # with a number of simulations the tree takes no more room than it needs
HINT_SECONDS, LOOK_SECONDS, ODDS_SECONDS = 0.15, 0.003, 0.02  # what they take, about
JUDGEMENT = Budget(seconds=1.0, simulations=2_500)  # of the position, and of what comes after a move
JUDGE_SECONDS = 0.07
WITHIN = 30.0  # seconds; an answer that begins later comes too late for a person
JUDGED_WITHIN = 5.0  # nobody's move waits for a judgement
log = structlog.get_logger()


class Advice:
    """Answers `look`, `hint`, `count`, `why` and `judge`."""

    def __init__(self, service: Service):
        self._service = service

    async def look(self, table: Table, guest: str, seats: list[int], ask: Look) -> Looked:
        """What a move would do, or the round as it stands."""
        course = _course_at(table, ask.version)
        _check_alone(table, "looks ahead")
        if ask.move is not None and course.to_move not in seats:
            raise RefusedError("not-your-turn", "only the one to move can try moves")
        viewer = sight.viewer_of(seats, course.to_move)
        view = sight.known_view(course.game, seats, viewer)
        seen = await self._think("look", guest, LOOK_SECONDS, foreseen, view, ask.move, sight.confidant(seats, viewer))
        return Looked(ask.version, ask.move, *seen)

    async def hint(self, table: Table, guest: str, seats: list[int], ask: Hint) -> Hinted:
        """Help of a strength, where nobody else is playing against it. The decision at hand is thought of once: where to look,
        what to aim at and the move speak of the same best move."""
        course = _course_at(table, ask.version)
        if course.to_move not in seats:
            raise RefusedError("not-your-turn", "there is nothing to advise: it is not your turn")
        _check_alone(table, "hints")
        if any(seat.who == "person" and guest not in seat.guests for seat in table.row.seats):
            raise RefusedError("not-allowed", "there are no hints where another person plays")
        if table.row.in_earnest:
            raise RefusedError("not-allowed", "there are no hints in the deal of the day and in tournaments")
        view = sight.known_view(course.game, seats, course.to_move)
        thought = self._once(table, "advice", lambda: self._think("hint", guest, HINT_SECONDS, advise, view))
        candidates = await asyncio.shield(thought)
        if ask.strength == "move":
            return Hinted(ask.version, ask.strength, None, candidates)
        helped = await self._think("why", guest, LOOK_SECONDS, help_with, view, candidates[0].move, ask.strength)
        return Hinted(ask.version, ask.strength, helped.told, [])

    async def count(self, table: Table, guest: str, seats: list[int], ask: Count) -> Counted:
        """The odds of what comes next. Everybody may ask, whoever plays: it is counted from what lies open to who asks."""
        course = _course_at(table, ask.version)
        _check_alone(table, "odds")
        viewer = sight.viewer_of(seats, course.to_move)

        def counting() -> Coroutine[Any, Any, Any]:
            view = sight.known_view(course.game, seats, viewer)
            return self._think("look", guest, ODDS_SECONDS, counted, view)

        return Counted(ask.version, await asyncio.shield(self._once(table, ("odds", *seats, viewer), counting)))

    async def why(self, table: Table, guest: str, ask: Explain) -> Explained:
        """What speaks for a bot's move, as far as everybody can know."""
        course = table.course
        if course is None or ask.version not in course.standing:
            raise RefusedError("not-allowed", "no move stands there")
        if not course.is_over:
            _check_alone(table, "reasons")
        step = course.steps[ask.version]
        by_a_bot = table.row.seats[step.seat].who == "bot" and not course.left_later(step)
        if not by_a_bot or step.move is None or sight.seen_move(step, None) is None:
            raise RefusedError("not-allowed", "only the open moves of bots are explained")
        game = course.before(ask.version)
        if game.hides_moves(None):
            raise RefusedError("not-allowed", "only the bot knew its moves")
        return Explained(ask.version, await self._think("why", guest, LOOK_SECONDS, reasons_of, game.view(None), step.move))

    async def judge(self, table: Table, guest: str, seats: list[int], ask: Judge, allowed: bool) -> Judged:
        """Whether a move is a blunder, or which ones are not, where somebody practises. The decision at hand is thought of once,
        as soon as it is asked for. What there is no time for, or too much was asked for, is not known: that is an answer too."""
        course = _course_at(table, ask.version)
        if course.to_move not in seats:
            raise RefusedError("not-your-turn", "there is nothing to judge: it is not your turn")
        _check_alone(table, "judgements")
        if not table.row.practice or not sight.may_practise(table.row, seats):
            raise RefusedError("not-allowed", "moves are judged where somebody practises")
        unknown = Judged(ask.version, ask.move, [], None, None, False, [], [])
        if not allowed:
            return unknown
        view = sight.known_view(course.game, seats, course.to_move)
        try:
            first: Outlook = await asyncio.shield(self._once(table, "outlook", lambda: self._outlook(guest, view)))
            if ask.move is None:
                return Judged(ask.version, None, first.fine, first.value, None, False, [], [])
            arguments = view, ask.move, first
            return await self._think("judge", guest, JUDGE_SECONDS, judged, ask.version, *arguments, within=JUDGED_WITHIN)  # type: ignore[no-any-return]
        except RefusedError as error:
            if error.reason == "busy":
                return unknown
            raise

    def _outlook(self, guest: str, view: Json) -> Coroutine[Any, Any, Any]:
        """The first look at the decision at hand."""
        return self._think("judge", guest, JUDGE_SECONDS, outlook, view, JUDGEMENT, within=JUDGED_WITHIN)

    def _once(self, table: Table, what: Hashable, think: Callable[[], Coroutine[Any, Any, Any]]) -> "asyncio.Task[Any]":
        """A thought about the position at hand: begun once, again only if it failed."""
        thinking = table.thoughts.get(what)
        if thinking is None or thinking.version != table.version or _failed(thinking.task):
            thinking = table.thoughts[what] = Thinking(table.version, asyncio.create_task(think()))
            thinking.task.add_done_callback(_failed)
        return thinking.task

    async def _think(
        self, kind: Kind, guest: str, seconds: float, work: Callable[..., Any], *arguments: Any, within: float = WITHIN
    ) -> Any:
        try:
            return await self._service.do(Job(kind, (guest,), seconds, work, arguments, within=within))
        except TesselaError as error:
            raise RefusedError("illegal", str(error)) from None
        except (TooManyJobsError, WorkerLostError) as error:
            raise RefusedError("busy", str(error), when_to_come_back(error)) from None
        except Exception as error:  # a fault of ours: whoever asked is not left without an answer
            log.warning("advice-failed", kind=kind, error=f"{type(error).__name__}: {error}")
            raise RefusedError("busy", "that could not be thought of") from None


def foreseen(view: Json, move: str | None, knower: int | None) -> tuple[list[Json], list[list[Json]], bool]:
    """What a move would do, the tilings if the round ended there, and whether the game would be over then; for one who may
    know what a seat knows. Runs beside the event loop, as all below."""
    seen = forecast(view, move)
    events = [event.seen_by(knower).to_json() for event in seen.events]
    return events, [[event.seen_by(knower).to_json() for event in tiling] for tiling in seen.tilings], seen.last_round


def advise(view: Json) -> list[Suggestion]:
    """The best moves of a position for its seat."""
    return [
        Suggestion(
            str(judged.move),
            round(judged.value or 0.0, 4),
            round(judged.margin or 0.0, 2),
            judged.visits,
            list(judged.line),
            [reason.to_json() for reason in judged.reasons],
        )
        for judged in analyse(view, budget=HINT).candidates
    ]


def counted(view: Json) -> Odds:
    """The odds of what comes next."""
    return odds(view)


def reasons_of(view: Json, move: str) -> list[Json]:
    """What speaks for and against a move of a position."""
    return [reason.to_json() for reason in why(view, move)]


def judged(version: int, view: Json, move: str, first: Outlook) -> Judged:
    """What a move gives away, and why."""
    found = warned(view, move, first, JUDGEMENT)
    lost = None if found.lost is None else round(found.lost, 4)
    reasons, missed = ([reason.to_json() for reason in some] for some in (found.reasons, found.missed))
    return Judged(version, move, [], first.value, lost, found.is_blunder, reasons, missed)


def _failed(task: "asyncio.Task[Any]") -> bool:
    """Whether a thought came to nothing; whoever asked has heard why."""
    return task.done() and (task.cancelled() or task.exception() is not None)


def _check_alone(table: Table, help: str) -> None:
    """In a rated game everybody counts and thinks for themselves."""
    if table.row.rated:
        raise RefusedError("not-allowed", f"there are no {help} in a rated game: everybody thinks for themselves")


def _course_at(table: Table, version: int) -> Course:
    """The course of a table, if somebody asks about the head of it."""
    course = table.course
    if course is None or course.is_over:
        raise RefusedError("not-allowed", "no game is going on")
    if version != course.version:
        raise RefusedError("stale" if version < course.version else "resync", f"the table is at version {course.version}")
    return course
