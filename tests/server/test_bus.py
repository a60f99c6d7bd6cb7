"""The doorbell, and two processes' worth of houses that serve the same table through it."""

import asyncio

import pytest

from tessela.server.bus import LocalBus
from tessela.server.memory_store import MemoryStore
from tessela.server.table import RefusedError
from tests.server.room import ear_at, house_on, play, run, table_for


def test_everyone_hears_the_bell() -> None:
    bus = LocalBus()
    heard: list[tuple[str, int]] = []
    bus.listen(lambda table, version: heard.append((table, version)))
    bus.listen(lambda table, version: heard.append((table, -version)))
    bus.ring("t", 3)
    assert heard == [("t", 3), ("t", -3)]


def test_a_move_in_one_house_is_seen_in_another() -> None:
    async def check() -> None:
        store, bus = MemoryStore(), LocalBus()
        here, there = house_on(store, bus), house_on(store, bus)
        table = await table_for(here, "azul")
        far = await there.table("t")
        ear = ear_at(far, "b")
        assert table.course is not None
        await play(table, table.course.game.legal_moves()[0])
        while far.version < 1:
            await asyncio.sleep(0.01)
        assert far.version == table.version == 1
        assert ear.last["kind"] in ("happened", "changed")
        assert any(frame["kind"] == "happened" and frame["version"] == 1 for frame in ear.frames)

    run(check())


def test_the_store_settles_who_was_first() -> None:
    async def check() -> None:
        store = MemoryStore()
        here, there = house_on(store), house_on(store)  # two bells: neither hears the other
        table = await table_for(here, "azul")
        far = await there.table("t")
        assert table.course is not None
        legal = table.course.game.legal_moves()
        await play(table, legal[0])
        with pytest.raises(RefusedError, match="faster"):
            await play(far, legal[1])
        assert far.version == table.version == 1
        assert far.course is not None
        assert far.course.game.moves == table.course.game.moves

    run(check())
