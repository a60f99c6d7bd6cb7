"""Who has used up what they may have: by guest, and by address, since anybody can become another guest."""

from collections import Counter

from tessela.server.bounds import ENTRIES_OF_A_FRAME, Bounds
from tessela.server.house import HouseError
from tessela.server.limits import Tallies, waiting_time
from tessela.server.refusals import RefusedError
from tessela.server.store import Store

LATER = 30.0  # seconds: when to come back where nobody can know
Both = tuple[Tallies, Tallies]  # of guests, and of addresses


class Quotas:
    """The allowances of everybody. Without bounds everything is allowed."""

    def __init__(self, store: Store, bounds: Bounds | None):
        self._store = store
        self._bounds = bounds
        self._sockets_of_guest: Counter[str] = Counter()
        self._sockets_of_address: Counter[str] = Counter()
        b = bounds or Bounds()
        self._requests = Tallies(b.requests)
        self._work = Tallies(b.work_of_guest), Tallies(b.work_of_address)
        self._tables = Tallies(b.tables_of_guest), Tallies(b.tables_of_address)
        self._listed = Tallies(b.listed_of_address)
        self._records = Tallies(b.records_of_guest), Tallies(b.records_of_address)
        self._entries = Tallies(b.entries_of_guest), Tallies(b.entries_of_address)
        self._hints = Tallies(b.hints_of_guest), Tallies(b.hints_of_address)
        self._frames = Tallies(b.frames_of_guest), Tallies(b.frames_of_address)
        self._looks = Tallies(b.looks_of_guest), Tallies(b.looks_of_address)
        self._judgements = Tallies(b.judgements_of_guest), Tallies(b.judgements_of_address)
        self._deals = Tallies(b.deals_of_address)
        self._programs = Tallies(b.requests_of_program)
        self._reactions = Tallies(b.reactions_of_guest)
        self._lines = Tallies(b.lines_of_guest), Tallies(b.lines_of_address)

    @property
    def has_bounds(self) -> bool:
        """Whether anything is counted."""
        return self._bounds is not None

    # Requests

    def request(self, address: str) -> float:
        """Any request of an address; the seconds it is too early by."""
        return self._requests.spend(address) if self._bounds else 0.0

    def work(self, guest: str | None, address: str, cost: float) -> None:
        """A request that costs something."""
        if cost:
            self._spend(self._work, guest, address, cost, "you ask for too much at once")

    def program(self, bot: str) -> None:
        """A request of a program, which counts by itself."""
        if self._bounds and (wait := self._programs.spend(bot)):
            raise too_many("this bot asks for too much at once", wait)

    async def table(self, guest: str, address: str, listed: bool = False) -> None:
        """One more table of a guest."""
        await self.seat(guest)
        if self._bounds is None:
            return
        if listed:
            _, mine = await self._store.unfinished(guest)
            if mine >= self._bounds.listed_of_guest:
                raise too_many(f"{mine} tables of yours wait in the lobby", LATER)
            if wait := self._listed.spend(address):
                raise too_many("too many tables of this address were put into the lobby", wait)
        self._spend(self._tables, guest, address, 1, "you make too many tables")

    def deal(self, address: str) -> None:
        """One more deal of the day that is begun at an address."""
        if self._bounds and (wait := self._deals.spend(address)):
            raise too_many("too many have begun the deal of the day at this address", wait)

    async def seat(self, guest: str) -> None:
        """One more game of a guest."""
        if self._bounds is None:
            return
        number, _ = await self._store.unfinished(guest)
        if number >= self._bounds.unfinished:
            raise too_many(f"{number} games of yours are not over: finish, leave or resign some", LATER)

    def record(self, guest: str, address: str, size: int) -> None:
        """A record to be kept."""
        self._spend(self._records, guest, address, size, "you bring too many records")

    def _spend(self, tallies: Both, guest: str | None, address: str, cost: float, why: str) -> None:
        if wait := self._wait(tallies, guest, address, cost):
            raise too_many(why, wait)

    def _wait(self, tallies: Both, guest: str | None, address: str, cost: float = 1.0) -> float:
        """Use up some of both allowances; the seconds by which that is too early."""
        if self._bounds is None:
            return 0.0
        return (tallies[0].spend(guest, cost) if guest else 0.0) or tallies[1].spend(address, cost)

    # Sockets

    def open_socket(self, guest: str, address: str) -> bool:
        """One more socket, if there may be one; whoever opened it closes it."""
        bounds = self._bounds
        mine, here = self._sockets_of_guest[guest], self._sockets_of_address[address]
        if bounds and (mine >= bounds.sockets_of_guest or here >= bounds.sockets_of_address):
            return False
        self._sockets_of_guest[guest] += 1
        self._sockets_of_address[address] += 1
        return True

    def close_socket(self, guest: str, address: str) -> None:
        """A socket is gone."""
        for sockets, name in ((self._sockets_of_guest, guest), (self._sockets_of_address, address)):
            sockets[name] -= 1
            if not sockets[name]:
                del sockets[name]

    def frame(self, guest: str, address: str, entries: int = 0) -> float:
        """A frame of a guest, on whichever socket, that is answered with `entries` of a log; the seconds it is too early by."""
        return self._wait(self._frames, guest, address, 1 + entries // ENTRIES_OF_A_FRAME)

    def entry(self, guest: str, address: str) -> None:
        """Something that a guest decides, which is stored for good."""
        if wait := self._wait(self._entries, guest, address):
            raise RefusedError("busy", f"too many decisions for one day; again {waiting_time(wait)}", wait)

    def hint(self, guest: str, address: str) -> None:
        """Some thinking for a guest."""
        if wait := self._wait(self._hints, guest, address):
            raise RefusedError("busy", f"too many hints; again {waiting_time(wait)}", wait)

    def judgement(self, guest: str, address: str) -> bool:
        """A move to be judged in practice; whether it may be."""
        return not self._wait(self._judgements, guest, address)

    def reaction(self, guest: str) -> None:
        """Something that everybody at a table is shown."""
        if self._bounds and (wait := self._reactions.spend(guest)):
            raise RefusedError("busy", f"not so many reactions at once; again {waiting_time(wait)}", wait)

    def line(self, guest: str, address: str) -> None:
        """Something that people write to each other."""
        if wait := self._wait(self._lines, guest, address):
            raise RefusedError("busy", f"not so many messages at once; again {waiting_time(wait)}", wait)

    def look(self, guest: str, address: str, cost: float = 1.0) -> None:
        """A look ahead for a guest."""
        if wait := self._wait(self._looks, guest, address, cost):
            raise RefusedError("busy", f"too many looks ahead; again {waiting_time(wait)}", wait)


def too_many(why: str, wait: float) -> HouseError:
    """More than one may have; when to come back."""
    return HouseError(429, "too-many", f"{why}; again {waiting_time(wait)}", wait)
