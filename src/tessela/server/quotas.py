"""Who has used up what they may have: by guest, and by address, since anybody can become another guest."""

from functools import partial

from tessela.server.bounds import ENTRIES_OF_A_FRAME, Bounds
from tessela.server.bus import Bus, Held, News, Spent
from tessela.server.holdings import Holdings
from tessela.server.house import HouseError
from tessela.server.limits import Rate, Tallies, waiting_time
from tessela.server.refusals import RefusedError
from tessela.server.store import Store

LATER = 30.0  # seconds: when to come back where nobody can know
Both = tuple[Tallies, Tallies]  # of guests, and of addresses
SOCKETS = "sockets_of_guest", "sockets_of_address"


class Quotas:
    """The allowances of everybody. Without bounds everything is allowed."""

    def __init__(self, store: Store, bounds: Bounds | None):
        self._store = store
        self._bounds = bounds
        b = bounds or Bounds()
        self._sockets = Holdings(b.sockets_of_guest), Holdings(b.sockets_of_address)
        self._tallies = {name: Tallies(rate) for name, rate in b._asdict().items() if isinstance(rate, Rate)}
        self._work, self._tables, self._records, self._entries = map(self._both, ("work", "tables", "records", "entries"))
        self._hints, self._frames, self._looks = map(self._both, ("hints", "frames", "looks"))
        self._judgements, self._lines = self._both("judgements"), self._both("lines")

    def _both(self, what: str) -> Both:
        return self._tallies[f"{what}_of_guest"], self._tallies[f"{what}_of_address"]

    def share(self, bus: Bus, name: str) -> None:
        """Tell other servers of the store what was used up here, and hear it of them. While they are not heard, what is allowed
        is allowed by each of them."""
        if self._bounds is None:
            return
        for of, tallies in self._tallies.items():
            tallies.tell = partial(lambda of, who, cost: bus.ring(Spent(name, of, who, cost)), of)
        for of, holdings in zip(SOCKETS, self._sockets, strict=True):
            holdings.tell = partial(lambda of, who, number: bus.ring(Held(name, of, who, number)), of)
        bus.listen(partial(self._heard, name))

    def _heard(self, me: str, news: News) -> None:
        if isinstance(news, Spent) and news.sender != me and news.of in self._tallies:
            self._tallies[news.of].spent_elsewhere(news.who, news.cost)
        elif isinstance(news, Held) and news.sender != me and news.of in SOCKETS:
            self._sockets[SOCKETS.index(news.of)].held_elsewhere(news.who, news.sender, news.number)

    async def remind(self) -> None:
        """Say again who has how much: what nobody repeats is forgotten."""
        for holdings in self._sockets:
            holdings.repeat()

    @property
    def has_bounds(self) -> bool:
        """Whether anything is counted."""
        return self._bounds is not None

    # Requests

    def request(self, address: str) -> float:
        """Any request of an address; the seconds it is too early by."""
        return self._tallies["requests"].spend(address) if self._bounds else 0.0

    def work(self, guest: str | None, address: str, cost: float) -> None:
        """A request that costs something."""
        if cost:
            self._spend(self._work, guest, address, cost, "you ask for too much at once")

    def program(self, bot: str) -> None:
        """A request of a program, which counts by itself."""
        if self._bounds and (wait := self._tallies["requests_of_program"].spend(bot)):
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
            if wait := self._tallies["listed_of_address"].spend(address):
                raise too_many("too many tables of this address were put into the lobby", wait)
        self._spend(self._tables, guest, address, 1, "you make too many tables")

    def deal(self, address: str) -> None:
        """One more deal of the day that is begun at an address."""
        if self._bounds and (wait := self._tallies["deals_of_address"].spend(address)):
            raise too_many("too many have begun the deal of the day at this address", wait)

    def challenge(self, guest: str, other: str) -> None:
        """A guest asks another for a game."""
        for of, name in (("challenges_to_one", f"{guest} {other}"), ("challenges_of_guest", guest)):
            if self._bounds and (wait := self._tallies[of].spend(name)):
                raise too_many("you have challenged enough for now", wait)

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
        held = tuple(zip(self._sockets, (guest, address), strict=True))
        if self._bounds and any(holdings.of(name) >= holdings.most for holdings, name in held):
            return False
        for holdings, name in held:
            holdings.take(name)
        return True

    def close_socket(self, guest: str, address: str) -> None:
        """A socket is gone."""
        for holdings, name in zip(self._sockets, (guest, address), strict=True):
            holdings.leave(name)

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
        if self._bounds and (wait := self._tallies["reactions_of_guest"].spend(guest)):
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
