"""Clubs in this process alone."""

import msgspec
from msgspec.structs import replace

from tessela.server.clubs.rows import ClubRow
from tessela.server.results import PlayedRow
from tessela.server.store import VersionTakenError


class MemoryClubs:
    """The part of a `MemoryStore` for clubs."""

    _played: dict[tuple[str, str], PlayedRow]

    def __init__(self) -> None:
        self._clubs: dict[str, bytes] = {}

    async def save_club(self, row: ClubRow) -> None:
        """Add a club (version 1) or its next version; a `VersionTakenError` if there is another one with that."""
        known = await self.club(row.id)
        if row.version != (known.version if known else 0) + 1:
            raise VersionTakenError(f"version {row.version} is taken")
        self._clubs[row.id] = msgspec.json.encode(row)

    async def club(self, club: str) -> ClubRow | None:
        """A club by its id."""
        kept = self._clubs.get(club)
        return None if kept is None else msgspec.json.decode(kept, type=ClubRow)

    async def delete_club(self, club: str, version: int) -> None:
        """Remove a club of this version; a `VersionTakenError` if it has changed."""
        known = await self.club(club)
        if known is None or known.version != version:
            raise VersionTakenError(f"it is not of version {version} any more")
        del self._clubs[club]

    async def clubs_of(self, guest: str) -> list[str]:
        """The ids of all to which somebody belongs or did, the oldest first."""
        rows = [msgspec.json.decode(kept, type=ClubRow) for kept in self._clubs.values()]
        return [row.id for row in rows if any(one.guest == guest for one in row.people)]

    async def played_among(self, club: str, since: int, until: int, most: int) -> list[PlayedRow]:
        """How people of a club did against each other in games that were over from one time until before another."""
        known = await self.club(club)
        people = {one.guest for one in known.people} if known else set()
        rows = [
            replace(row, accuracy=None, kinds=None, board=None)
            for row in self._played.values()
            if row.guest in people and since <= row.at < until and row.result not in ("lesson", "both")
            and people.intersection(row.others)
        ]  # fmt: skip
        return sorted(rows, key=lambda row: (-row.at, row.table, row.seat, row.guest))[:most]
