"""What people write at tables, in this process alone."""

from collections.abc import Callable

from msgspec.structs import replace

from tessela.server.talk import MOST_LINES, LineRow, MuteRow


class MemoryTalk:
    """The part of a `MemoryStore` for what people write."""

    def __init__(self) -> None:
        self._lines: dict[str, list[LineRow]] = {}
        self._mutes: dict[tuple[str, str], MuteRow] = {}

    async def save_line(self, row: LineRow) -> int:
        """Keep a line at the next place of its table; where it is, also if it was kept before. 0 where there is no room."""
        lines = self._lines.setdefault(row.game_table, [])
        known = next((line.place for line in lines if (line.guest, line.said) == (row.guest, row.said)), 0)
        if known or len(lines) >= MOST_LINES:
            return known
        lines.append(replace(row, place=len(lines) + 1))
        return len(lines)

    async def lines(self, table: str, after: int = 0) -> list[LineRow]:
        """What was written at a table after a place, in order; nothing of those who are forgotten."""
        return [line for line in self._lines.get(table, ()) if line.place > after and line.guest is not None]

    async def lines_of(self, guest: str) -> list[LineRow]:
        """All that somebody has written."""
        mine = [line for lines in self._lines.values() for line in lines if line.guest == guest]
        return sorted(mine, key=lambda line: (line.at, line.game_table, line.place))

    async def forget_lines(self, guest: str) -> None:
        """Nobody can read any more what somebody has written."""
        self._written_by(guest, lambda line: replace(line, guest=None, text="", said=None))

    async def hand_over_lines(self, guest: str, to: str) -> None:
        """What somebody has written was written by somebody else."""
        self._written_by(guest, lambda line: replace(line, guest=to, said=None))

    def _written_by(self, guest: str, change: Callable[[LineRow], LineRow]) -> None:
        self._lines = {
            table: [change(line) if line.guest == guest else line for line in lines] for table, lines in self._lines.items()
        }

    async def save_mute(self, row: MuteRow) -> None:
        """Somebody does not want to read somebody else."""
        self._mutes[row.guest, row.other] = row

    async def delete_mute(self, guest: str, other: str) -> None:
        """Somebody reads somebody else again."""
        self._mutes.pop((guest, other), None)

    async def mutes_of(self, guest: str) -> list[MuteRow]:
        """Whom somebody does not want to read, the first first."""
        return sorted((row for row in self._mutes.values() if row.guest == guest), key=lambda row: (row.since, row.other))

    async def mutes_to(self, guest: str) -> list[MuteRow]:
        """Who does not want to read somebody."""
        return sorted((row for row in self._mutes.values() if row.other == guest), key=lambda row: (row.since, row.guest))

    def _last_place(self, table: str) -> int:
        return len(self._lines.get(table, ()))

    def _forget_talk(self, guest: str) -> None:
        self._written_by(guest, lambda line: replace(line, guest=None, text="", said=None))
        self._mutes = {key: row for key, row in self._mutes.items() if guest not in key}
