"""What anybody could work out from a table of Azul Duel: the points of free spaces, and how far the tablets are."""

from functools import lru_cache
from typing import NamedTuple

import msgspec
import numpy as np

from tessela.compiled import AsRead
from tessela.game.duel.notation import DOME_SPACE_NAMES
from tessela.game.fields import Arrays, Fields
from tessela.game.prospects import Opening
from tessela.game.ruleset import States
from tessela.game.tiles import MOST_KEPT
from tessela.rules import kernels
from tessela.rules.duel import constants as c
from tessela.rules.duel.components import FIVE_COLOURS, JOKER_SPACE, PLATE_CELLS, SPECIAL_SPACE, TABLETS
from tessela.rules.duel.state import ROW_SET
from tessela.rules.duel.tablets import (
    FALLING,
    LOWER_LEFT,
    LOWER_RIGHT,
    OUTER,
    RISING,
    UPPER_LEFT,
    UPPER_RIGHT,
    colours_in_row,
)
from tessela.rules.duel.tiling import COLUMN_BITS, free_columns

CORNERS = (UPPER_LEFT, UPPER_RIGHT, LOWER_LEFT, LOWER_RIGHT)


class Progress(msgspec.Struct, forbid_unknown_fields=True):
    """How far a tablet is: of what it counts, the one that lacks least (a row, a column, a dome space; empty where it is one)."""

    at: str
    has: int
    of: int


def openings(states: States, s: Fields) -> list[Opening]:
    """While somebody tiles, the free spaces of the line at hand and of full lines below it; special tiles that follow count."""
    if s.phase not in (c.PAY, c.SPACE):
        return []
    player, arrays = s.to_move, Arrays(states)
    rows = [row for row in range(s.tiling_row, c.LINES) if row == s.tiling_row or s.line_tiles[player][row] == row + 1]
    return [
        Opening(row + 1, column + 1, _points(states, player, row, column))
        for row in rows
        for column in range(c.DOME)
        if free_columns(arrays, player, row) >> column & 1
    ]


def _points(states: States, player: int, row: int, column: int) -> int:
    """What the tile of a line brings there: it is laid, on a copy."""
    twin = states.copy()
    twin.phase, twin.tiling_row = c.SPACE, row
    kernels.decide_in(twin, 0, c.COLUMN + column)
    return int(twin.score[0][player]) - int(states.score[0][player])


def progress(s: Fields, player: int) -> dict[str, Progress]:
    """How far a player is with each tablet in play."""
    names = [TABLETS[tablet][side - 1] for tablet, side in enumerate(s.tablets) if side]
    dome = Dome(s.filled[player], s.spaces[player], s.joker_colour[player])
    return {name: _nearest(name, dome) for name in names}


class Dome(NamedTuple):
    """The dome of one player: its fields of the state."""

    filled: int
    spaces: tuple[int, ...]
    joker_colour: tuple[int, ...]

    def colours_in(self, row: int) -> int:
        """How many colours a row has."""
        return int(colours_in_row(_Alone(self), 0, row)).bit_count()


class _Alone(AsRead):
    """A dome as if it were the only one of a state, for what the rules say of domes."""

    def __init__(self, dome: Dome):
        self.__dict__.update({name: np.array([value]) for name, value in dome._asdict().items()})


@lru_cache(MOST_KEPT)  # domes change in the tiling alone
def _nearest(tablet: str, dome: Dome) -> Progress:
    """Of what a tablet counts that which lacks least, but something."""
    return min(_parts(tablet, dome), key=lambda part: (part.has == part.of, part.of - part.has))


def _parts(tablet: str, dome: Dome) -> list[Progress]:
    """All that a tablet counts."""
    filled, spaces = dome.filled, dome.spaces

    def covered(cells: int, at: str = "") -> Progress:
        return Progress(at, (filled & cells).bit_count(), cells.bit_count())

    lines = range(c.DOME)
    match tablet:
        case "rows":
            return [covered(ROW_SET << (c.DOME * row), str(row + 1)) for row in lines]
        case "columns":
            return [covered(COLUMN_BITS << column, str(column + 1)) for column in lines]
        case "diagonals":
            return [covered(FALLING), covered(RISING)]
        case "corner-plates":
            return [covered(int(PLATE_CELLS[corner]), DOME_SPACE_NAMES[corner]) for corner in CORNERS]
        case "five-colours":
            found = [min(FIVE_COLOURS, dome.colours_in(row)) for row in lines]
            return [Progress(str(row + 1), has, FIVE_COLOURS) for row, has in enumerate(found)]
        case "outer-spaces":
            return [covered(OUTER)]
        case _:
            return [covered(spaces[JOKER_SPACE if tablet == "jokers" else SPECIAL_SPACE])]
