"""What a plate does for a dome."""

from tessela.bots.analysis.decision import Decision
from tessela.bots.analysis.duel_domes import best_spot
from tessela.bots.analysis.texts import Argument, reason
from tessela.game.duel.notation import DOME_SPACE_NAMES
from tessela.game.events import PlatePlaced
from tessela.game.fields import Arrays
from tessela.rules.bits import first_of, size_of
from tessela.rules.duel.components import LETTERS, PLATE_CELLS, SPACE_LETTERS, SPECIAL_SPACE
from tessela.rules.duel.constants import DOME, LINES
from tessela.rules.duel.tiling import COLUMN_BITS, free_columns, has_all_plates

LAST_COLUMN = COLUMN_BITS << (DOME - 1)


def brings(decision: Decision, plate: str) -> list[Argument]:
    """What a plate in hand is good for: the lines that wait for one of its spaces."""
    was, seat, found = decision.was, decision.seat, []
    for row in range(LINES):
        colour = line_without_space(was, seat, row)
        if colour and not has_all_plates(was, seat, row) and set(plate) & {colour, "*"}:
            found.append(reason("plate_fits", colour=colour, line=row + 1))
    return [*found, reason("plate_brings", spaces=plate)]


def line_without_space(s: Arrays, seat: int, row: int) -> str:
    """The colour of a line that has tiles, but no space on the dome; empty for others."""
    if s.line_tiles[seat, row] == 0 or free_columns(s, seat, row):
        return ""
    return LETTERS[s.line_colour[seat, row]]


def placed(decision: Decision, event: PlatePlaced) -> list[Argument]:
    """What a plate does where it is put: lines get a space or lose the hope of one, special spaces, neighbours."""
    cells = int(PLATE_CELLS[DOME_SPACE_NAMES.index(event.space)])
    first = first_of(cells) // DOME
    found = [*_lines(decision, first), *_lines(decision, first + 1)]
    if special := int(decision.now.spaces[decision.seat, SPECIAL_SPACE]) & cells:
        row = first_of(special) // DOME
        found.append(reason("special_row", line=row + 1, points=row + 1))
    if number := size_of(_around(cells) & int(decision.was.filled[decision.seat])):
        found.append(reason("beside", neighbours=number))
    return found or [reason("plate_brings", spaces="".join(sorted(event.plate, key=SPACE_LETTERS.index)))]


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
