"""R18: one guest does his worst from an address of his own; others must hardly notice."""

import asyncio
import contextlib
import itertools
import math
import multiprocessing
import random
import resource
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from multiprocessing.connection import Connection
from pathlib import Path

import httpx
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bench.clients.figures import Wish, at_most, note, quantile
from bench.clients.process import Server, client, served
from bench.crowd import Figures, Match, Person, choice
from tessela.game import Game

HIS_ADDRESS = "127.0.0.2"
GENTLE, STRONGEST = "sprout", "legend"
MATCHES, PAUSE = 5, 1.0  # of the others, and the seconds between two of their moves
BOT_SECONDS, MOVE_MS, MEMORY = 2.0, 50.0, 300.0
BREATH = 0.002  # seconds between two of his requests
HINTS, READERS, SOCKETS, HEADERS, SLOW, COOKIES = 4, 4, 400, 20, 300, 1000  # how many of each at a time
HEADER_BYTES = 20_000_000
Deed = Callable[[], Awaitable[None]]


async def measure(folder: Path, wish: Wish) -> bool:
    """Others play while he is at it, and a while before."""
    quiet, loud, answers = Figures(), Figures(), [0.0]
    with served(folder, "--bot-pace", "0") as server:
        async with client() as http:
            matches = [await Match.begin(server.address, http, seed) for seed in range(MATCHES)]
            others = Others(server, http, matches)
            await others.play(quiet, [], 5.0)
            before = server.megabytes()
            async with somebody_abusing(server.address, wish.tables) as deeds:
                most = await others.play(loud, answers, wish.seconds)
            await asyncio.gather(*(match.close() for match in matches))
    for what, counted in deeds.items():
        note(f"{what}: {', '.join(f'{number} x {answer}' for answer, number in sorted(counted.items()))}")
    note(f"others before: {len(quiet.acknowledged)} moves, p99 {quantile(quiet.acknowledged, 0.99):.0f} ms; {before:.0f} MB")
    note(f"others meanwhile: {len(loud.acknowledged)} moves, {len(answers) - 1} answers of a gentle bot")
    kept = at_most("R18", "slowest answer of another's gentle bot, s", max(answers), BOT_SECONDS, 1)
    kept &= at_most("R18", "p99 until another's move is acknowledged, ms", quantile(loud.acknowledged, 0.99), MOVE_MS, 1)
    kept &= at_most("R18", "memory of the server meanwhile, MB", most, MEMORY)
    return at_most("R18", "moves of others refused", len(loud.errors) + others.broken, 0) and kept


@contextlib.asynccontextmanager
async def somebody_abusing(address: str, tables: int, share: float = 1.0) -> AsyncIterator[dict[str, Counter[str]]]:
    """One guest in a process of his own, at his worst or a share of it; what he was answered is known once he has stopped."""
    answers: dict[str, Counter[str]] = {}
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_abuse, args=(address, tables, share, there), daemon=True)
    process.start()
    there.close()
    try:
        await asyncio.to_thread(here.recv)  # he begins
        yield answers
        here.send("enough")
        answers.update(await asyncio.to_thread(here.recv))
    finally:
        process.terminate()
        process.join()


def _abuse(address: str, tables: int, share: float, pipe: Connection) -> None:
    async def work() -> None:
        async with client(HIS_ADDRESS) as http:
            abuser = Abuser(address, http, tables)
            await abuser.arrive()
            pipe.send("begun")
            async with abuser.at_work(share):
                await asyncio.to_thread(pipe.recv)
                pipe.send(abuser.answers)

    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    asyncio.run(work())


class Others:
    """People who only want to play."""

    def __init__(self, server: Server, http: httpx.AsyncClient, matches: list[Match]):
        self._server, self._http, self._matches = server, http, matches
        self.broken = 0

    async def play(self, figures: Figures, answers: list[float], seconds: float, at_least: int = 0) -> float:
        """Play for a while, and until the bot has answered so often; the most memory that the server had in use."""
        pause = random.Random(1)
        tasks = [asyncio.create_task(m.play_on(figures, lambda: pause.uniform(0.5, 1.5) * PAUSE)) for m in self._matches]
        tasks.append(asyncio.create_task(self._against_a_bot(answers)))
        most, began = 0.0, time.perf_counter()
        while time.perf_counter() - began < seconds or len(answers) <= at_least:
            await asyncio.sleep(0.5)
            most = max(most, self._server.megabytes())
        for task in tasks:
            self.broken += task.done() and task.exception() is not None
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return most

    async def _against_a_bot(self, answers: list[float]) -> None:
        """Game after game against the gentlest bot; how long its answers take. One that never comes counts as it stands."""
        person, dice = await Person(self._server.address, self._http).arrive(), random.Random(2)
        while True:
            seats = [{"who": "me"}, {"who": "bot", "level": GENTLE}]
            table = await person.ask("POST", "/api/tables", {"game": "azul", "seats": seats})
            tab = await person.sit(table["id"])
            while not tab.over:
                if not tab.legal:
                    answers.append(0.0)
                    waiting = asyncio.create_task(_count(answers))
                    try:
                        await tab.until(lambda told: bool(told.legal) or told.ending is not None)
                    finally:
                        waiting.cancel()
                    continue
                await asyncio.sleep(0.3)
                move = choice(tab.legal, dice)
                await tab.say({"kind": "play", "version": tab.version, "move": move, "id": f"{dice.getrandbits(40)}"})
                await tab.until(lambda told: told.id is not None or told.kind == "refused")
            await tab.close()


async def _count(answers: list[float]) -> None:
    """Say in the last place how long somebody has been waiting."""
    began = time.perf_counter()
    while True:
        answers[-1] = time.perf_counter() - began
        await asyncio.sleep(0.01)


