"""What is kept to call people when it is their turn, and of when they are away; and what a store is asked for it (`store.py`)."""

from typing import Protocol

from msgspec import Struct


class PushRow(Struct, frozen=True):
    """A browser that somebody is called in: where its push service takes messages for it, and what they are encrypted with."""

    id: str  # the digest of the endpoint
    guest: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    device: str
    created: int  # milliseconds since 1970


class QuietRow(Struct, frozen=True):
    """The hours in which somebody is not called: minutes after midnight where they live."""

    guest: str
    zone: str
    begins: int
    ends: int


class NoticeRow(Struct, frozen=True):
    """A turn that somebody is called for: one a table and turn. Once the call is out, or nobody needs it, `due` is none."""

    guest: str
    game_table: str
    version: int
    due: int | None  # milliseconds since 1970
    tries: int = 0


class VacationRow(Struct, frozen=True):
    """Days off: the clocks of slow games stand meanwhile."""

    id: str
    guest: str
    began: int  # milliseconds since 1970
    until: int
    ended: int | None = None


class CallingStore(Protocol):
    """Keeps whom to call, when and where. Forgetting a guest forgets all of theirs."""

    async def push_key(self, new: str) -> str:
        """The key that calls are signed with, the same for ever: the given one if there was none."""
        ...

    async def save_push(self, row: PushRow) -> None:
        """Add a browser or change it."""
        ...

    async def push(self, push: str) -> PushRow | None:
        """A browser by its id."""
        ...

    async def pushes_of(self, guest: str) -> list[PushRow]:
        """The browsers in which somebody is called, the oldest first."""
        ...

    async def delete_push(self, push: str) -> None:
        """Call nobody there any more."""
        ...

    async def save_quiet(self, row: QuietRow) -> None:
        """Somebody's quiet hours, in place of those before."""
        ...

    async def quiet(self, guest: str) -> QuietRow | None:
        """Somebody's quiet hours."""
        ...

    async def delete_quiet(self, guest: str) -> None:
        """Somebody has no quiet hours."""
        ...

    async def note_turn(self, row: NoticeRow) -> None:
        """It is somebody's turn. A turn that is known, or was before one that is, changes nothing."""
        ...

    async def due_notices(self, at: int, most: int) -> list[NoticeRow]:
        """The calls that are due, those that wait longest first."""
        ...

    async def take_notice(self, row: NoticeRow, due: int | None = None) -> bool:
        """See to a call: it is not due any more, or later. Of many who ask at once one may."""
        ...

    async def notices_of(self, guest: str) -> list[NoticeRow]:
        """The turns that somebody was or will be called for."""
        ...

    async def delete_notices(self, table: str) -> None:
        """Nobody is called to a table any more."""
        ...

    async def save_vacation(self, row: VacationRow) -> None:
        """Add days off or change them."""
        ...

    async def vacations_of(self, guest: str) -> list[VacationRow]:
        """All days off of somebody, the first ones first."""
        ...

    async def vacations_over(self, at: int) -> list[VacationRow]:
        """The days off that are over and were not ended yet."""
        ...
