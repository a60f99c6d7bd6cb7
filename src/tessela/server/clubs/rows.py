"""What is kept of a club, and what a store is asked for it (`store.py`)."""

from typing import Protocol

from msgspec import Struct, field

from tessela.server.messages.clubs import Counts
from tessela.server.results import PlayedRow


class Member(Struct, frozen=True):
    """Somebody who belongs to a club, or did until they left: the tables of those seasons keep them."""

    guest: str
    since: int  # milliseconds since 1970, as all times
    until: int | None = None


class ClubRow(Struct):
    """A club. `version` counts its changes."""

    id: str
    host: str | None  # none once nobody is left
    name: str
    counts: Counts
    created: int
    invitation: str
    version: int = 0
    people: list[Member] = field(default_factory=list)

    @property
    def members(self) -> list[Member]:
        """Those who belong to it now, the first first."""
        return [one for one in self.people if one.until is None]

    def has(self, guest: str | None) -> bool:
        """Whether somebody belongs to it."""
        return any(one.guest == guest for one in self.members)


class ClubStore(Protocol):
    """Keeps clubs."""

    async def save_club(self, row: ClubRow) -> None:
        """Add a club (version 1) or its next version; a `VersionTakenError` if there is another one with that."""
        ...

    async def club(self, club: str) -> ClubRow | None:
        """A club by its id."""
        ...

    async def delete_club(self, club: str, version: int) -> None:
        """Remove a club of this version; a `VersionTakenError` if it has changed."""
        ...

    async def clubs_of(self, guest: str) -> list[str]:
        """The ids of all to which somebody belongs or did, the oldest first."""
        ...

    async def played_among(self, club: str, since: int, until: int, most: int) -> list[PlayedRow]:
        """How people of a club did against each other in games that were over from one time until before another, without
        boards: the newest games first, the rows of a game beside each other."""
        ...
