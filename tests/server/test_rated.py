"""Rated games at tables: what they ask for, that nobody is helped, and that each counts exactly once."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tessela.server import mydata, seating
from tessela.server.advice import Advice
from tessela.server.clocks import now_ms
from tessela.server.fairplay import MOST_OF_A_PAIR
from tessela.server.frames import Count, Explain, Hint, Judge, LetBotFinish, Look, Practise, Resign, Takeback
from tessela.server.house import House, HouseError
from tessela.server.messages.tables import Clock, Joining, NewTable, SeatWish
from tessela.server.played import over_at
from tessela.server.ratings import NEWCOMER, recomputed
from tessela.server.refusals import RefusedError
from tessela.server.results import RatedGame, RatedSeat, Sought
from tessela.server.seeking import rating_of
from tessela.server.sight import back_to
from tessela.server.sqlite_store import SqliteStore
from tessela.server.store import PROGRAM, Entry, GuestRow, Head, Store, StoreError, VersionTakenError
from tessela.server.table import Table
from tests.server.room import house_on, open_house, play
from tests.server.room import run as run_patiently

ADA, BOB, CAT = (GuestRow(f"{name.lower()}-0123456789", name, 1, kept=2, looks=name.lower()) for name in ("Ada", "Bob", "Cat"))
LIVE = Clock("live", 600)


def rated(seats: str = "me open", **more: Any) -> NewTable:
    wishes = [SeatWish(who.split(":")[0], who.split(":")[1] if ":" in who else None) for who in seats.split()]  # type: ignore[arg-type]
    values: dict[str, Any] = {"game": "azul", "seats": wishes, "clock": LIVE, "rated": True}
    return NewTable(**{**values, **more})


async def table_of_two(house: House, one: GuestRow = ADA, other: GuestRow = BOB, **more: Any) -> Table:
    for guest in (one, other):
        await house.store.save_guest(guest)
    table = await seating.create(house, one, rated(**more))
    await seating.join(house, table, other, Joining(table.row.invitation))
    return table


async def resign(table: Table, seat: int) -> None:
    await table.resign([seat], Resign(table.version, f"r{seat}"))


@asynccontextmanager
async def refused(word: str, text: str = "") -> AsyncIterator[None]:
    with pytest.raises((HouseError, RefusedError)) as found:
        yield
    assert getattr(found.value, "error", getattr(found.value, "reason", "")) == word
    assert text in str(found.value)


def check(what: Callable[[House], Coroutine[Any, Any, None]], store: Store | None = None) -> None:
    async def with_house() -> None:
        async with open_house(store) as house:
            await what(house)

    run_patiently(with_house())


@pytest.mark.parametrize(
    ("seats", "more", "text"),
    [
        ("me open", {"clock": None}, "needs a clock"),
        ("me here", {}, "screen of their own"),
        ("me me", {}, "screen of their own"),
        ("open open", {}, "screen of their own"),
        ("me bot:random", {}, "no measured strength"),
        ("me bot:bot-0123", {}, "no measured strength"),
        ("me bot:mason", {"clock": None, "practice": True}, "needs a clock"),
    ],
)
def test_terms_that_no_rated_table_has(seats: str, more: dict[str, Any], text: str) -> None:
    async def try_it(house: House) -> None:
        async with refused("not-rated", text):
            await seating.create(house, ADA, rated(seats, **more))

    check(try_it)


def test_everybody_sees_before_sitting_down_that_it_counts() -> None:
    async def look(house: House) -> None:
        await house.store.save_guest(ADA)
        table = await seating.create(house, ADA, rated(listed=True))
        told = table.info(BOB.id)
        assert told.rated
        assert told.seats[0].rating is not None
        assert (told.seats[0].rating.value, told.seats[0].rating.provisional) == (1200, True)
        assert told.seats[1].rating is None

    check(look)


def test_nobody_is_helped_in_a_rated_game() -> None:
    async def ask(house: House) -> None:
        table = await table_of_two(house)
        assert table.course is not None
        seat = table.course.to_move or 0
        guest, advice = table.row.seats[seat].guests[0], Advice(house.players.service)
        version = table.version
        for asked in (
            advice.hint(table, guest, [seat], Hint(version)),
            advice.look(table, guest, [seat], Look(version, table.course.game.legal_texts()[0])),
            advice.look(table, "onlooker", [], Look(version)),
            advice.count(table, guest, [seat], Count(version)),
            advice.judge(table, guest, [seat], Judge(version), allowed=True),
            table.practise([seat], Practise(True)),
        ):
            async with refused("not-allowed", "" if asked.__name__ == "practise" else "in a rated game"):
                await asked
        await play(table, table.course.game.legal_texts()[0])
        async with refused("not-allowed", "nothing is taken back in a rated game"):
            await table.takeback([seat], Takeback(table.version, "t"))
        assert back_to(table.row, table.course, [seat]) == []

    check(ask)


def test_a_move_of_a_level_is_explained_once_the_game_is_over() -> None:
    async def ask(house: House) -> None:
        await house.store.save_guest(ADA)
        table = await seating.create(house, ADA, rated("me bot:mason"))
        mine = next(number for number, seat in enumerate(table.row.seats) if seat.who == "person")
        while not any(step.seat != mine for step in table.course.steps[1:]) if table.course else True:
            if table.course and table.course.to_move == mine:
                await play(table, table.course.game.legal_texts()[0])
            await asyncio.sleep(0.01)
        assert table.course is not None
        version = next(step.version for step in table.course.steps[1:] if step.seat != mine)
        async with refused("not-allowed", "no reasons in a rated game"):
            await Advice(house.players.service).why(table, ADA.id, Explain(version))
        await resign(table, mine)
        assert (await Advice(house.players.service).why(table, ADA.id, Explain(version))).version == version
        assert [row.games for row in await house.store.ratings_of(ADA.id)] == [1]

    check(ask)


def test_leaving_loses_and_counts_once(tmp_path: Path) -> None:
    async def leave(house: House) -> None:
        table = await table_of_two(house)
        await resign(table, 0)
        loser, winner = (table.row.seats[seat].guests[0] for seat in (0, 1))
        rows = {guest: await house.store.rating(guest, "azul", "live") for guest in (loser, winner)}
        assert rows[loser].rating.value < NEWCOMER.value < rows[winner].rating.value
        moved = await house.store.changes_at(table.row.id)
        assert [change.seat for change in moved] == [0, 1]
        async with refused("not-allowed"):
            await resign(table, 1)
        assert len(await house.store.rated_games(0, 9)) == 1
        rematch = await seating.rematch(house, table, ADA)
        assert rematch.row.rated

    check(leave, SqliteStore(tmp_path))


def test_time_that_runs_out_loses() -> None:
    async def wait(house: House) -> None:
        table = await table_of_two(house, clock=Clock("live", 10))
        await play(table, table.course.game.legal_texts()[0])
        assert table.timing is not None
        assert table.course is not None
        late = table.course.to_move
        table.timing.left = [0, 0]
        await table.time_out(table.version)
        assert table.row.status == "over"
        (_, game), *_ = await house.store.rated_games(0, 9)
        assert [seat.place for seat in game.seats] == [2 - (seat.seat != late) for seat in game.seats]

    check(wait)


def test_no_bot_plays_for_anybody_but_for_one_who_never_came() -> None:
    async def try_it(house: House) -> None:
        table = await table_of_two(house)
        async with refused("not-allowed", "resign"):
            await table.let_bot_finish([0], LetBotFinish(table.version, "b", 0))
        await play(table, table.course.game.legal_texts()[0])
        async with refused("not-allowed", "their clock runs"):
            await table.let_bot_finish([0], LetBotFinish(table.version, "b", 1))
        house._grace = 0.0
        other = await table_of_two(house, ADA, CAT)
        await other.let_bot_finish([0], LetBotFinish(0, "b", 1))
        assert not other.row.rated, "called off before anybody moved: it goes on, and counts for nothing"
        await resign(other, 0)
        assert await house.store.ratings_of(CAT.id) == []

    check(try_it)


def test_a_seat_is_one_guests() -> None:
    async def try_it(house: House) -> None:
        table = await table_of_two(house)
        link = house.guests.seat_link(table.row.id, ADA.id)
        async with refused("not-rated", "sign in on the other device"):
            await seating.join(house, table, BOB, Joining(seat_link=link))

    check(try_it)


def test_a_program_does_not_sit_down() -> None:
    async def try_it(house: House) -> None:
        table = await seating.create(house, ADA, rated())
        async with refused("not-rated", "programs"):
            await seating.join(house, table, GuestRow(f"{PROGRAM}x", "Robot", 1), Joining(table.row.invitation))

    check(try_it)


def test_two_guests_of_one_address_keep_their_names_first() -> None:
    async def try_it(house: House) -> None:
        fresh = GuestRow("guest-0123456789", "Guest 1", 1)
        for guest in (ADA, BOB, fresh):
            await house.store.save_guest(guest)
            house.guests.seen(guest.id, "192.0.2.1")
        table = await seating.create(house, ADA, rated())
        async with refused("same-address", "keep their names"):
            await seating.join(house, table, fresh, Joining(table.row.invitation))
        assert table.row.status == "waiting"
        house.guests.seen(fresh.id, "192.0.2.2")
        await seating.join(house, table, fresh, Joining(table.row.invitation))
        again = await seating.create(house, ADA, rated())
        await seating.join(house, again, BOB, Joining(again.row.invitation))
        assert again.row.status == "playing"

    check(try_it)


def test_the_same_two_play_so_many_a_day(tmp_path: Path) -> None:
    """Those that go on count: nobody begins them all at once."""

    async def try_it(house: House) -> None:
        for number in range(MOST_OF_A_PAIR):
            table = await table_of_two(house)
            if number % 2:
                await resign(table, 0)
        async with refused("enough-rated", f"at most {MOST_OF_A_PAIR}"):
            await table_of_two(house)
        assert await house.store.rated_between(ADA.id, BOB.id, now_ms() + 1) == 0
        await table_of_two(house, ADA, CAT)

    check(try_it, SqliteStore(tmp_path))


def test_who_comes_to_hold_both_seats_plays_for_nothing() -> None:
    async def try_it(house: House) -> None:
        table = await table_of_two(house)
        await mydata.hand_over(house, ADA, BOB)
        await resign(table, 0)
        assert await house.store.rated_games(0, 9) == []

    check(try_it)


def test_who_is_forgotten_in_a_rated_game_has_lost_it(tmp_path: Path) -> None:
    async def forget(house: House) -> None:
        table = await table_of_two(house)
        before = {seat.guests[0] for seat in table.row.seats}
        await mydata.delete(house, ADA)
        assert table.row.status == "over"
        row = await house.store.rating(BOB.id, "azul", "live")
        assert row is not None
        assert row.rating.value > NEWCOMER.value
        assert await house.store.ratings_of(ADA.id) == []
        games = [game for _, game in await house.store.rated_games(0, 9)]
        assert ADA.id in before
        assert ADA.id not in {seat.guest for game in games for seat in game.seats}
        assert recomputed(games)[BOB.id, "azul", "live"] == row, "the ratings of others still follow from the log"

    check(forget, SqliteStore(tmp_path))


def test_a_game_that_could_not_be_stored_counts_once_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last entry and what it does to ratings are stored together: a failure between leaves neither."""

    async def fail_first(house: House) -> None:
        table = await table_of_two(house)

        def broken(*_: Any) -> Any:
            raise StoreError("killed in between")

        monkeypatch.setattr("tessela.server.sql_results.after_game", broken)
        async with refused("not-stored"):
            await resign(table, 0)
        assert table.row.status == "playing"
        assert await house.store.entries(table.row.id, 0) == []
        assert await house.store.rated_games(0, 9) == []
        assert await house.store.played(ADA.id, Sought(), 9) == []
        monkeypatch.undo()
        await resign(table, 0)
        assert [row.games for row in await house.store.ratings_of(ADA.id)] == [1]

    check(fail_first, SqliteStore(tmp_path))


