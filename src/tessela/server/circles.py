"""Who keeps away from whom."""

from msgspec import Struct

from tessela.server.meeting import MeetingStore


class Circle(Struct, frozen=True):
    """Those whom somebody must not meet: whom they have blocked, and who has blocked them."""

    blocked: frozenset[str]
    blockers: frozenset[str]

    @property
    def strangers(self) -> frozenset[str]:
        """All of them."""
        return self.blocked | self.blockers


async def circle_of(store: MeetingStore, guest: str) -> Circle:
    """Whom somebody must not meet."""
    mine, others = await store.bonds_of(guest), await store.bonds_to(guest)
    return Circle(
        frozenset(row.other for row in mine if row.kind == "blocked"),
        frozenset(row.guest for row in others if row.kind == "blocked"),
    )
