"""What this machine can do at best: commits of its disk, messages of a server that only echoes them."""

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

from bench.clients.figures import Wish, note

SECONDS = 2.0
SOCKETS = 100
SIZE = 1200  # letters, about as many as a frame about a move has


async def measure(folder: Path, wish: Wish) -> bool:
    """Print them."""
    folder.mkdir(parents=True, exist_ok=True)
    one, many = commits_a_second(folder, 1), commits_a_second(folder, 50)
    note(f"this machine: {one:.0f} commits/s of one event, {50 * many:.0f} events/s in fifties (SQLite, WAL, synchronous FULL)")
    note(f"this machine: {await echoes_a_second():.0f} messages/s there and back through a bare echo server and this client")
    return True


def commits_a_second(folder: Path, events: int) -> float:
    """How many transactions of some events each SQLite commits, flushed to disk."""
    file = folder / f"limit{events}.db"
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE event (number INTEGER, version INTEGER, payload BLOB, UNIQUE (number, version))")
        made, began = 0, time.perf_counter()
        while time.perf_counter() - began < SECONDS:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("INSERT INTO event VALUES (?, ?, ?)", [(made, i, b"x" * 60) for i in range(events)])
            connection.execute("COMMIT")
            made += 1
        return made / (time.perf_counter() - began)


async def echoes_a_second() -> float:
    """How many messages our kind of server echoes, all that it does."""
    with subprocess.Popen([sys.executable, "-m", "bench.clients.echo"], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            return await _echoed(address)
        finally:
            process.terminate()


async def _echoed(address: str) -> float:
    numbers = [0]
    message = "x" * SIZE

    async def ask(socket: ClientConnection) -> None:
        while True:
            await socket.send(message)
            await socket.recv(decode=False)
            numbers[0] += 1

    async with contextlib.AsyncExitStack() as stack:
        sockets = [
            await stack.enter_async_context(connect(address, compression=None, proxy=None, ping_interval=None))
            for _ in range(SOCKETS)
        ]
        tasks = [asyncio.create_task(ask(socket)) for socket in sockets]
        began = time.perf_counter()
        await asyncio.sleep(SECONDS)
        took, made = time.perf_counter() - began, numbers[0]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return made / took
