"""The doorbell, and two processes' worth of houses that serve the same table through it."""

import asyncio
import threading
from contextlib import suppress

import pytest
from msgspec import structs

from tessela.game.ruleset import Json
from tessela.server import house as houses
from tessela.server import seating
from tessela.server.bus import LocalBus, News, Ring
from tessela.server.frames import LetBotFinish
from tessela.server.house import HouseError
from tessela.server.memory_store import MemoryStore
from tessela.server.messages.tables import Joining
from tessela.server.refusals import RefusedError
from tessela.server.store import GuestRow, SeatRow, TableRow
from tests.databases import Redis, needed, running
from tests.patience import PATIENCE
from tests.server.errands import last_move
from tests.server.room import ear_at, house_on, play, run, table_for, until


def test_everyone_hears_the_bell() -> None:
    bus = LocalBus()
    heard: list[News] = []
    bus.listen(heard.append)
    bus.listen(heard.append)
    ring = Ring("process", "t", 3, 2)
    bus.ring(ring)
    assert heard == [ring, ring]


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


def test_who_is_connected_elsewhere_is_here() -> None:
    async def check() -> None:
        store, bus = MemoryStore(), LocalBus()
        here, there = house_on(store, bus), house_on(store, bus)
        here._grace = there._grace = 0.0
        table = await table_for(here, "azul")
        ear = ear_at(table, "a")
        table.tell_presence()
        far = await there.table("t")
        assert [seat.present for seat in far.info("b").seats] == [True, False], "who takes up a table asks who is there"
        with pytest.raises(RefusedError, match="is here"):
            await far.let_bot_finish([1], LetBotFinish(0, "x", 0))
        table.audience.leave(ear)
        table.tell_presence()
        assert [seat.present for seat in far.info("b").seats] == [False, False]
        await far.let_bot_finish([1], LetBotFinish(0, "x", 0))

    run(check())


def test_what_is_new_of_a_guest_is_known_at_once_elsewhere() -> None:
    async def check() -> None:
        store, bus = MemoryStore(), LocalBus()
        here, there = house_on(store, bus), house_on(store, bus)
        ended: list[tuple[str, str | None]] = []
        there.guests.signed_out = lambda guest, session: ended.append((guest, session))
        ada = await here.guests.welcome()
        session = await here.guests.open_session(ada, "Firefox, Linux")
        cookie = here.guests.cookie_of(ada, session)
        assert await there.guests.of_cookie(cookie) == ada
        await here.guests.change(structs.replace(ada, nickname="Ada"))
        known = await there.guests.find(ada.id)
        assert known is not None
        assert known.nickname == "Ada"
        await here.guests.end_session(ada, session)
        assert ended == [(ada.id, session)]
        assert await there.guests.of_cookie(cookie) is None
        await here.guests.forget(ada)
        assert ended[1:] == [(ada.id, None)]
        assert await there.guests.find(ada.id) is None

    run(check())


def test_a_house_that_leaves_hands_its_bots_and_clocks_over() -> None:
    async def check() -> None:
        store, bus = MemoryStore(), LocalBus()
        free = threading.Event()

        def wait(name: str, seed: int, view: Json, seconds: float) -> str:
            free.wait()
            return last_move(view)

        here, there = house_on(store, bus, thinking=wait), house_on(store, bus)
        table = await table_for(here, "azul", "bot bot")
        await until(lambda: here.players.busy_with(table))
        assert "t" not in there.tables
        await here.hand_over()
        assert not here.players.busy_with(table)
        here.players.find(table)
        assert not here.players.busy_with(table), "who leaves thinks for nobody"
        await until(lambda: "t" in there.tables and there.tables["t"].version > 2)
        free.set()
        for house in (here, there):
            await house.close()

    run(check())


