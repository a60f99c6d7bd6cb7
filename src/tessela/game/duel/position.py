"""Positions of Azul Duel as JSON."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from tessela.game.fields import Fields
from tessela.game.ruleset import RULES_VERSION, Json, States
from tessela.game.tiles import MOST_KEPT, bunch, counts, packed
from tessela.rules.duel import constants as c
from tessela.rules.duel.components import (
    CHIP_NAMES,
    JOKER_SPACE,
    LETTERS,
    NO_CHIP,
    NO_PLATE,
    PLATE_NAMES,
    SPECIAL_SPACE,
    TABLETS,
)
from tessela.rules.duel.plates import BACK_KNOWN

PHASES = {
    c.SETUP: "setup",
    c.ACQUIRE: "acquire",
    c.STACK: "stack",
    c.DRAW: "draw",
    c.KEEP: "keep",
    c.PLACE: "place",
    c.RETURN: "return",
    c.PAY: "pay",
    c.SPACE: "space",
    c.OVER: "over",
}
Phase = Literal["setup", "acquire", "stack", "draw", "keep", "place", "return", "pay", "space", "over"]


class Large(msgspec.Struct, forbid_unknown_fields=True):
    """The large factory."""

    sun: str
    moon: str


class Small(msgspec.Struct, forbid_unknown_fields=True):
    """A small factory; its moon is a stack from the bottom."""

    sun: str
    moon: str
    chip: str | None


class Plate(msgspec.Struct, forbid_unknown_fields=True):
    """A plate on a dome, turned clockwise by some degrees."""

    plate: str
    turn: int


class Board(msgspec.Struct, forbid_unknown_fields=True):
    """What one player has."""

    score: int
    lines: list[str]
    plates: list[Plate | None]
    tiles: list[str]
    broken: str
    chips: list[str]
    spent: list[str]
    tokens: int
    chips_taken: int
    passed: bool


class Pending(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What a smaller choice is about; which of these there are depends on the phase."""

    line: int | None = None
    paid: list[str] | None = None
    factory: int | None = None
    tiles: str | None = None
    plate: str | None = None
    origin: Literal["display", "pile"] | None = msgspec.field(default=None, name="from")
    backs: Literal["same", "mixed"] | None = None


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """A whole position; see docs/state.md."""

    game: Literal["duel"]
    rules: Literal[1]
    tablets: list[str]
    round: int
    phase: Phase
    to_move: int | None
    first_player: int
    starting_tile: int | None
    large: Large
    small: list[Small]
    display: list[str | None]
    pile: list[str]
    pile_seen: list[list[int]]
    pile_backs: list[bool]
    drawn: list[str]
    chip_supply: dict[str, int]
    bag: dict[str, int]
    tower: dict[str, int]
    boards: list[Board]
    pending: Pending | None
    rng: str = "0" * 16


def to_position(s: Fields) -> Json:
    """Everything about a state."""
    pile = range(s.pile_size - 1, -1, -1)
    position = Position(
        game="duel",
        rules=RULES_VERSION,
        tablets=tablet_names(s),
        round=s.round_number,
        phase=PHASES[s.phase],  # type: ignore[arg-type]
        to_move=None if s.phase == c.OVER else s.to_move,
        first_player=s.first_player,
        starting_tile=None if s.starting_tile == c.NOBODY else s.starting_tile,
        large=Large(sun=bunch(s.sun[c.LARGE], LETTERS), moon=bunch(s.large_moon, LETTERS)),
        small=[_small(s, factory) for factory in range(c.SMALL_FACTORIES)],
        display=[None if plate == NO_PLATE else PLATE_NAMES[plate] for plate in s.display],
        pile=[PLATE_NAMES[s.pile[i]] for i in pile],
        pile_seen=[[seat for seat in range(c.PLAYERS) if s.pile_seen[i] >> seat & 1] for i in pile],
        pile_backs=[bool(s.pile_seen[i] & BACK_KNOWN) for i in pile],
        drawn=[PLATE_NAMES[plate] for plate in s.drawn[: s.drawn_size]],
        chip_supply=dict(zip(CHIP_NAMES, s.chip_supply, strict=True)),
        bag=counts(s.bag, LETTERS),
        tower=counts(s.tower, LETTERS),
        boards=[_board(s, player) for player in range(c.PLAYERS)],
        pending=_pending(s),
        rng=f"{s.rng:016x}",
    )
    json: Json = msgspec.to_builtins(position)
    return json


