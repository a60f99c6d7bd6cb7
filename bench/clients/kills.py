"""R1: the server and all its processes are killed while people play; every acknowledged move must be there afterwards."""

import asyncio
import random
import signal
from pathlib import Path

from bench.clients.figures import Wish, at_most, note, report
from bench.clients.log import compare, is_sound
from bench.clients.process import Server, client
from bench.crowd import Figures, Match

GAMES = 30


async def measure(folder: Path, wish: Wish) -> bool:
    """Kill it at random times."""
    dice, figures = random.Random(wish.seed), Figures()
    server = Server(folder, "--no-limits")
    server.start()
    matches: list[Match] = []
    lost = gaps = doubled = 0
    sound, slowest = True, 0.0
    try:
        for _ in range(wish.kills):
            matches = await _play_until_killed(server, matches, figures, dice)
            sound = sound and is_sound(folder)
            found = compare(folder, matches)
            lost, gaps, doubled = lost + found[0], gaps + found[1], doubled + found[2]
            slowest = max(slowest, server.start())
    finally:
        server.end()
    note(f"{wish.kills} kills, {len(figures.acknowledged)} acknowledged moves, slowest start {slowest:.1f} s")
    kept = at_most("R1", f"acknowledged moves lost in {wish.kills} kills of the process group", lost, 0)
    kept &= at_most("R1", "logs with gaps", gaps, 0)
    kept &= at_most("R1", "moves stored twice", doubled, 0)
    kept &= report("R1", "integrity of the database", "ok" if sound else "broken", "ok", sound)
    return at_most("R1", "frames refused", len(figures.errors), 0) and kept


async def _play_until_killed(server: Server, matches: list[Match], figures: Figures, dice: random.Random) -> list[Match]:
    """The matches that go on, with new ones for those that ended, played until the server dies."""
    async with client() as http:
        for match in matches:
            for person in match.people:
                person.address, person.http = server.address, http
            await match.resume()
        matches = [match for match in matches if not match.over]
        while len(matches) < GAMES:
            game = "duel" if len(matches) % 3 == 2 else "azul"
            matches.append(await Match.begin(server.address, http, dice.getrandbits(32), game))
        games = [asyncio.create_task(match.play_on(figures)) for match in matches]
        await asyncio.sleep(dice.uniform(0.2, 1.5))
        server.end(signal.SIGKILL)
        await asyncio.gather(*games)
        for match in matches:
            await match.close()
    return matches
