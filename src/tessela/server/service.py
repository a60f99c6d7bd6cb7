"""Work beside the event loop for everybody: bots' moves, hints, looks, reviews, replays.

Jobs wait in a fair queue (`jobs.py`) for workers (`workers.py`), some of which may be on other machines (`elsewhere.py`). One
worker of this machine is kept for short work, so that what takes a moment never waits behind what takes long; the others take
long work first. A job whose worker is lost goes to another one, and so does one whose worker cannot even begin: the first counts
as a try of the job, the second does not.
"""

import asyncio
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import monotonic
from typing import Any

import structlog

from tessela.game.errors import TravellingError
from tessela.server.jobs import FairQueue, Job, May
from tessela.server.metrics import Metrics
from tessela.server.tracing import span
from tessela.server.workers import Hand, NobodyCameError, Worker, WorkerLostError

MOST_TRIES = 3
MOST_WAITING = {"hint": 4, "look": 40, "why": 8, "judge": 4, "replay": 8, "record": 8}  # of a guest; a bot's move always may wait
SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 30.0  # seconds after a worker that could not begin
QUICK_TO_LEARN = 0.1
log = structlog.get_logger()


MOMENT = 5.0  # seconds: when to come back after a worker was lost


def when_to_come_back(error: "TooManyJobsError | WorkerLostError") -> float:
    """In how many seconds work that was not done may be asked for again."""
    return float(error.seconds) if isinstance(error, TooManyJobsError) else MOMENT


class TooManyJobsError(TravellingError):
    """A guest has asked for too much at once; `seconds` says when to come back."""

    def __init__(self, seconds: int):
        self.seconds = seconds
        super().__init__(f"too much at once; try again in {seconds} s")


class WithdrawnError(Exception):
    """A job is wanted no more."""


@dataclass(eq=False, slots=True)
class _Desk:
    """A place to work at."""

    worker: Hand
    short_only: bool = False
    may: May = None  # which jobs are done there; all, where nothing is said
    job: Job | None = None
    failures: int = 0  # to begin, in a row


