"""Soak: an hour of everything at once. What the server has in use at the end is what it had after a quarter of the time."""

import asyncio
import contextlib
import random
import time
import traceback
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import httpx
from websockets.exceptions import ConnectionClosed

from bench.clients import junk
from bench.clients.disk import keep_playing
from bench.clients.figures import Wish, at_most, note
from bench.clients.process import Server, client, served
from bench.crowd import Figures, Match, Person

MATCHES = 12
MORE_MEMORY, MORE_DESCRIPTORS, MORE_FILES = 15.0, 10, 0
PARTS = 20  # samples are taken so often


@dataclass
class Sample:
    """What a server has in use."""

    memory: float
    descriptors: int
    files: int

    @classmethod
    def of(cls, server: Server) -> "Sample":
        """As it is now."""
        return cls(server.megabytes(), server.descriptors(), len(list(server.folder.iterdir())))


Errand = Callable[[], Coroutine[None, None, None]]


class Broken:
    """What people wanted and did not get, with its cause."""

    def __init__(self) -> None:
        self.count = 0

    async def over_and_over(self, errand: Errand) -> None:
        """Do something for ever; what goes wrong is said, and then somebody else begins."""
        while True:
            try:
                await errand()
            except Exception:
                self.count += 1
                note(f"{time.strftime('%H:%M:%S')} broken off: {traceback.format_exc()}")
                await asyncio.sleep(1)


async def measure(folder: Path, wish: Wish) -> bool:
    """Games from beginning to end, bots, junk, people who come and go."""
    figures, samples, broken = Figures(), [], Broken()
    with served(folder, "--no-limits", "--bot-pace", "0") as server:
        async with client() as http:
            errands: list[Errand] = [partial(_games, server, http, place, figures) for place in range(MATCHES)]
            errands += [partial(errand, server, http) for errand in (_bots, _junk, _passers_by)]
            work = [asyncio.create_task(broken.over_and_over(errand)) for errand in errands]
            for _ in range(PARTS):
                await asyncio.sleep(60 * wish.minutes / PARTS)
                samples.append(Sample.of(server))
                note(f"{time.strftime('%H:%M:%S')} {samples[-1]}, {len(figures.acknowledged)} moves")
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)
        complaints = server.complaints()
    first, last = _typical(samples[PARTS // 4 : PARTS // 2]), _typical(samples[-PARTS // 4 :])
    note(f"{wish.minutes:g} minutes, {len(figures.acknowledged)} moves; in use at first {first}, in the end {last}")
    kept = at_most("soak", "memory more than after a quarter of the time, MB", last.memory - first.memory, MORE_MEMORY, 1)
    kept &= at_most("soak", "descriptors more", last.descriptors - first.descriptors, MORE_DESCRIPTORS)
    kept &= at_most("soak", "files more", last.files - first.files, MORE_FILES)
    kept &= at_most("soak", f"moves refused {sorted(set(figures.errors)) or ''}", len(figures.errors), 0)
    kept &= at_most("soak", "requests and sockets that broke", broken.count, 0)
    return at_most("soak", "errors in the log", complaints, 0) and kept


def _typical(samples: list[Sample]) -> Sample:
    """The middle ones."""
    middle = len(samples) // 2
    memory, descriptors, files = (
        sorted(getattr(s, name) for s in samples)[middle] for name in ("memory", "descriptors", "files")
    )
    return Sample(memory, descriptors, files)


async def _games(server: Server, http: httpx.AsyncClient, place: int, figures: Figures) -> None:
    """Game after game, without haste."""
    dice = random.Random(place)
    while True:
        async with await Match.begin(server.address, http, dice.getrandbits(32), "duel" if place % 2 else "azul") as match:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(90):
                    await keep_playing(match, figures, pause=0.2)


async def _bots(server: Server, http: httpx.AsyncClient) -> None:
    """Bots play each other; their games are looked at again."""
    person = await Person(server.address, http).arrive()
    while True:
        table = await person.ask("POST", "/api/tables", {"game": "azul", "seats": [{"who": "bot", "level": "mason"}] * 2})
        async with await person.sit(table["id"]) as tab:
            while not tab.over:
                await tab.hear()
        await person.ask("GET", f"/api/replays/{table['id']}")
        await asyncio.sleep(1)


async def _junk(server: Server, http: httpx.AsyncClient) -> None:
    """A little of it all the time."""
    person, dice = await Person(server.address, http).arrive(), random.Random(3)
    while True:
        table = await person.ask("POST", "/api/tables", {"game": "duel", "seats": [{"who": "me"}, {"who": "here"}]})
        with contextlib.suppress(ConnectionClosed):
            async with await person.sit(table["id"]) as tab:
                for _ in range(30):
                    await tab.socket.send(junk.frame(dice), text=True)
                    await asyncio.sleep(0.05)


async def _passers_by(server: Server, http: httpx.AsyncClient) -> None:
    """Somebody new looks in and leaves."""
    while True:
        person = await Person(server.address, http).arrive()
        table = await person.ask(
            "POST", "/api/tables", {"game": "azul", "seats": [{"who": "me"}, {"who": "open"}], "listed": True}
        )
        async with await person.sit(table["id"]):
            await person.ask("GET", "/api/tables")
        await person.ask("POST", f"/api/tables/{table['id']}/leave")
        await asyncio.sleep(0.5)
