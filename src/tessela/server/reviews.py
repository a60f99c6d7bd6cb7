"""Finished games looked back at by the coach: piece by piece beside the event loop, and kept with the games."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec
import structlog

from tessela.coach import review as coach
from tessela.coach.errors import CoachError
from tessela.coach.forms import Accuracy, Found, Review, Task
from tessela.compiled.sources import PACKAGE, digest_of
from tessela.game.ruleset import Json
from tessela.server import replays
from tessela.server.house import House, HouseError
from tessela.server.jobs import Job
from tessela.server.kept import Kept
from tessela.server.service import MOMENT
from tessela.server.store import StoreError
from tessela.server.workers import WorkerLostError

TASK_SECONDS = 0.05  # what a look at a move takes, about
AT_ONCE = 6  # looks before others who need the bots get their turn
TOLD_AFTER = 18  # looks, after which what is known is told anew
SUM_UP_SECONDS = 0.15  # what it takes to make a review of looks, about
MOST_OF_A_GUEST = 2  # games that are thought about at a time
MOST_GAMES = 64
MOST_BYTES = 16 * 1024 * 1024  # of reviews in memory
PATIENCE = 20.0  # seconds until whoever asks is told what is known, even if that is nothing new
THINKING = ("rules", "game", "bots", "coach")  # the folders that a review depends on
log = structlog.get_logger()


@cache
def engine_digest() -> str:
    """What reviews depend on: their form, and all that thinks. One that was made by another engine is made anew."""
    files = sorted(
        path.relative_to(PACKAGE).as_posix()
        for folder in THINKING
        for pattern in ("*.py", "*.npz")
        for path in (PACKAGE / folder).rglob(pattern)
    )
    return digest_of(files)[:32]


def begun(record: Json) -> list[Task]:
    """What is to be looked at first. Runs where bots think, as what follows."""
    return coach.Reviewer(record).tasks()


def summed_up(record: Json, looks: list[Found]) -> tuple[Review, list[Task]]:
    """A review as far as some looks go, and what is to be looked at next."""
    reviewer = coach.Reviewer(record)
    reviewer.add(looks)
    return reviewer.review(), reviewer.tasks()


@dataclass(slots=True)
class _Thinking:
    """A review that is being thought of, for whom, and what is known of it."""

    guests: list[str]
    job: Job | None = None
    task: "asyncio.Task[None] | None" = None
    done: int = -1  # looks behind what is known
    known: bytes | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, done: int, known: bytes) -> None:
        """Whoever waits hears of it, if more is known."""
        if done <= self.done:
            return
        self.done, self.known = done, known
        self.news.set()
        self.news = asyncio.Event()


class Accuracies(msgspec.Struct):
    """What is read of a stored review for statistics."""

    accuracy: tuple[Accuracy, ...]


def accuracy_in(review: bytes) -> dict[int, float]:
    """How well each seat has played, as a review says; nothing of one that is not final or of an older form."""
    try:
        found = msgspec.json.decode(review, type=Accuracies).accuracy
    except msgspec.MsgspecError:
        return {}
    return {one.seat: one.value for one in found if one.value is not None}


class Reviews:
    """Reviews of finished games: each is thought of once, a few looks at a time, and stored."""

    def __init__(self, house: House):
        self._house = house
        self._kept = Kept(MOST_BYTES)
        self._thinking: dict[str, _Thinking] = {}
        self._engine = engine_digest()

    async def is_known(self, game_id: str) -> bool:
        """Whether nobody has to think about a game."""
        return game_id in self._thinking or await self._stored(game_id) is not None

    async def of(self, game_id: str, guest: str, known: int = -1) -> msgspec.Raw:
        """The review of a finished game, a `Review` as JSON: the whole one, or as much of it as there is once that rests on more
        than `known` looks."""
        stored = await self._stored(game_id)
        if stored is not None:
            return msgspec.Raw(stored)
        if game_id not in self._thinking:
            record = await replays.record_of(self._house, game_id, guest)
            if game_id not in self._thinking:
                self._begin(game_id, record, guest)
        thinking = self._thinking[game_id]
        self._join(thinking, guest)
        return msgspec.Raw(await _more_than(thinking, known))

    async def _stored(self, game_id: str) -> bytes | None:
        kept = self._kept.get(game_id)
        if kept is None:
            kept = await self._house.store.review(game_id, self._engine)
            if kept is not None:
                self._kept.keep(game_id, kept)
        return kept

    def _begin(self, game_id: str, record: Json, guest: str) -> None:
        mine = sum(guest in thinking.guests for thinking in self._thinking.values())
        if mine >= MOST_OF_A_GUEST or len(self._thinking) >= MOST_GAMES:
            raise HouseError(503, "busy", "other games are being thought about; try again in a moment", MOMENT)
        thinking = self._thinking[game_id] = _Thinking([guest])
        thinking.task = asyncio.create_task(self._review(game_id, nameless(record), thinking))
        thinking.task.add_done_callback(lambda done: self._done(game_id, done))

    def _join(self, thinking: _Thinking, guest: str) -> None:
        """One more waits for it: it is thought of as soon as the turn of either comes."""
        if guest not in thinking.guests:
            thinking.guests.append(guest)
            if thinking.job is not None:
                self._house.players.service.share(thinking.job, guest)

    def _done(self, game_id: str, task: "asyncio.Task[None]") -> None:
        thinking = self._thinking.pop(game_id)
        if not task.cancelled():
            task.exception()  # whoever asked has heard of it
        thinking.news.set()

    async def _review(self, game_id: str, record: Json, thinking: _Thinking) -> None:
        looks: list[Found] = []
        tasks = await self._do(thinking, SUM_UP_SECONDS, begun, record)
        while True:
            stage = tasks[0].stage
            some = [task for task in tasks if task.stage == stage]
            at_once = 1 if stage == "proof" else AT_ONCE  # a proof takes as long as many looks
            for first in range(0, len(some), at_once):
                piece = some[first : first + at_once]
                looks += await self._do(thinking, TASK_SECONDS * len(piece), coach.work, record, piece)
                if stage != "glance" and (first // at_once + 1) % (TOLD_AFTER // AT_ONCE) == 0:
                    review, _ = await self._do(thinking, SUM_UP_SECONDS, summed_up, record, looks)
                    thinking.tell(review.done, msgspec.json.encode(review))
            review, tasks = await self._do(thinking, SUM_UP_SECONDS, summed_up, record, looks)
            if not tasks:
                break
            thinking.tell(review.done, msgspec.json.encode(review))
        encoded = msgspec.json.encode(review)
        await self._save(game_id, encoded)
        self._kept.keep(game_id, encoded)
        thinking.tell(review.done, encoded)

    async def _save(self, game_id: str, review: bytes) -> None:
        """Store a review before it is told; one that cannot be stored is told all the same, and made anew another time."""
        try:
            await self._house.store.save_review(game_id, self._engine, review)
            await self._house.store.save_accuracy(game_id, accuracy_in(review))
        except StoreError as error:
            log.warning("review-not-stored", game=game_id, error=str(error))

    async def _do(self, thinking: _Thinking, seconds: float, work: Callable[..., Any], *arguments: Any) -> Any:
        thinking.job = Job("review", tuple(thinking.guests), seconds, work, arguments, urgent=False)
        try:
            return await self._house.players.service.do(thinking.job)
        except WorkerLostError:
            raise HouseError(503, "busy", "the bots are not ready; try again in a moment", MOMENT) from None
        except CoachError as error:
            raise HouseError(409, "no-review", str(error)) from None
        finally:
            thinking.job = None


async def _more_than(thinking: _Thinking, known: int) -> bytes:
    """What is known of a review, as soon as it is more than somebody knows already, or after a while."""
    assert thinking.task is not None
    if thinking.done <= known or thinking.known is None:
        news = asyncio.ensure_future(thinking.news.wait())
        try:
            await asyncio.wait({news, thinking.task}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        finally:
            news.cancel()
    if thinking.task.done():
        thinking.task.result()  # raises what went wrong
    if thinking.known is None:
        raise HouseError(503, "busy", "the coach has no time yet; try again in a moment", MOMENT)
    return thinking.known


def nameless(record: Json) -> Json:
    """A record without the names of who played: what is kept of it must not name anybody."""
    return {**record, "seats": [f"Player {number}" for number in range(1, len(record["seats"]) + 1)]}
