"""How tiles on a dome come nearer to what the tablets in play pay for."""

from collections.abc import Iterator
from typing import NamedTuple

from tessela.bots.analysis.texts import Argument, reason
from tessela.game.duel.position import tablet_names
from tessela.game.fields import Arrays
from tessela.rules.bits import size_of
from tessela.rules.duel.components import (
    COLUMN_POINTS,
    DIAGONAL_POINTS,
    FIVE_COLOURS,
    FIVE_COLOURS_POINTS,
    JOKER_POINTS,
    JOKER_SPACE,
    LOWER_CORNER_POINTS,
    OUTER_SPACE_POINTS,
    PLATE_CELLS,
    ROW_POINTS,
    UPPER_CORNER_POINTS,
)
from tessela.rules.duel.constants import DOME
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
    outer_spaces,
    specials,
)
from tessela.rules.duel.tiling import COLUMN_BITS

COLOURS_FROM = 3  # colours of a row that are worth a word
CORNERS = {
    UPPER_LEFT: UPPER_CORNER_POINTS,
    UPPER_RIGHT: UPPER_CORNER_POINTS,
    LOWER_LEFT: LOWER_CORNER_POINTS,
    LOWER_RIGHT: LOWER_CORNER_POINTS,
}


class Group(NamedTuple):
    """A set of cells that pays when all of them are filled, and from how many on that is worth a word."""

    cells: int
    points: int
    worth_telling: int
    key: str
    done: str
    where: dict[str, int]


GROUPS = {
    "rows": [Group(ROW_SET << DOME * i, ROW_POINTS, 4, "row", "tablet_row_done", {"line": i + 1}) for i in range(DOME)],
    "columns": [Group(COLUMN_BITS << i, COLUMN_POINTS, 3, "column", "column_done", {"column": i + 1}) for i in range(DOME)],
    "diagonals": [Group(cells, DIAGONAL_POINTS, 3, "diagonal", "diagonal_done", {}) for cells in (FALLING, RISING)],
    "corner-plates": [Group(int(PLATE_CELLS[at]), points, 2, "corner", "corner_done", {}) for at, points in CORNERS.items()],
}


def progress(was: Arrays, now: Arrays, seat: int) -> list[Argument]:
    """What new tiles on the dome of a player bring for the tablets in play."""
    return [found for tablet in tablet_names(now) for found in _progress(tablet, was, now, seat)]


def _progress(tablet: str, was: Arrays, now: Arrays, seat: int) -> Iterator[Argument]:
    if tablet == "five-colours":
        yield from _five_colours(was, now, seat)
    elif tablet == "outer-spaces":
        if points := outer_spaces(now, seat) - outer_spaces(was, seat):
            yield reason("outer", points=points)
    elif tablet == "specials":
        if points := specials(now, seat) - specials(was, seat):
            yield reason("specials", points=points)
    else:
        for group in [_joker_spaces(now, seat)] if tablet == "jokers" else GROUPS[tablet]:
            yield from _filled(group, int(was.filled[seat]), int(now.filled[seat]))


def promised(s: Arrays, cells: int) -> Iterator[Argument]:
    """What a new plate on these cells promises for the tablets in play that ask where it lies."""
    tablets = tablet_names(s)
    if "diagonals" in tablets and (number := size_of(cells & (FALLING | RISING))):
        yield reason("plate_diagonal", number=number, points=DIAGONAL_POINTS)
    if "corner-plates" in tablets:
        yield from (reason("plate_corner", points=points) for at, points in CORNERS.items() if cells == int(PLATE_CELLS[at]))
    if "outer-spaces" in tablets and (number := size_of(cells & OUTER)):
        yield reason("plate_outer", number=number, points=OUTER_SPACE_POINTS)


def _joker_spaces(s: Arrays, seat: int) -> Group:
    cells = int(s.spaces[seat, JOKER_SPACE])
    return Group(cells, JOKER_POINTS * size_of(cells), 1, "jokers", "jokers_done", {})


def _filled(group: Group, was: int, now: int) -> Iterator[Argument]:
    """What new tiles do for a group of cells."""
    number, size = size_of(group.cells & now), size_of(group.cells)
    if not group.cells & now & ~was:
        return
    if number == size:
        yield reason(group.done, points=group.points, **group.where)
    elif number >= group.worth_telling:
        yield reason(group.key, filled=number, size=size, points=group.points, **group.where)


def _five_colours(was: Arrays, now: Arrays, seat: int) -> Iterator[Argument]:
    for row in range(DOME):
        had, has = (size_of(colours_in_row(s, seat, row)) for s in (was, now))
        if had < FIVE_COLOURS <= has:
            yield reason("colours_done", line=row + 1, filled=has, points=FIVE_COLOURS_POINTS)
        elif had < has < FIVE_COLOURS and has >= COLOURS_FROM:
            yield reason("colours", line=row + 1, filled=has, size=FIVE_COLOURS, points=FIVE_COLOURS_POINTS)
