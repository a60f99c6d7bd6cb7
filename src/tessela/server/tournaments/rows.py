"""What is kept of a tournament, and what a store is asked for it (`store.py`)."""

from typing import Protocol

from msgspec import Struct, field

from tessela.game.ruleset import Json
from tessela.server.messages.parts import Status
from tessela.server.messages.tables import Clock
from tessela.server.messages.tournaments import Form
from tessela.server.tournaments.standings import Meeting


class Entrant(Struct):
    """Somebody who takes part: a guest, or one of our bots. Whoever was forgotten is neither."""

    name: str
    guest: str | None = None
    level: str | None = None
    since: int = 0  # the round before which they came
    out: bool = False  # plays no more


class TournamentRow(Struct):
    """A tournament with all that has happened in it. `version` counts its changes."""

    id: str
    host: str | None
    name: str
    game: str
    options: Json
    clock: Clock
    form: Form
    size: int  # how many play at a table
    rounds: int
    minutes: int
    listed: bool
    created: int  # milliseconds since 1970, as all times
    starts_at: int | None = None
    starts_with: int | None = None  # so many entrants
    club: str | None = None  # whose members alone take part
    status: Status = "waiting"
    begun: int | None = None
    ended: int | None = None
    version: int = 0
    entrants: list[Entrant] = field(default_factory=list)
    meetings: list[Meeting] = field(default_factory=list)

    @property
    def round(self) -> int:
        """The round that is played, from 1; 0 before the first."""
        return self.meetings[-1].round if self.meetings else 0

    def entrant_of(self, guest: str | None) -> int | None:
        """The number of a guest among the entrants."""
        return next((number for number, one in enumerate(self.entrants) if guest and one.guest == guest), None)


class TournamentStore(Protocol):
    """Keeps tournaments."""

    async def save_tournament(self, row: TournamentRow) -> None:
        """Add a tournament (version 1) or its next version; a `VersionTakenError` if there is another one with that."""
        ...

    async def tournament(self, tournament: str) -> TournamentRow | None:
        """A tournament by its id."""
        ...

    async def delete_tournament(self, tournament: str) -> None:
        """Remove one that never began."""
        ...

    async def open_tournaments(self) -> list[str]:
        """The ids of all that are not over, the newest first."""
        ...

    async def listed_tournaments(self, most: int) -> list[TournamentRow]:
        """Those that everybody is shown: not over first, then the newest."""
        ...

    async def tournaments_in(self, club: str, most: int) -> list[TournamentRow]:
        """Those of a club, the newest first."""
        ...

    async def tournaments_of(self, guest: str) -> list[str]:
        """The ids of all that a guest holds or takes part in, the newest first."""
        ...
