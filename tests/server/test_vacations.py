"""Days off: clocks of slow games stand, others see until when, and there are so many a year."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tessela.server import vacations as days_off
from tessela.server.clocks import Uptime
from tessela.server.frames import LetBotFinish
from tessela.server.house import House, HouseError
from tessela.server.memory_store import MemoryStore
from tessela.server.messages.tables import Clock
from tessela.server.refusals import RefusedError
from tessela.server.store import GuestRow, Store
from tessela.server.table import Table
from tessela.server.vacations import A_DAY, DAYS_A_YEAR, Vacations
from tests.server.room import open_house, play, run, table_for
from tests.server.test_time import Watch

ADA = GuestRow("a", "Ada", 1)
NEW_YEAR = 1_798_761_600_000  # 2027-01-01
THREE_DAYS, DAY_SECONDS = 3 * A_DAY, 86_400


@asynccontextmanager
async def away_house(monkeypatch: pytest.MonkeyPatch, store: Store, watch: Watch) -> AsyncIterator[House]:
    """A house where both the wall clock and that of the servers go when told to."""
    monkeypatch.setattr(days_off, "now_ms", lambda: NEW_YEAR + int(watch.seconds * 1000))
    async with open_house(store) as house:
        house.uptime = Uptime(watch)
        house.uptime.go_on(await store.uptime())
        await house.store.save_guest(ADA)
        yield house


async def adas_turn(house: House) -> Table:
    table = await table_for(house, "azul", clock=Clock("days", 3 * DAY_SECONDS))
    while table.row.seats[table.course.to_move or 0].guests != ["a"]:
        await play(table, str(table.course.game.legal_moves()[0]))
    return table


def left(table: Table) -> int:
    clocks = table.clocks()
    assert clocks is not None
    return clocks[table.course.to_move or 0]


def test_the_clock_stands_while_somebody_is_away_also_over_a_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        store, watch = MemoryStore(), Watch()
        async with away_house(monkeypatch, store, watch) as house:
            table = await adas_turn(house)
            watch.seconds += DAY_SECONDS
            await Vacations(house).begin(ADA, 7)
            assert table.info(None).seats[0].away == NEW_YEAR + 8 * A_DAY
            assert "t" not in house._timers
            watch.seconds += 5 * DAY_SECONDS
            assert left(table) == THREE_DAYS - A_DAY
            await table.time_out(table.version)
            assert table.row.status == "playing"
        store.close = lambda: None  # type: ignore[method-assign]
        async with away_house(monkeypatch, store, watch) as house:
            table = await house.table("t")
            assert left(table) == THREE_DAYS - A_DAY
            watch.seconds += 2 * DAY_SECONDS + 1  # the time that was said is over
            await Vacations(house).end_those_over()
            assert table.info(None).seats[0].away is None
            assert left(table) == THREE_DAYS - A_DAY
            assert "t" in house._timers
            watch.seconds += DAY_SECONDS
            assert left(table) == THREE_DAYS - 2 * A_DAY
            version = table.version
            await play(table, str(table.course.game.legal_moves()[0]))
            assert table.row.stood is not None
            assert table.row.stood[0] == version, "it counts for the turn in which it was"
            assert table.stood() == 0

    run(check())


def test_who_is_away_may_move_and_go_for_longer_and_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        watch = Watch()
        async with away_house(monkeypatch, MemoryStore(), watch) as house:
            table, off = await adas_turn(house), Vacations(house)
            await off.begin(ADA, 2)
            watch.seconds += DAY_SECONDS
            await off.begin(ADA, 4)  # from now on
            known = await off.known(ADA)
            assert (known.until, known.days_left) == (NEW_YEAR + 5 * A_DAY, DAYS_A_YEAR - 5)
            watch.seconds += DAY_SECONDS
            assert left(table) == THREE_DAYS
            await play(table, str(table.course.game.legal_moves()[0]))
            watch.seconds += 3600
            assert left(table) == THREE_DAYS - 3_600_000, "the clock of the others goes on"
            await off.end(ADA)
            assert await off.known(ADA) == await off.known(ADA)
            assert (await off.known(ADA)).until is None
            assert (await off.known(ADA)).days_left == DAYS_A_YEAR - 3, "two days and an hour were begun"

    run(check())


def test_days_are_limited_and_new_slow_games_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        watch = Watch()
        async with away_house(monkeypatch, MemoryStore(), watch) as house:
            off = Vacations(house)
            with pytest.raises(HouseError, match=f"{DAYS_A_YEAR} of the {DAYS_A_YEAR} vacation days"):
                await off.begin(ADA, DAYS_A_YEAR + 1)
            await off.begin(ADA, 20)
            with pytest.raises(HouseError, match="come back first"):
                await off.check_here(ADA, Clock("days", DAY_SECONDS))
            await off.check_here(ADA, Clock("live", 600))
            await off.check_here(ADA, None)
            watch.seconds += 20 * DAY_SECONDS
            await off.end_those_over()
            await off.check_here(ADA, Clock("days", DAY_SECONDS))
            with pytest.raises(HouseError, match="10 of the 30"):
                await off.begin(ADA, 11)
            watch.seconds += 365 * DAY_SECONDS
            assert (await off.known(ADA)).days_left == DAYS_A_YEAR

    run(check())


def test_nobody_is_replaced_while_away(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with away_house(monkeypatch, MemoryStore(), Watch()) as house:
            table = await adas_turn(house)
            await Vacations(house).begin(ADA, 2)
            table.audience._grace = -1.0  # nobody was here a moment ago
            (ada,) = [number for number, seat in enumerate(table.row.seats) if seat.guests == ["a"]]
            with pytest.raises(RefusedError, match="on vacation until 2027-01-03"):
                await table.let_bot_finish([1 - ada], LetBotFinish(table.version, "x", ada))

    run(check())