class Abuser:
    """One guest with much time."""

    def __init__(self, address: str, http: httpx.AsyncClient, tables: int):
        self._address, self._most_tables = address, tables
        self._person = Person(address, http, HIS_ADDRESS)
        self._finished = ""
        self.answers: dict[str, Counter[str]] = {}

    async def arrive(self) -> None:
        """Get a cookie, and finish a game that can be looked at again."""
        await self._person.arrive()
        seats = [{"who": "me"}, {"who": "here"}]
        table = await self._person.ask("POST", "/api/tables", {"game": "duel", "seats": seats})
        async with await self._person.sit(table["id"]) as tab:
            for turn in range(8):
                await tab.say({"kind": "play", "version": tab.version, "move": tab.legal[0], "id": f"{turn}"})
                await tab.until(lambda told, wanted=f"{turn}": told.id == wanted)  # type: ignore[misc]
            await tab.say({"kind": "resign", "version": tab.version, "id": "enough"})
            await tab.until(lambda told: told.ending is not None)
        self._finished = table["id"]

    @contextlib.asynccontextmanager
    async def at_work(self, share: float) -> AsyncIterator[None]:
        """Everything at once, until the others have had enough."""
        deeds: list[tuple[str, Deed, int]] = [
            ("tables of the strongest bots", self._tables, 1),
            ("hints", self._hints, HINTS),
            ("reviews", lambda: self._get("reviews", f"/api/replays/{self._finished}/review"), READERS),
            ("replays", lambda: self._get("replays", f"/api/replays/{self._finished}"), READERS),
            ("records", self._records, 2),
            ("cookies, each with a table of the strongest bots", self._cookies, COOKIES),
            ("sockets", self._sockets, SOCKETS),
            ("headers without end", self._headers, HEADERS),
            ("slow connections", self._slowly, SLOW),
        ]
        tasks = []
        for name, deed, number in deeds:
            self.answers[name] = Counter()
            tasks += [asyncio.create_task(self._again_and_again(name, deed)) for _ in range(math.ceil(share * number))]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _again_and_again(self, name: str, deed: Deed) -> None:
        """Whatever comes of it."""
        while True:
            try:
                await deed()
            except httpx.HTTPStatusError as error:
                self.answers[name][str(error.response.status_code)] += 1
            except InvalidStatus as error:
                self.answers[name][str(error.response.status_code)] += 1
            except (OSError, httpx.HTTPError, ConnectionClosed, asyncio.IncompleteReadError) as error:
                self.answers[name][type(error).__name__] += 1
            await asyncio.sleep(BREATH)

    async def _tables(self) -> None:
        if self.answers["tables of the strongest bots"]["201"] >= self._most_tables:
            await asyncio.sleep(1)
            return
        seats = [{"who": "bot", "level": STRONGEST}] * 2
        await self._person.ask("POST", "/api/tables", {"game": random.choice(("azul", "duel")), "seats": seats})
        self.answers["tables of the strongest bots"]["201"] += 1

    async def _hints(self) -> None:
        seats = [{"who": "me"}, {"who": "bot", "level": STRONGEST}]
        table = await self._person.ask("POST", "/api/tables", {"game": "duel", "seats": seats})
        async with await self._person.sit(table["id"]) as tab:
            while True:
                await tab.say({"kind": "hint", "version": tab.version})
                told = await tab.hear()
                self.answers["hints"][told.kind] += 1

    async def _get(self, name: str, path: str) -> None:
        await self._person.ask("GET", path)
        self.answers[name]["200"] += 1

    async def _cookies(self) -> None:
        """Somebody else again, who waits for strong bots."""
        person = await Person(self._address, self._person.http, HIS_ADDRESS).arrive()
        seats = [{"who": "bot", "level": STRONGEST}] * 2
        table = await person.ask("POST", "/api/tables", {"game": "azul", "seats": seats})
        async with await person.sit(table["id"]) as tab:
            self.answers["cookies, each with a table of the strongest bots"]["open"] += 1
            while not tab.over:
                await tab.hear()

    async def _records(self) -> None:
        game = Game("azul", players=4, seed=random.getrandbits(40))
        for _ in range(60):
            game.play(random.choice(game.legal_moves()))
        await self._person.ask("POST", "/api/records", {**game.record(), "seats": ["x" * 1000] * 4})
        self.answers["records"]["201"] += 1

    async def _sockets(self) -> None:
        """One that asks without end and reads nothing."""
        async with await self._person.connect(self._finished) as tab:
            self.answers["sockets"]["open"] += 1
            while True:
                await tab.say({"kind": "hello"})
                await asyncio.sleep(1)

    async def _headers(self) -> None:
        async with self._raw() as (_, writer):
            writer.write(b"GET / HTTP/1.1\r\nhost: x\r\n")
            for number in itertools.count():
                writer.write(f"x-{number}: {'x' * 8000}\r\n".encode())
                await writer.drain()
                if number * 8000 > HEADER_BYTES:
                    break
            self.answers["headers without end"]["all taken"] += 1

    async def _slowly(self) -> None:
        async with self._raw() as (reader, writer):
            self.answers["slow connections"]["open"] += 1
            for letter in b"GET / HTTP/1.1\r\n" + b"x" * 1000:
                writer.write(bytes([letter]))
                await writer.drain()
                await asyncio.sleep(1)
                if reader.at_eof():
                    raise ConnectionResetError

    @contextlib.asynccontextmanager
    async def _raw(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        host, port = self._address.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=(HIS_ADDRESS, 0))
        try:
            yield reader, writer
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()
