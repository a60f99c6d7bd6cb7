"""Whom to call, and who is away, in a database. The columns of its tables are called like the fields of their rows."""

from msgspec.structs import astuple

from tessela.server.calling import NoticeRow, PushRow, QuietRow, VacationRow
from tessela.server.sql import Do, SqlPart, Work, first, kept

_OF_A_GUEST = "push", "quiet", "notice", "vacation"  # tables with what is theirs


class SqlCalling(SqlPart):
    """The part of a store for calls and days off."""

    async def push_key(self, new: str) -> str:
        """The key that calls are signed with, the same for ever: the given one if there was none."""
        await self._do("INSERT INTO push_key (only_one, private) VALUES (1, ?) ON CONFLICT (only_one) DO NOTHING", new)
        return str((await self._ask("SELECT private FROM push_key"))[0][0])

    async def save_push(self, row: PushRow) -> None:
        """Add a browser or change it."""
        await self._carry_out(kept("push", "id", row))

    async def push(self, push: str) -> PushRow | None:
        """A browser by its id."""
        return first(await self._find(PushRow, "push", "id = ?", push))

    async def pushes_of(self, guest: str) -> list[PushRow]:
        """The browsers in which somebody is called, the oldest first."""
        return await self._find(PushRow, "push", "guest = ? ORDER BY created, id", guest)

    async def delete_push(self, push: str) -> None:
        """Call nobody there any more."""
        await self._do("DELETE FROM push WHERE id = ?", push)

    async def save_quiet(self, row: QuietRow) -> None:
        """Somebody's quiet hours, in place of those before."""
        await self._carry_out(kept("quiet", "guest", row))

    async def quiet(self, guest: str) -> QuietRow | None:
        """Somebody's quiet hours."""
        return first(await self._find(QuietRow, "quiet", "guest = ?", guest))

    async def delete_quiet(self, guest: str) -> None:
        """Somebody has no quiet hours."""
        await self._do("DELETE FROM quiet WHERE guest = ?", guest)

    async def note_turn(self, row: NoticeRow) -> None:
        """It is somebody's turn. A turn that is known, or was before one that is, changes nothing."""
        await self._carry_out(kept("notice", "guest, game_table", row, "WHERE notice.version < excluded.version"))

    async def due_notices(self, at: int, most: int) -> list[NoticeRow]:
        """The calls that are due, those that wait longest first."""
        return await self._find(NoticeRow, "notice", "due <= ? ORDER BY due, guest, game_table LIMIT ?", at, most)

    async def take_notice(self, row: NoticeRow, due: int | None = None) -> bool:
        """See to a call: it is not due any more, or later. Of many who ask at once one may."""
        mine = "guest = ? AND game_table = ? AND version = ? AND due = ? AND tries = ?"
        statement = f"UPDATE notice SET due = ?, tries = tries + 1 WHERE {mine}"
        return await self._do(statement, due, *astuple(row)) == 1

    async def notices_of(self, guest: str) -> list[NoticeRow]:
        """The turns that somebody was or will be called for."""
        return await self._find(NoticeRow, "notice", "guest = ? ORDER BY game_table", guest)

    async def delete_notices(self, table: str) -> None:
        """Nobody is called to a table any more."""
        await self._do("DELETE FROM notice WHERE game_table = ?", table)

    async def save_vacation(self, row: VacationRow) -> None:
        """Add days off or change them."""
        await self._carry_out(kept("vacation", "id", row))

    async def vacations_of(self, guest: str) -> list[VacationRow]:
        """All days off of somebody, the first ones first."""
        return await self._find(VacationRow, "vacation", "guest = ? ORDER BY began, id", guest)

    async def vacations_over(self, at: int) -> list[VacationRow]:
        """The days off that are over and were not ended yet."""
        return await self._find(VacationRow, "vacation", "ended IS NULL AND until <= ? ORDER BY until, id", at)


def forget_calling(guest: str) -> Work[None]:
    """Leave nothing of a guest."""
    for table in _OF_A_GUEST:
        yield Do(f"DELETE FROM {table} WHERE guest = ?", (guest,))
