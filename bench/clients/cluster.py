"""Servers of one PostgreSQL and one Redis, each of which can be killed and started again, behind a proxy."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator
from pathlib import Path

from tests.databases import Postgres, Redis, running

from bench.clients.balancer import Balancer
from bench.clients.process import Server, Worker


class Cluster:
    """What runs, and how to reach it."""

    def __init__(self, postgres: Postgres, redis: Redis, proxy: Balancer, folder: Path, options: tuple[str, ...]):
        self.postgres, self.redis, self.proxy = postgres, redis, proxy
        self.store = postgres.new()
        self.servers: list[Server] = []
        self.workers: list[Worker] = []
        self._folder = folder
        self._options = ("--store", self.store, "--bus", redis.address, "--origin", proxy.address, *options)

    @property
    def address(self) -> str:
        """Where people come."""
        return self.proxy.address

    async def add_server(self) -> Server:
        """One more."""
        server = Server(self._folder / f"server-{len(self.servers)}", "--no-limits", *self._options)
        await asyncio.to_thread(server.start)
        self.servers.append(server)
        self.proxy.servers.append(server.address)
        return server

    async def add_worker(self) -> None:
        """A worker for them all."""
        worker = Worker(self._folder / f"worker-{len(self.workers)}", self.store)
        await asyncio.to_thread(worker.start)
        self.workers.append(worker)

    async def kill_worker(self, worker: Worker) -> None:
        """Kill one with all it has started, and start it again."""
        worker.end(signal.SIGKILL)
        await asyncio.to_thread(worker.start)

    async def kill_server(self, server: Server) -> None:
        """Kill one with all it has started, and start it again at its port."""
        port = server.port
        server.end(signal.SIGKILL)
        await asyncio.to_thread(server.start, port)

    async def restart_server(self, server: Server) -> None:
        """Ask one to leave, and start it again once it has."""
        port = server.port
        await asyncio.to_thread(server.end)
        await asyncio.to_thread(server.start, port)

    async def kill_database(self, database: Postgres | Redis) -> None:
        """Kill one without a word, and start it again."""
        how = signal.SIGQUIT if isinstance(database, Postgres) else signal.SIGKILL  # SIGQUIT: at once, and its children too
        await asyncio.to_thread(database.kill, how)
        await asyncio.to_thread(database.start)

    def complaints(self) -> list[str]:
        """Errors in the logs of all servers and workers."""
        lines = [line for one in [*self.servers, *self.workers] for line in one.log.read_text().splitlines()]
        return [line for line in lines if '"level": "error"' in line]


@contextlib.asynccontextmanager
async def clustered(folder: Path, servers: int, *options: str, settings: tuple[str, ...] = ()) -> AsyncIterator[Cluster]:
    """So many servers for the time of a measurement; PostgreSQL flushes what it commits."""
    folder.mkdir(parents=True, exist_ok=True)
    with running(Postgres(*settings)) as postgres, running(Redis()) as redis:
        proxy = Balancer()
        await proxy.begin()
        cluster = Cluster(postgres, redis, proxy, folder, options)
        try:
            for _ in range(servers):
                await cluster.add_server()
            yield cluster
        finally:
            await proxy.end()
            for server in [*cluster.servers, *cluster.workers]:
                await asyncio.to_thread(server.end, signal.SIGKILL)
