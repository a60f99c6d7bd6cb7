"""A fair queue: work waits in it by address and guest, and whoever has had least of the workers' time is served next.

Each address has an account of the seconds that were worked for it, and there each guest: anybody can become many guests, but
not at many addresses. A job is chosen by what the accounts would show after it, so that nobody gains by asking for much at once,
and cheap work of somebody who has asked for little comes first. An account that was idle begins at the present level: time that
nobody wanted cannot be saved up.
"""

import asyncio
import heapq
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from time import monotonic
from typing import Any, Literal, TypeAlias, TypeVar

Kind = Literal["move", "hint", "look", "why", "judge", "review", "replay", "record", "load"]
SHORT_SECONDS = 0.02  # work that takes no longer has a lane of its own
WEIGHT = {"review": 2.0}  # what a second of this kind of work counts: it can wait
NO_GUEST = "nobody"  # whose account pays where no guest asks
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
    stays: bool = False  # it is done on this machine: nobody elsewhere took it
    payer: str = ""
    home: str = ""  # the address of the payer
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


May: TypeAlias = Callable[[Job], bool] | None  # which jobs somebody may do; all, where nothing is said


@dataclass(slots=True)
class _Account:
    """A guest."""

    used: float  # seconds
    short: list[Job] = field(default_factory=list)  # heaps of what waits
    long: list[Job] = field(default_factory=list)
    running: int = 0

    def lane(self, short: bool) -> list[Job]:
        return self.short if short else self.long

    def next(self, short: bool, may: May) -> Job | None:
        """The next of a lane; for who may not do all, of those that are for them."""
        lane = self.lane(short)
        return min(filter(may, lane), default=None) if may else lane[0] if lane else None

    @property
    def is_idle(self) -> bool:
        return not (self.short or self.long or self.running)


@dataclass(slots=True)
class _Home:
    """An address."""

    used: float
    level: float = 0.0  # as that of the queue, among the guests here
    guests: dict[str, _Account] = field(default_factory=dict)

    @property
    def is_idle(self) -> bool:
        return all(guest.is_idle for guest in self.guests.values())

    def account(self, guest: str) -> _Account:
        """That of a guest whose job is to wait."""
        account = self.guests.setdefault(guest, _Account(self.level))
        if account.is_idle:
            account.used = max(account.used, self.level)
        return account

    def next(self, short: bool, may: May) -> Job | None:
        """Whose turn it is here."""
        jobs = ((guest.used, job) for guest in self.guests.values() if (job := guest.next(short, may)) is not None)
        return min(jobs, key=_after, default=(0.0, None))[1]

    def order(self, short: bool) -> Iterator[Job]:
        """What waits in a lane, as it would be taken if nothing else came."""
        return _in_turn((guest.used, iter(sorted(guest.lane(short)))) for guest in self.guests.values())


class FairQueue:
    """Jobs that wait, in a short and a long lane. Who is where, `home_of` says; where it does not, everybody lives alone."""

    def __init__(self, home_of: Callable[[str], str] = lambda guest: guest) -> None:
        self._home_of = home_of
        self._homes: dict[str, _Home] = {}
        self._level = 0.0  # what an account would show that was always served fairly

    def __len__(self) -> int:
        return sum(len(guest.short) + len(guest.long) for home in self._homes.values() for guest in home.guests.values())

    def add(self, job: Job) -> None:
        """Let a job wait."""
        job.began = None
        job.payer = min(job.guests or (NO_GUEST,), key=self._used)
        job.home = self._home_of(job.payer)
        home = self._homes.setdefault(job.home, _Home(self._level))
        if home.is_idle:
            home.used = max(home.used, self._level)
        heapq.heappush(home.account(job.payer).lane(job.is_short), job)

    def take(self, short: bool, may: May = None) -> Job | None:
        """The next job of a lane, which begins now; for who may not do all, of those that are for them."""
        turns = [(home.used, job) for home in self._homes.values() if (job := home.next(short, may)) is not None]
        if not turns:
            return None
        job = min(turns, key=_after)[1]
        home = self._homes[job.home]
        account = home.guests[job.payer]
        _take_out(account.lane(short), job)
        self._level, home.level = max(self._level, home.used), max(home.level, account.used)
        home.used += job.cost
        account.used += job.cost
        account.running += 1
        job.began = monotonic()
        return job

    def done(self, job: Job, seconds: float) -> None:
        """A job is no longer worked on; its guest pays what it really took."""
        home = self._homes[job.home]
        account = home.guests[job.payer]
        home.used += seconds * job.weight - job.cost
        account.used += seconds * job.weight - job.cost
        self._level += seconds / sum(not home.is_idle for home in self._homes.values())
        home.level += seconds / sum(not account.is_idle for account in home.guests.values())
        account.running -= 1
        home.guests = _uneven(home.guests, home.level)
        self._homes = _uneven(self._homes, self._level)

    def remove(self, job: Job) -> None:
        """A job that waits is wanted no more."""
        account = self._account(job.home, job.payer)
        if account is not None and job in account.lane(job.is_short):
            _take_out(account.lane(job.is_short), job)

    def waiting_of(self, guest: str, kind: Kind) -> int:
        """How many jobs of a kind wait for a guest."""
        account = self._account(self._home_of(guest), guest)
        return sum(job.kind == kind for job in (*account.short, *account.long)) if account else 0

    def order(self, short: bool) -> Iterator[Job]:
        """What waits in a lane, as it would be taken if nothing else came."""
        return _in_turn((home.used, home.order(short)) for home in self._homes.values())

    def _account(self, home: str, guest: str) -> _Account | None:
        return self._homes[home].guests.get(guest) if home in self._homes else None

    def _used(self, guest: str) -> tuple[float, float]:
        """What has been worked for a guest: for the address first."""
        home = self._homes.get(self._home_of(guest))
        if home is None:
            return self._level, 0.0
        account = home.guests.get(guest)
        return home.used, home.level if account is None else account.used


def _take_out(lane: list[Job], job: Job) -> None:
    """A job leaves the heap it waits in."""
    if lane[0] is job:
        heapq.heappop(lane)
    else:
        lane.remove(job)
        heapq.heapify(lane)


def _after(turn: tuple[float, Job]) -> tuple[float, int]:
    """What an account would show after a job; of equals what was asked for first comes first."""
    used, job = turn
    return used + job.cost, job.number


S = TypeVar("S", _Account, _Home)


def _uneven(accounts: dict[str, S], level: float) -> dict[str, S]:
    """The accounts that are still needed: one that is idle and has had no more than its share is forgotten."""
    return {name: account for name, account in accounts.items() if not account.is_idle or account.used > level}


def _in_turn(shares: Iterable[tuple[float, Iterator[Job]]]) -> Iterator[Job]:
    """The jobs of several in the order in which they are served, from what was worked for each."""
    turns = []
    for used, jobs in shares:
        if (first := next(jobs, None)) is not None:
            turns.append((used + first.cost, first.number, first, jobs))
    heapq.heapify(turns)
    while turns:
        used, _, job, jobs = turns[0]
        yield job
        following = next(jobs, None)
        if following is None:
            heapq.heappop(turns)
        else:
            heapq.heapreplace(turns, (used + following.cost, following.number, following, jobs))
