"""R19: servers are restarted one after the other under live games; nobody is refused anything, everybody is back soon."""

import asyncio
import random
from functools import partial
from pathlib import Path
from time import perf_counter, process_time

from bench.clients.cluster import Cluster, clustered
from bench.clients.faithful import RESTART, Account, Pair
from bench.clients.figures import Wish, at_most, note, quantile
from bench.clients.log import compare
from bench.clients.process import Server, client

BACK_WITHIN = 3.0  # seconds
GIVEN_UP = 60.0
PAUSE = 5.0  # between two moves of a game, on average
SEATS = [{"who": "me"}, {"who": "open"}]


async def measure(folder: Path, wish: Wish) -> bool:
    """All of them once."""
    account, dice = Account(), random.Random(wish.seed)
    async with clustered(folder, 2) as cluster, client() as http:
        at_once = asyncio.Semaphore(10)

        async def one(number: int) -> Pair:
            async with at_once:
                game = {"game": "duel" if number % 3 == 2 else "azul", "seats": SEATS}
                return await Pair.begin(account, http, [cluster.address] * 2, game, random.Random(number))

        pairs = await asyncio.gather(*(one(number) for number in range(wish.live)))
        playing = [asyncio.create_task(pair.play_on(partial(dice.expovariate, 1 / PAUSE))) for pair in pairs]
        await asyncio.sleep(2)
        for server in cluster.servers:
            await _restart(cluster, server, pairs)
        gone = _gone(pairs)
        broken = [task for task in playing if task.done() and task.exception()]
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        lost, gaps, doubled = compare(cluster.store, pairs)
        complaints = cluster.complaints()
        await asyncio.gather(*(pair.close() for pair in pairs))
    for line in complaints[:3]:
        note(line[:300])
    note(f"{wish.live} games, {len(account.acknowledged)} moves, p99 {quantile(account.acknowledged, 0.99):.0f} ms")
    note(f"{len(account.away)} connections came back, half of them within {quantile(account.away, 0.5):.0f} ms")
    kept = at_most("R19", "seconds until the last client is back", max(account.away, default=float("nan")), BACK_WITHIN, 2)
    kept &= at_most("R19", "clients that are not back in the end", gone, 0)
    kept &= at_most("R19", "connections that ended otherwise than by 1012", len([c for c in account.codes if c != RESTART]), 0)
    kept &= at_most("R19", f"moves refused {sorted(set(account.refused)) or ''}", len(account.refused) + len(broken), 0)
    kept &= at_most("R19", "acknowledged moves lost, doubled, gaps", lost + gaps + doubled, 0)
    return at_most("R19", "errors in the logs of servers", len(complaints), 0) and kept


async def _restart(cluster: Cluster, server: Server, pairs: list[Pair]) -> None:
    """One of them, and wait until everybody is at another."""
    others = [other for other in cluster.servers if other is not server]
    began, before, mine = perf_counter(), sum(map(Server.processor_seconds, others)), process_time()
    connections = len(pairs[0].account.away)
    await cluster.restart_server(server)
    took = perf_counter() - began
    while _gone(pairs) and perf_counter() - began < GIVEN_UP:
        await asyncio.sleep(0.1)
    came = max(1, len(pairs[0].account.away) - connections)
    used = 1000 * (sum(map(Server.processor_seconds, others)) - before) / came
    note(f"restarted within {took:.1f} s; each of {came} who came took {used:.1f} ms of the processor where they came, with all "
         f"that was played meanwhile, and {1000 * (process_time() - mine) / came:.1f} ms of this client's")  # fmt: skip
    await asyncio.sleep(2)


def _gone(pairs: list[Pair]) -> int:
    return sum(not seat.is_here for pair in pairs for seat in pair.seats)
