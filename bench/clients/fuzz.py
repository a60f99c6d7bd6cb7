"""R12, R13: junk for sockets and for HTTP: nothing breaks, nothing is kept."""

import asyncio
import contextlib
import random
from collections import Counter
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from bench.clients import junk
from bench.clients.figures import Wish, at_most, note
from bench.clients.process import Server, client, served
from bench.crowd import Person, Tab

AT_ONCE = 20  # sockets, or connections
BATCH = 50  # frames between two signs of life
POOL = 4000  # different pieces of junk
MORE_MEMORY = 20.0  # megabytes
CALM = 35.0  # seconds until the server has let go of what nobody uses
INTERNAL_ERROR, GONE = 1011, 1006
SIGN_OF_LIFE = "still there"


async def frames(folder: Path, wish: Wish) -> bool:
    """R12: junk over sockets at tables of one's own."""
    closed: Counter[int] = Counter()
    with served(folder, "--no-limits", "--bot-pace", "0") as server:
        async with client() as http:
            person = await Person(server.address, http).arrive()
            await over_sockets(person, wish.fuzzed // 20, wish.seed, closed)
            before = await _memory(server)
            await over_sockets(person, wish.fuzzed, wish.seed + 1, closed)
            after = await _memory(server)
        complaints = server.complaints()
    note(f"{wish.fuzzed} frames; sockets closed by the server: {dict(closed) or 'none'}")
    kept = at_most("R12", "sockets that ended with an internal error", closed[INTERNAL_ERROR] + closed[GONE], 0)
    kept &= at_most("R12", "errors in the log of the server", complaints, 0)
    return at_most("R12", "memory more than before, MB", after - before, MORE_MEMORY, 1) and kept


async def over_sockets(person: Person, number: int, seed: int, closed: Counter[int]) -> None:
    """Each socket sends its share, batch by batch, and must still be answered."""
    games = ("azul", "duel")
    dice = random.Random(seed)
    pool = [junk.frame(dice) for _ in range(POOL)]

    async def one(place: int) -> None:
        seats = [{"who": "me"}, {"who": "here"}]
        table = await person.ask("POST", "/api/tables", {"game": games[place % 2], "seats": seats})
        left, mine = number // AT_ONCE, random.Random(seed * 1000 + place)
        while left > 0:
            tab = await person.sit(table["id"])
            try:
                while left > 0:
                    left -= BATCH
                    await _batch(tab, mine.choices(pool, k=BATCH))
            except ConnectionClosed as error:
                closed[error.rcvd.code if error.rcvd else GONE] += 1
            finally:
                await tab.close()

    await asyncio.gather(*(one(place) for place in range(AT_ONCE)))


async def _batch(tab: Tab, batch: list[bytes]) -> None:
    """Send junk while reading the answers, then something that must be answered: refused, with its id."""

    async def send() -> None:
        for frame in batch:
            await tab.socket.send(frame, text=True)
        await tab.say({"kind": "takeback", "version": -1, "id": SIGN_OF_LIFE})

    sending = asyncio.create_task(send())
    try:
        await tab.until(lambda told: told.id == SIGN_OF_LIFE)
    finally:
        sending.cancel()
        with contextlib.suppress(asyncio.CancelledError, ConnectionClosed):
            await sending


async def requests(folder: Path, wish: Wish) -> bool:
    """R13: junk over HTTP."""
    answers: Counter[int] = Counter()
    with served(folder, "--no-limits", "--bot-pace", "0") as server:
        async with client() as http:
            cookie = (await Person(server.address, http).arrive()).cookie
        await over_http(server.address, cookie, wish.fuzzed // 20, wish.seed, answers)
        before = await _memory(server)
        await over_http(server.address, cookie, wish.fuzzed, wish.seed + 1, answers)
        after = await _memory(server)
        complaints = server.complaints()
    note(f"{wish.fuzzed} requests; answers by status: {dict(sorted(answers.items()))}")
    kept = at_most("R13", "answers of status 500", answers[500], 0)
    kept &= at_most("R13", "errors in the log of the server", complaints, 0)
    return at_most("R13", "memory more than before, MB", after - before, MORE_MEMORY, 1) and kept


async def over_http(address: str, cookie: str, number: int, seed: int, answers: Counter[int]) -> None:
    """Each connection sends its share and counts the answers."""
    host, port = address.removeprefix("http://").split(":")
    dice = random.Random(seed)
    pool = [junk.request(dice, address, cookie) for _ in range(POOL)]

    async def one(place: int) -> None:
        left, mine = number // AT_ONCE, random.Random(seed * 1000 + place)
        while left > 0:
            reader, writer = await asyncio.open_connection(host, int(port))
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                while left > 0:
                    left -= 1
                    request = mine.choice(pool)
                    writer.write(request)
                    answers[await _status(reader, request.startswith(b"HEAD"))] += 1
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    await asyncio.gather(*(one(place) for place in range(AT_ONCE)))


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
