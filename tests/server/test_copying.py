"""Moving a store: a SQLite file to PostgreSQL and back."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tessela.server import copying
from tessela.server.sqlite_store import FILE, SqliteStore
from tessela.server.store import GuestRow, Head, PasskeyRow, StoreError
from tests.databases import Postgres, needed, running
from tests.server.test_store import entry, row, shared_store

pytestmark = pytest.mark.xdist_group("postgres")


def dumped(folder: Path) -> list[str]:
    """All that is in a database, but for how long servers were up."""
    with closing(sqlite3.connect(folder / FILE)) as connection:
        return [line for line in connection.iterdump() if '"uptime"' not in line]


def test_a_store_is_moved_there_and_back(tmp_path: Path) -> None:
    needed("postgres")

    async def moved(address: str) -> None:
        first, shared, last = SqliteStore(tmp_path / "first"), shared_store(address), SqliteStore(tmp_path / "last")
        try:
            await first.save_guest(GuestRow("ada", "Ada", 1))
            await first.save_passkey(PasskeyRow("x", "ada", "localhost", b"\x00\xff", 0, "", 1, 1))
            await first.save_review("r", "engine", b"a review")
            await first.save_table(row("another", status="waiting"))
            await first.append(entry(0), Head(0, 0, 1, [0, 0]), row())
            for version in range(1, copying.PAGE + 10):
                await first.append(entry(version), Head(version, 1, 2, [3, 4]))
            await first.note_uptime(5000)
            there = await copying.copy(first, shared)
            assert (there["event"].rows, there["game_table"].rows, there["secret"].rows) == (copying.PAGE + 10, 2, 1)
            with pytest.raises(StoreError, match="something in the target"):
                await copying.copy(first, shared)
            assert await copying.copy(shared, last) == there
            assert await last.uptime() >= 5000
            await shared.save_table(row("newest"))
            assert [table.id for table in await shared.tables_of("ada", 9)] == ["newest", "t", "another"]
        finally:
            await shared.let_go()
            for store in (first, shared, last):
                store.close()

    with running(Postgres("fsync=off")) as cluster:
        asyncio.run(moved(cluster.new()))
    assert dumped(tmp_path / "first") == dumped(tmp_path / "last")


def test_what_does_not_arrive_is_noticed(tmp_path: Path) -> None:
    class Lossy(SqliteStore):
        async def arrived(self) -> None:
            await self._do("UPDATE guest SET nickname = 'Eve'")

    async def check() -> None:
        with closing(SqliteStore(tmp_path / "first")) as first, closing(Lossy(tmp_path / "last")) as last:
            await first.save_guest(GuestRow("ada", "Ada", 1))
            with pytest.raises(StoreError, match="table guest did not arrive whole"):
                await copying.copy(first, last)

    asyncio.run(check())
