"""Whom to call, and who is away, in this process alone."""

from msgspec.structs import replace

from tessela.server.calling import NoticeRow, PushRow, QuietRow, VacationRow


class MemoryCalling:
    """The part of a `MemoryStore` for calls and days off."""

    def __init__(self) -> None:
        self._push_key = ""
        self._pushes: dict[str, PushRow] = {}
        self._quiets: dict[str, QuietRow] = {}
        self._notices: dict[tuple[str, str], NoticeRow] = {}
        self._vacations: dict[str, VacationRow] = {}

    async def push_key(self, new: str) -> str:
        """The key that calls are signed with, the same for ever: the given one if there was none."""
        self._push_key = self._push_key or new
        return self._push_key

    async def save_push(self, row: PushRow) -> None:
        """Add a browser or change it."""
        self._pushes[row.id] = row

    async def push(self, push: str) -> PushRow | None:
        """A browser by its id."""
        return self._pushes.get(push)

    async def pushes_of(self, guest: str) -> list[PushRow]:
        """The browsers in which somebody is called, the oldest first."""
        mine = [row for row in self._pushes.values() if row.guest == guest]
        return sorted(mine, key=lambda row: (row.created, row.id))

    async def delete_push(self, push: str) -> None:
        """Call nobody there any more."""
        self._pushes.pop(push, None)

    async def save_quiet(self, row: QuietRow) -> None:
        """Somebody's quiet hours, in place of those before."""
        self._quiets[row.guest] = row

    async def quiet(self, guest: str) -> QuietRow | None:
        """Somebody's quiet hours."""
        return self._quiets.get(guest)

    async def delete_quiet(self, guest: str) -> None:
        """Somebody has no quiet hours."""
        self._quiets.pop(guest, None)

    async def note_turn(self, row: NoticeRow) -> None:
        """It is somebody's turn. A turn that is known, or was before one that is, changes nothing."""
        known = self._notices.get((row.guest, row.game_table))
        if known is None or known.version < row.version:
            self._notices[row.guest, row.game_table] = row

    async def due_notices(self, at: int, most: int) -> list[NoticeRow]:
        """The calls that are due, those that wait longest first."""
        due = [row for row in self._notices.values() if row.due is not None and row.due <= at]
        return sorted(due, key=lambda row: (row.due or 0, row.guest, row.game_table))[:most]

    async def take_notice(self, row: NoticeRow, due: int | None = None) -> bool:
        """See to a call: it is not due any more, or later. Of many who ask at once one may."""
        if self._notices.get((row.guest, row.game_table)) != row:
            return False
        self._notices[row.guest, row.game_table] = replace(row, due=due, tries=row.tries + 1)
        return True

    async def notices_of(self, guest: str) -> list[NoticeRow]:
        """The turns that somebody was or will be called for."""
        return sorted((row for row in self._notices.values() if row.guest == guest), key=lambda row: row.game_table)

    async def delete_notices(self, table: str) -> None:
        """Nobody is called to a table any more."""
        self._notices = {key: row for key, row in self._notices.items() if row.game_table != table}

    async def save_vacation(self, row: VacationRow) -> None:
        """Add days off or change them."""
        self._vacations[row.id] = row

    async def vacations_of(self, guest: str) -> list[VacationRow]:
        """All days off of somebody, the first ones first."""
        return sorted((row for row in self._vacations.values() if row.guest == guest), key=lambda row: (row.began, row.id))

    async def vacations_over(self, at: int) -> list[VacationRow]:
        """The days off that are over and were not ended yet."""
        over = [row for row in self._vacations.values() if row.ended is None and row.until <= at]
        return sorted(over, key=lambda row: (row.until, row.id))

    def _forget_calling(self, guest: str) -> None:
        self._pushes = {key: row for key, row in self._pushes.items() if row.guest != guest}
        self._quiets.pop(guest, None)
        self._notices = {key: row for key, row in self._notices.items() if row.guest != guest}
        self._vacations = {key: row for key, row in self._vacations.items() if row.guest != guest}
