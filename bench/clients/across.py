"""R4, R5b, R7 over several servers: how much they store together, how soon one sees what happens at another, exactly once."""

import asyncio
import random
from functools import partial
from pathlib import Path

from bench.clients import exactly_once as once
from bench.clients.cluster import clustered
from bench.clients.faithful import Account, Pair
from bench.clients.figures import Wish, at_least, at_most, note, quantile
from bench.clients.process import client
from bench.clients.proxy import bad_line
from bench.clients.saturation import saturate

STORED = {1: 1500.0, 2: 2400.0}  # durable moves a second, by servers
SEEN = 100.0  # milliseconds until the one at the other server sees a move, 99 of 100
CUTS = 0.02  # of all frames end their connection
OPEN = [{"who": "me"}, {"who": "open"}]


async def saturated(folder: Path, wish: Wish) -> bool:
    """Everybody moves as soon as they may, at one server and then at two."""
    kept = True
    for servers, least in STORED.items():
        async with clustered(folder / f"{servers}", servers) as cluster:
            moves = await saturate(cluster.servers)
        kept &= at_least("R4", f"durable moves a second on PostgreSQL, {servers} server{'s' * (servers > 1)}", moves, least)
    return kept


async def seen(folder: Path, wish: Wish) -> bool:
    """At every table one comes by one server and one by the other."""
    account, dice = Account(), random.Random(wish.seed)
    async with clustered(folder, 2) as cluster, client() as http:
        ways, at_once = [server.address for server in cluster.servers], asyncio.Semaphore(20)

        async def one(number: int) -> Pair:
            async with at_once:
                there = ways if number % 2 else ways[::-1]
                return await Pair.begin(account, http, there, {"game": "azul", "seats": OPEN}, random.Random(number))

        pairs = await asyncio.gather(*(one(number) for number in range(wish.games)))
        playing = [asyncio.create_task(pair.play_on(partial(dice.expovariate, wish.rate / wish.games))) for pair in pairs]
        await asyncio.sleep(wish.seconds)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await asyncio.gather(*(pair.close() for pair in pairs))
    note(f"{wish.games} games, {len(account.seen) / wish.seconds:.0f} moves/s; seen p50 {quantile(account.seen, 0.5):.1f} ms")
    kept = at_most("R5b", "p99 until a move is seen at the other server, ms", quantile(account.seen, 0.99), SEEN, 1)
    return at_most("R5b", "moves refused", len(account.refused), 0) and kept


async def exactly_once(folder: Path, wish: Wish) -> bool:
    """Over a bad line that cuts people off, who come back to either server."""
    kept = True
    async with clustered(folder, 2) as cluster:
        servers = [server.address for server in cluster.servers]
        for game in ("azul", "duel"):
            tally = once.Tally()
            async with bad_line(servers, wish.seed, once.SHARE, CUTS) as line:
                await once.play(servers[0], line.address, game, wish, tally)
            kept &= once.judged(game, line, tally, cluster.store)
    return kept
