"""R5: a server, a worker, Redis or PostgreSQL dies while people play, again and again; every client is right soon after."""

import asyncio
import contextlib
import os
import random
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx

from bench.clients.cluster import Cluster, clustered
from bench.clients.faithful import Account, Pair
from bench.clients.figures import Wish, at_most, note, quantile
from bench.clients.log import compare
from bench.clients.process import Server, client
from bench.crowd import Told

PAIRS = 16  # tables with people, one in two with a clock
ALONE = 4  # tables of somebody against a bot
PAUSE = 0.4  # seconds between two moves of a table
RIGHT_WITHIN, CLOCK_WRONG = 10.0, 1.0  # seconds
GIVEN_UP = 60.0
OPEN = [{"who": "me"}, {"who": "open"}]
CLOCK = {"pace": "live", "seconds": 3600}
Disaster = Callable[[Cluster, random.Random], Awaitable[object]]


async def kill_server(cluster: Cluster, dice: random.Random) -> None:
    """The server process that most people use, with all it has started."""
    await cluster.kill_server(max(cluster.servers, key=Server.descriptors))


async def kill_worker(cluster: Cluster, dice: random.Random) -> None:
    """A worker elsewhere, or the processes of a server in which bots think."""
    if dice.random() < 0.5:
        await cluster.kill_worker(dice.choice(cluster.workers))
        return
    for worker in dice.choice(cluster.servers).children():
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)


async def kill_redis(cluster: Cluster, dice: random.Random) -> None:
    """The doorbell."""
    await cluster.kill_database(cluster.redis)


async def kill_postgres(cluster: Cluster, dice: random.Random) -> None:
    """The database, which recovers from its log."""
    await cluster.kill_database(cluster.postgres)


DISASTERS: dict[str, Disaster] = {
    "server": kill_server, "worker": kill_worker, "Redis": kill_redis, "PostgreSQL": kill_postgres,
}  # fmt: skip


class Clockwatch:
    """What a clock shows beside the time that has passed since its game began."""

    def __init__(self, account: Account):
        self._account = account
        self._first: tuple[float, int] | None = None

    def __call__(self, told: Told) -> None:
        """A frame came."""
        if not told.clocks or told.version < 1 or told.ending is not None:
            return
        now, left = perf_counter(), sum(told.clocks)
        self._first = self._first or (now, left)
        drift = (self._first[1] - left) / 1000 - (now - self._first[0])
        self._account.drift = max(self._account.drift, abs(drift))


class Crowd:
    """Tables where people play on through everything; a game that is over is followed by another."""

    def __init__(self, cluster: Cluster, http: httpx.AsyncClient, seed: int):
        self.account, self.past = Account(), []  # type: Account, list[Pair]
        self._cluster, self._http, self._seed = cluster, http, seed
        self.pairs: dict[int, Pair] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Everybody sits down."""
        self._tasks = [asyncio.create_task(self._place(place)) for place in range(PAIRS + ALONE)]
        self._tasks.append(asyncio.create_task(self._witness()))
        while len(self.pairs) < PAIRS + ALONE:
            await asyncio.sleep(0.1)
            self._check()

    def _check(self) -> None:
        for task in self._tasks:
            if task.done():
                task.result()

    async def _place(self, place: int) -> None:
        dice = random.Random(self._seed + place)
        while True:
            pair = self.pairs[place] = await self._seated(place, dice)
            await pair.play_on(lambda: dice.uniform(PAUSE / 2, 2 * PAUSE))
            self.past.append(pair)
            await pair.close()

    async def _seated(self, place: int, dice: random.Random) -> Pair:
        if place >= PAIRS:
            seats = [{"who": "me"}, {"who": "bot", "level": "mason"}]
            return await self._pair({"game": ("azul", "duel")[place % 2], "seats": seats}, 1, dice)
        clocked = {"clock": CLOCK} if place % 2 else {}
        return await self._pair({"game": "duel" if place % 4 > 1 else "azul", "seats": OPEN, **clocked}, 2, dice)

    async def _pair(self, wish: dict[str, Any], people: int, dice: random.Random) -> Pair:
        pair = await Pair.begin(self.account, self._http, [self._cluster.address] * people, wish, dice)
        for seat in pair.seats:
            seat.on_frame = Clockwatch(self.account)
        return pair

    async def _witness(self) -> None:
        """A game whose clock runs through everything: after its first moves nobody decides any more."""
        dice = random.Random(self._seed)
        pair = await self._pair({"game": "azul", "seats": [{"who": "me"}, {"who": "here"}], "clock": CLOCK}, 1, dice)
        self.past.append(pair)
        for _ in range(2):
            await pair.move()
        while True:
            await asyncio.sleep(1)
            await pair.seats[0].say({"kind": "hello"})

    async def right_after(self, at: float) -> float:
        """Seconds from a time until at every table a move that was sent since then has been seen by all."""
        while perf_counter() - at < GIVEN_UP:
            self._check()
            late = [pair for pair in self.pairs.values() if pair.last_begun < at]
            if not late:
                return max(pair.last_done for pair in self.pairs.values()) - at
            await asyncio.sleep(0.02)
        for pair in late:
            note(f"table {pair.table} stands: {[(seat.version, seat.is_here, bool(seat.legal)) for seat in pair.seats]}")
        return float("inf")

    @property
    def tables(self) -> list[Pair]:
        """All at which somebody sat."""
        return list({pair.table: pair for pair in [*self.pairs.values(), *self.past]}.values())

    async def end(self) -> None:
        """Everybody leaves."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(pair.close() for pair in self.tables))


