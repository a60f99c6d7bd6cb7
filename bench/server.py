"""The load client of the table server: each figure beside its bar. Run it on a quiet machine; it talks to this machine only.

python -m bench.server            all of it
python -m bench.server R1 --kills 50
python -m bench.server R3 R6 --seconds 30
"""

import argparse
import asyncio
import contextlib
import os
import random
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path

import httpx

from bench.crowd import Figures, Match, Person

SETTLE_SECONDS = 12.0  # until a fresh server has loaded its compiled code


class Server:
    """A server process on a folder."""

    def __init__(self, folder: Path, *options: str):
        self.folder = folder
        self.options = options
        self.process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> float:
        """Start it; the seconds until it says that it is ready."""
        began = time.perf_counter()
        command = [
            sys.executable,
            "-m",
            "tessela",
            "serve",
            "--no-open",
            "--port",
            "0",
            "--data",
            str(self.folder),
            "--no-limits",
        ]
        self.process = subprocess.Popen([*command, *self.options], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        found = re.search(r"http://[0-9.:]+", self.process.stdout.readline())
        if not found:
            raise SystemExit("the server did not start")
        self.address = found.group()
        return time.perf_counter() - began

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(30)
            self.process = None

    def megabytes(self) -> float:
        """The memory it has in use."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024  # type: ignore[union-attr]


@contextlib.contextmanager
def served(folder: Path, *options: str, settle: float = SETTLE_SECONDS) -> Iterator[Server]:
    """A server for the time of a measurement."""
    server = Server(folder, *options)
    server.start()
    try:
        time.sleep(settle)
        yield server
    finally:
        server.end()


def client() -> httpx.AsyncClient:
    """An HTTP client that keeps no cookies between people."""
    no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
    return httpx.AsyncClient(timeout=60.0, limits=httpx.Limits(max_connections=20), cookies=no_cookies)


def quantile(values: list[float], share: float) -> float:
    """The value below which a share of the values lies, in milliseconds."""
    return 1000 * sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def report(bar: str, what: str, figure: str, wanted: str, kept: bool) -> bool:
    """Print a figure beside its bar."""
    print(f"{bar:3} {what:58} {figure:>14}   bar {wanted:>12}   {'ok' if kept else 'MISSED'}", flush=True)
    return kept


# R1


async def crash_test(folder: Path, kills: int, seed: int) -> bool:
    """Kill the server at random times while people play; afterwards every acknowledged move must be there."""
    dice, server, figures = random.Random(seed), Server(folder), Figures()
    server.start()
    matches: list[Match] = []
    lost, gaps, sound, slowest = 0, 0, True, 0.0
    for _ in range(kills):
        async with client() as http:
            for match in matches:
                for person in match.people:
                    person.address, person._http = server.address, http
                await match.resume()
            matches = [match for match in matches if not match.over]
            while len(matches) < 30:
                game = "duel" if len(matches) % 3 == 2 else "azul"
                matches.append(await Match.begin(server.address, http, dice.getrandbits(32), game))
            games = [asyncio.create_task(match.play_on(figures)) for match in matches]
            await asyncio.sleep(dice.uniform(0.2, 1.5))
            server.end(signal.SIGKILL)
            await asyncio.gather(*games)
            for match in matches:
                for tab in match.tabs:
                    await tab.close()
        sound = sound and check_soundness(folder)
        more_lost, more_gaps = compare(folder, matches)
        lost, gaps = lost + more_lost, gaps + more_gaps
        slowest = max(slowest, server.start())
    server.end()
    print(f"    {kills} kills, {len(figures.acknowledged)} acknowledged moves, slowest start {slowest:.1f} s")
    kept = report("R1", f"acknowledged moves lost in {kills} kills", str(lost), "0", lost == 0)
    kept &= report("R1", "gaps in logs", str(gaps), "0", gaps == 0)
    kept &= report("R1", "integrity of the database", "ok" if sound else "broken", "ok", sound)
    return report("R1", "frames refused", str(len(figures.errors)), "0", not figures.errors) and kept


def check_soundness(folder: Path) -> bool:
    """What SQLite says about its file after a crash, on a copy, so that the server finds it as it was."""
    with tempfile.TemporaryDirectory() as copy:
        for name in ("tessela.db", "tessela.db-wal"):
            if (folder / name).exists():
                (Path(copy) / name).write_bytes((folder / name).read_bytes())
        with contextlib.closing(sqlite3.connect(Path(copy) / "tessela.db")) as connection:
            return bool(connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok")


def compare(folder: Path, matches: list[Match]) -> tuple[int, int]:
    """How many acknowledged moves are not in the log, and how many logs have gaps."""
    lost = gaps = 0
    with contextlib.closing(sqlite3.connect(f"file:{folder / 'tessela.db'}?mode=ro", uri=True)) as connection:
        for match in matches:
            number = "(SELECT number FROM game_table WHERE id = ?)"
            query = f"SELECT version, client_move_id FROM event WHERE number = {number} ORDER BY version"
            rows = connection.execute(query, (match.table,)).fetchall()
            lost += len(set(match.stored) - set(rows))
            gaps += [version for version, _ in rows] != list(range(len(rows)))
    return lost, gaps


# R2


async def restart_test(folder: Path, tables: int = 10_000, events: int = 500_000) -> bool:
    """Start on a large database, and look at a game in the middle of it."""
    person = await seeded(folder, tables, events)
    server = Server(folder)
    began = time.perf_counter()
    server.start()
    try:
        async with client() as http:
            guest = Person(server.address, http)
            guest.cookie = person
            tab = await guest.sit("seeded5000")
            seconds = time.perf_counter() - began
            await tab.close()
    finally:
        server.end()
    return report("R2", f"seconds until serving with {tables:,} games, {events:,} events", f"{seconds:.2f}", "5", seconds <= 5)


async def seeded(folder: Path, tables: int, events: int) -> str:
    """Fill a database with games in their middle, one in twenty with a bot to move; the cookie of somebody."""
    from tessela.game import Game
    from tessela.server.guests import Guests
    from tessela.server.sqlite_store import SqliteStore
    from tessela.server.store import Entry, Head, SeatRow, TableRow

    store = SqliteStore(folder)
    guests = Guests(store)
    guest = await guests.welcome()
    length = events // tables
    patterns = []
    for seed in range(10):
        game, dice = Game("azul", seed=seed), random.Random(seed)
        payloads = [("began", {"rules": 1, "chance": game.record()["chance"]})]
        seats: list[int | None] = [None]
        while len(payloads) < length and not game.is_over:
            seats.append(game.to_move)
            dealt = len(game.deals)
            game.play(dice.choice([m for m in game.legal_moves() if not m.endswith(">F")] or game.legal_moves()))
            payloads.append(("move", {"move": str(game.moves[-1]), "deals": game.deals[dealt:]}))
        patterns.append((game, seats, payloads))

    async def table(number: int) -> None:
        game, seats, payloads = patterns[number % len(patterns)]
        name = f"seeded{number}"
        bot = number % 20 == 0
        held = [SeatRow("person", "Ada", None, [guest.id]), SeatRow("person", "Ben", None, [guest.id])]
        if bot and game.to_move is not None:
            held[game.to_move] = SeatRow("bot", "Mason", "mason")
        row = TableRow(name, "azul", game.options, held, "playing", None, False, "chosen", number, "x")
        head = Head(len(payloads) - 1, game.to_move, game.round, list(game.scores))
        for version, (kind, payload) in enumerate(payloads):
            entry = Entry(name, version, seats[version], kind, payload, f"{version}", number)  # type: ignore[arg-type]
            await store.append(entry, head, row if version == 0 else None)

    for first in range(0, tables, 500):
        await asyncio.gather(*(table(number) for number in range(first, min(tables, first + 500))))
    store.close()
    return f"tessela_guest={guests.cookie_of(guest)}"


# R3, R6


async def live_test(folder: Path, bar: str, games: int, rate: float, seconds: float, bots: int) -> bool:
    """Many live games at a steady rate; perhaps with bots that search without pause."""
    limit = 100 if bots else 50
    with served(folder, "--bot-pace", "0") as server:
        async with client() as http:
            matches = await gathered(server.address, http, games)
            thinking = [asyncio.create_task(bots_without_end(server.address, http)) for _ in range(bots)]
            figures = Figures()
            await asyncio.sleep(2)
            dice = random.Random(1)
            playing = [asyncio.create_task(match.play_on(figures, lambda: dice.expovariate(rate / games))) for match in matches]
            await asyncio.sleep(seconds)
            moves, memory = len(figures.acknowledged), server.megabytes()
            for task in [*playing, *thinking]:
                task.cancel()
            failed = [task for task in playing if task.done() and not task.cancelled() and task.exception()]
            await asyncio.gather(*playing, *thinking, return_exceptions=True)
            await asyncio.gather(*(match.close() for match in matches))
    print(f"    {games} games, {2 * games} sockets, {moves / seconds:.0f} moves/s for {seconds:.0f} s, {bots} bots searching")
    acknowledged, seen = quantile(figures.acknowledged, 0.99), quantile(figures.seen, 0.99)
    print(f"    acknowledged p50 {quantile(figures.acknowledged, 0.5):.1f} ms, seen p50 {quantile(figures.seen, 0.5):.1f} ms")
    kept = report(bar, "p99 until a move is acknowledged, ms", f"{acknowledged:.1f}", str(limit), acknowledged <= limit)
    if not bots:
        kept &= report(bar, "p99 until the opponent sees it, ms", f"{seen:.1f}", "80", seen <= 80)
        kept &= report(bar, "memory of the server, MB", f"{memory:.0f}", "250", memory <= 250)
    wrong = len(figures.errors) + len(failed)
    return report(bar, "errors", str(wrong), "0", wrong == 0) and kept


async def gathered(address: str, http: httpx.AsyncClient, games: int) -> list[Match]:
    """So many tables with two people each."""
    at_once = asyncio.Semaphore(20)

    async def one(seed: int) -> Match:
        async with at_once:
            return await Match.begin(address, http, seed)

    return list(await asyncio.gather(*(one(seed) for seed in range(games))))


async def bots_without_end(address: str, http: httpx.AsyncClient) -> None:
    """The strongest bots play each other, game after game."""
    person = await Person(address, http).arrive()
    while True:
        seats = [{"who": "bot", "level": "court"}] * 2
        table = await person.ask("POST", "/api/tables", {"game": "azul", "seats": seats})
        tab = await person.sit(table["id"])
        while not tab.over:
            await tab.hear()
        await tab.close()


# R4


async def saturation_test(folder: Path, games: int, seconds: float) -> bool:
    """As many moves as the server takes."""
    with served(folder) as server:
        async with client() as http:
            matches = await gathered(server.address, http, games)
            figures = Figures()
            began = time.perf_counter()
            playing = [asyncio.create_task(match.play_on(figures)) for match in matches]
            await asyncio.wait(playing, timeout=seconds)
            took = time.perf_counter() - began
            moves = len(figures.acknowledged)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            await asyncio.gather(*(match.close() for match in matches))
    rate = moves / took
    print(f"    {games} games, {moves} moves in {took:.1f} s, p50 {quantile(figures.acknowledged, 0.5):.0f} ms")
    return report("R4", "durable moves a second", f"{rate:.0f}", "1000", rate >= 1000)


def main() -> int:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bars", nargs="*", default=["R1", "R2", "R3", "R4", "R6"], help="which bars (all)")
    parser.add_argument("--kills", type=int, default=20, help="R1: how often the server is killed")
    parser.add_argument("--seconds", type=float, default=30.0, help="R3, R6: how long moves are measured")
    parser.add_argument("--games", type=int, default=1000, help="R3, R6: live games")
    parser.add_argument("--rate", type=float, default=100.0, help="R3, R6: moves a second")
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    tests = {
        "R1": lambda folder: crash_test(folder, wish.kills, wish.seed),
        "R2": restart_test,
        "R3": lambda folder: live_test(folder, "R3", wish.games, wish.rate, wish.seconds, 0),
        "R4": lambda folder: saturation_test(folder, 300, 12.0),
        "R6": lambda folder: live_test(folder, "R6", wish.games, wish.rate, wish.seconds, 2),
    }
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; SQLite {sqlite3.sqlite_version}")
    kept = True
    for bar in wish.bars:
        with tempfile.TemporaryDirectory(prefix="tessela-bench-") as folder:
            kept &= asyncio.run(tests[bar](Path(folder)))
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
