"""What is kept of whom people know and whom they look for, and what a store is asked for it (`store.py`)."""

from typing import Literal, Protocol

from msgspec import Struct

Kind = Literal["friend", "blocked"]


class BondRow(Struct, frozen=True):
    """What somebody has said of somebody else; the other is not told."""

    guest: str
    other: str
    kind: Kind
    since: int  # milliseconds since 1970


class SeekRow(Struct, frozen=True):
    """Somebody looks for an opponent, whoever it is: one search at a time. Once there is one, `game_table` is where they play."""

    guest: str
    game: str
    terms: str  # the options, the clock and whether it counts, as JSON: who seeks the same can be paired
    rating: float
    bots: int  # whether a bot may come where nobody else does, 0 or 1
    since: int  # milliseconds since 1970
    seen: int  # when they last asked
    game_table: str | None = None


class MeetingStore(Protocol):
    """Keeps whom people know. Forgetting a guest forgets all of theirs, and what others said of them."""

    async def save_bond(self, row: BondRow) -> None:
        """Somebody says something of somebody else, in place of what they said before."""
        ...

    async def delete_bond(self, guest: str, other: str) -> None:
        """Somebody says nothing of somebody else any more."""
        ...

    async def bonds_of(self, guest: str) -> list[BondRow]:
        """All that somebody has said of others, the first first."""
        ...

    async def bonds_to(self, guest: str) -> list[BondRow]:
        """All that others have said of somebody."""
        ...

    async def save_seek(self, row: SeekRow) -> None:
        """Somebody begins to look for an opponent, or looks for another one."""
        ...

    async def seek(self, guest: str) -> SeekRow | None:
        """Whom somebody looks for."""
        ...

    async def see_seek(self, guest: str, at: int) -> None:
        """Somebody still looks."""
        ...

    async def seeks(self, seen_after: int) -> list[SeekRow]:
        """All who look and have nobody yet, those who wait longest first."""
        ...

    async def match(self, guests: list[str], table: str) -> bool:
        """Some who look have found each other. If one of them has somebody already, or looks no more, none of them has."""
        ...

    async def delete_seek(self, guest: str) -> None:
        """Somebody looks no more."""
        ...
