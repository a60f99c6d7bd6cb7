"""Clocks follow the time that servers are up: no wall clock, no stop and no kill changes them."""

import asyncio
import os
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from tessela.server import house as houses
from tessela.server import pulse
from tessela.server.clocks import Uptime, WallClock
from tessela.server.house import House
from tessela.server.memory_store import MemoryStore
from tessela.server.messages.tables import Clock
from tessela.server.pulse import Pulse
from tessela.server.sqlite_store import PULSE, SqliteStore
from tessela.server.store import Store
from tessela.server.table import Table
from tests.server.room import house_on, play, run, table_for
from tests.server.test_house import until

HOUR = 3_600_000


class Watch:
    """A monotonic clock that goes when told to."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(houses, "SWEEP_SECONDS", 0.02)
    monkeypatch.setattr(houses, "BEAT_SECONDS", 0.01, raising=False)


async def opened(store: Store, watch: Watch | None = None) -> House:
    house = house_on(store)
    if watch is not None:
        house.uptime = Uptime(watch)
    await house.open_up()
    return house


async def begun(house: House, seconds: int = 3600) -> Table:
    """A table whose second player is to move."""
    table = await table_for(house, "azul", clock=Clock("live", seconds))
    assert table.course is not None
    await play(table, str(table.course.game.legal_moves()[0]))
    return table


def left_of_the_one_to_move(table: Table) -> int:
    clocks = table.clocks()
    assert clocks is not None
    assert table.course is not None
    assert table.course.to_move is not None
    return clocks[table.course.to_move]


def test_a_wall_clock_that_is_set_changes_nobodys_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        store = MemoryStore()
        house = await opened(store)
        await begun(house)
        now = time.time_ns
        monkeypatch.setattr(time, "time_ns", lambda: now() + 2 * HOUR * 1_000_000)
        await asyncio.sleep(0.2)  # some notes under the new clock
        await house.close()
        again = await opened(store)
        table = await again.table("t")
        assert left_of_the_one_to_move(table) > 3_500_000
        assert table.row.status == "playing"
        await again.close()

    run(check())


def test_the_time_without_a_server_does_not_count() -> None:
    async def check() -> None:
        store, watch = MemoryStore(), Watch()
        house = await opened(store, watch)
        await begun(house)
        watch.seconds += 10
        await house.close()
        watch.seconds += 100_000
        again = await opened(store, watch)
        watch.seconds += 5
        assert left_of_the_one_to_move(await again.table("t")) == 3_585_000
        await again.close()

    run(check())


def test_a_store_that_stalls_leaves_all_servers_with_the_same_clocks() -> None:
    async def check() -> None:
        watch = Watch()

        class Stalling(MemoryStore):
            async def append(self, *values: Any, **more: Any) -> None:
                await super().append(*values, **more)
                watch.seconds += 6

        store = Stalling()
        here, there = await opened(store, watch), await opened(store, watch)
        table = await begun(here)
        assert table.clocks() == (await there.table("t")).clocks(), "what the log says, wherever one asks"
        assert left_of_the_one_to_move(table) == 3_594_000
        await here.close()
        await there.close()

    run(check())


def test_a_kill_changes_a_clock_by_a_second_at_most(tmp_path: Path) -> None:
    async def check() -> None:
        store, watch = SqliteStore(tmp_path / "a"), Watch()
        house = await opened(store, watch)
        await begun(house)
        watch.seconds += 25
        await until(lambda: store._pulse.last(store._noted) == 25_000)
        shutil.copytree(tmp_path / "a", tmp_path / "b")  # as a kill leaves it
        await house.close()
        again = await opened(SqliteStore(tmp_path / "b"), Watch())
        assert left_of_the_one_to_move(await again.table("t")) == 3_575_000
        await again.close()

    run(check())


def test_nor_does_a_power_failure_where_a_clock_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        store, watch = SqliteStore(tmp_path / "a"), Watch()
        on_disk: list[bytes] = []
        monkeypatch.setattr(pulse, "flush", lambda file: on_disk.append(os.pread(file, 64, 0)))
        monkeypatch.setattr(houses, "SWEEP_SECONDS", 3600.0)  # the database is told nothing meanwhile
        house = await opened(store, watch)
        beats = store._pulse.last
        watch.seconds += 3
        await until(lambda: beats(store._noted) == 3000)
        assert not on_disk, "no clock runs: nobody minds"
        await begun(house)
        watch.seconds += 25
        await until(lambda: bool(on_disk) and on_disk[-1].split()[-1] == b"28000")
        shutil.copytree(tmp_path / "a", tmp_path / "b")
        (tmp_path / "b" / PULSE).write_bytes(on_disk[-1])  # what was not flushed is lost
        await house.close()
        again = await opened(SqliteStore(tmp_path / "b"), Watch())
        assert left_of_the_one_to_move(await again.table("t")) == 3_575_000
        await again.close()

    run(check())


def test_where_turns_have_days_the_disk_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        store, watch, flushed = SqliteStore(tmp_path), Watch(), []
        monkeypatch.setattr(pulse, "flush", flushed.append)
        house = await opened(store, watch)
        await table_for(house, "azul", clock=Clock("days", 86_400))
        watch.seconds += 3
        await until(lambda: store._pulse.last(store._noted) == 3000)
        assert not flushed
        await house.close()

    run(check())


def test_a_pulse_belongs_to_its_database(tmp_path: Path) -> None:
    async def check() -> None:
        store = SqliteStore(tmp_path)
        await store.note_uptime(1000)
        await store.beat(1900, lasting=False)
        assert await store.uptime() == 1900
        store.close()
        other = Pulse(tmp_path / PULSE)
        other.beat(5000, 99_000)  # of a database that was replaced by an older copy
        other.close()
        store = SqliteStore(tmp_path)
        assert await store.uptime() == 1000
        store.close()
        (tmp_path / PULSE).write_text("spoilt")
        store = SqliteStore(tmp_path)
        assert await store.uptime() == 1000
        store.close()

    run(check())


@pytest.mark.parametrize("clock", [Clock("live", 3600), Clock("days", 14 * 86_400), None])
def test_a_table_leaves_memory_whatever_its_clock_and_its_time_runs_out_all_the_same(clock: Clock | None) -> None:
    async def check() -> None:
        store, watch = MemoryStore(), Watch()
        house = await opened(store, watch)
        table = await table_for(house, "azul", clock=clock)
        assert table.course is not None
        await play(table, str(table.course.game.legal_moves()[0]))
        table.touched -= 100
        await until(lambda: not house.tables)
        assert ("t" in house._timers) == (clock is not None)
        if clock is not None:
            watch.seconds += clock.seconds + 1
            house._time_is_up("t", 1)
            await until(lambda: "t" in house.tables and house.tables["t"].row.status == "over")
        await house.close()

    run(check())


def test_a_log_of_an_older_version_counts_from_the_start_of_the_server() -> None:
    async def check() -> None:
        store, watch = MemoryStore(), Watch()
        house = await opened(store, watch)
        await begun(house)
        await house.close()
        store._logs["t"][-1] = store._logs["t"][-1].replace(b'"up":0', b'"old":0')
        watch.seconds += 1000
        again = await opened(store, watch)
        watch.seconds += 7
        assert left_of_the_one_to_move(await again.table("t")) == 3_593_000
        await again.close()

    run(check())


def test_that_the_wall_clock_was_set_is_noticed() -> None:
    now = 1_000_000
    wall = WallClock(lambda: now)
    assert wall.jumped(0) == 0
    now += 1500
    assert wall.jumped(1000) == 0, "a clock being kept right"
    now += 2 * HOUR
    assert wall.jumped(1000) == 2 * HOUR
    now -= 3 * HOUR
    assert wall.jumped(1000) == -3 * HOUR
