"""Running a worker: a machine that thinks for servers elsewhere."""

import asyncio
import signal
from dataclasses import dataclass

from tessela.cli.serve import ServeError, get_kernels_ready, loop_factory, when_told
from tessela.extras import require
from tessela.game.errors import OptionError
from tessela.system import cores

NICENESS = 5


@dataclass(frozen=True, slots=True)
class WorkerWish:
    """What was asked for on the command line."""

    store: str | None
    processes: int | None
    drain: float


def work(wish: WorkerWish) -> int:
    """Work until told to stop; the exit code."""
    require("web", "worker")
    address = checked(wish.store)
    require("scale", "worker --store postgresql://…")
    from tessela.server.logs import set_up_logs
    from tessela.server.workshop import WorkshopError, check

    check(address)
    set_up_logs()
    get_kernels_ready("tessela", "the rules and the bots")
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            return runner.run(run(address, wish.processes or cores(), wish.drain))
    except WorkshopError as error:
        raise ServeError(str(error)) from None


def checked(store: str | None) -> str:
    """The address of a database."""
    from tessela.server.stores import SCHEMES

    if store is None:
        raise OptionError("a worker needs the store of its servers: --store postgresql://USER@HOST/DATABASE")
    if not store.startswith(SCHEMES):
        raise OptionError(f"workers need a store that servers share, postgresql://USER@HOST/DATABASE, not {store!r}")
    return store


async def run(address: str, processes: int, drain: float) -> int:
    """Take errands until told to stop: by SIGTERM to finish what was begun within some seconds, by Ctrl-C or a second time at
    once."""
    from tessela.server.workers import ProcessWorker
    from tessela.server.workshop import Workshop

    shop = Workshop(address, [ProcessWorker(NICENESS) for _ in range(processes)])
    at_once = asyncio.Event()

    def told(asked: int, frame: object) -> None:
        if asked == signal.SIGINT or shop.ending:
            at_once.set()
        shop.end()

    when_told(signal.SIGINT, told)
    when_told(signal.SIGTERM, told)
    try:
        await shop.get_ready()
        print(f"Tessela works, with {processes} {'process' if processes == 1 else 'processes'}.", flush=True)
        await shop.work()
        await shop.finish(drain, at_once)
    finally:
        await shop.close()
    return 0
