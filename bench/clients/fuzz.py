"""R12, R13: junk for sockets and for HTTP: nothing breaks, and one server keeps next to nothing of it."""

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import httpx

from bench.clients import junk
from bench.clients.figures import Wish, at_least, at_most, note
from bench.clients.line import GONE, Line, LineClosedError, framed
from bench.clients.process import Server, client, served
from bench.crowd import Person

AT_ONCE = 20  # sockets, or connections
BATCH = 50  # frames between two signs of life
LIFE = 400  # requests of a guest, who has more and more tables
WARM_UP = 0.05  # of the number, before memory is looked at
POOL = 4000  # different pieces of junk
MORE_MEMORY = 20.0  # megabytes
CALM = 35.0  # seconds until the server has let go of what nobody uses
INTERNAL_ERROR = 1011
SIGN_OF_LIFE = b'"still there"'
LIVING = framed(b'{"kind": "takeback", "version": -1, "id": %s}' % SIGN_OF_LIFE)  # is refused, with its id


@dataclass
class Found:
    """What junk has done to a server: how many ends or answers of each kind, its errors, the memory it has not given back."""

    counted: Counter[int]
    complaints: int
    before: float
    after: float


Junk = Callable[[str, int, int, Counter[int]], Awaitable[None]]  # for a server at an address: so many, from a seed, counted


async def frames(folder: Path, wish: Wish) -> bool:
    """R12: junk over sockets at tables of one's own."""
    found = await _tried(junk_over_sockets, folder, wish)
    note(f"{wish.fuzzed} frames; sockets closed by the server: {dict(found.counted) or 'none'}")
    kept = at_most("R12", "sockets that ended with an internal error", found.counted[INTERNAL_ERROR] + found.counted[GONE], 0)
    kept &= at_most("R12", "errors in the log of the server", found.complaints, 0)
    return _kept_little("R12", found) and kept


def _kept_little(bar: str, found: Found) -> bool:
    note(f"memory of the one server: {found.before:.1f} MB, afterwards {found.after:.1f} MB")
    return at_most(bar, "memory more than before, MB", found.after - found.before, MORE_MEMORY, 1)


async def _tried(send: Junk, folder: Path, wish: Wish) -> Found:
    """All of it for one server, some more beforehand."""
    counted: Counter[int] = Counter()
    with served(folder, "--no-limits", "--bot-pace", "0") as server:
        await send(server.address, int(WARM_UP * wish.fuzzed), 2 * wish.seed, Counter())
        before = await _memory(server)
        began = time.perf_counter()
        await send(server.address, wish.fuzzed, 2 * wish.seed + 1, counted)
        note(f"{wish.fuzzed / (time.perf_counter() - began):.0f} a second")
        return Found(counted, server.complaints(), before, await _memory(server))


async def junk_over_sockets(address: str, number: int, seed: int, closed: Counter[int]) -> None:
    """All of it by one guest."""
    async with client() as http:
        await over_sockets(await Person(address, http).arrive(), number, seed, closed)


async def over_sockets(person: Person, number: int, seed: int, closed: Counter[int]) -> None:
    """Each socket sends its share, batch by batch, and must still be answered."""
    games = ("azul", "duel")
    dice = random.Random(seed)
    pool = [framed(junk.frame(dice)) for _ in range(POOL)]

    async def one(place: int) -> None:
        seats = [{"who": "me"}, {"who": "here"}]
        table = await person.ask("POST", "/api/tables", {"game": games[place % 2], "seats": seats})
        left, mine = -(-number // AT_ONCE), random.Random(seed * 1000 + place)
        while left > 0:
            line = await Line.to(person, table["id"])
            line.say(framed(b'{"kind": "hello"}'))
            try:
                while left > 0:
                    some = min(BATCH, left)
                    left -= some
                    line.say(b"".join([*mine.choices(pool, k=some), LIVING]))
                    await line.until(SIGN_OF_LIFE)
            except LineClosedError as error:
                closed[error.code] += 1
            finally:
                await line.close()

    await asyncio.gather(*(one(place) for place in range(AT_ONCE)))


async def requests(folder: Path, wish: Wish) -> bool:
    """R13: junk over HTTP."""
    found = await _tried(over_http, folder, wish)
    answered = sum(found.counted.values())
    note(f"{answered} requests answered, by status: {dict(sorted(found.counted.items()))}")
    kept = at_least("R13", "requests answered", answered, wish.fuzzed)
    kept &= at_most("R13", "answers of status 500", found.counted[500], 0)
    kept &= at_most("R13", "errors in the log of the server", found.complaints, 0)
    return _kept_little("R13", found) and kept


async def over_http(address: str, number: int, seed: int, answers: Counter[int]) -> None:
    """Each connection sends its share and counts the answers; now and then it is of somebody new."""
    dice = random.Random(seed)
    pool = [junk.request(dice, address) for _ in range(POOL)]

    async def one(place: int, http: httpx.AsyncClient) -> None:
        left, mine = -(-number // AT_ONCE), random.Random(seed * 1000 + place)
        while left > 0:
            cookie, life = (await Person(address, http).arrive()).cookie.encode(), min(left, LIFE)
            while life > 0:
                answered = await _connection(address, pool, cookie, mine, life, answers)
                life, left = life - answered, left - answered

    async with client() as http:
        await asyncio.gather(*(one(place, http) for place in range(AT_ONCE)))


async def _connection(
    address: str, pool: list[bytes], cookie: bytes, dice: random.Random, most: int, answers: Counter[int]
) -> int:
    """Send until the server hears no more, or so many are answered; how many were."""
    host, port = address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    answered = 0
    with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
        while answered < most:
            request = dice.choice(pool)
            writer.write(request.replace(junk.COOKIE, cookie))
            answers[await _status(reader, request.startswith(b"HEAD"))] += 1
            answered += 1
    writer.close()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()
    return answered


async def _status(reader: asyncio.StreamReader, without_body: bool) -> int:
    """The status of the next answer; its body is read and forgotten."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    status = int(head.split(b" ", 2)[1])
    length = next((line[15:] for line in head.split(b"\r\n") if line.startswith(b"content-length:")), b"0")
    if b"transfer-encoding: chunked" in head:
        while size := int((await reader.readline()).strip() or b"0", 16):
            await reader.readexactly(size + 2)
        await reader.readline()
    elif status not in (204, 304) and not without_body:
        await reader.readexactly(int(length))
    return status


async def _memory(server: Server) -> float:
    """The memory of a server that has had time to let go of what nobody uses."""
    await asyncio.sleep(CALM)
    return server.megabytes()
