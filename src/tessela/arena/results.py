"""One finished game of a match, as it is logged."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from tessela.arena.schedule import Key
from tessela.game.ruleset import Json


class Forfeit(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Who lost a game by not playing it to its end, and why."""

    seat: int
    bot: str
    reason: str


class Played(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A game that was played; docs/arena.md explains every field."""

    format: Literal["tessela-arena"] = "tessela-arena"
    version: Literal[1] = 1
    tessela: str
    game: str
    options: Json
    match_seed: int
    contest: tuple[str, ...]
    deal: int
    seating: int
    seats: tuple[str, ...]
    bots: dict[str, str]
    seed: int
    end: Literal["over", "forfeit", "stopped"]
    forfeit: Forfeit | None
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    slowest: tuple[float, ...]
    record: Json
    visits: tuple[dict[str, int], ...] | UnsetType = UNSET  # of the moves that a search tried, decision by decision

    @property
    def key(self) -> Key:
        """What tells the games of a match apart."""
        return self.contest, self.deal, self.seating

    def share(self, seat: int) -> float:
        """How much of the win a seat has."""
        return 1 / len(self.winners) if seat in self.winners else 0.0
