"""Many people at once: guests, tables and sockets in one event loop, as the load client and some tests use them."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

Json = dict[str, Any]
PATIENCE = 900.0  # seconds, for a connection


class Told(msgspec.Struct):
    """What a client looks at in a frame; the rest is skipped."""

    kind: str
    version: int = -1
    legal: list[str] = []
    id: str | None = None
    to_move: int | None = None
    reason: Any = None
    ending: Any = None
    clocks: list[int] | None = None


read = msgspec.json.Decoder(Told).decode


@dataclass
class Figures:
    """What was measured: seconds until the mover was told, until the other was told, and what went wrong."""

    acknowledged: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Person:
    """A guest."""

    def __init__(self, address: str, http: httpx.AsyncClient, comes_from: str | None = None):
        self.address = address
        self.comes_from = comes_from  # another address of this machine
        self.cookie = ""
        self.http = http

    async def arrive(self) -> "Person":
        """Get a cookie."""
        answer = await self.http.get(f"{self.address}/api/me")
        answer.raise_for_status()
        self.cookie = answer.headers["set-cookie"].split(";")[0]
        return self

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """A request as this guest."""
        headers = {"origin": self.address, "cookie": self.cookie}
        answer = await self.http.request(method, self.address + path, json=body, headers=headers)
        answer.raise_for_status()
        return answer.json() if answer.content else None

    async def sit(self, table: str) -> "Tab":
        """A socket at a table, with its first snapshot."""
        tab = await self.connect(table)
        try:
            await tab.say({"kind": "hello"})
            await tab.until(lambda told: told.kind == "snapshot")
        except BaseException:
            await tab.close()
            raise
        return tab

    async def connect(self, table: str) -> "Tab":
        """A socket at a table."""
        url = f"{self.address.replace('http', 'ws', 1)}/ws/tables/{table}"
        opening = connect(
            url, origin=Origin(self.address), additional_headers={"cookie": self.cookie}, compression=None, proxy=None,
            open_timeout=PATIENCE, ping_interval=None, local_addr=(self.comes_from, 0) if self.comes_from else None,
        )  # fmt: skip
        return Tab(await opening.__aenter__())


class Tab:
    """A socket at a table; knows the version, the legal moves, and whether the game is over."""

    def __init__(self, socket: ClientConnection):
        self.socket = socket
        self.version = -1
        self.legal: list[str] = []
        self.over = False

    async def __aenter__(self) -> "Tab":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def say(self, frame: Json) -> None:
        """Send a frame."""
        await self.socket.send(msgspec.json.encode(frame), text=True)

    async def hear(self) -> Told:
        """The next frame."""
        told = read(await self.socket.recv(decode=False))
        if told.kind in ("snapshot", "happened") and told.version >= self.version:  # a bad line may bring old ones late
            self.version, self.legal = told.version, told.legal
        if told.ending is not None:
            self.over = True
        return told

    async def until(self, right: Callable[[Told], bool]) -> Told:
        """Hear until the right frame comes."""
        while True:
            told = await self.hear()
            if right(told):
                return told

    async def close(self) -> None:
        """Leave."""
        await self.socket.close()


def choice(legal: list[str], dice: random.Random) -> str:
    """Some legal move that brings the game on: rather to a line than to the floor."""
    lines = [move for move in legal if not move.endswith((">F", ">X"))]
    return dice.choice(lines or legal)


class Match:
    """A table with its people."""

    def __init__(self, table: str, people: list[Person], tabs: list[Tab], seed: int):
        self.table = table
        self.people = people
        self.tabs = tabs
        self.dice = random.Random(seed)
        self.stored: list[tuple[int, str]] = []  # version and id of every acknowledged move

    @classmethod
    async def begin(cls, address: str, http: httpx.AsyncClient, seed: int, game: str = "azul", **options: Any) -> "Match":
        """A new table with a person on each seat."""
        people = [await Person(address, http).arrive() for _ in range(options.get("players", 2))]
        seats = [{"who": "me"}] + [{"who": "open"}] * (len(people) - 1)
        table = await people[0].ask("POST", "/api/tables", {"game": game, "seats": seats, "options": options})
        for person in people[1:]:
            await person.ask("POST", f"/api/tables/{table['id']}/join", {"invitation": table["invitation"]})
        match = cls(table["id"], people, [], seed)
        await match.resume()
        return match

    async def resume(self) -> None:
        """Sit down, or sit down again after the connection was lost; everybody or nobody."""
        self.tabs = []
        try:
            for person in self.people:
                self.tabs.append(await person.sit(self.table))
        except BaseException:
            await self.close()
            raise

    async def __aenter__(self) -> "Match":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not any(tab.legal for tab in self.tabs)

    async def move(self, figures: Figures) -> bool:
        """The one to move chooses, and everybody waits until they are told; whether there was a move to make."""
        mover = next((tab for tab in self.tabs if tab.legal), None)
        if mover is None:
            return False
        version, move_id = mover.version + 1, f"{self.dice.getrandbits(48):x}"
        began = perf_counter()
        await mover.say({"kind": "play", "version": mover.version, "move": choice(mover.legal, self.dice), "id": move_id})
        told = await mover.until(lambda t: t.id == move_id or t.kind == "refused")
        if told.kind == "refused":
            figures.errors.append(str(told.reason))
            return False
        figures.acknowledged.append(perf_counter() - began)
        self.stored.append((version, move_id))
        for tab in self.tabs:
            if tab is not mover:
                await tab.until(lambda t: t.kind == "happened" and t.version == version)
        figures.seen.append(perf_counter() - began)
        return True

    async def play_on(self, figures: Figures, pause: Callable[[], float] = lambda: 0.0, most: int | None = None) -> None:
        """Play until the game is over, so many moves were made, the connection is lost, or somebody cancels."""
        try:
            while most is None or len(self.stored) < most:
                wait = pause()
                if wait:
                    await asyncio.sleep(wait)
                if not await self.move(figures):
                    return
        except ConnectionClosed:
            return

    async def close(self) -> None:
        """Everybody leaves."""
        for tab in self.tabs:
            await tab.close()
