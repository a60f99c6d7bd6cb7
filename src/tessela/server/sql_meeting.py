"""Whom people know and look for, in a database. The columns of its tables are called like the fields of their rows."""

from tessela.server.meeting import BondRow, SeekRow
from tessela.server.sql import Do, SqlPart, Work, first, kept
from tessela.server.store import VersionTakenError


class SqlMeeting(SqlPart):
    """The part of a store for people who meet."""

    async def save_bond(self, row: BondRow) -> None:
        """Somebody says something of somebody else, in place of what they said before."""
        await self._carry_out(kept("bond", "guest, other", row))

    async def delete_bond(self, guest: str, other: str) -> None:
        """Somebody says nothing of somebody else any more."""
        await self._do("DELETE FROM bond WHERE guest = ? AND other = ?", guest, other)

    async def bonds_of(self, guest: str) -> list[BondRow]:
        """All that somebody has said of others, the first first."""
        return await self._find(BondRow, "bond", "guest = ? ORDER BY since, other", guest)

    async def bonds_to(self, guest: str) -> list[BondRow]:
        """All that others have said of somebody."""
        return await self._find(BondRow, "bond", "other = ? ORDER BY since, guest", guest)

    async def save_seek(self, row: SeekRow) -> None:
        """Somebody begins to look for an opponent, or looks for another one."""
        await self._carry_out(kept("seek", "guest", row))

    async def seek(self, guest: str) -> SeekRow | None:
        """Whom somebody looks for."""
        return first(await self._find(SeekRow, "seek", "guest = ?", guest))

    async def see_seek(self, guest: str, at: int) -> None:
        """Somebody still looks."""
        await self._do("UPDATE seek SET seen = ? WHERE guest = ?", at, guest)

    async def seeks(self, seen_after: int) -> list[SeekRow]:
        """All who look and have nobody yet, those who wait longest first."""
        return await self._find(SeekRow, "seek", "game_table IS NULL AND seen > ? ORDER BY since, guest", seen_after)

    async def match(self, guests: list[str], table: str) -> bool:
        """Some who look have found each other. If one of them has somebody already, or looks no more, none of them has."""
        try:
            await self._engine.write(_match, guests, table)
        except VersionTakenError:
            return False
        return True

    async def delete_seek(self, guest: str) -> None:
        """Somebody looks no more."""
        await self._do("DELETE FROM seek WHERE guest = ?", guest)


def _match(guests: list[str], table: str) -> Work[None]:
    for guest in guests:
        changed: int = yield Do("UPDATE seek SET game_table = ? WHERE guest = ? AND game_table IS NULL", (table, guest))
        if not changed:
            raise VersionTakenError("one of them has found somebody else")


def forget_meeting(guest: str) -> Work[None]:
    """Leave nothing of a guest."""
    yield Do("DELETE FROM bond WHERE guest = ? OR other = ?", (guest, guest))
    yield Do("DELETE FROM seek WHERE guest = ?", (guest,))
