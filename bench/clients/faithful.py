"""People who come back by themselves, as the page does, and send again what nobody has acknowledged."""

import asyncio
import contextlib
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from bench.crowd import Person, Tab, Told, choice

RESEND = 2.5  # seconds without an answer until a move is sent again
PAUSE = 0.3  # before one comes back to a server that broke; what stops with 1012 is left at once
LONGEST_PAUSE = 2.0
RESTART = 1012
GONE = (OSError, EOFError, ConnectionClosed, InvalidHandshake, TimeoutError, httpx.HTTPError)
NOT_NOW = ("not-stored", "stale", "resync")  # a move is made again after these


@dataclass
class Account:
    """What all of them saw."""

    acknowledged: list[float] = field(default_factory=list)  # seconds until the mover was told
    seen: list[float] = field(default_factory=list)  # and until the last one was
    away: list[float] = field(default_factory=list)  # seconds from the loss of a connection to the next snapshot
    refused: list[str] = field(default_factory=list)
    codes: list[int] = field(default_factory=list)  # with which connections ended
    drift: float = 0.0  # the most by which a clock was wrong, in seconds


class Faithful:
    """Somebody at a table."""

    def __init__(self, person: Person, table: str, account: Account, dice: random.Random, news: asyncio.Event):
        self.person, self.table, self.account = person, table, account
        self.version, self.legal, self.over = -1, [], False  # type: int, list[str], bool
        self.answered: dict[str, Told] = {}
        self.is_here = False
        self.news = news  # of the whole table
        self.on_frame: Callable[[Told], None] = lambda told: None
        self._tab: Tab | None = None
        self._arrivals = 0
        self._dice = dice
        self._task = asyncio.create_task(self._stay())

    async def _stay(self) -> None:
        lost, pause = None, PAUSE
        while True:
            try:
                self._tab = tab = await self.person.connect(self.table)
                await tab.say({"kind": "hello"})
                while True:
                    told = await tab.hear()
                    if not self.is_here and told.kind == "snapshot":
                        self.is_here, pause = True, PAUSE
                        self._arrivals += 1
                        self.account.away += [perf_counter() - lost] if lost is not None else []
                    self._note(told)
            except GONE as error:
                code = error.rcvd.code if isinstance(error, ConnectionClosed) and error.rcvd else 0
                if self.is_here:
                    lost = perf_counter()
                    self.account.codes.append(code)
                self.is_here, self._tab = False, None
                await asyncio.sleep(self._dice.uniform(0, 0.2) if code == RESTART else self._dice.uniform(pause / 2, pause))
                pause = min(LONGEST_PAUSE, 2 * pause)

    def _note(self, told: Told) -> None:
        if told.kind in ("snapshot", "happened") and told.version >= self.version:
            self.version, self.legal = told.version, told.legal
        self.over = self.over or told.ending is not None
        if told.id is not None:
            self.answered[told.id] = told
        self.on_frame(told)
        self.news.set()

    async def until(self, right: Callable[[], bool], seconds: float = 1e9) -> bool:
        """Wait until something is so, as far as one was told; whether it is."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not right():
                    self.news.clear()
                    await self.news.wait()
        return right()

    async def say(self, frame: dict[str, Any]) -> None:
        """Send a frame, if one is connected."""
        if self._tab is not None:
            with contextlib.suppress(*GONE):
                await self._tab.say(frame)

    async def decide(self, move: str, move_id: str) -> Told:
        """Make a move, again and again until it stands."""
        version = self.version
        while True:
            self.answered.pop(move_id, None)
            await self.say({"kind": "play", "version": version, "move": move, "id": move_id})
            back = self._arrivals + 1
            await self.until(lambda: move_id in self.answered or self._arrivals == back, RESEND)  # noqa: B023
            told = self.answered.get(move_id)
            if told is None:
                continue
            if told.kind != "refused":
                return told
            self.account.refused.append(str(told.reason))
            if told.reason not in NOT_NOW or self.version > version:
                return told
            await asyncio.sleep(PAUSE)

    async def close(self) -> None:
        """Leave."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        if self._tab is not None:
            await self._tab.close()


class Pair:
    """A table with people who play on, whatever happens."""

    def __init__(self, table: str, seats: list[Faithful], account: Account, dice: random.Random):
        self.table, self.seats, self.account, self.dice = table, seats, account, dice
        self.stored: list[tuple[int, str]] = []
        self.last_begun = self.last_done = 0.0  # when the last move that all saw was sent, and when all had seen it

    @classmethod
    async def begin(
        cls, account: Account, http: httpx.AsyncClient, addresses: list[str], wish: dict[str, Any], dice: random.Random
    ) -> "Pair":
        """A new table; each comes by an address of their own. Bots sit where no address is left."""
        people = [Person(address, http) for address in addresses]
        while True:
            try:
                for person in people:
                    await person.arrive()
                table = await people[0].ask("POST", "/api/tables", wish)
                for person in people[1:]:
                    await person.ask("POST", f"/api/tables/{table['id']}/join", {"invitation": table["invitation"]})
                break
            except httpx.HTTPError:
                await asyncio.sleep(PAUSE)
        news = asyncio.Event()
        seats = [Faithful(person, table["id"], account, dice, news) for person in people]
        for seat in seats:
            await seat.until(lambda seat=seat: seat.version >= 0)  # type: ignore[misc]
        return cls(table["id"], seats, account, dice)

    @property
    def over(self) -> bool:
        """Whether the game has ended, as everybody was told."""
        return all(seat.over for seat in self.seats)

    async def move(self) -> bool:
        """Whoever is to move does; whether all saw it."""
        mover = await self._mover()
        if mover is None:
            return False
        version, move_id, began = mover.version + 1, f"{self.dice.getrandbits(48):x}", perf_counter()
        told = await mover.decide(choice(mover.legal, self.dice), move_id)
        if told.kind == "refused":
            return False
        self.stored.append((version, move_id))
        self.account.acknowledged.append(perf_counter() - began)
        for seat in self.seats:
            await seat.until(lambda seat=seat: seat.version >= version)  # type: ignore[misc]
        self.last_begun, self.last_done = began, perf_counter()
        self.account.seen.append(self.last_done - began)
        return True

    async def _mover(self) -> Faithful | None:
        """Who is to move, once somebody is; nobody where the game is over."""
        while not self.over:
            newest = max(seat.version for seat in self.seats)
            for seat in self.seats:
                if seat.legal and seat.version == newest and not seat.over:
                    return seat
            self.seats[0].news.clear()
            await self.seats[0].news.wait()
        return None

    async def play_on(self, pause: Callable[[], float]) -> None:
        """Move after move until the game is over."""
        while not self.over:
            await asyncio.sleep(pause())
            await self.move()

    async def close(self) -> None:
        """Everybody leaves."""
        await asyncio.gather(*(seat.close() for seat in self.seats))