def test_the_last_entry_given_twice_is_rated_once(tmp_path: Path) -> None:
    async def twice(house: House) -> None:
        table = await table_of_two(house)
        await resign(table, 0)
        over = over_at(table.row, 1, table.course)
        with pytest.raises(VersionTakenError):
            await house.store.append(Entry(table.row.id, 1, 0, "resigned", {}, "again", 1), Head(1), table.row, over)
        assert [row.games for row in await house.store.ratings_of(ADA.id)] == [1]

    check(twice, SqliteStore(tmp_path))


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_ratings_follow_from_the_log_and_outlast_a_restart(kind: str, tmp_path: Path) -> None:
    """What stands after many games at once is what the log gives, exactly; also after a restart."""

    async def many() -> None:
        house = house_on(SqliteStore(tmp_path) if kind == "sqlite" else None)
        tables = [await table_of_two(house, one, other) for one, other in ((ADA, BOB), (BOB, CAT), (CAT, ADA)) for _ in range(3)]
        tables.append(await seating.create(house, ADA, rated("me bot:legend bot:sprout", options={"players": 3})))
        tables.append(await seating.create(house, BOB, rated("me bot:painter", game="duel", clock=Clock("days", 3600))))
        await asyncio.gather(*(resign(table, _seat_of_a_person(table)) for table in tables[:9]))
        await resign(tables[10], _seat_of_a_person(tables[10]))
        expected = recomputed([game for _, game in await house.store.rated_games(0, 99)])
        assert len(expected) == 4
        assert {key: await house.store.rating(*key) for key in expected} == expected
        if kind == "sqlite":
            await house.close()
            house = house_on(SqliteStore(tmp_path))
            assert {key: await house.store.rating(*key) for key in expected} == expected
        await house.close()

    run_patiently(many())


