"""Tournaments in this process alone."""

import msgspec

from tessela.server.store import VersionTakenError
from tessela.server.tournaments.rows import TournamentRow


class MemoryTournaments:
    """The part of a `MemoryStore` for tournaments."""

    def __init__(self) -> None:
        self._tournaments: dict[str, bytes] = {}

    async def save_tournament(self, row: TournamentRow) -> None:
        """Add a tournament (version 1) or its next version; a `VersionTakenError` if there is another one with that."""
        known = await self.tournament(row.id)
        if row.version != (known.version if known else 0) + 1:
            raise VersionTakenError(f"version {row.version} is taken")
        self._tournaments[row.id] = msgspec.json.encode(row)

    async def tournament(self, tournament: str) -> TournamentRow | None:
        """A tournament by its id."""
        kept = self._tournaments.get(tournament)
        return None if kept is None else msgspec.json.decode(kept, type=TournamentRow)

    def _has_tournaments(self, guest: str) -> bool:
        return any(row.host == guest or row.entrant_of(guest) is not None for row in self._newest())

    def _newest(self) -> list[TournamentRow]:
        return [msgspec.json.decode(kept, type=TournamentRow) for kept in reversed(self._tournaments.values())]

    async def delete_tournament(self, tournament: str) -> None:
        """Remove one that never began."""
        self._tournaments.pop(tournament, None)

    async def open_tournaments(self) -> list[str]:
        """The ids of all that are not over, the newest first."""
        return [row.id for row in self._newest() if row.status != "over"]

    async def listed_tournaments(self, most: int) -> list[TournamentRow]:
        """Those that everybody is shown: not over first, then the newest."""
        listed = [row for row in self._newest() if row.listed]
        return sorted(listed, key=lambda row: row.status == "over")[:most]

    async def tournaments_in(self, club: str, most: int) -> list[TournamentRow]:
        """Those of a club, the newest first."""
        return [row for row in self._newest() if row.club == club][:most]

    async def tournaments_of(self, guest: str) -> list[str]:
        """The ids of all that a guest holds or takes part in, the newest first."""
        return [row.id for row in self._newest() if row.host == guest or row.entrant_of(guest) is not None]
