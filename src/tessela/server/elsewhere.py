"""Workers on other machines, as a server has them: it hands errands in (`post.py`), and does itself what nobody takes.

An errand belongs to the server that waits for it. Whoever takes it is named with it; where that worker is gone, the job is given
to another, and a job that nobody has taken within a second comes back, to be done here.
"""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from time import monotonic
from typing import Any, Final

import msgspec
import structlog

from tessela.server import errands
from tessela.server.jobs import Job
from tessela.server.metrics import Metrics
from tessela.server.post import BEAT, ERRANDS, LEAVE, PEERS, ROUND_SECONDS, Post, answers_for
from tessela.server.service import Service
from tessela.server.store import LEASE_SECONDS, StoreError
from tessela.server.workers import START_SECONDS, NobodyCameError, WorkerLostError

TAKEN_SECONDS: Final = 1.0  # in which somebody takes an errand
GRACE_SECONDS: Final = 2 * START_SECONDS  # beyond what an errand may take: a process may have to start first
_GIVE = (
    "WITH given AS (INSERT INTO errand (server, number, digest, asked, name, arguments, seconds)"
    " VALUES (?, ?, ?, clock_timestamp(), ?, ?, ?)) SELECT pg_notify(?, '')"
)
_COLLECT = "DELETE FROM errand WHERE server = ? AND answer IS NOT NULL RETURNING number, answer"
_LOOK = (
    "SELECT number, worker IS NULL, EXISTS (SELECT FROM peer WHERE peer.name = worker AND until > clock_timestamp())"
    " FROM errand WHERE server = ?"
)
_TAKE_BACK = "DELETE FROM errand WHERE server = ? AND number = ? AND answer IS NULL RETURNING worker IS NULL"
_TAKE_BACK_UNTAKEN = "DELETE FROM errand WHERE server = ? AND number = ? AND worker IS NULL RETURNING true"
_FORGET_GONE = "DELETE FROM peer WHERE until < clock_timestamp()"
_FORGET_ORPHANS = "DELETE FROM errand WHERE NOT EXISTS (SELECT FROM peer WHERE peer.name = server)"
_WORKERS = "SELECT count(*), coalesce(sum(places), 0) FROM peer WHERE digest = ? AND places > 0"
_TAKE_ALL_BACK = "DELETE FROM errand WHERE server = ?"
log = structlog.get_logger()


@dataclass(eq=False, slots=True)
class _Given:
    """An errand that was handed in."""

    answer: "asyncio.Future[bytes]"
    limit: float
    since: float


def may_travel(job: Job) -> bool:
    """Whether a job may be done elsewhere."""
    return not job.stays and errands.travels(job.work)


