"""Clubs in a database."""

import msgspec

from tessela.server.clubs.rows import ClubRow
from tessela.server.results import PlayedRow
from tessela.server.sql import AddMany, Do, SqlPart, Work
from tessela.server.store import VersionTakenError

_NUMBER = "(SELECT number FROM club WHERE id = ?)"
_PEOPLE = f"SELECT guest FROM club_guest WHERE number = {_NUMBER}"
_ADD = "INSERT INTO club (id, version, about) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_CHANGE = "UPDATE club SET version = ?, about = ? WHERE id = ? AND version = ?"
_GUESTS = "INSERT INTO club_guest (guest, number) VALUES", f"(?, {_NUMBER})"
_AMONG = (
    "SELECT guest, game_table, seat, game, at, result, rated, score FROM played"
    f" WHERE guest IN ({_PEOPLE}) AND at >= ? AND at < ? AND result NOT IN ('lesson', 'both')"
    " AND EXISTS (SELECT 1 FROM met WHERE met.guest = played.guest AND met.game_table = played.game_table"
    f" AND other IN ({_PEOPLE})) ORDER BY at DESC, game_table, seat, guest LIMIT ?"
)
_THEIR_OTHERS = (
    "SELECT met.guest, met.game_table, other FROM met JOIN played USING (guest, game_table)"
    f" WHERE met.guest IN ({_PEOPLE}) AND at >= ? AND at < ? ORDER BY met.game_table, place"
)


class SqlClubs(SqlPart):
    """The part of a store for clubs."""

    async def save_club(self, row: ClubRow) -> None:
        """Add a club (version 1) or its next version; a `VersionTakenError` if there is another one with that."""
        await self._engine.write(_saved, row)

    async def club(self, club: str) -> ClubRow | None:
        """A club by its id."""
        rows = await self._ask("SELECT about FROM club WHERE id = ?", club)
        return msgspec.json.decode(rows[0][0], type=ClubRow) if rows else None

    async def delete_club(self, club: str, version: int) -> None:
        """Remove a club of this version; a `VersionTakenError` if it has changed."""
        await self._engine.write(_deleted, club, version)

    async def clubs_of(self, guest: str) -> list[str]:
        """The ids of all to which somebody belongs or did, the oldest first."""
        mine = "number IN (SELECT number FROM club_guest WHERE guest = ?)"
        return [club for (club,) in await self._ask(f"SELECT id FROM club WHERE {mine} ORDER BY number", guest)]

    async def played_among(self, club: str, since: int, until: int, most: int) -> list[PlayedRow]:
        """How people of a club did against each other in games that were over from one time until before another."""
        rows = await self._ask(_AMONG, club, since, until, club, most)
        others: dict[tuple[str, str], list[str]] = {}
        for guest, table, other in await self._ask(_THEIR_OTHERS, club, since, until) if rows else []:
            others.setdefault((guest, table), []).append(other)
        return [
            PlayedRow(guest, table, seat, game, at, result, bool(rated), score, tuple(others[guest, table]))
            for guest, table, seat, game, at, result, rated, score in rows
        ]


def _saved(row: ClubRow) -> Work[None]:
    about = msgspec.json.encode(row)
    if row.version == 1:
        changed = yield Do(_ADD, (row.id, 1, about))
    else:
        changed = yield Do(_CHANGE, (row.version, about, row.id, row.version - 1))
    if not changed:
        raise VersionTakenError(f"version {row.version} is taken")
    yield Do(f"DELETE FROM club_guest WHERE number = {_NUMBER}", (row.id,))
    yield AddMany(*_GUESTS, [(guest, row.id) for guest in sorted({one.guest for one in row.people})])


def _deleted(club: str, version: int) -> Work[None]:
    yield Do(f"DELETE FROM club_guest WHERE number = {_NUMBER}", (club,))
    if not (yield Do("DELETE FROM club WHERE id = ? AND version = ?", (club, version))):
        raise VersionTakenError(f"it is not of version {version} any more")
