"""Orders, bans and visits in this process alone."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from tessela.server.admin.rows import BanRow, OrderRow, VisitRow, What
from tessela.server.store import is_program


class MemoryAdmin:
    """The part of a `MemoryStore` for whoever runs the server."""

    _all_guests: Callable[[], Sequence[str]]  # whose name is not kept
    _leaves_something: Callable[[str], bool]

    def __init__(self) -> None:
        self._orders: list[OrderRow] = []
        self._bans: dict[str, BanRow] = {}
        self._visits: dict[str, VisitRow] = {}

    async def add_order(self, what: What, about: str, value: str | None, at: int) -> int:
        """A new order; its number."""
        self._orders.append(OrderRow(len(self._orders) + 1, what, about, value, at))
        return len(self._orders)

    async def order(self, number: int) -> OrderRow | None:
        """An order."""
        return replace(self._orders[number - 1]) if 0 < number <= len(self._orders) else None

    async def open_orders(self) -> list[OrderRow]:
        """All that were not carried out yet, the first first."""
        return [replace(row) for row in self._orders if row.done is None]

    async def end_order(self, number: int, at: int, answer: str | None) -> None:
        """An order was carried out, or could not be, and why."""
        self._orders[number - 1] = replace(self._orders[number - 1], done=at, answer=answer)

    async def orders(self, most: int) -> list[OrderRow]:
        """The last orders, the newest first."""
        return [replace(row) for row in reversed(self._orders)][:most]

    async def orders_about(self, guest: str) -> list[OrderRow]:
        """All about a guest, the first first."""
        return [replace(row) for row in self._orders if row.about == guest]

    async def save_ban(self, row: BanRow) -> None:
        """Shut somebody out. Who is, stays so from when they were."""
        self._bans.setdefault(row.guest, row)

    async def delete_ban(self, guest: str) -> None:
        """Let somebody in again."""
        self._bans.pop(guest, None)

    async def bans(self) -> list[BanRow]:
        """All who are shut out, the first first."""
        return sorted(self._bans.values(), key=lambda row: (row.since, row.guest))

    async def save_visits(self, guests: Sequence[str], day: int) -> None:
        """These guests were here on a day; of those who are forgotten meanwhile nothing is noted."""
        known = {*self._all_guests()}
        self._visits |= {guest: VisitRow(guest, day) for guest in guests if guest in known}

    async def visit(self, guest: str) -> VisitRow | None:
        """When somebody was here last, as far as that is known."""
        return self._visits.get(guest)

    async def begin_visits(self, day: int) -> None:
        """Whoever was never noted counts as having been here on this day."""
        await self.save_visits([guest for guest in self._all_guests() if guest not in self._visits], day)

    async def passers_by(self, before: int, most: int) -> list[str]:
        """Guests who were last here before a day and leave nothing behind."""
        rows = sorted(self._visits.values(), key=lambda row: (row.day, row.guest))
        gone = [row.guest for row in rows if row.day < before and row.guest not in self._bans]
        return [guest for guest in gone if not is_program(guest) and not self._leaves_something(guest)][:most]

    def _forget_admin(self, guest: str) -> None:
        self._bans.pop(guest, None)
        self._visits.pop(guest, None)
        nobody = {"about": None, "value": None, "answer": None}
        self._orders = [replace(row, **nobody) if row.about == guest else row for row in self._orders]
