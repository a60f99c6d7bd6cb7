"""PostgreSQL as the engine of a store (`sql.py`): any number of servers may use one database at the same time."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import lru_cache, partial
from typing import Any, NamedTuple, TypeAlias

import psycopg
from psycopg.adapt import Dumper
from psycopg_pool import AsyncConnectionPool

from tessela.server.sql import AddMany, Ask, Do, P, T, V, Work
from tessela.server.store import StoreError, VersionTakenError
from tessela.server.tracing import span

CONNECTIONS = 8  # of one server
FLIGHTS = 2  # transactions of many values under way at once: while one waits for the disk, another is made
MOST_TOGETHER = 256
MOST_IN_STATEMENT = 64
PREPARED = 400  # statements that a connection keeps ready
WAIT_SECONDS = 5.0  # for a connection
RETRY_SECONDS = 0.5  # between two tries to connect, however long the database is away: by itself the pool waits longer each time
logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # that the database is away is said by those who need it, once
Connection: TypeAlias = "psycopg.AsyncConnection[Any]"


class Plain(Dumper):
    """A number as plain text, so that PostgreSQL takes it for what stands in its place, and a statement is prepared once for
    all sizes of numbers."""

    def dump(self, obj: Any) -> bytes:
        """Its digits."""
        return b"%d" % obj


class Waiting(NamedTuple):
    """One of many values, and who waits for it to be stored."""

    future: "asyncio.Future[None]"
    work: Callable[[list[Any]], Work[None]]
    value: Any


class PostgresEngine:
    """A pool of connections, opened when the first is needed."""

    def __init__(self, address: str):
        self._address = address
        self._pool: AsyncConnectionPool[Connection] | None = None
        self._opening = asyncio.Lock()
        self._waiting: list[Waiting] = []
        self._flights: set[asyncio.Task[None]] = set()

    async def _connections(self) -> AsyncConnectionPool[Connection]:
        async with self._opening:
            if self._pool is None:
                pool = AsyncConnectionPool(
                    self._address, min_size=1, max_size=CONNECTIONS, open=False, timeout=WAIT_SECONDS, configure=_prepare,
                    kwargs={"autocommit": True, "connect_timeout": round(WAIT_SECONDS)}, reconnect_timeout=RETRY_SECONDS,
                    reconnect_failed=AsyncConnectionPool.check,
                )  # fmt: skip
                await pool.open()
                self._pool = pool
        return self._pool

    async def read(self, ask: Ask) -> list[Any]:
        """The rows that a statement finds."""

        async def find(connection: Connection) -> list[Any]:
            return await (await connection.execute(placed(ask.sql), ask.values)).fetchall()

        try:
            return await self._with_connection(find)
        except psycopg.Error as error:
            raise StoreError(f"the database cannot be read: {_said(error)}") from None

    async def write(self, work: Callable[P, Work[T]], *values: P.args, **more: P.kwargs) -> T:
        """Have work done; returns when it is safe on disk."""
        return await self._transaction(partial(work, *values, **more))

    async def write_together(self, work: Callable[[list[V]], Work[None]], value: V) -> None:
        """Have work done that takes many values at once: this one and those that others ask for at the same time."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(Waiting(future, work, value))
        if len(self._flights) < FLIGHTS:
            flight = asyncio.ensure_future(self._fly())
            self._flights.add(flight)
            flight.add_done_callback(self._flights.discard)
        await future

    async def let_go(self) -> None:
        """Finish what was asked for, then close all connections."""
        await asyncio.gather(*self._flights)
        if self._pool is not None:
            await self._pool.close()
            self._pool = None

    async def _fly(self) -> None:
        """Store what waits, together, until nothing does."""
        while self._waiting:
            work = self._waiting[0].work
            some = [one for one in self._waiting if one.work is work][:MOST_TOGETHER]
            taken = set(map(id, some))
            self._waiting = [one for one in self._waiting if id(one) not in taken]
            await self._together(work, some)

    async def _together(self, work: Callable[[list[Any]], Work[None]], some: list[Waiting]) -> None:
        """In one transaction; if that fails, each by itself, so that one bad value hurts no other."""
        try:
            with span("commit", alone=True, values=len(some)):
                await self._transaction(partial(work, [one.value for one in some]))
        except BaseException as error:
            if len(some) == 1 or not isinstance(error, StoreError):
                _answer(some, error)
            else:
                for one in some:
                    await self._together(work, [one])
        else:
            _answer(some, None)

    async def _transaction(self, work: Callable[[], Work[T]]) -> T:
        async def carry_out(connection: Connection) -> T:
            async with connection.transaction():
                return await _carried_out(connection, work())

        try:
            return await self._with_connection(carry_out)
        except psycopg.errors.UniqueViolation as error:
            raise VersionTakenError(_said(error)) from None
        except (psycopg.Error, ValueError) as error:  # also what no database takes, such as half a character
            raise StoreError(f"the database does not take it: {_said(error)}") from None

    async def _with_connection(self, use: Callable[[Connection], Awaitable[T]]) -> T:
        """Use a connection. One that the database has closed, as where it was restarted, is replaced once by another."""
        pool = await self._connections()
        async with pool.connection() as connection:
            try:
                return await use(connection)
            except psycopg.OperationalError:
                if not connection.broken:
                    raise
        await pool.check()
        async with pool.connection() as connection:
            return await use(connection)


async def _carried_out(connection: Connection, work: Work[T]) -> T:
    """Do what work says, statement by statement."""
    answer: Any = None
    while True:
        try:
            statement = work.send(answer)
        except StopIteration as end:
            return end.value
        answer = await _answer_to(connection, statement)


async def _answer_to(connection: Connection, statement: Ask | Do | AddMany) -> Any:
    if isinstance(statement, AddMany):
        for part in statement.statements(MOST_IN_STATEMENT):
            await connection.execute(placed(part.sql), part.values)
        return None
    cursor = await connection.execute(placed(statement.sql), statement.values)
    return await cursor.fetchall() if isinstance(statement, Ask) else cursor.rowcount


@lru_cache(maxsize=1024)
def placed(sql: str) -> bytes:
    """A statement with the marks for values that the driver knows."""
    return sql.replace("?", "%s").encode()


async def _prepare(connection: Connection) -> None:
    connection.prepare_threshold = 1
    connection.prepared_max = PREPARED
    connection.adapters.register_dumper(int, Plain)


def _answer(some: list[Waiting], error: BaseException | None) -> None:
    for one in some:
        if one.future.done():
            continue
        if error is None:
            one.future.set_result(None)
        else:
            one.future.set_exception(error)


def _said(error: Exception) -> str:
    """What the database said, in one line."""
    return " ".join(str(error).split())
