"""Errands in the database (`schema.py`): servers hand them in, workers take them, and both are rung for by PostgreSQL itself.

Nothing here has to outlive a crash of the database: whoever waits for an answer that is lost asks again.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, Final

import psycopg

from tessela.server.postgres import Plain, placed
from tessela.server.store import LEASE_SECONDS, StoreError

ERRANDS: Final = "tessela_errands"  # a channel: there is something to do
PEERS: Final = "tessela_peers"  # somebody has come or gone
ROUND_SECONDS: Final = 1.0  # between two looks, for rings that were lost
CONNECT_SECONDS: Final = 5
ASK_SECONDS: Final = 5.0  # after which a database that says nothing is taken for gone
# Whether it is still there is looked at after so many seconds, and milliseconds
ALIVE: Final = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 10_000}
_UNTIL = f"clock_timestamp() + INTERVAL '{LEASE_SECONDS} s'"
BEAT: Final = f"INSERT INTO peer VALUES (?, ?, ?, {_UNTIL}) ON CONFLICT (name) DO UPDATE SET until = excluded.until"
LEAVE: Final = "DELETE FROM peer WHERE name = ?"
RING: Final = "SELECT pg_notify(?, '')"


def answers_for(server: str) -> str:
    """The channel where a server hears that there are answers."""
    return f"tessela_{server}"


class Post:
    """Two connections: over one everything is asked, over the other one is told that there is something new."""

    def __init__(self, address: str, rung: Callable[[str], None], *channels: str):
        self._address = address
        self._rung = rung  # with the channel; every round as well, in case a ring was lost
        self._channels = channels
        self._asking: Any = None
        self._lock = asyncio.Lock()
        self._hearing: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Hear from now on, through whatever happens to the database."""
        self._hearing = asyncio.create_task(self._hear())

    async def ask(self, sql: str, *values: object) -> list[Any]:
        """The rows that a statement finds."""
        async with self._lock:
            try:
                async with asyncio.timeout(ASK_SECONDS):
                    return await self._answered(sql, values)
            except (psycopg.Error, OSError) as error:  # a TimeoutError is an OSError
                if isinstance(error, TimeoutError):
                    await self._hang_up()
                raise StoreError(f"the database does not answer: {' '.join(str(error).split()) or 'in time'}") from None

    async def _answered(self, sql: str, values: tuple[object, ...]) -> list[Any]:
        if self._asking is None or self._asking.closed:
            self._asking = await self._connected()
        cursor = await self._asking.execute(placed(sql), values)
        return await cursor.fetchall() if cursor.description else []

    async def close(self) -> None:
        """Hear and ask no more."""
        if self._hearing is not None:
            self._hearing.cancel()
            await asyncio.gather(self._hearing, return_exceptions=True)
        await self._hang_up()

    async def _hang_up(self) -> None:
        asking, self._asking = self._asking, None
        if asking is not None:
            await asking.close()

    async def _connected(self) -> Any:
        connect = psycopg.AsyncConnection.connect
        connection = await connect(self._address, autocommit=True, connect_timeout=CONNECT_SECONDS, **ALIVE)
        connection.prepare_threshold = 1
        connection.adapters.register_dumper(int, Plain)
        await connection.execute(b"SET synchronous_commit = off")
        return connection

    async def _hear(self) -> None:
        while True:
            with contextlib.suppress(psycopg.Error, OSError):
                await self._heard()
            await asyncio.sleep(ROUND_SECONDS)
            self._rung("")

    async def _heard(self) -> None:
        async with await self._connected() as connection:
            for channel in self._channels:
                await connection.execute(f'LISTEN "{channel}"'.encode())
            self._rung("")
            while True:
                async for ring in connection.notifies(timeout=ROUND_SECONDS, stop_after=1):
                    self._rung(ring.channel)
                self._rung("")
