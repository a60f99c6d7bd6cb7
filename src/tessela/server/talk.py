"""What people write to each other at a table, and whom they do not want to read; what a store is asked for it (`store.py`)."""

from typing import Protocol

from msgspec import Struct

MOST_LINES = 500  # at one table


class LineRow(Struct, frozen=True):
    """What somebody wrote at a table. Of somebody who is forgotten only its place is left."""

    game_table: str
    place: int  # counted from 1; whoever stores it says which
    guest: str | None
    seat: int
    text: str
    said: str | None  # the client's name for it: sent again, it is the same
    at: int  # milliseconds since 1970


class MuteRow(Struct, frozen=True):
    """Somebody does not want to read somebody else, who is not told."""

    guest: str
    other: str
    since: int  # milliseconds since 1970


class TalkStore(Protocol):
    """Keeps what was written. Forgetting a guest forgets their words, and who muted whom."""

    async def save_line(self, row: LineRow) -> int:
        """Keep a line at the next place of its table; where it is, also if it was kept before. 0 where there is no room."""
        ...

    async def lines(self, table: str, after: int = 0) -> list[LineRow]:
        """What was written at a table after a place, in order; nothing of those who are forgotten."""
        ...

    async def lines_of(self, guest: str) -> list[LineRow]:
        """All that somebody has written."""
        ...

    async def forget_lines(self, guest: str) -> None:
        """Nobody can read any more what somebody has written."""
        ...

    async def hand_over_lines(self, guest: str, to: str) -> None:
        """What somebody has written was written by somebody else."""
        ...

    async def save_mute(self, row: MuteRow) -> None:
        """Somebody does not want to read somebody else."""
        ...

    async def delete_mute(self, guest: str, other: str) -> None:
        """Somebody reads somebody else again."""
        ...

    async def mutes_of(self, guest: str) -> list[MuteRow]:
        """Whom somebody does not want to read, the first first."""
        ...

    async def mutes_to(self, guest: str) -> list[MuteRow]:
        """Who does not want to read somebody."""
        ...
