"""The doorbell, and two processes' worth of houses that serve the same table through it."""

import asyncio

import pytest

from tessela.server import seating
from tessela.server.bus import LocalBus
from tessela.server.house import HouseError
from tessela.server.memory_store import MemoryStore
from tessela.server.messages.tables import Joining
from tessela.server.store import GuestRow, SeatRow, TableRow
from tessela.server.table import RefusedError
from tests.server.room import ear_at, house_on, play, run, table_for


def test_everyone_hears_the_bell() -> None:
    bus = LocalBus()
    heard: list[tuple[str, int, int]] = []
    bus.listen(lambda *ring: heard.append(ring))
    bus.listen(lambda table, version, edition: heard.append((table, -version, -edition)))
    bus.ring("t", 3, 2)
    assert heard == [("t", 3, 2), ("t", -3, -2)]


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


@pytest.mark.parametrize("rings", [True, False])
def test_one_seat_is_given_once_by_two_houses(rings: bool) -> None:
    async def check() -> None:
        store, bus = MemoryStore(), LocalBus()
        here, there = house_on(store, bus), house_on(store, bus if rings else None)
        seats = [SeatRow("person", "a", None, ["a"]), SeatRow("open"), SeatRow("open")]
        row = TableRow("t", "azul", {"players": 3}, seats, "waiting", None, True, "chosen", 0, "i")
        near = await seating.put_up(here, row)
        far = await there.table("t")
        guests = [GuestRow(name, name, 0) for name in "bcd"]
        asked = [seating.join(*at, guest, Joining()) for at, guest in zip([(here, near), (there, far)] * 2, guests, strict=False)]
        refused = [error for error in await asyncio.gather(*asked, return_exceptions=True) if error]
        assert len(refused) == 1
        assert isinstance(refused[0], HouseError)
        stored = await store.table("t")
        assert stored is not None
        assert len({guest for seat in stored.seats for guest in seat.guests}) == 3
        assert stored.status == "playing"
        if rings:
            while not near.course or not far.course:
                await asyncio.sleep(0.01)
            assert near.course.game.key == far.course.game.key
            assert near.row.seats == far.row.seats == stored.seats

    run(check())
