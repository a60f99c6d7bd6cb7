"""What happened: the events that playing a move returns, in the order in which they happened.

Seats are counted from 0; lines, rows, columns and factories from 1, as in the notation. An event may hold something that only its
own player knows; `event.seen_by(seat)` is what another seat, or a spectator (`None`), may be told, and `event.secrets` what not.
An event may also show what nobody knew before (`reveals`, and `by_chance` where it could not be foreseen), or what only its
player did (`uncovers`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from tessela.game.reason import Reason


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened.

    >>> event = Taken(seat=0, source="4", tiles="WWW", rest="R")
    >>> event.name, event.to_json()["tiles"]
    ('Taken', 'WWW')
    """

    reveals = False  # whether it shows somebody what they could not know before
    by_chance = False  # whether nobody could foresee what it tells
    uncovers = False  # whether it shows everybody what its player may have kept secret so far

    @property
    def secrets(self) -> tuple[str, ...]:
        """What is told to nobody but its own player, as moves call it."""
        return ()

    @property
    def name(self) -> str:
        """The name of the kind of event, as it stands in JSON."""
        return type(self).__name__

    def seen_by(self, seat: int | None) -> "Event":
        """The event as far as a seat may know it."""
        return self

    def to_json(self) -> dict[str, Any]:
        """The event as a JSON object, its kind under `event`."""
        return {"event": self.name, **{field: getattr(self, field) for field in self.__dataclass_fields__}}


@dataclass(frozen=True, slots=True)
class Taken(Event):
    """A player took tiles; `source` is written as in the notation, and `rest` went to the centre or the moon."""

    seat: int
    source: str
    tiles: str
    rest: str


@dataclass(frozen=True, slots=True)
class MarkerTaken(Event):
    """A player got the starting player marker (Azul) or the starting tile (Duel)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """Tiles went to a pattern line."""

    seat: int
    tiles: str
    line: int


@dataclass(frozen=True, slots=True)
class Broken(Event):
    """Tiles fell to the floor line or broken space; `discarded` did not fit there and went to the lid or tower."""

    seat: int
    tiles: str
    discarded: str
    line: int | None = None  # the line they fell from in the tiling, when it had no space for them


@dataclass(frozen=True, slots=True)
class Stacked(Event):
    """The rest of a small factory became a stack, written from the bottom."""

    seat: int
    factory: int
    tiles: str


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """A bonus chip turned face up."""

    reveals = by_chance = True

    factory: int
    chip: str


@dataclass(frozen=True, slots=True)
class ChipTaken(Event):
    """A player took a bonus chip."""

    seat: int
    factory: int
    chip: str


@dataclass(frozen=True, slots=True)
class PlateTaken(Event):
    """A player took an open plate."""

    seat: int
    plate: str


@dataclass(frozen=True, slots=True)
class PlateDrawn(Event):
    """A player drew the top plate of the pile, whose back everyone sees, and paid for it."""

    reveals = True

    seat: int
    back: str
    paid: int


@dataclass(frozen=True, slots=True)
class PlatesSeen(Event):
    """A player stopped drawing and looked at the fronts."""

    reveals = by_chance = True

    seat: int
    number: int
    plates: tuple[str, ...] | None

    @property
    def secrets(self) -> tuple[str, ...]:
        return self.plates or ()

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else replace(self, plates=None)


@dataclass(frozen=True, slots=True)
class PlateKept(Event):
    """A player kept one of the drawn plates."""

    seat: int
    back: str
    plate: str | None

    @property
    def secrets(self) -> tuple[str, ...]:
        return (self.plate,) if self.plate else ()

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else replace(self, plate=None)


@dataclass(frozen=True, slots=True)
class PlatePlaced(Event):
    """A plate went to the dome, at a space such as `b2`, turned clockwise by `turn` degrees."""

    uncovers = True

    seat: int
    plate: str
    space: str
    turn: int


@dataclass(frozen=True, slots=True)
class PlateReturned(Event):
    """A player put a plate under the pile; which one, only they know.

    >>> PlateReturned(seat=0, plate="RTY*").seen_by(1)
    PlateReturned(seat=0, plate=None)
    """

    seat: int
    plate: str | None

    @property
    def secrets(self) -> tuple[str, ...]:
        return (self.plate,) if self.plate else ()

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else replace(self, plate=None)


@dataclass(frozen=True, slots=True)
class DisplayRefilled(Event):
    """Plates were turned up onto the display."""

    reveals = by_chance = True

    plates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A player could do nothing and is out until the end of the phase."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChipsChosen(Event):
    """A player chose chips towards a payment."""

    seat: int
    line: int
    chips: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """A player paid with chips for the missing tiles of a line."""

    seat: int
    line: int
    chips: tuple[str, ...]
    missing: int


@dataclass(frozen=True, slots=True)
class Saved(Event):
    """A player kept the chips rather than complete a line."""

    seat: int
    line: int


@dataclass(frozen=True, slots=True)
class Tiled(Event):
    """A tile went from a line to the wall or dome; `across` and `down` are the linked tiles, itself counted."""

    seat: int
    line: int
    column: int
    tile: str
    points: int
    across: int
    down: int
    discarded: str


@dataclass(frozen=True, slots=True)
class SpecialPlaced(Event):
    """A special tile completed its plate, for the points of its row."""

    seat: int
    row: int
    column: int
    points: int


@dataclass(frozen=True, slots=True)
class Penalised(Event):
    """A player settled the floor or broken tiles: `penalty` is what they cost, `lost` what the score really went down."""

    seat: int
    tiles: str
    marker: bool
    penalty: int
    lost: int


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """A round is over; `scores` are those after it."""

    round: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Refilled(Event):
    """The factories were filled for a round; `deal` is as in a record, `restocked` whether lid or tower went into the bag."""

    reveals = by_chance = True

    round: int
    deal: dict[str, Any]
    restocked: bool

    def seen_by(self, seat: int | None) -> Event:
        return replace(self, deal={key: value for key, value in self.deal.items() if key != "chips"})


@dataclass(frozen=True, slots=True)
class BonusScored(Event):
    """Final points: `rows`, `columns`, `colours` in Azul, the name of a tablet in Duel."""

    seat: int
    bonus: str
    points: int


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over."""

    reveals = True

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: Reason

    def to_json(self) -> dict[str, Any]:
        return {"event": self.name, "scores": self.scores, "winners": self.winners, "reason": str(self.reason)}


def names_a_secret(move: str, events: Iterable[Event]) -> bool:
    """Whether a move says in its text what its events tell to nobody but its player."""
    words = move.split()
    return any(secret in words for event in events for secret in event.secrets)
