"""What it costs that servers share: `python -m bench.elsewhere`.

An errand to a worker on another machine (here: of another connection), there and back, against the same work in a thread of the
server; and the same over streams of Redis, which was the other way to do it. Then what is asked of a bound that servers share, by
telling each other, against asking Redis each time. A real PostgreSQL and a real Redis are started for it.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

from redis.asyncio import Redis as Client
from rich.console import Console
from rich.table import Table
from tests.databases import Postgres, Redis, running

from tessela.game import Game
from tessela.server import errands, players
from tessela.server.bus import LocalBus
from tessela.server.elsewhere import Elsewhere
from tessela.server.limits import Rate, Tallies
from tessela.server.metrics import Metrics
from tessela.server.postgres_store import PostgresStore
from tessela.server.service import Service
from tessela.server.workers import ThreadWorker
from tessela.server.workshop import Workshop

WARM, TIMES, ASKED, SECONDS = 50, 400, 100_000, 30.0
NOTICED = 20.0  # ms that an errand may take longer than at home: a bot takes its time, 600 ms at least
A_REQUEST = 20.0  # µs that a bound may cost a request, which takes some hundreds
GUESTS = [f"guest{number}" for number in range(1000)]
WORK = "random", 5, Game("duel", seed=3).view(0), 5.0  # as good as nothing: what is measured is the way
TAKE = "local n = redis.call('incr', KEYS[1]); if n == 1 then redis.call('expire', KEYS[1], 60) end; return n"


async def times_of(work: Callable[[], Awaitable[object]]) -> list[float]:
    """How long it takes again and again, once everything is warm, in milliseconds, in order."""
    for _ in range(WARM):
        await work()
    found = []
    for _ in range(TIMES):
        began = time.perf_counter()
        await work()
        found.append(1000 * (time.perf_counter() - began))
    return sorted(found)


async def over_postgres(address: str) -> list[float]:
    """An errand as it is."""
    PostgresStore(address)
    service = Service(ThreadWorker(), [ThreadWorker()], Metrics())
    elsewhere, shop = Elsewhere(address, "server", service, Metrics()), Workshop(address, [ThreadWorker()])
    elsewhere.begin()
    working = asyncio.create_task(shop.work())
    while not elsewhere.places:
        await asyncio.sleep(0.01)
    found = await times_of(lambda: elsewhere.do(players.think, WORK, SECONDS))
    shop.end()
    await working
    await shop.finish(0.0, asyncio.Event())
    await shop.close()
    await elsewhere.close()
    service.close()
    return found


async def over_streams(address: str) -> list[float]:
    """The same as it might be, without whatever follows when somebody dies."""
    async with AsyncExitStack() as stack:
        here, there = [await stack.enter_async_context(Client.from_url(address)) for _ in range(2)]
        await here.xgroup_create("errands", "workers", mkstream=True)
        thread, over = ThreadWorker(), asyncio.Event()

        async def work() -> None:
            while not over.is_set():
                for _, messages in await there.xreadgroup("workers", "one", {"errands": ">"}, count=1, block=1000):
                    for name, fields in messages:
                        errand, arguments = errands.read(errands.name_of(players.think), fields[b"arguments"])
                        result = errands.answer_of(await thread.do(errand, arguments, SECONDS))
                        await there.rpush("answers", result)
                        await there.xack("errands", "workers", name)

        async def ask() -> object:
            await here.xadd("errands", {"arguments": errands.written(WORK)})
            _, answer = await here.blpop("answers")
            return errands.result_of(players.think, answer)

        working = asyncio.create_task(work())
        found = await times_of(ask)
        over.set()
        await working
        thread.close()
        return found


async def at_home() -> list[float]:
    """The same work in a thread."""
    thread = ThreadWorker()
    found = await times_of(lambda: thread.do(players.think, WORK, SECONDS))
    thread.close()
    return found


def of_a_bound(told: bool) -> float:
    """What it costs to use something up, in microseconds; where it is told, a guest in ten is near the bound."""
    tallies, bus = Tallies(Rate(120, 60.0)), LocalBus()
    if told:
        bus.listen(lambda news: None)
        tallies.tell = lambda who, cost: bus.ring((who, cost))  # type: ignore[arg-type]
    began = time.perf_counter()
    for number in range(ASKED):
        tallies.spend(GUESTS[number % (100 if number % 10 else 1000)])
    return 1e6 * (time.perf_counter() - began) / ASKED


async def at_redis(address: str) -> float:
    """What it costs to ask Redis, which alone would be exact."""
    async with Client.from_url(address) as client:
        take = client.register_script(TAKE)
        await take(keys=["a"])
        return 1000 * (await times_of(lambda: take(keys=["a"])))[TIMES // 2]


def main() -> None:
    """Measure all of it."""
    with running(Postgres()) as cluster, running(Redis()) as redis:
        home, far = asyncio.run(at_home()), asyncio.run(over_postgres(cluster.new()))
        streams, asked = asyncio.run(over_streams(redis.address)), asyncio.run(at_redis(redis.address))
    alone, told = of_a_bound(False), of_a_bound(True)
    table = Table("an errand", "median", "99 %", "bar")
    for name, found in (("at home", home), ("over PostgreSQL", far), ("over streams of Redis", streams)):
        table.add_row(name, f"{found[TIMES // 2]:.2f} ms", f"{found[TIMES * 99 // 100]:.2f} ms", "")
    added = far[TIMES // 2] - home[TIMES // 2]
    table.add_row("longer elsewhere", f"{added:.2f} ms", "", f"{NOTICED:g} ms: {'met' if added <= NOTICED else 'missed'}")
    bounds = Table("a bound, each time it is asked", "", "bar")
    bounds.add_row("of one server", f"{alone:.2f} µs", "")
    bounds.add_row("told to the others", f"{told:.2f} µs", f"{A_REQUEST:g} µs: {'met' if told <= A_REQUEST else 'missed'}")
    bounds.add_row("at Redis", f"{asked:.0f} µs", "")
    Console().print(table, bounds)


if __name__ == "__main__":
    main()
