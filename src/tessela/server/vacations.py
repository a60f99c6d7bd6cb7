"""Days off: whoever plays slow games may be away for some days of a year. Others see until when, and the clocks stand."""

from datetime import UTC, datetime
from functools import partial
from math import ceil

from msgspec.structs import replace

from tessela.server.calling import VacationRow
from tessela.server.clocks import now_ms
from tessela.server.house import House, HouseError, new_id
from tessela.server.messages.calling import VacationInfo
from tessela.server.messages.tables import Clock
from tessela.server.seating import copied
from tessela.server.sight import seats_of
from tessela.server.store import Away, GuestRow
from tessela.server.table import Table

A_DAY = 86_400_000  # milliseconds
DAYS_A_YEAR = 30
MOST_TABLES = 1000  # of somebody who goes away, the newest


class Vacations:
    """Lets people go, and has them back when they said they would be."""

    def __init__(self, house: House):
        self._house = house

    async def known(self, guest: GuestRow) -> VacationInfo:
        """Whether somebody is away, and how many days there are left this year."""
        rows, now = await self._house.store.vacations_of(guest.id), now_ms()
        current = running(rows, now)
        return VacationInfo(current.until if current else None, DAYS_A_YEAR - days_used(rows, now), DAYS_A_YEAR)

    async def begin(self, guest: GuestRow, days: int) -> None:
        """Somebody is away from now on, for so many days; who is already comes back at another time."""
        rows, now = await self._house.store.vacations_of(guest.id), now_ms()
        current = running(rows, now)
        row = VacationRow(current.id if current else new_id(), guest.id, current.began if current else now, now + days * A_DAY)
        used = days_used([*(other for other in rows if other.id != row.id), row], now)
        if used > DAYS_A_YEAR:
            left = DAYS_A_YEAR - days_used(rows, now)
            raise HouseError(409, "no-days", f"{left} of the {DAYS_A_YEAR} vacation days of this year are left")
        await self._house.store.save_vacation(row)
        await self._at_tables(guest.id, row.until)

    async def end(self, guest: GuestRow) -> None:
        """Somebody is back; days that were not begun are not used up."""
        current = running(await self._house.store.vacations_of(guest.id), now_ms())
        if current is not None:
            await self._end(current, now_ms())

    async def end_those_over(self) -> None:
        """Have everybody back whose days are over."""
        for row in await self._house.store.vacations_over(now_ms()):
            await self._end(row, row.until)

    async def _end(self, row: VacationRow, at: int) -> None:
        await self._at_tables(row.guest, None)
        await self._house.store.save_vacation(replace(row, ended=at))

    async def _at_tables(self, guest: str, until: int | None) -> None:
        for row in await self._house.store.tables_of(guest, MOST_TABLES):
            if row.status != "over" and (row.clock is None or row.clock.pace == "days"):
                table = await self._readable(row.id)
                if table is not None:
                    await table.settle(partial(self._change, table, guest, until))

    async def _readable(self, table: str) -> Table | None:
        try:
            return await self._house.table(table)
        except HouseError:  # whose log cannot be read, or that was taken away meanwhile
            return None

    async def _change(self, table: Table, guest: str, until: int | None) -> None:
        """Let the seats of a guest go or have them back; the caller holds the lock."""
        if table.row.status == "over":
            return
        row, mine = copied(table.row), seats_of(table.row, guest)
        if table.course and table.course.to_move in mine and (stood := table.stood()):
            row.stood = (table.version, stood)
        for seat in mine:
            row.seats[seat].away = None if until is None else Away(until, self._house.uptime.now())
        if row != table.row:
            await table.change(row)

    async def check_here(self, guest: GuestRow, clock: Clock | None) -> None:
        """Who is away sits down at no table where everybody has days for a turn: the clock would not stand there."""
        if clock is not None and clock.pace == "days" and running(await self._house.store.vacations_of(guest.id), now_ms()):
            raise HouseError(409, "on-vacation", "you are on vacation: come back first")


def running(rows: list[VacationRow], now: int) -> VacationRow | None:
    """The days off that somebody has now."""
    return next((row for row in rows if row.ended is None and row.until > now), None)


def days_used(rows: list[VacationRow], now: int) -> int:
    """How many days of this year somebody has taken: those that were begun, and of those to come all that were asked for. A
    vacation counts for the year in which it began."""
    year = datetime.fromtimestamp(now / 1000, UTC).year
    mine = [row for row in rows if datetime.fromtimestamp(row.began / 1000, UTC).year == year]
    return sum(ceil(((row.until if row.ended is None else min(row.ended, row.until)) - row.began) / A_DAY) for row in mine)
