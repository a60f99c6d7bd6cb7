"""R4: as many durable moves a second as the servers take."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from bench.clients.figures import Wish, at_least, note, quantile
from bench.clients.live import gathered
from bench.clients.process import Server, client, served
from bench.crowd import Figures

GAMES, SECONDS = 300, 12.0
MOVES_A_SECOND = 2500


async def measure(folder: Path, wish: Wish) -> bool:
    """Everybody moves as soon as they may."""
    with served(folder, "--no-limits") as server:
        moves = await saturate([server])
    return at_least("R4", "durable moves a second", moves, MOVES_A_SECOND)


async def saturate(servers: Sequence[Server]) -> float:
    """Moves a second that all servers together take, each with its share of the games."""
    figures = Figures()
    async with client() as http:
        matches = [m for server in servers for m in await gathered(server.address, http, GAMES // len(servers))]
        began, before, mine = time.perf_counter(), _used(servers), time.process_time()
        playing = [asyncio.create_task(match.play_on(figures)) for match in matches]
        await asyncio.wait(playing, timeout=SECONDS)
        took, used, mine = time.perf_counter() - began, _used(servers) - before, time.process_time() - mine
        moves = len(figures.acknowledged)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await asyncio.gather(*(match.close() for match in matches))
    note(f"{GAMES} games, {moves} moves in {took:.1f} s, p50 {quantile(figures.acknowledged, 0.5):.0f} ms")
    used, mine = 1000 * used / max(1, moves), 1000 * mine / max(1, moves)
    note(f"a move: {used:.3f} ms of the servers' processor, {mine:.3f} of this client's")
    return moves / took


def _used(servers: Sequence[Server]) -> float:
    return sum(server.processor_seconds() for server in servers)
