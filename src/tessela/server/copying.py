"""Moving everything from one store to another, whichever they are; counts and hashes of what has arrived are compared."""

import hashlib
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from typing import Any, NamedTuple

import msgspec

from tessela.server.schema import migrate
from tessela.server.sql import AddMany, Do, Work
from tessela.server.sql_store import SqlStore
from tessela.server.store import StoreError

PAGE = 1000  # rows that are read and written together
OF_A_STORE = "secret", "uptime"  # tables that a new store has already: they are replaced
MODULUS = 1 << 256


class Part(NamedTuple):
    """A table of the database: its columns, and those that tell rows apart."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]


class Sum(NamedTuple):
    """What is in a table: how many rows, and a hash that does not depend on their order."""

    rows: int
    digest: str


def parts() -> list[Part]:
    """All tables of the newest version."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection)
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        return [_part(connection, name) for (name,) in names]


def _part(connection: sqlite3.Connection, name: str) -> Part:
    found = connection.execute(f"PRAGMA table_info({name})").fetchall()
    key = tuple(column for _, column, *_, place in sorted(found, key=lambda row: row[5]) if place)
    if not key:
        index = connection.execute(f"SELECT name FROM pragma_index_list('{name}') WHERE \"unique\"").fetchone()[0]
        key = tuple(column for (column,) in connection.execute(f"SELECT name FROM pragma_index_info('{index}')"))
    return Part(name, tuple(column for _, column, *_ in found), key)


async def copy(source: SqlStore, target: SqlStore) -> dict[str, Sum]:
    """Copy everything to a store in which nothing is yet; what there is of each table, once it is sure that it arrived."""
    tables = parts()
    for part in tables:
        if part.name not in OF_A_STORE and await target.rows(f"SELECT 1 FROM {part.name} LIMIT 1"):
            raise StoreError(f"there is something in the target already (table {part.name}); copy to a new one")
    sums = {part.name: await _copied(source, target, part) for part in tables}
    await target.note_uptime(await source.uptime())
    await target.arrived()
    for part in tables:
        if part.name != "uptime" and (there := await _summed(target, part)) != sums[part.name]:
            raise StoreError(
                f"table {part.name} did not arrive whole: {sums[part.name]} became {there}; empty the target, try again"
            )
    return sums


async def _copied(source: SqlStore, target: SqlStore, part: Part) -> Sum:
    if part.name in OF_A_STORE:
        await target.carry_out(_cleared, part.name)
    total = 0
    count = 0
    async for rows in _pages(source, part):
        await target.carry_out(_added, part, rows)
        count, total = count + len(rows), total + sum(map(_digest, rows))
    return Sum(count, f"{total % MODULUS:064x}")


async def _summed(store: SqlStore, part: Part) -> Sum:
    total = 0
    count = 0
    async for rows in _pages(store, part):
        count, total = count + len(rows), total + sum(map(_digest, rows))
    return Sum(count, f"{total % MODULUS:064x}")


async def _pages(store: SqlStore, part: Part) -> AsyncIterator[list[Any]]:
    """All rows of a table, some at a time, in the order of their key."""
    key, places = ", ".join(part.key), ", ".join("?" * len(part.key))
    query = f"SELECT {', '.join(part.columns)} FROM {part.name}"
    after: tuple[object, ...] = ()
    while True:
        where = f"WHERE ({key}) > ({places})" if after else ""
        rows = await store.rows(f"{query} {where} ORDER BY {key} LIMIT {PAGE}", *after)
        if not rows:
            return
        yield rows
        last = dict(zip(part.columns, rows[-1], strict=True))
        after = tuple(last[column] for column in part.key)


def _digest(row: Any) -> int:
    return int.from_bytes(hashlib.sha256(msgspec.msgpack.encode(tuple(row))).digest())


def _cleared(table: str) -> Work[None]:
    yield Do(f"DELETE FROM {table}")


def _added(part: Part, rows: list[Any]) -> Work[None]:
    places = f"({', '.join('?' * len(part.columns))})"
    yield AddMany(f"INSERT INTO {part.name} ({', '.join(part.columns)}) VALUES", places, [tuple(row) for row in rows])