async def through(cluster: Cluster, times: int, seed: int) -> tuple[Crowd, dict[str, list[float]], dict[str, list[float]]]:
    """So many disasters of each kind in random order; how long it took after each until all were right, and until what had died
    ran again."""
    dice = random.Random(seed)
    order = [kind for kind in DISASTERS for _ in range(times)]
    dice.shuffle(order)
    waits: dict[str, list[float]] = {kind: [] for kind in DISASTERS}
    starts: dict[str, list[float]] = {kind: [] for kind in DISASTERS}

    async def befall(kind: str, began: float) -> None:
        await DISASTERS[kind](cluster, dice)
        starts[kind].append(perf_counter() - began)

    async with client() as http:
        crowd = Crowd(cluster, http, seed)
        await crowd.begin()
        try:
            await crowd.right_after(perf_counter())
            for kind in order:
                await asyncio.sleep(dice.uniform(0.2, 1.5))
                began = perf_counter()
                again = asyncio.create_task(befall(kind, began))
                waits[kind].append(await crowd.right_after(began))
                await again
        finally:
            await crowd.end()
    return crowd, waits, starts


async def measure(folder: Path, wish: Wish) -> bool:
    """All disasters, so many times each."""
    async with clustered(folder, 2, "--bot-pace", "0") as cluster:
        await cluster.add_worker()
        crowd, waits, starts = await through(cluster, wish.disasters, wish.seed)
        lost, gaps, doubled = compare(cluster.store, crowd.tables)
        complaints = cluster.complaints()
        ended = sum(one.process is None or one.process.poll() is not None for one in [*cluster.servers, *cluster.workers])
    account = crowd.account
    note(f"{len(account.acknowledged)} moves at {PAIRS} tables of two, {ALONE} against bots; {len(account.codes)} lines lost")
    note(f"moves that were made again: { {reason: account.refused.count(reason) for reason in sorted(set(account.refused))} }")
    for line in complaints[:5]:
        note(line[:300])
    kept = True
    for kind, seconds in waits.items():
        half, start = quantile(seconds, 0.5) / 1000, max(starts[kind])
        note(f"{kind}: half of the times all are right after {half:.1f} s; what died runs again after {start:.1f} s at most")
        kept &= at_most("R5", f"{kind} dies {len(seconds)} times: seconds until all are right", max(seconds), RIGHT_WITHIN, 1)
    kept &= at_most("R5", "servers and workers that ended by themselves", ended, 0)
    kept &= at_most("R5", "acknowledged moves lost", lost, 0)
    kept &= at_most("R5", "logs with gaps, moves doubled", gaps + doubled, 0)
    return at_most("R5", "seconds by which a clock was wrong", account.drift, CLOCK_WRONG, 2) and kept
