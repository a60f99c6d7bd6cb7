"""What a plate does for a dome."""

from collections.abc import Iterator

from tessela.bots.analysis.decision import Decision
from tessela.bots.analysis.duel_domes import best_spot
from tessela.bots.analysis.tablets import promised
from tessela.bots.analysis.texts import Argument, reason
from tessela.game.duel.notation import DOME_SPACE_NAMES
from tessela.game.events import PlatePlaced
from tessela.game.fields import Arrays
from tessela.rules.bits import first_of
from tessela.rules.duel.components import JOKER_SPACE, LETTERS, NO_PLATE, PLATE_CELLS, SPACE_LETTERS, SPECIAL_SPACE
from tessela.rules.duel.constants import DOME, LINES
from tessela.rules.duel.state import ROW_SET
from tessela.rules.duel.tiling import COLUMN_BITS, free_columns, has_all_plates, points_of

LAST_COLUMN = COLUMN_BITS << (DOME - 1)


def brings(decision: Decision, plate: str) -> list[Argument]:
    """What a plate in hand is good for: the lines that wait for one of its spaces."""
    was, seat, found = decision.was, decision.seat, []
    for row in range(LINES):
        colour = line_without_space(was, seat, row)
        if colour and not has_all_plates(was, seat, row) and set(plate) & {colour, "*"}:
            found.append(reason("plate_fits", colour=colour, line=row + 1))
    colours = [letter for letter in _sorted(plate) if letter in LETTERS]
    new = "".join(letter for letter in colours if not any(_takes(was, seat, row, letter) for row in range(LINES)))
    found += [reason("plate_first", spaces=new)] if new else []
    return [*found, reason("plate_brings", spaces=plate)]


def _takes(s: Arrays, seat: int, row: int, letter: str) -> bool:
    """Whether a row has a free space of its own for a letter, or one for any colour."""
    spaces = s.spaces[seat, SPACE_LETTERS.index(letter)] | s.spaces[seat, JOKER_SPACE]
    return bool(int(spaces) & ~int(s.filled[seat]) & ROW_SET << DOME * row)


def line_without_space(s: Arrays, seat: int, row: int) -> str:
    """The colour of a line that has tiles, but no space on the dome; empty for others."""
    if s.line_tiles[seat, row] == 0 or free_columns(s, seat, row):
        return ""
    return LETTERS[s.line_colour[seat, row]]


def placed(decision: Decision, event: PlatePlaced) -> list[Argument]:
    """What a plate does where it is put: what lines and rows get, special spaces, tablets, neighbours."""
    cells = int(PLATE_CELLS[DOME_SPACE_NAMES.index(event.space)])
    first = first_of(cells) // DOME
    found = [*_lines(decision, first), *_lines(decision, first + 1), *_rows(decision, cells)]
    if special := int(decision.now.spaces[decision.seat, SPECIAL_SPACE]) & cells:
        row = first_of(special) // DOME
        found.append(reason("special_row", line=row + 1, points=row + 1))
    return [*found, *promised(decision.now, cells), *_neighbours(decision, cells)] or [
        reason("plate_brings", spaces=_sorted(event.plate))
    ]


def _neighbours(decision: Decision, cells: int) -> list[Argument]:
    """The new space where a tile would score most next to those that lie there, else the plates around."""
    was, seat = decision.was, decision.seat
    points, _, row, kind = max(_worth(decision, cells))
    if points > 1:
        return [reason("plate_scores", spaces=kind, line=row + 1, points=points)]
    around = _around(cells)
    lying = sum(bool(around & int(at)) for at, plate in zip(PLATE_CELLS, was.plates[seat], strict=True) if plate != NO_PLATE)
    return [reason("touches", plates=lying)] if lying else []


def _worth(decision: Decision, cells: int) -> Iterator[tuple[int, bool, int, str]]:
    """For each new space that tiles can fill: its points as the dome stands, whether it is for any colour, its row and kind."""
    filled = int(decision.was.filled[decision.seat])
    for number, kind in enumerate(SPACE_LETTERS):
        for cell in range(DOME * DOME):
            if kind != "S" and int(decision.now.spaces[decision.seat, number]) & cells & 1 << cell:
                row, column = divmod(cell, DOME)
                yield points_of(filled | 1 << cell, row, column), kind == "*", row, kind


def _sorted(spaces: str) -> str:
    return "".join(sorted(spaces, key=SPACE_LETTERS.index))


def _rows(decision: Decision, cells: int) -> list[Argument]:
    """What the two rows of a plate can take from now on, and could not before."""
    row = first_of(cells) // DOME
    new, more = _new_in(decision, cells, row), _new_in(decision, cells, row + 1)
    if new and more:
        return [reason("rows_take", line=row + 1, spaces=new, below=row + 2, others=more)]
    return [reason("row_takes", line=row + (1 if new else 2), spaces=new or more)] if new or more else []


def _new_in(decision: Decision, cells: int, row: int) -> str:
    """The letters of the spaces that a plate brings to a row, and that the row had no free space for."""
    brought = ROW_SET << DOME * row & cells
    kinds = [kind for kind in SPACE_LETTERS if int(decision.now.spaces[decision.seat, SPACE_LETTERS.index(kind)]) & brought]
    return "".join(kind for kind in kinds if kind != "S" and not _takes(decision.was, decision.seat, row, kind))


def _lines(decision: Decision, row: int) -> list[Argument]:
    """What becomes of a line beside the plate."""
    seat = decision.seat
    colour = line_without_space(decision.was, seat, row)
    if not colour:
        return []
    if spot := best_spot(decision.after, seat, row):
        return [reason("opens", colour=colour, line=row + 1, points=spot.points)]
    return [reason("closes", line=row + 1, colour=colour)] if has_all_plates(decision.now, seat, row) else []


def _around(cells: int) -> int:
    """The cells of the dome beside these."""
    return cells << DOME | cells >> DOME | (cells & ~LAST_COLUMN) << 1 | (cells & ~COLUMN_BITS) >> 1
