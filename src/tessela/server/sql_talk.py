"""What people write at tables, in a database. The columns of its tables are called like the fields of their rows."""

from tessela.server.sql import Ask, Do, SqlPart, Work, kept
from tessela.server.store import StoreError, VersionTakenError
from tessela.server.talk import MOST_LINES, LineRow, MuteRow

TRIES = 5  # for a place that others want at the same time
_COLUMNS = ", ".join(LineRow.__struct_fields__)
_FORGET = "UPDATE chat_line SET guest = NULL, text = '', said = NULL WHERE guest = ?"
_ADD = f"INSERT INTO chat_line ({_COLUMNS}) VALUES ({', '.join('?' * len(LineRow.__struct_fields__))})"


class SqlTalk(SqlPart):
    """The part of a store for what people write."""

    async def save_line(self, row: LineRow) -> int:
        """Keep a line at the next place of its table; where it is, also if it was kept before. 0 where there is no room."""
        for _ in range(TRIES):
            try:
                return await self._engine.write(_added, row)
            except VersionTakenError:
                continue
        raise StoreError("others write at this table at the same time; try again")

    async def lines(self, table: str, after: int = 0) -> list[LineRow]:
        """What was written at a table after a place, in order; nothing of those who are forgotten."""
        where = "game_table = ? AND place > ? AND guest IS NOT NULL ORDER BY place"
        return await self._find(LineRow, "chat_line", where, table, after)

    async def lines_of(self, guest: str) -> list[LineRow]:
        """All that somebody has written."""
        return await self._find(LineRow, "chat_line", "guest = ? ORDER BY at, game_table, place", guest)

    async def forget_lines(self, guest: str) -> None:
        """Nobody can read any more what somebody has written."""
        await self._do(_FORGET, guest)

    async def hand_over_lines(self, guest: str, to: str) -> None:
        """What somebody has written was written by somebody else."""
        await self._do("UPDATE chat_line SET guest = ?, said = NULL WHERE guest = ?", to, guest)

    async def save_mute(self, row: MuteRow) -> None:
        """Somebody does not want to read somebody else."""
        await self._carry_out(kept("mute", "guest, other", row))

    async def delete_mute(self, guest: str, other: str) -> None:
        """Somebody reads somebody else again."""
        await self._do("DELETE FROM mute WHERE guest = ? AND other = ?", guest, other)

    async def mutes_of(self, guest: str) -> list[MuteRow]:
        """Whom somebody does not want to read, the first first."""
        return await self._find(MuteRow, "mute", "guest = ? ORDER BY since, other", guest)

    async def mutes_to(self, guest: str) -> list[MuteRow]:
        """Who does not want to read somebody."""
        return await self._find(MuteRow, "mute", "other = ? ORDER BY since, guest", guest)


def _added(row: LineRow) -> Work[int]:
    known: list[tuple[int]] = yield Ask(
        "SELECT place FROM chat_line WHERE game_table = ? AND guest = ? AND said = ?", (row.game_table, row.guest, row.said)
    )
    if known:
        return known[0][0]
    last: list[tuple[int]] = yield Ask("SELECT coalesce(max(place), 0) FROM chat_line WHERE game_table = ?", (row.game_table,))
    place = last[0][0] + 1
    if place > MOST_LINES:
        return 0
    yield Do(_ADD, (row.game_table, place, row.guest, row.seat, row.text, row.said, row.at))
    return place


def forget_talk(guest: str) -> Work[None]:
    """Leave nothing of a guest but the places of their lines, so that nobody else's is counted anew."""
    yield Do(_FORGET, (guest,))
    yield Do("DELETE FROM mute WHERE guest = ? OR other = ?", (guest, guest))
