"""Whom people know and look for, in this process alone."""

from msgspec.structs import replace

from tessela.server.meeting import BondRow, SeekRow


class MemoryMeeting:
    """The part of a `MemoryStore` for people who meet."""

    def __init__(self) -> None:
        self._bonds: dict[tuple[str, str], BondRow] = {}
        self._seeks: dict[str, SeekRow] = {}

    async def save_bond(self, row: BondRow) -> None:
        """Somebody says something of somebody else, in place of what they said before."""
        self._bonds[row.guest, row.other] = row

    async def delete_bond(self, guest: str, other: str) -> None:
        """Somebody says nothing of somebody else any more."""
        self._bonds.pop((guest, other), None)

    async def bonds_of(self, guest: str) -> list[BondRow]:
        """All that somebody has said of others, the first first."""
        return sorted((row for row in self._bonds.values() if row.guest == guest), key=lambda row: (row.since, row.other))

    async def bonds_to(self, guest: str) -> list[BondRow]:
        """All that others have said of somebody."""
        return sorted((row for row in self._bonds.values() if row.other == guest), key=lambda row: (row.since, row.guest))

    async def save_seek(self, row: SeekRow) -> None:
        """Somebody begins to look for an opponent, or looks for another one."""
        self._seeks[row.guest] = row

    async def seek(self, guest: str) -> SeekRow | None:
        """Whom somebody looks for."""
        return self._seeks.get(guest)

    async def see_seek(self, guest: str, at: int) -> None:
        """Somebody still looks."""
        if guest in self._seeks:
            self._seeks[guest] = replace(self._seeks[guest], seen=at)

    async def seeks(self, seen_after: int) -> list[SeekRow]:
        """All who look and have nobody yet, those who wait longest first."""
        rows = [row for row in self._seeks.values() if row.game_table is None and row.seen > seen_after]
        return sorted(rows, key=lambda row: (row.since, row.guest))

    async def match(self, guests: list[str], table: str) -> bool:
        """Some who look have found each other. If one of them has somebody already, or looks no more, none of them has."""
        rows = [self._seeks.get(guest) for guest in guests]
        if any(row is None or row.game_table is not None for row in rows):
            return False
        self._seeks |= {row.guest: replace(row, game_table=table) for row in rows if row}
        return True

    async def delete_seek(self, guest: str) -> None:
        """Somebody looks no more."""
        self._seeks.pop(guest, None)

    def _forget_meeting(self, guest: str) -> None:
        self._bonds = {key: row for key, row in self._bonds.items() if guest not in key}
        self._seeks.pop(guest, None)
