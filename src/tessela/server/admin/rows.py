"""What is kept for whoever runs a server, and what a store is asked for it (`store.py`)."""

from collections.abc import Sequence
from typing import Literal, Protocol

from msgspec import Struct

What = Literal["rename", "ban", "unban", "close"]


class OrderRow(Struct):
    """What whoever runs the server has ordered: about a guest or a table, and what came of it. Orders are the log, too: none
    is ever removed, but of a guest who is forgotten they name nobody."""

    number: int
    what: What
    about: str | None  # the id of a guest, or of a table
    value: str | None  # the new name
    at: int  # milliseconds since 1970, as all times
    done: int | None = None
    answer: str | None = None  # why it could not be done


class BanRow(Struct, frozen=True):
    """Somebody is shut out."""

    guest: str
    since: int


class VisitRow(Struct, frozen=True):
    """When somebody was here, to the day."""

    guest: str
    day: int  # its first millisecond since 1970


class AdminStore(Protocol):
    """Keeps orders, bans and visits. Forgetting a guest forgets all of theirs; an order stays, and says no more about whom."""

    async def add_order(self, what: What, about: str, value: str | None, at: int) -> int:
        """A new order; its number."""
        ...

    async def order(self, number: int) -> OrderRow | None:
        """An order."""
        ...

    async def open_orders(self) -> list[OrderRow]:
        """All that were not carried out yet, the first first."""
        ...

    async def end_order(self, number: int, at: int, answer: str | None) -> None:
        """An order was carried out, or could not be, and why."""
        ...

    async def orders(self, most: int) -> list[OrderRow]:
        """The last orders, the newest first."""
        ...

    async def orders_about(self, guest: str) -> list[OrderRow]:
        """All about a guest, the first first."""
        ...

    async def save_ban(self, row: BanRow) -> None:
        """Shut somebody out. Who is, stays so from when they were."""
        ...

    async def delete_ban(self, guest: str) -> None:
        """Let somebody in again."""
        ...

    async def bans(self) -> list[BanRow]:
        """All who are shut out, the first first."""
        ...

    async def save_visits(self, guests: Sequence[str], day: int) -> None:
        """These guests were here on a day."""
        ...

    async def visit(self, guest: str) -> VisitRow | None:
        """When somebody was here last, as far as that is known."""
        ...

    async def begin_visits(self, day: int) -> None:
        """Whoever was never noted counts as having been here on this day: older versions noted nobody."""
        ...

    async def passers_by(self, before: int, most: int) -> list[str]:
        """Guests who were last here before a day and leave nothing behind: no name that is kept, no game that has begun, no
        rating, no tournament, no program, no ban."""
        ...