class Service:
    """Does jobs."""

    def __init__(
        self, short: Worker, long: Iterable[Worker], metrics: Metrics, home_of: Callable[[str], str] = lambda guest: guest
    ):
        self._own = [short, *long]
        self._short, *self._long = _Desk(short, short_only=True), *(_Desk(worker) for worker in self._own[1:])
        self._far: list[_Desk] = []
        self._employed = 0  # of those that are far
        self._metrics = metrics
        self._queue = FairQueue(home_of)
        self._running: set[asyncio.Task[None]] = set()
        self._pace = 1.0  # how long jobs take, as a multiple of what was expected
        self._closed = False
        metrics.watch("tessela_jobs_waiting", "Jobs that wait for a worker", lambda: len(self._queue))

    @property
    def _desks(self) -> list[_Desk]:
        """All that are given work: what can be done elsewhere leaves the processors of this machine to people."""
        return [self._short, *self._far[: self._employed], *self._long]

    def employ(self, worker: Hand, number: int, may: Callable[[Job], bool]) -> None:
        """Have so many jobs at a time done elsewhere, by a worker that can do several; more or fewer than before."""
        self._far += [_Desk(worker, may=may) for _ in range(len(self._far), number)]
        self._employed = number
        self._hand_out()

    async def do(self, job: Job) -> Any:
        """The result of a job. What it raises is raised; a `WorkerLostError` if worker after worker was lost with it."""
        self._check(job)
        loop = asyncio.get_running_loop()
        job.answer = loop.create_future()
        timer = loop.call_later(job.within, self._give_up, job) if job.within is not None else None
        self._queue.add(job)
        self._hand_out()
        try:
            with span("job", kind=job.kind, job=job.number) as noted:
                result = await job.answer
                noted.set_attribute("waited", 0.0 if job.began is None else job.began - job.asked)
                return result
        finally:
            if timer is not None:
                timer.cancel()
            if job.began is None:
                self._queue.remove(job)

    def withdraw(self, job: Job) -> None:
        """Forget a job; whoever waits for it gets a `WithdrawnError`."""
        if job.answer is not None and not job.answer.done():
            job.answer.set_exception(WithdrawnError())

    def share(self, job: Job, guest: str) -> None:
        """One more guest wants a job."""
        job.guests = (*job.guests, guest)
        if job.began is None:
            self._queue.remove(job)
            self._queue.add(job)

    def close(self) -> None:
        """Stop at once; what waits goes on waiting."""
        self._closed = True
        for task in self._running:
            task.cancel()
        for worker in self._own:
            worker.close()

    def waits(self) -> dict[int, int]:
        """In how many seconds each waiting job will begin, about, by its number."""
        waits = {}
        for short in (True, False):
            desks = [desk for desk in self._desks if desk.short_only == short]
            ahead = sum(_left(desk.job) for desk in desks if desk.job)
            for job in self._queue.order(short):
                waits[job.number] = math.ceil(self._pace * ahead / len(desks))
                ahead += job.seconds
        return waits

    def _check(self, job: Job) -> None:
        most = MOST_WAITING.get(job.kind)
        if most is not None and all(self._queue.waiting_of(guest, job.kind) >= most for guest in job.guests):
            raise TooManyJobsError(max(1, *self.waits().values()))

    def _give_up(self, job: Job) -> None:
        if job.began is None:
            _answer(job, error=TooManyJobsError(max(1, self.waits().get(job.number, 1))))

    def _hand_out(self) -> None:
        """Give work to everybody who has none."""
        for desk in self._desks:
            job = None if desk.job or self._closed else self._next(desk)
            if job is not None:
                desk.job = job
                self._metrics.waited.labels(job.kind).observe(monotonic() - job.asked)
                task = asyncio.create_task(self._work(desk, job))
                self._running.add(task)
                task.add_done_callback(self._running.discard)

    def _next(self, desk: _Desk) -> Job | None:
        if desk.short_only:
            return self._queue.take(short=True, may=self._rather_here())
        return self._queue.take(short=False, may=desk.may) or self._queue.take(short=True, may=desk.may)

    def _rather_here(self) -> May:
        """Which short work is not left to others: all but bots' moves, for which nobody sits there and counts the moments."""
        may = next((desk.may for desk in self._far[: self._employed] if desk.job is None), None)
        return None if may is None else lambda job: job.kind != "move" or not may(job)

    async def _work(self, desk: _Desk, job: Job) -> None:
        began = monotonic()
        try:
            result = await desk.worker.do(job.work, job.arguments, job.limit * 2**job.tries)
        except WorkerLostError as lost:
            self._queue.done(job, monotonic() - began)
            self._lost(job, lost)
            await self._recover(desk, lost)
        except Exception as error:
            self._queue.done(job, monotonic() - began)
            _answer(job, error=error)
            desk.failures = 0
        else:
            self._queue.done(job, monotonic() - began)
            self._learn(job, monotonic() - began)
            _answer(job, result)
            desk.failures = 0
        desk.job = None
        self._hand_out()

    def _lost(self, job: Job, lost: WorkerLostError) -> None:
        """Let a job wait for another worker, unless it has cost enough of them."""
        job.stays |= isinstance(lost, NobodyCameError)
        if not isinstance(lost, NobodyCameError):
            self._metrics.workers_lost.labels(lost.how).inc()
            log.warning("worker-lost", how=lost.how, job=job.kind, number=job.number, tries=job.tries)
        job.tries += lost.began
        if job.answer is None or job.answer.done() or self._closed:
            return
        if job.tries >= MOST_TRIES:
            _answer(job, error=lost)
        else:
            self._queue.add(job)
            self._hand_out()

    async def _recover(self, desk: _Desk, lost: WorkerLostError) -> None:
        """Where processes cannot begin, pause before the next."""
        desk.failures = 0 if lost.began else desk.failures + 1
        if desk.failures:
            await asyncio.sleep(min(SHORTEST_PAUSE * 2**desk.failures, LONGEST_PAUSE))

    def _learn(self, job: Job, seconds: float) -> None:
        if not job.is_short:
            self._pace += QUICK_TO_LEARN * (seconds / job.seconds - self._pace)


def _answer(job: Job, result: Any = None, error: Exception | None = None) -> None:
    """Tell whoever waits, if somebody still does."""
    if job.answer is None or job.answer.done():
        return
    if error is not None:
        job.answer.set_exception(error)
    else:
        job.answer.set_result(result)


def _left(job: Job) -> float:
    """How much of a running job there may be left, in seconds."""
    return max(0.0, job.seconds - (monotonic() - (job.began or monotonic())))
