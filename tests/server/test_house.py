"""What goes on by itself survives a disk that is full and tables that cannot be read."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from tessela.server import house as houses
from tessela.server import mydata
from tessela.server.house import House, HouseError
from tessela.server.memory_store import MemoryStore
from tessela.server.messages.tables import Clock
from tessela.server.results import Over
from tessela.server.sqlite_store import SqliteStore
from tessela.server.store import Entry, GuestRow, Head, SeatRow, StoreError, TableRow
from tests.server.room import house_on, play, table_for

PATIENCE = 10.0


class FullDisk(MemoryStore):
    """Takes nothing while it is full."""

    full = False
    noted = 0

    async def append(self, entry: Entry, head: Head, row: TableRow | None = None, over: Over | None = None) -> None:
        self._check()
        await super().append(entry, head, row, over)

    async def note_uptime(self, at: int) -> None:
        self._check()
        self.noted += 1
        await super().note_uptime(at)

    def _check(self) -> None:
        if self.full:
            raise StoreError("the disk is full")


@pytest.fixture(autouse=True)
def without_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(houses, "SWEEP_SECONDS", 0.02)
    monkeypatch.setattr(houses, "RETRY_SECONDS", 0.02, raising=False)


def run(check: Coroutine[Any, Any, None]) -> None:
    asyncio.run(check)


async def until(true: Callable[[], object]) -> None:
    """Wait for something to become true."""
    for _ in range(int(PATIENCE / 0.01)):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not happen")


def test_tables_are_let_go_of_after_the_disk_was_full() -> None:
    async def check() -> None:
        store = FullDisk()
        house = house_on(store)
        await house.open_up()
        store.full = True
        await asyncio.sleep(0.1)
        store.full = False
        noted = store.noted
        await house.store.save_table(TableRow("w", "azul", {}, [SeatRow("open")] * 2, "waiting", None, True, "chosen", 0, "x"))
        await house.table("w")
        await until(lambda: not house.tables)
        await until(lambda: store.noted > noted)
        await house.close()

    run(check())


def test_a_clock_that_ran_out_while_the_disk_was_full_ends_the_game_afterwards() -> None:
    async def check() -> None:
        store = FullDisk()
        house = house_on(store)
        table = await table_for(house, "azul", clock=Clock("live", 10))
        await play(table, str(table.course.game.legal_moves()[0]) if table.course else "")
        assert table.timing is not None
        store.full = True
        table.timing.resume([10_000, 10_000], 9_990)
        house.stirred(table)
        await asyncio.sleep(0.3)
        assert table.row.status == "playing"
        store.full = False
        await until(lambda: table.row.status == "over")
        await house.close()

    run(check())


async def three_tables(store: MemoryStore | SqliteStore) -> None:
    """Three tables of bots, as a server leaves them that was stopped."""
    house = house_on(store, thinking=lambda *_: (_ for _ in ()).throw(RuntimeError("asleep")))
    for name in ("first", "second", "third"):
        table = await table_for(house, "azul", clock=Clock("live", 600))
        await play(table, str(table.course.game.legal_moves()[0]))
        row = await store.table("t")
        assert row is not None
        row.id = name
        for entry in await store.entries("t"):
            moved = Entry(name, entry.version, entry.seat, entry.kind, entry.payload, entry.move_id, entry.at)
            await store.append(moved, row.head, row)
        if isinstance(store, SqliteStore):
            await store._do("DELETE FROM event WHERE number = 1")
            await store._do("UPDATE game_table SET edition = 0 WHERE number = 1")
        else:
            del store._logs["t"], store._tables["t"]
        house.let_go(table)
    for timer in house._timers.values():
        timer.cancel()


async def open_again(store: MemoryStore | SqliteStore) -> House:
    house = house_on(store)
    await house.open_up()
    await until(lambda: {"first", "third"} <= set(house._timers))
    return house


def test_a_log_that_cannot_be_read_hurts_its_table_alone() -> None:
    async def check() -> None:
        store = MemoryStore()
        await three_tables(store)
        store._logs["second"][1] = store._logs["second"][1].replace(b'"move":"', b'"move":"99')
        house = await open_again(store)
        with pytest.raises(HouseError) as refusal:
            await house.table("second")
        assert refusal.value.error == "unreadable"
        await house.close()

    run(check())


def test_a_table_that_cannot_be_read_is_forgotten_all_the_same() -> None:
    async def check() -> None:
        store = MemoryStore()
        await three_tables(store)
        store._logs["second"][1] = store._logs["second"][1].replace(b'"move":"', b'"move":"99')
        guest = GuestRow("a", "a", 1)
        house = await open_again(store)
        assert len((await mydata.export(house, guest))["tables"]) == 3
        await mydata.delete(house, guest)
        assert await store.tables_naming("a") == []
        await house.close()

    run(check())


def test_a_row_that_cannot_be_read_hurts_its_table_alone(tmp_path: Path) -> None:
    async def check() -> None:
        store = SqliteStore(tmp_path)
        await three_tables(store)
        await store._do("UPDATE game_table SET about = '{' WHERE id = 'second'")
        house = await open_again(store)
        with pytest.raises(StoreError, match="cannot be read"):
            await store.table("second")
        await house.close()

    run(check())


def test_the_writer_survives_whatever_it_is_given(tmp_path: Path) -> None:
    async def check() -> None:
        store = SqliteStore(tmp_path)
        wrong = [
            store.save_guest(GuestRow("g", "\ud800", 1)),
            store.save_guest(GuestRow("h", "Ada", 1 << 70)),
            store.save_record("r", {"moves": ["\ud800"]}),
        ]
        for asked in wrong:
            with pytest.raises(StoreError):
                await asyncio.wait_for(asked, PATIENCE)
        await asyncio.wait_for(store.save_guest(GuestRow("g", "Ada", 1)), PATIENCE)
        assert await store.guest("g") == GuestRow("g", "Ada", 1)
        store.close()

    run(check())
