"""Tournaments in a database."""

import msgspec

from tessela.server.sql import AddMany, Do, SqlPart, Work
from tessela.server.store import VersionTakenError
from tessela.server.tournaments.rows import TournamentRow

_NUMBER = "(SELECT number FROM tournament WHERE id = ?)"
_ADD = "INSERT INTO tournament (id, status, listed, version, about, club) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
_CHANGE = "UPDATE tournament SET status = ?, listed = ?, version = ?, about = ? WHERE id = ? AND version = ?"
_GUESTS = "INSERT INTO tournament_guest (guest, number) VALUES", f"(?, {_NUMBER})"


class SqlTournaments(SqlPart):
    """The part of a store for tournaments."""

    async def save_tournament(self, row: TournamentRow) -> None:
        """Add a tournament (version 1) or its next version; a `VersionTakenError` if there is another one with that."""
        await self._engine.write(_saved, row)

    async def tournament(self, tournament: str) -> TournamentRow | None:
        """A tournament by its id."""
        rows = await self._ask("SELECT about FROM tournament WHERE id = ?", tournament)
        return msgspec.json.decode(rows[0][0], type=TournamentRow) if rows else None

    async def delete_tournament(self, tournament: str) -> None:
        """Remove one that never began."""
        await self._engine.write(_deleted, tournament)

    async def open_tournaments(self) -> list[str]:
        """The ids of all that are not over, the newest first."""
        rows = await self._ask("SELECT id FROM tournament WHERE status <> 'over' ORDER BY number DESC")
        return [tournament for (tournament,) in rows]

    async def listed_tournaments(self, most: int) -> list[TournamentRow]:
        """Those that everybody is shown: not over first, then the newest."""
        order = "ORDER BY CASE WHEN status = 'over' THEN 1 ELSE 0 END, number DESC LIMIT ?"
        rows = await self._ask(f"SELECT about FROM tournament WHERE listed = 1 {order}", most)
        return [msgspec.json.decode(about, type=TournamentRow) for (about,) in rows]

    async def tournaments_in(self, club: str, most: int) -> list[TournamentRow]:
        """Those of a club, the newest first."""
        rows = await self._ask("SELECT about FROM tournament WHERE club = ? ORDER BY number DESC LIMIT ?", club, most)
        return [msgspec.json.decode(about, type=TournamentRow) for (about,) in rows]

    async def tournaments_of(self, guest: str) -> list[str]:
        """The ids of all that a guest holds or takes part in, the newest first."""
        mine = "number IN (SELECT number FROM tournament_guest WHERE guest = ?)"
        rows = await self._ask(f"SELECT id FROM tournament WHERE {mine} ORDER BY number DESC", guest)
        return [tournament for (tournament,) in rows]


def _saved(row: TournamentRow) -> Work[None]:
    about = msgspec.json.encode(row)
    if row.version == 1:
        changed = yield Do(_ADD, (row.id, row.status, int(row.listed), 1, about, row.club))
    else:
        changed = yield Do(_CHANGE, (row.status, int(row.listed), row.version, about, row.id, row.version - 1))
    if not changed:
        raise VersionTakenError(f"version {row.version} is taken")
    yield Do(f"DELETE FROM tournament_guest WHERE number = {_NUMBER}", (row.id,))
    guests = {guest for guest in (row.host, *(one.guest for one in row.entrants)) if guest is not None}
    yield AddMany(*_GUESTS, [(guest, row.id) for guest in sorted(guests)])


def _deleted(tournament: str) -> Work[None]:
    yield Do(f"DELETE FROM tournament_guest WHERE number = {_NUMBER}", (tournament,))
    yield Do("DELETE FROM tournament WHERE id = ?", (tournament,))
