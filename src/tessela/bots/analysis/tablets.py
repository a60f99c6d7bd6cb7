"""How tiles on a dome come nearer to what the tablets in play pay for."""

from collections.abc import Iterator

from tessela.bots.analysis.duel_domes import cells_of
from tessela.bots.analysis.grid import Cell
from tessela.bots.analysis.texts import Reason, reason
from tessela.rules.duel.components import (
    COLUMN_POINTS,
    DIAGONAL_POINTS,
    EMPTY_SPECIAL_POINTS,
    FIVE_COLOURS,
    FIVE_COLOURS_POINTS,
    JOKER_POINTS,
    LOWER_CORNER_POINTS,
    OUTER_SPACE_POINTS,
    ROW_POINTS,
    UPPER_CORNER_POINTS,
)
from tessela.rules.duel.constants import DOME

ALONG = range(DOME)
CORNERS = {0: UPPER_CORNER_POINTS, 2: UPPER_CORNER_POINTS, 6: LOWER_CORNER_POINTS, 8: LOWER_CORNER_POINTS}
DIAGONALS = ([(i, i) for i in ALONG], [(i, DOME - 1 - i) for i in ALONG])
Tiles = dict[Cell, str]

# from how many tiles on progress is worth a word
ROW_FROM, COLUMN_FROM, DIAGONAL_FROM, CORNER_FROM, COLOURS_FROM = 4, 3, 3, 2, 3


def progress(tablets: list[str], spaces: dict[Cell, str], before: Tiles, after: Tiles) -> list[Reason]:
    """What new tiles bring for the tablets in play."""
    new = [cell for cell in after if cell not in before]
    found: list[Reason] = []
    for tablet in tablets:
        found += _PROGRESS[tablet](spaces, before, after, new)
    return found


def _filled(cells: list[Cell], tiles: Tiles) -> int:
    return sum(cell in tiles for cell in cells)


def _group(key: str, done: str, cells: list[Cell], after: Tiles, least: int, points: int, **where: int) -> Iterator[Reason]:
    """A group of cells that pays when all of them are filled."""
    number = _filled(cells, after)
    if number == len(cells):
        yield reason(done, points=points, **where)
    elif number >= least:
        yield reason(key, filled=number, size=len(cells), points=points, **where)


def _rows(spaces: dict[Cell, str], before: Tiles, after: Tiles, new: list[Cell]) -> Iterator[Reason]:
    for row in sorted({cell[0] for cell in new}):
        yield from _group("row", "tablet_row_done", [(row, c) for c in ALONG], after, ROW_FROM, ROW_POINTS, line=row + 1)


def _columns(spaces: dict[Cell, str], before: Tiles, after: Tiles, new: list[Cell]) -> Iterator[Reason]:
    for column in sorted({cell[1] for cell in new}):
        cells = [(r, column) for r in ALONG]
        yield from _group("column", "column_done", cells, after, COLUMN_FROM, COLUMN_POINTS, column=column + 1)


def _diagonals(spaces: dict[Cell, str], before: Tiles, after: Tiles, new: list[Cell]) -> Iterator[Reason]:
    for cells in DIAGONALS:
        if set(cells) & set(new):
            yield from _group("diagonal", "diagonal_done", cells, after, DIAGONAL_FROM, DIAGONAL_POINTS)


def _corner_plates(spaces: dict[Cell, str], before: Tiles, after: Tiles, new: list[Cell]) -> Iterator[Reason]:
    for dome_space, points in CORNERS.items():
        cells = cells_of(dome_space)
        if set(cells) & set(new):
            yield from _group("corner", "corner_done", cells, after, CORNER_FROM, points)


def _outer_spaces(spaces: dict[Cell, str], before: Tiles, after: Tiles, new: list[Cell]) -> Iterator[Reason]:
    if number := sum(bool({0, DOME - 1} & set(cell)) for cell in new):
        yield reason("outer", points=OUTER_SPACE_POINTS * number)


def _five_colours(spaces: dict[Cell, str], before: Tiles, after: Tiles, new: list[Cell]) -> Iterator[Reason]:
    for row in sorted({cell[0] for cell in new}):
        had, has = ({tile for cell, tile in tiles.items() if cell[0] == row} for tiles in (before, after))
        if len(has) > len(had) and len(has) == FIVE_COLOURS:
            yield reason("colours_done", line=row + 1, filled=len(has), points=FIVE_COLOURS_POINTS)
        elif len(has) > len(had) and COLOURS_FROM <= len(has) < FIVE_COLOURS:
            yield reason("colours", line=row + 1, filled=len(has), size=FIVE_COLOURS, points=FIVE_COLOURS_POINTS)


def _jokers(spaces: dict[Cell, str], before: Tiles, after: Tiles, new: list[Cell]) -> Iterator[Reason]:
    cells = [cell for cell, kind in spaces.items() if kind == "*"]
    if set(cells) & set(new):
        yield from _group("jokers", "jokers_done", cells, after, 1, JOKER_POINTS * len(cells))


def _specials(spaces: dict[Cell, str], before: Tiles, after: Tiles, new: list[Cell]) -> Iterator[Reason]:
    if any(spaces[cell] == "S" for cell in new):
        yield reason("specials", points=-EMPTY_SPECIAL_POINTS)


_PROGRESS = {
    "rows": _rows,
    "five-colours": _five_colours,
    "columns": _columns,
    "outer-spaces": _outer_spaces,
    "diagonals": _diagonals,
    "corner-plates": _corner_plates,
    "jokers": _jokers,
    "specials": _specials,
}
