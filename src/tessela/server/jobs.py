"""A fair queue: work waits in it by guest, and whoever has had least of the workers' time is served next.

Each guest has an account of the seconds that were worked for them. A job is chosen by what its guest's account would show after
it, so that nobody gains by asking for much at once, and cheap work of somebody who has asked for little comes first. An account
that was idle begins at the present level: time that nobody wanted cannot be saved up.
"""

import asyncio
import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from time import monotonic
from typing import Any, Literal

Kind = Literal["move", "hint", "look", "why", "judge", "review", "replay", "record", "load"]
SHORT_SECONDS = 0.02  # work that takes no longer has a lane of its own
WEIGHT = {"review": 2.0}  # what a second of this kind of work counts: it can wait
NOBODY = "nobody"  # whose account pays where no guest asks
_numbers = count()


@dataclass(eq=False, slots=True)
class Job:
    """Some work to be done beside the event loop."""

    kind: Kind
    guests: tuple[str, ...]  # for whom; whoever of them has had least pays
    seconds: float  # it takes about so long
    work: Callable[..., Any]
    arguments: tuple[Any, ...] = ()
    urgent: bool = True  # somebody sits before a screen and waits
    within: float | None = None  # seconds after which nobody wants it any more, if it has not begun
    limit: float = 30.0  # seconds after which it is taken to hang
    tries: int = 0  # how often it began and its worker was lost
    payer: str = ""
    asked: float = field(default_factory=monotonic)
    began: float | None = None
    number: int = field(default_factory=lambda: next(_numbers))
    answer: "asyncio.Future[Any] | None" = None

    @property
    def is_short(self) -> bool:
        """Whether it belongs into the short lane."""
        return self.seconds <= SHORT_SECONDS

    @property
    def weight(self) -> float:
        """As how much a second of it counts."""
        return WEIGHT.get(self.kind, 1.0)

    @property
    def cost(self) -> float:
        """What it takes from an account, about."""
        return self.seconds * self.weight

    def __lt__(self, other: "Job") -> bool:
        """Of one guest's jobs what somebody waits for comes first, then what was asked for first."""
        return (not self.urgent, self.number) < (not other.urgent, other.number)


@dataclass(slots=True)
class _Account:
    used: float  # seconds
    short: list[Job] = field(default_factory=list)  # heaps of what waits
    long: list[Job] = field(default_factory=list)
    running: int = 0

    def lane(self, short: bool) -> list[Job]:
        return self.short if short else self.long

    @property
    def is_idle(self) -> bool:
        return not (self.short or self.long or self.running)


class FairQueue:
    """Jobs that wait, in a short and a long lane."""

    def __init__(self) -> None:
        self._accounts: dict[str, _Account] = {}
        self._level = 0.0  # what an account would show that was always served fairly

    def __len__(self) -> int:
        return sum(len(account.short) + len(account.long) for account in self._accounts.values())

    def add(self, job: Job) -> None:
        """Let a job wait."""
        job.began = None
        job.payer = min(job.guests or (NOBODY,), key=self._used)
        account = self._accounts.setdefault(job.payer, _Account(self._level))
        if account.is_idle:
            account.used = max(account.used, self._level)
        heapq.heappush(account.lane(job.is_short), job)

    def take(self, short: bool) -> Job | None:
        """The next job of a lane, which begins now."""
        payer = min(self._waiting(short), key=lambda name: self._after(name, short), default=None)
        if payer is None:
            return None
        account = self._accounts[payer]
        self._level = max(self._level, account.used)
        job = heapq.heappop(account.lane(short))
        account.used += job.cost
        account.running += 1
        job.began = monotonic()
        return job

    def done(self, job: Job, seconds: float) -> None:
        """A job is no longer worked on; its guest pays what it really took."""
        account = self._accounts[job.payer]
        account.used += seconds * job.weight - job.cost
        active = sum(not account.is_idle for account in self._accounts.values())
        account.running -= 1
        self._level += seconds / active
        self._accounts = {
            name: account for name, account in self._accounts.items() if not account.is_idle or account.used > self._level
        }

    def remove(self, job: Job) -> None:
        """A job that waits is wanted no more."""
        lane = self._accounts[job.payer].lane(job.is_short) if job.payer in self._accounts else []
        if job in lane:
            lane.remove(job)
            heapq.heapify(lane)

    def waiting_of(self, guest: str, kind: Kind) -> int:
        """How many jobs of a kind wait for a guest."""
        account = self._accounts.get(guest)
        return sum(job.kind == kind for job in (*account.short, *account.long)) if account else 0

    def order(self, short: bool) -> Iterator[Job]:
        """What waits in a lane, as it would be taken if nothing else came."""
        turns = []
        for name in self._waiting(short):
            account = self._accounts[name]
            jobs = iter(sorted(account.lane(short)))
            first = next(jobs)
            turns.append((account.used + first.cost, first.number, first, jobs))
        heapq.heapify(turns)
        while turns:
            used, _, job, jobs = turns[0]
            yield job
            following = next(jobs, None)
            if following is None:
                heapq.heappop(turns)
            else:
                heapq.heapreplace(turns, (used + following.cost, following.number, following, jobs))

    def _waiting(self, short: bool) -> list[str]:
        return [name for name, account in self._accounts.items() if account.lane(short)]

    def _after(self, name: str, short: bool) -> tuple[float, int]:
        account = self._accounts[name]
        job = account.lane(short)[0]
        return account.used + job.cost, job.number

    def _used(self, guest: str) -> float:
        account = self._accounts.get(guest)
        return self._level if account is None else account.used
