"""A store as it is seen from beside the server that uses it: orders are put in, everything else is only read."""

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

from tessela.files import lock
from tessela.server.schema import MIGRATIONS
from tessela.server.sql import Ask, P, T, Work
from tessela.server.sql_store import SqlStore
from tessela.server.sqlite_store import FILE, LOCK
from tessela.server.store import StoreError
from tessela.server.stores import is_shared
from tessela.server.writer import carry_out

WAIT_SECONDS = 10.0  # while the server writes
UP_SECONDS = 5  # a server that was not heard of for so long does not run


class SideEngine:
    """One connection for reading and writing a SQLite file that a server may have open."""

    def __init__(self, connection: sqlite3.Connection):
        self._connection = connection

    async def read(self, ask: Ask) -> list[Any]:
        """The rows that a statement finds."""
        return self._connection.execute(ask.sql, ask.values).fetchall()

    async def write(self, work: Callable[P, Work[T]], *values: P.args, **more: P.kwargs) -> T:
        """Have work done."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            done = carry_out(self._connection, work(*values, **more))
            self._connection.execute("COMMIT")
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        return done


class Beside(SqlStore):
    """The store of another process."""

    def __init__(self, engine: Any, is_up: Callable[[], Any]):
        self._engine = engine
        self._is_up = is_up

    async def is_up(self) -> bool:
        """Whether a server uses the store now."""
        return bool(await self._is_up())


@asynccontextmanager
async def beside(address: str) -> AsyncIterator[Beside]:
    """The store of an address, which is there already and of this version."""
    opened = _in_postgres(address) if is_shared(address) else _in_folder(Path(address))
    try:
        async with opened as store:
            yield store
    except sqlite3.Error as error:
        raise StoreError(f"the database of {address} cannot be used: {error}") from None


@asynccontextmanager
async def _in_folder(folder: Path) -> AsyncIterator[Beside]:
    file = folder / FILE
    if not file.is_file():
        raise StoreError(f"there is no database in {folder}")

    async def is_up() -> bool:
        return _is_locked(folder / LOCK)

    with closing(sqlite3.connect(file, timeout=WAIT_SECONDS, isolation_level=None)) as connection:
        _check(connection.execute("PRAGMA user_version").fetchone()[0])
        yield Beside(SideEngine(connection), is_up)


def _is_locked(path: Path) -> bool:
    """Whether a server holds a folder."""
    with suppress(FileNotFoundError), path.open("r+b") as held:
        try:
            lock(held.fileno())
        except OSError:
            return True
    return False


@asynccontextmanager
async def _in_postgres(address: str) -> AsyncIterator[Beside]:
    from tessela.extras import require

    require("scale", "--store postgresql://…")
    from tessela.server.postgres import PostgresEngine

    engine = PostgresEngine(address)
    heard = f"SELECT clock_timestamp() - noted < INTERVAL '{UP_SECONDS} s' FROM pulse"

    async def is_up() -> bool:
        return bool((await engine.read(Ask(heard)))[0][0])

    try:
        _check((await engine.read(Ask("SELECT version FROM schema_version")))[0][0])
        yield Beside(engine, is_up)
    finally:
        await engine.let_go()


def _check(version: int) -> None:
    if version != len(MIGRATIONS):
        raise StoreError(
            f"the database has version {version}, this Tessela version {len(MIGRATIONS)}: "
            + ("start its server once with this Tessela first" if version < len(MIGRATIONS) else "use a newer one")
        )