class Elsewhere:
    """All workers on other machines, as one that does several things at a time."""

    def __init__(self, address: str, name: str, service: Service, metrics: Metrics):
        self.workers = self.places = 0
        self._name = name
        self._service = service
        self._metrics = metrics
        self._post = Post(address, self._rung, answers_for(name), PEERS)
        self._given: dict[int, _Given] = {}
        self._numbers = count()
        self._stirred = asyncio.Event()
        self._beat_at = 0.0
        self._task: asyncio.Task[None] | None = None
        metrics.watch("tessela_workers", "Workers on other machines", lambda: self.workers)
        metrics.watch("tessela_worker_places", "Jobs that they do at a time", lambda: self.places)

    def begin(self) -> None:
        """Give them work from now on."""
        self._post.begin()
        self._task = asyncio.create_task(self._stay())

    async def do(self, work: Callable[..., Any], arguments: tuple[Any, ...], limit: float) -> Any:
        """The result of some work."""
        number, given = next(self._numbers), _Given(asyncio.get_running_loop().create_future(), limit, monotonic())
        self._given[number] = given
        try:
            await self._hand_in(number, work, arguments, limit)
            result = errands.result_of(work, await given.answer)
        except NobodyCameError:
            self._count("untaken")
            raise
        except WorkerLostError:
            self._count("lost")
            raise
        except msgspec.MsgspecError as error:
            self._count("lost")
            log.warning("answer-unreadable", errand=errands.name_of(work), error=str(error))
            raise WorkerLostError("died", began=True) from None
        except Exception:
            self._count("failed")
            raise
        finally:
            del self._given[number]
        self._count("done")
        return result

    async def close(self) -> None:
        """Take back what was handed in, and leave."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        with contextlib.suppress(StoreError, TimeoutError):
            async with asyncio.timeout(ROUND_SECONDS):
                await self._post.ask(_TAKE_ALL_BACK, self._name)
                await self._post.ask(LEAVE, self._name)
        await self._post.close()

    def _count(self, outcome: str) -> None:
        self._metrics.elsewhere.labels(outcome).inc()

    async def _hand_in(self, number: int, work: Callable[..., Any], arguments: tuple[Any, ...], limit: float) -> None:
        """What cannot be written down, or not be handed in, is done here."""
        try:
            written = errands.written(arguments)
            about = errands.digest(), errands.name_of(work), written, limit
            await self._post.ask(_GIVE, self._name, number, *about, ERRANDS)
        except (StoreError, TypeError, OverflowError, UnicodeError) as error:
            log.warning("errand-not-handed-in", errand=errands.name_of(work), error=f"{type(error).__name__}: {error}")
            raise NobodyCameError from None

    def _rung(self, channel: str) -> None:
        if channel == PEERS:
            self._beat_at = 0.0
        self._stirred.set()

    async def _stay(self) -> None:
        failing = False
        while True:
            await self._stirred.wait()
            self._stirred.clear()
            try:
                await self._step()
                failing = False
            except Exception as error:  # whatever it is, nobody waits for it
                if not failing:
                    log.warning("workers-not-asked", error=f"{type(error).__name__}: {error}")
                failing = True
                self._do_all_here()

    def _do_all_here(self) -> None:
        """Wait for nothing that was handed in, and hand nothing in."""
        self._employ(0, 0)
        for given in self._given.values():
            _fail(given, NobodyCameError())
        self._beat_at = 0.0

    async def _step(self) -> None:
        """Everything that may be new."""
        if self._given:
            await self._collect()
        now = monotonic()
        if now - self._beat_at >= LEASE_SECONDS / 3:
            await self._beat()
            self._beat_at = now
        if any(now - given.since >= TAKEN_SECONDS for given in self._given.values()):
            await self._look_after()

    async def _collect(self) -> None:
        for number, answer in await self._post.ask(_COLLECT, self._name):
            if number in self._given and not self._given[number].answer.done():
                self._given[number].answer.set_result(answer)

    async def _beat(self) -> None:
        """Say that this server lives, forget who does not, and see who works."""
        await self._post.ask(BEAT, self._name, errands.digest(), 0)
        await self._post.ask(_FORGET_GONE)
        await self._post.ask(_FORGET_ORPHANS)
        ((workers, places),) = await self._post.ask(_WORKERS, errands.digest())
        self._employ(workers, int(places))

    def _employ(self, workers: int, places: int) -> None:
        if (workers, places) != (self.workers, self.places):
            log.info("workers-elsewhere", workers=workers, places=places)
        self.workers, self.places = workers, places
        self._service.employ(self, places, may_travel)

    async def _look_after(self) -> None:
        """What becomes of errands that were not answered within a moment."""
        old = {number: given for number, given in self._given.items() if monotonic() - given.since >= TAKEN_SECONDS}
        found = {number: (waits, lives) for number, waits, lives in await self._post.ask(_LOOK, self._name)}
        for number, given in old.items():
            if number not in found:
                _fail(given, WorkerLostError("died", began=False))  # the database has lost it, or somebody took us for gone
                continue
            waits, lives = found[number]
            if waits and await self._post.ask(_TAKE_BACK_UNTAKEN, self._name, number):
                _fail(given, NobodyCameError())
            elif not waits and not lives and await self._post.ask(_TAKE_BACK, self._name, number):
                _fail(given, WorkerLostError("died", began=True))
            elif monotonic() - given.since > given.limit + GRACE_SECONDS and await self._post.ask(_TAKE_BACK, self._name, number):
                _fail(given, WorkerLostError("overdue", began=True))


def _fail(given: _Given, error: WorkerLostError) -> None:
    if not given.answer.done():
        given.answer.set_exception(error)