def test_friends_see_who_is_at_another_server() -> None:
    async def check() -> None:
        store, bus = MemoryStore(), LocalBus()
        here, there = house_on(store, bus), house_on(store, bus)
        here.guests.seen("ada", "192.0.2.1")
        assert not there.guests.is_here("ada")
        await here._tell_who_is_here()
        assert there.guests.is_here("ada")
        assert there.guests.address_of("ada") == "nobody", "where somebody is stays where they are"

    run(check())


def test_redis_rings_for_others_of_the_same_store_alone() -> None:
    needed("redis-server")
    from tessela.server.redis_bus import RedisBus

    async def check(redis: Redis) -> None:
        here, there, stranger = (RedisBus(redis.address, secret) for secret in (b"one", b"one", b"two"))
        heard: list[News] = []
        there.listen(heard.append)
        stranger.listen(lambda ring: pytest.fail(f"{ring} is of another store"))
        for bus in (here, there, stranger):
            assert not bus.is_up()
            bus.begin()
        for round_ in (1, 2):
            await until(lambda: all(bus.is_up() for bus in (here, there, stranger)))
            ring = Ring("process", "t", round_, 2, ("ada",))
            here.ring(ring)
            await until(lambda ring=ring: ring in heard)  # type: ignore[misc]
            if round_ == 1:
                redis.kill()
                await until(lambda: not here.is_up() and not there.is_up())
                here.ring(Ring("process", "t", 99))
                redis.start()
        assert len(heard) == 2, "what was rung while nobody could hear is not told later"
        for bus in (here, there, stranger):
            await bus.close()

    with running(Redis()) as redis:
        run(check(redis))


def test_a_bus_ends_though_a_cancellation_is_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the client of Redis does now and then when an answer comes at the same moment."""
    from tessela.server.redis_bus import RedisBus

    async def deaf(bus: object) -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(2 * PATIENCE)
        await asyncio.sleep(2 * PATIENCE)

    async def check() -> None:
        monkeypatch.setattr(RedisBus, "_connected", deaf)
        bus = RedisBus("redis://nowhere", b"secret")
        bus.begin()
        await asyncio.sleep(0)
        await asyncio.wait_for(bus.close(), PATIENCE)

    run(check())


def test_where_nobody_rings_the_heads_are_looked_at() -> None:
    class Shared(MemoryStore):
        """One that houses share."""

        @property
        def is_shared(self) -> bool:
            return True

    class Silent(LocalBus):
        """Nobody hears anything."""

        def ring(self, news: News) -> None:
            pass

        def is_up(self) -> bool:
            return False

    async def check() -> None:
        store = Shared()
        here, there = house_on(store, Silent()), house_on(store, Silent())
        await there.open_up()
        table = await table_for(here, "azul")
        far = await there.table("t")
        assert table.course is not None
        await play(table, table.course.game.legal_moves()[0])
        await until(lambda: far.version == 1)
        with pytest.raises(RefusedError, match="is here"):
            await far.let_bot_finish([1], LetBotFinish(1, "x", 0))
        await there.close()

    run(check())


def test_rings_that_were_lost_in_a_moment_are_looked_for_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bus was away for less time than lies between two looks."""
    monkeypatch.setattr(houses, "REMIND_SECONDS", 1e9)
    monkeypatch.setattr(houses, "UNSURE_SECONDS", 0.1)
    monkeypatch.setattr(houses, "POLL_SECONDS", 0.05)

    class Shared(MemoryStore):
        @property
        def is_shared(self) -> bool:
            return True

    class Flickering(LocalBus):
        begun = 1

        def ring(self, news: News) -> None:
            """Nobody hears it."""

        def beginnings(self) -> int:
            return self.begun

    async def check() -> None:
        store, bus = Shared(), Flickering()
        here, there = house_on(store), house_on(store, bus)
        await there.open_up()
        table = await table_for(here, "azul")
        far = await there.table("t")
        await asyncio.sleep(0.3)
        assert table.course is not None
        await play(table, table.course.game.legal_moves()[0])
        bus.begun += 1
        await until(lambda: far.version == 1)
        await there.close()

    run(check())
