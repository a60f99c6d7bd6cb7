"""R3: many live games at a steady rate. R6: the same while bots search without pause."""

import asyncio
import contextlib
import multiprocessing
import random
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import httpx

from bench.clients.figures import Measure, Wish, at_most, note, quantile
from bench.clients.process import Server, client, served
from bench.crowd import Figures, Match, Person

IDLE, BESIDE_LOOPS, BESIDE_BOTS = 10.0, 50.0, 25.0  # milliseconds until a move is acknowledged, 99 of 100
MEMORY = 200.0  # megabytes


async def measure(folder: Path, wish: Wish, bar: str, bots: int, loops: int) -> bool:
    """Play at a rate beside some bots that search, or some processes that only burn the processor."""
    figures = Figures()
    with served(folder, "--no-limits", "--bot-pace", "0") as server:
        async with client() as http, _gathered(server.address, http, wish.games) as matches, _busy(loops):
            thinking = [asyncio.create_task(bots_without_end(server.address, http)) for _ in range(bots)]
            await asyncio.sleep(2)
            used, failed = await _play(server, matches, figures, wish)
            for task in thinking:
                task.cancel()
            await asyncio.gather(*thinking, return_exceptions=True)
            memory = server.megabytes()
    moves = len(figures.acknowledged)
    note(f"{wish.games} games, {2 * wish.games} sockets, {bots} bots searching, {loops} busy loops")
    each = 1000 * used / max(1, moves)
    note(f"{moves / wish.seconds:.0f} moves/s for {wish.seconds:.0f} s, {each:.2f} ms of the server's processor a move")
    told, seen = figures.acknowledged, figures.seen
    note(f"acknowledged p50 {quantile(told, 0.5):.1f} ms; seen p50 {quantile(seen, 0.5):.1f}, p99 {quantile(seen, 0.99):.1f} ms")
    limit = BESIDE_BOTS if bots else BESIDE_LOOPS if loops else IDLE
    kept = at_most(bar, "p99 until a move is acknowledged, ms", quantile(figures.acknowledged, 0.99), limit, 1)
    if not bots:
        kept &= at_most(bar, "memory of the server, MB", memory, MEMORY)
    return at_most(bar, "errors", len(figures.errors) + failed, 0) and kept


IDLY: Measure = partial(measure, bar="R3", bots=0, loops=0)
BESIDE_BUSY_LOOPS: Measure = partial(measure, bar="R3b", bots=0, loops=2)
BESIDE_SEARCHES: Measure = partial(measure, bar="R6", bots=2, loops=0)


async def _play(server: Server, matches: list[Match], figures: Figures, wish: Wish) -> tuple[float, int]:
    """Play for a while; the processor time that the server used, and how many games broke off."""
    dice, before = random.Random(wish.seed), server.processor_seconds()
    pause = partial(dice.expovariate, wish.rate / wish.games)
    playing = [asyncio.create_task(match.play_on(figures, pause)) for match in matches]
    await asyncio.sleep(wish.seconds)
    used = server.processor_seconds() - before
    failed = [task for task in playing if task.done() and not task.cancelled() and task.exception()]
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return used, len(failed)


@contextlib.asynccontextmanager
async def _gathered(address: str, http: httpx.AsyncClient, games: int) -> AsyncIterator[list[Match]]:
    matches = await gathered(address, http, games)
    try:
        yield matches
    finally:
        await asyncio.gather(*(match.close() for match in matches))


async def gathered(address: str, http: httpx.AsyncClient, games: int) -> list[Match]:
    """So many tables with two people each."""
    at_once = asyncio.Semaphore(20)

    async def one(seed: int) -> Match:
        async with at_once:
            return await Match.begin(address, http, seed)

    return list(await asyncio.gather(*(one(seed) for seed in range(games))))


@contextlib.asynccontextmanager
async def _busy(loops: int) -> AsyncIterator[None]:
    """Processes that only burn the processor."""
    burning = [multiprocessing.get_context("spawn").Process(target=_burn, daemon=True) for _ in range(loops)]
    for process in burning:
        process.start()
    try:
        yield
    finally:
        for process in burning:
            process.terminate()
            process.join()


def _burn() -> None:
    while True:
        pass


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
