"""R16: a disk that is full, read-only or slow: refused clearly, nothing lost, and once it is well everything goes on."""

import asyncio
import contextlib
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import httpx

from bench.clients.figures import Wish, at_most, note, quantile
from bench.clients.log import compare
from bench.clients.process import Server, client, served
from bench.clients.troubled import SLOW_SECONDS, note_in
from bench.crowd import Figures, Match, Person, Tab

TROUBLES = ("full", "read-only", "slow")
GAMES = 10
CLOCK = {"pace": "live", "seconds": 10}  # the shortest there is: it runs out while the disk is in trouble
TROUBLE_SECONDS = 15.0
WELL_AGAIN = 30.0  # seconds at most until everything goes on
PROGRAM = (sys.executable, "-m", "bench.clients.troubled")
UNLIMITED = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)


@dataclass
class After:
    """How it went."""

    stored: int
    refused: list[str]
    lost: int  # acknowledged moves that are not in the log, gaps, doubles
    waits: dict[str, float]  # seconds until something went on
    in_trouble: list[float]  # seconds until moves were stored meanwhile
    healthy: int

    @property
    def wrongly_refused(self) -> list[str]:
        """The reasons that have nothing to do with the disk."""
        return [reason for reason in self.refused if reason != "not-stored"]


async def measure(folder: Path, wish: Wish) -> bool:
    """One trouble after the other, each on a server of its own."""
    kept = True
    for trouble in TROUBLES:
        with served(folder / trouble, "--no-limits", "--bot-pace", "0", settle=5.0, program=PROGRAM) as server:
            kept &= judged(trouble, await try_out(server, trouble))
    return kept


def judged(trouble: str, after: After) -> bool:
    """Print how it went."""
    note(f"{trouble}: {after.stored} moves stored, {len(after.refused)} refused: {sorted(set(after.refused))}")
    kept = at_most("R16", f"{trouble}: acknowledged moves lost, logs with gaps, moves doubled", after.lost, 0)
    kept &= at_most("R16", f"{trouble}: moves refused for another reason than the disk", len(after.wrongly_refused), 0)
    for what, wait in after.waits.items():
        kept &= at_most("R16", f"{trouble}: seconds until {what}", wait, WELL_AGAIN, 1)
    if trouble == "slow":
        flushes = quantile(after.in_trouble, 0.99) / 1000 / SLOW_SECONDS
        kept &= at_most("R16", "slow: p99 until a move is stored, flushes", flushes, 4, 1)
    return at_most("R16", f"{trouble}: afterwards /health answers", after.healthy, 200) and kept


def begin(trouble: str, server: Server) -> None:
    """Let a trouble begin; a disk is full where the system lets the server write nothing more."""
    if trouble == "full":
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    else:
        note_in(server.folder).write_text(trouble)


def end(server: Server) -> None:
    """Everything is well again."""
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, UNLIMITED)
    note_in(server.folder).unlink(missing_ok=True)


async def try_out(server: Server, trouble: str, seconds: float = TROUBLE_SECONDS) -> After:
    """People play, a clock runs, bots play: before, in and after a trouble."""
    figures = Figures()
    async with client() as http, contextlib.AsyncExitStack() as stack:
        matches = [await _seated(stack, server, http, seed) for seed in range(GAMES)]
        playing = [asyncio.create_task(keep_playing(match, figures, 0.05)) for match in matches]
        clocked = await _clocked(stack, server, http)
        bots = await _bots(stack, server, http)
        begin(trouble, server)
        try:
            await asyncio.sleep(0.5)
            before = len(figures.acknowledged)
            await asyncio.sleep(seconds)
            in_trouble = figures.acknowledged[before:]
        finally:
            end(server)
        versions, began = [match.tabs[0].version for match in matches], time.perf_counter()
        goals: dict[str, Callable[[], bool]] = {
            "games go on": lambda: all(m.tabs[0].version > v + 1 or m.over for m, v in zip(matches, versions, strict=True)),
            "the clock that ran out has ended its game": lambda: clocked.over,
            "bots go on to the end": lambda: bots.over,
        }
        waits = {what: await _waited(reached, began) for what, reached in goals.items()}
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        healthy = (await http.get(f"{server.address}/health")).status_code
    lost = sum(compare(server.folder, matches))
    return After(len(figures.acknowledged), figures.errors, lost, waits, in_trouble, healthy)


async def keep_playing(match: Match, figures: Figures, pause: float = 0.0) -> None:
    """Play on; what is not stored is tried again."""
    while not match.over:
        await asyncio.sleep(pause if await match.move(figures) else 0.2)


async def _seated(stack: contextlib.AsyncExitStack, server: Server, http: httpx.AsyncClient, seed: int) -> Match:
    match = await Match.begin(server.address, http, seed, "duel" if seed % 2 else "azul")
    return await stack.enter_async_context(match)


async def _clocked(stack: contextlib.AsyncExitStack, server: Server, http: httpx.AsyncClient) -> Tab:
    """A game whose clock has begun to run; nobody decides any more."""
    person = await Person(server.address, http).arrive()
    seats = [{"who": "me"}, {"who": "here"}]
    table = await person.ask("POST", "/api/tables", {"game": "azul", "seats": seats, "clock": CLOCK})
    tab = await _tab(stack, person, table["id"])
    for move_id in ("one", "two"):
        await tab.say({"kind": "play", "version": tab.version, "move": tab.legal[0], "id": move_id})
        await tab.until(lambda told, wanted=move_id: told.id == wanted)  # type: ignore[misc]
    _listen(stack, tab)
    return tab


async def _bots(stack: contextlib.AsyncExitStack, server: Server, http: httpx.AsyncClient) -> Tab:
    """A game between two bots."""
    person = await Person(server.address, http).arrive()
    table = await person.ask("POST", "/api/tables", {"game": "azul", "seats": [{"who": "bot", "level": "mason"}] * 2})
    tab = await _tab(stack, person, table["id"])
    _listen(stack, tab)
    return tab


async def _tab(stack: contextlib.AsyncExitStack, person: Person, table: str) -> Tab:
    tab = await person.sit(table)
    stack.push_async_callback(tab.close)
    return tab


def _listen(stack: contextlib.AsyncExitStack, tab: Tab) -> None:
    """Hear what is told at a table, beside everything else."""
    task = asyncio.create_task(tab.until(lambda told: False))
    stack.callback(task.cancel)


async def _waited(right: Callable[[], bool], began: float) -> float:
    """The seconds since a time until something was so; endless if it takes too long."""
    while time.perf_counter() - began < WELL_AGAIN:
        if right():
            return time.perf_counter() - began
        await asyncio.sleep(0.05)
    return time.perf_counter() - began if right() else float("inf")
