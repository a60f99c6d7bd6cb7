"""Orders, bans and visits in a database. The columns of their tables are called like the fields of the rows."""

from collections.abc import Sequence

from tessela.server.admin.rows import BanRow, OrderRow, VisitRow, What
from tessela.server.sql import AddMany, Ask, Do, SqlPart, Work, changing, first
from tessela.server.store import PROGRAM

_BEGUN = "SELECT seat_guest.guest FROM seat_guest JOIN game_table USING (number) WHERE status <> 'waiting'"
_LEAVE_SOMETHING = (
    _BEGUN, "SELECT guest FROM ban", "SELECT guest FROM tournament_guest", "SELECT owner FROM bot_token",
    "SELECT guest FROM rated_seat WHERE guest IS NOT NULL", "SELECT guest FROM played",
)  # fmt: skip
_PASSERS_BY = (
    "SELECT id FROM guest JOIN visit ON visit.guest = id WHERE day < ? AND kept IS NULL"
    f" AND substr(id, 1, {len(PROGRAM)}) <> '{PROGRAM}'"
    f"{''.join(f' AND id NOT IN ({some})' for some in _LEAVE_SOMETHING)} ORDER BY day, id LIMIT ?"
)


class SqlAdmin(SqlPart):
    """The part of a store for whoever runs the server."""

    async def add_order(self, what: What, about: str, value: str | None, at: int) -> int:
        """A new order; its number."""
        return await self._engine.write(_ordered, what, about, value, at)

    async def order(self, number: int) -> OrderRow | None:
        """An order."""
        return first(await self._find(OrderRow, "admin_order", "number = ?", number))

    async def open_orders(self) -> list[OrderRow]:
        """All that were not carried out yet, the first first."""
        return await self._find(OrderRow, "admin_order", "done IS NULL ORDER BY number")

    async def end_order(self, number: int, at: int, answer: str | None) -> None:
        """An order was carried out, or could not be, and why."""
        await self._do("UPDATE admin_order SET done = ?, answer = ? WHERE number = ?", at, answer, number)

    async def orders(self, most: int) -> list[OrderRow]:
        """The last orders, the newest first."""
        return await self._find(OrderRow, "admin_order", "1 = 1 ORDER BY number DESC LIMIT ?", most)

    async def orders_about(self, guest: str) -> list[OrderRow]:
        """All about a guest, the first first."""
        return await self._find(OrderRow, "admin_order", "about = ? ORDER BY number", guest)

    async def save_ban(self, row: BanRow) -> None:
        """Shut somebody out. Who is, stays so from when they were."""
        await self._do("INSERT INTO ban (guest, since) VALUES (?, ?) ON CONFLICT DO NOTHING", row.guest, row.since)

    async def delete_ban(self, guest: str) -> None:
        """Let somebody in again."""
        await self._do("DELETE FROM ban WHERE guest = ?", guest)

    async def bans(self) -> list[BanRow]:
        """All who are shut out, the first first."""
        return await self._find(BanRow, "ban", "1 = 1 ORDER BY since, guest")

    async def save_visits(self, guests: Sequence[str], day: int) -> None:
        """These guests were here on a day; of those who are forgotten meanwhile nothing is noted."""
        await self._engine.write(_visited, guests, day)

    async def visit(self, guest: str) -> VisitRow | None:
        """When somebody was here last, as far as that is known."""
        return first(await self._find(VisitRow, "visit", "guest = ?", guest))

    async def begin_visits(self, day: int) -> None:
        """Whoever was never noted counts as having been here on this day: older versions noted nobody."""
        unknown = "WHERE id NOT IN (SELECT guest FROM visit)"
        await self._do(f"INSERT INTO visit (guest, day) SELECT id, CAST(? AS BIGINT) FROM guest {unknown}", day)

    async def passers_by(self, before: int, most: int) -> list[str]:
        """Guests who were last here before a day and leave nothing behind."""
        return [guest for (guest,) in await self._ask(_PASSERS_BY, before, most)]


def _ordered(what: What, about: str, value: str | None, at: int) -> Work[int]:
    last = yield Ask("SELECT coalesce(max(number), 0) FROM admin_order")
    number: int = last[0][0] + 1
    yield Do("INSERT INTO admin_order (number, what, about, value, at) VALUES (?, ?, ?, ?, ?)", (number, what, about, value, at))
    return number


def _visited(guests: Sequence[str], day: int) -> Work[None]:
    known: list[tuple[object, ...]] = []
    for guest in guests:
        if (yield Ask("SELECT 1 FROM guest WHERE id = ?", (guest,))):
            known.append((guest, day))
    if known:
        yield AddMany("INSERT INTO visit (guest, day) VALUES", "(?, ?)", known, changing("guest", ("guest", "day")))


def forget_admin(guest: str) -> Work[None]:
    """Leave nothing of a guest: of an order about them, that there was one."""
    for table in ("ban", "visit"):
        yield Do(f"DELETE FROM {table} WHERE guest = ?", (guest,))
    yield Do("UPDATE admin_order SET about = NULL, value = NULL, answer = NULL WHERE about = ?", (guest,))
