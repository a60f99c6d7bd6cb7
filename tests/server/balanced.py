"""A proxy before several servers, for tests that wait themselves: it lives in a thread."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from bench.clients.balancer import Balancer

from tests.databases import Postgres, Redis, needed, running
from tests.patience import PATIENCE, patiently
from tests.server.conftest import Server


class Behind(NamedTuple):
    """Servers behind a proxy."""

    address: str
    servers: list[Server]

    def restarted(self, server: Server) -> Iterator[None]:
        """Ask a server to end, and start it again once it has; until then whoever iterates goes on."""
        process, port = server.process, server.port
        assert process is not None
        process.terminate()
        for _ in patiently():
            yield
            if process.poll() is not None:
                break
        assert process.returncode == 0
        with process:
            server.start(port)


@contextmanager
def behind_a_proxy(folder: Path, *options: str) -> Iterator[Behind]:
    """Two servers of one store."""
    needed("postgres", "redis-server")
    with ExitStack() as stack:
        cluster, redis = stack.enter_context(running(Postgres("fsync=off"))), stack.enter_context(running(Redis()))
        proxy = stack.enter_context(balanced())
        common = ("--store", cluster.new(), "--bus", redis.address, "--origin", proxy.address, *options)
        servers = [Server(folder / name, *common) for name in ("first", "second")]
        for server in servers:
            stack.callback(server.kill)
            server.start()
        proxy.servers[:] = [server.address for server in servers]
        yield Behind(proxy.address, servers)


@contextmanager
def balanced() -> Iterator[Balancer]:
    """A proxy for as long as it is needed."""
    proxy, loop = Balancer(), asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        asyncio.run_coroutine_threadsafe(proxy.begin(), loop).result(PATIENCE)
        yield proxy
        asyncio.run_coroutine_threadsafe(proxy.end(), loop).result()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