def test_the_log_of_rated_games_comes_page_by_page(tmp_path: Path) -> None:
    async def read(house: House) -> None:
        for _ in range(3):
            await resign(await table_of_two(house), 0)
        first = await house.store.rated_games(0, 2)
        rest = await house.store.rated_games(first[-1][0], 2)
        assert [number for number, _ in first + rest] == [1, 2, 3]
        assert isinstance(rest[0][1], RatedGame)
        assert all(isinstance(seat, RatedSeat) for seat in rest[0][1].seats)

    check(read, SqliteStore(tmp_path))


def _seat_of_a_person(table: Table) -> int:
    return next(number for number, seat in enumerate(table.row.seats) if seat.who == "person")


def test_who_looks_for_an_opponent_is_as_strong_as_their_rating() -> None:
    async def in_it(house: House) -> None:
        table = await table_of_two(house)
        await resign(table, 0)
        winner, loser = (table.row.seats[seat].guests[0] for seat in (1, 0))
        ratings = [await rating_of(house, guest, "azul", LIVE) for guest in (loser, CAT.id, winner)]
        assert ratings == sorted(ratings)
        assert ratings[0] < ratings[1] == NEWCOMER.value < ratings[2]
        assert await rating_of(house, winner, "azul", Clock("days", 86_400)) == NEWCOMER.value

    check(in_it)