def tablet_names(s: States) -> list[str]:
    """The sides in play."""
    return [sides[s.tablets[tablet] - 1] for tablet, sides in enumerate(TABLETS) if s.tablets[tablet]]


def chip_list(numbers: States) -> list[str]:
    """Chips by name, from how many there are of each kind."""
    return [name for kind, name in enumerate(CHIP_NAMES) for _ in range(int(numbers[kind]))]


def stack_text(s: States, factory: int) -> str:
    """The stack of a small factory from the bottom."""
    return packed(s.stack[factory], LETTERS)


def moon_text(s: States) -> str:
    """The tiles that can be taken from the moons: those of the large one, then the top of each stack."""
    return bunch(s.large_moon, LETTERS) + "".join(stack_text(s, factory)[-1:] for factory in range(c.SMALL_FACTORIES))


def line_text(s: States, player: int, row: int) -> str:
    """The tiles of a pattern line."""
    number = int(s.line_tiles[player][row])
    return LETTERS[s.line_colour[player][row]] * number if number else ""


def _small(s: Fields, factory: int) -> Small:
    chip = s.chip[factory]
    return Small(
        sun=bunch(s.sun[1 + factory], LETTERS),
        moon=stack_text(s, factory),
        chip=None if chip == NO_CHIP else CHIP_NAMES[chip],
    )


def _board(s: Fields, player: int) -> Board:
    return Board(
        score=s.score[player],
        lines=[line_text(s, player, row) for row in range(c.LINES)],
        plates=[
            None if plate == NO_PLATE else Plate(plate=PLATE_NAMES[plate], turn=90 * turn)
            for plate, turn in zip(s.plates[player], s.turns[player], strict=True)
        ],
        tiles=list(_tiles(s.filled[player], s.spaces[player], s.joker_colour[player])),
        broken=packed(s.broken[player], LETTERS),
        chips=chip_list(s.chips[player]),
        spent=chip_list(s.spent[player]),
        tokens=s.tokens[player],
        chips_taken=s.chips_taken[player],
        passed=bool(s.passed[player]),
    )


@lru_cache(MOST_KEPT)  # domes change in the tiling alone
def _tiles(filled: int, spaces: tuple[int, ...], jokers: tuple[int, ...]) -> tuple[str, ...]:
    """The six rows of a dome."""
    lines = range(c.DOME)
    return tuple("".join(_tile(filled, spaces, jokers, row, column) for column in lines) for row in lines)


def tile_at(s: States, player: int, row: int, column: int) -> str:
    """The tile on a cell of the dome as a letter, `.` without one."""
    return _tile(int(s.filled[player]), s.spaces[player], s.joker_colour[player], row, column)


def _tile(filled: int, spaces: Sequence[int], jokers: Sequence[int], row: int, column: int) -> str:
    if not filled >> (c.DOME * row + column) & 1:
        return "."
    kind = _space(spaces, row, column)
    if kind == SPECIAL_SPACE:
        return "S"
    if kind == JOKER_SPACE:
        kind = int(jokers[c.PLATES_ACROSS * (row // 2) + column // 2])
    return LETTERS[kind]


def space_at(s: States, player: int, row: int, column: int) -> int:
    """The kind of a cell of the dome, -1 without a plate."""
    return _space(s.spaces[player], row, column)


def _space(spaces: Sequence[int], row: int, column: int) -> int:
    cell = c.DOME * row + column
    return next((kind for kind in range(SPECIAL_SPACE + 1) if int(spaces[kind]) >> cell & 1), -1)


def _pending(s: Fields) -> Pending | None:
    if s.phase == c.STACK:
        return Pending(factory=s.pending_factory + 1, tiles=bunch(s.pending_tiles, LETTERS))
    if s.phase == c.PLACE:
        return Pending(plate=PLATE_NAMES[s.pending_plate], origin="pile" if s.from_pile else "display")
    if s.phase == c.RETURN:
        return Pending(backs="same" if s.same_backs else "mixed")
    if s.phase == c.PAY:
        return Pending(line=s.tiling_row + 1, paid=chip_list(s.paid))
    if s.phase == c.SPACE:
        return Pending(line=s.tiling_row + 1)
    return None
