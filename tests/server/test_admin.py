"""What whoever runs a server can order, and which guests are forgotten because they never came back."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tessela.server import mydata, seating
from tessela.server.admin.office import DAY, Office
from tessela.server.clocks import now_ms
from tessela.server.house import House, HouseError
from tessela.server.identity import Identity
from tessela.server.memory_store import MemoryStore
from tessela.server.messages.tables import Clock, Joining, NewTable, SeatWish
from tessela.server.messages.tournaments import NewTournament
from tessela.server.results import PlayedRow
from tessela.server.sqlite_store import SqliteStore
from tessela.server.store import GuestRow, Store, TokenRow
from tessela.server.tournaments.holder import Tournaments
from tests.server.room import ear_at, house_on, run

TWO = [SeatWish("me"), SeatWish("open")]
Make = Callable[[], Store]


@pytest.fixture(params=["memory", "sqlite"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    return MemoryStore if request.param == "memory" else lambda: SqliteStore(tmp_path)


@asynccontextmanager
async def opened(store: Store) -> AsyncIterator[tuple[House, Office]]:
    house = house_on(store)
    try:
        yield house, Office(house)
    finally:
        await house.close()


async def known(house: House, *names: str) -> list[GuestRow]:
    guests = [GuestRow(f"{name.lower()}-0123456789", name, 1) for name in names]
    for guest in guests:
        await house.store.save_guest(guest)
    return guests


async def ordered(office: Office, house: House, what: str, about: str, value: str | None = None) -> str | None:
    """Order something and have it carried out; why it could not be."""
    number = await house.store.add_order(what, about, value, now_ms())  # type: ignore[arg-type]
    await office.look()
    row = await house.store.order(number)
    assert row is not None
    assert row.done is not None
    return row.answer


def test_a_guest_is_called_otherwise_everywhere(make: Make) -> None:
    async def check() -> None:
        async with opened(make()) as (house, office):
            ada, ben = await known(house, "Ada", "Ben")
            table = await seating.create(house, ada, NewTable("azul", TWO, {}))
            ear = ear_at(table, ben.id)
            cup = await Tournaments(house).create(ben, NewTournament("Cup", "azul", Clock("live", 300, 5)), None)
            await Tournaments(house).enter(cup.id, ada, None)
            assert await ordered(office, house, "rename", ada.id, "Grace") is None
            assert table.row.seats[0].name == "Grace"
            assert ear.last["table"]["seats"][0]["name"] == "Grace"
            renamed = await house.guests.find(ada.id)
            assert renamed is not None
            assert renamed.nickname == "Grace"
            held = await house.store.tournament(cup.id)
            assert held is not None
            assert [one.name for one in held.entrants] == ["Grace"]
            await Identity(house).make_code(renamed)
            assert "keeps this name" in (await ordered(office, house, "rename", ben.id, "GRACE") or "")

    run(check())


def test_who_is_banned_is_out_at_once_and_can_come_back(make: Make) -> None:
    async def check() -> None:
        async with opened(make()) as (house, office):
            ada, ben = await known(house, "Ada", "Ben")
            code = await Identity(house).make_code(ada)
            await house.store.save_token(TokenRow("digest", ada.id, "bot-1", "Botty", 1))
            await house.store.save_guest(GuestRow("bot-1", "Botty", 1))
            gone: list[str] = []
            house.guests.signed_out = lambda guest, session: gone.append(guest)
            waiting = await seating.create(house, ada, NewTable("azul", TWO, {}, listed=True))
            playing = await seating.create(house, ada, NewTable("duel", TWO, {}))
            await seating.join(house, playing, ben, Joining(invitation=playing.row.invitation))
            asked = await seating.rematch(house, await over(house, ada, ben), ben)
            cup = await Tournaments(house).create(ben, NewTournament("Cup", "azul", Clock("live", 300, 5)), None)
            await Tournaments(house).enter(cup.id, ada, None)

            assert await ordered(office, house, "ban", ada.id) is None
            assert sorted(gone) == [ada.id, "bot-1"], "their connections end, and those of their programs"
            assert house.guests.is_banned(ada.id)
            assert await house.store.table(waiting.row.id) is None
            assert playing.row.seats[0].who == "bot", "nobody waits for them"
            assert asked.row.seats[0].reserved is None
            held = await house.store.tournament(cup.id)
            assert held is not None
            assert held.entrants[0].out
            with pytest.raises(HouseError, match="shut you out"):
                await Identity(house).sign_in(ben, None, await Identity(house).by_code(str(code)), "", bring=True)

            again = Office(house)
            house.guests.shut_out([])
            await again.know_banned()
            assert house.guests.is_banned(ada.id), "a server that starts again knows"
            assert await ordered(office, house, "unban", ada.id) is None
            assert not house.guests.is_banned(ada.id)
            assert not house.guests.is_banned("bot-1")
            await Identity(house).sign_in(ben, None, await Identity(house).by_code(str(code)), "", bring=False)

    async def over(house: House, ada: GuestRow, ben: GuestRow):
        table = await seating.create(house, ada, NewTable("azul", TWO, {}))
        await seating.join(house, table, ben, Joining(invitation=table.row.invitation))
        await table.close_down()
        return table

    run(check())


def test_a_table_is_closed_whatever_is_played_there(make: Make) -> None:
    async def check() -> None:
        async with opened(make()) as (house, office):
            ada, ben = await known(house, "Ada", "Ben")
            waiting = await seating.create(house, ada, NewTable("azul", TWO, {}, listed=True))
            ear = ear_at(waiting, ada.id)
            assert await ordered(office, house, "close", waiting.row.id) is None
            assert await house.store.table(waiting.row.id) is None
            assert ear.last["table"]["mine"] == []
            house.guests.seen(ada.id, "10.0.0.1")
            house.guests.seen(ben.id, "10.0.0.2")
            rated = await seating.create(house, ada, NewTable("azul", TWO, {}, clock=Clock("live", 300, 5), rated=True))
            await seating.join(house, rated, ben, Joining(invitation=rated.row.invitation))
            ear = ear_at(rated, ben.id)
            assert await ordered(office, house, "close", rated.row.id) is None
            assert [frame["kind"] for frame in ear.frames] == ["happened", "ended", "changed"]
            assert ear.frames[0]["what"] == "closed"
            assert ear.frames[1]["ending"]["reason"].startswith("closed by whoever runs the server")
            assert rated.row.winners == [0, 1]
            assert await house.store.rated_games(0, 9) == [], "it counts for nothing"
            assert await ordered(office, house, "close", rated.row.id) == "the game is over"
            assert await ordered(office, house, "close", "nothing") == "there is no such table"
            house.tables.clear()
            again = await house.table(rated.row.id)
            assert again.course is not None
            assert again.course.is_over, "so it stands in the log"

    run(check())


def test_an_order_that_cannot_be_carried_out_keeps_no_other_from_it(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with opened(make()) as (house, office):
            ada, ben = await known(house, "Ada", "Ben")

            async def broken(*_: object) -> None:
                raise RuntimeError("no")

            monkeypatch.setattr(mydata, "withdraw", broken)
            first = await house.store.add_order("ban", ada.id, None, 1)
            assert await ordered(office, house, "rename", ben.id, "Bob") is None
            assert await ordered(office, house, "ban", "nobody") == "there is no such guest"
            row = await house.store.order(first)
            assert row is not None
            assert row.answer == "RuntimeError: no"
            assert [one.number for one in await house.store.orders(9)] == [3, 2, 1]
            assert await house.store.open_orders() == []

    run(check())


def test_the_log_of_orders_forgets_people_but_not_that_something_was_ordered(make: Make) -> None:
    async def check() -> None:
        async with opened(make()) as (house, office):
            (ada,) = await known(house, "Ada")
            await ordered(office, house, "rename", ada.id, "Grace")
            await ordered(office, house, "ban", ada.id)
            told = await mydata.export(house, ada)
            assert [order.what for order in told["orders"]] == ["rename", "ban"]
            assert told["ban"].guest == ada.id
            await mydata.delete(house, ada)
            assert [(one.what, one.about, one.value) for one in await house.store.orders(9)] == [
                ("ban", None, None), ("rename", None, None)
            ]  # fmt: skip
            assert await house.store.bans() == []

    run(check())


def test_guests_who_leave_nothing_behind_are_forgotten_in_time_and_nobody_else(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        async with opened(make()) as (house, office):
            names = ["Passer", "Waits", "Early", "Keeper", "Player", "Partner", "Owner", "Holder", "Banned", "Rested"]
            people = dict(zip(names, await known(house, *names), strict=True))
            passer, waits, early = people["Passer"], people["Waits"], people["Early"]
            await seating.create(house, waits, NewTable("azul", TWO, {}, listed=True))
            shared = await seating.create(house, early, NewTable("azul", [*TWO, SeatWish("open")], {}, listed=True))
            await seating.join(house, shared, people["Player"], Joining())
            playing = await seating.create(house, people["Player"], NewTable("azul", TWO, {}))
            await seating.join(house, playing, people["Partner"], Joining(invitation=playing.row.invitation))
            await Identity(house).make_code(people["Keeper"])
            await house.store.save_token(TokenRow("digest", people["Owner"].id, "bot-1", "Botty", 1))
            await Tournaments(house).create(people["Holder"], NewTournament("Cup", "azul", Clock("live", 300, 5)), None)
            await ordered(office, house, "ban", people["Banned"].id)
            await house.store.save_played([PlayedRow(people["Rested"].id, "t", 0, "azul", 1, "won", False, 3, ())])
            today = now_ms() // DAY * DAY

            async def left() -> set[str]:
                return {name for name, guest in people.items() if await house.store.guest(guest.id) is not None}

            await office.clean()
            assert await left() == {*names}, "who was never noted counts from now on"
            await house.store.save_visits([guest.id for guest in people.values()], today - 90 * DAY)
            await office.clean()
            assert await left() == {*names}, "not before its time"
            await house.store.save_visits([guest.id for guest in people.values()], today - 91 * DAY)
            await Office(house, 0).clean()
            assert await left() == {*names}, "never, where that was asked for"
            house.guests.seen(passer.id, "10.0.0.1")
            await office.note_visits()
            visit = await house.store.visit(passer.id)
            assert visit is not None
            assert visit.day == today
            await office.clean()
            assert {*names} - await left() == {"Waits", "Early"}
            assert [row.id for row in await house.store.lobby()] == [shared.row.id]
            assert [seat.name for seat in shared.row.seats] == ["", "Player", ""], "what others have stays"

    run(check())


def test_a_visit_is_noted_once_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with opened(MemoryStore()) as (house, office):
            (ada,) = await known(house, "Ada")
            noted: list[int] = []
            save = house.store.save_visits

            async def counted(guests: list[str], day: int) -> None:
                noted.append(day)
                await save(guests, day)

            monkeypatch.setattr(house.store, "save_visits", counted)
            now = 5 * DAY
            monkeypatch.setattr("tessela.server.admin.office.now_ms", lambda: now)
            for _ in range(3):
                house.guests.seen(ada.id, "here")
                await office.note_visits()
            now += DAY
            await office.note_visits()
            house.guests.seen(ada.id, "here")
            await office.note_visits()
            assert noted == [5 * DAY, 6 * DAY]

    asyncio.run(check())
