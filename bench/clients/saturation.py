"""R4: as many durable moves a second as the server takes."""

import asyncio
import time
from pathlib import Path

from bench.clients.figures import Wish, at_least, note, quantile
from bench.clients.live import gathered
from bench.clients.process import client, served
from bench.crowd import Figures

GAMES, SECONDS = 300, 12.0
MOVES_A_SECOND = 2500


async def measure(folder: Path, wish: Wish) -> bool:
    """Everybody moves as soon as they may."""
    figures = Figures()
    with served(folder, "--no-limits") as server:
        async with client() as http:
            matches = await gathered(server.address, http, GAMES)
            began, before, mine = time.perf_counter(), server.processor_seconds(), time.process_time()
            playing = [asyncio.create_task(match.play_on(figures)) for match in matches]
            await asyncio.wait(playing, timeout=SECONDS)
            took, used = time.perf_counter() - began, server.processor_seconds() - before
            mine = time.process_time() - mine
            moves = len(figures.acknowledged)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            await asyncio.gather(*(match.close() for match in matches))
    note(f"{GAMES} games, {moves} moves in {took:.1f} s, p50 {quantile(figures.acknowledged, 0.5):.0f} ms")
    used, mine = 1000 * used / max(1, moves), 1000 * mine / max(1, moves)
    note(f"a move: {used:.3f} ms of the server's processor, {mine:.3f} of this client's")
    return at_least("R4", "durable moves a second", moves / took, MOVES_A_SECOND)
