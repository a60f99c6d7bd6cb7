"""What a plate does for a dome."""

from tessela.bots.analysis import duel_domes as domes
from tessela.bots.analysis.grid import Cell
from tessela.bots.analysis.texts import Reason, reason
from tessela.game.duel.notation import DOME_SPACE_NAMES
from tessela.game.events import PlatePlaced
from tessela.game.ruleset import Json
from tessela.rules.duel.components import LETTERS


def brings(before: Json, plate: str) -> list[Reason]:
    """What a plate in hand is good for: the lines that wait for one of its spaces."""
    board = before["boards"][before["to_move"]]
    dome, found = domes.Dome(board), []
    for row, line in enumerate(board["lines"]):
        waiting = line and not dome.free_for(row, line[0]) and not dome.has_all_plates(row)
        if waiting and set(plate) & {line[0], "*"}:
            found.append(reason("plate_fits", colour=line[0], line=row + 1))
    return [*found, reason("plate_brings", spaces=plate)]


def placed(before: Json, event: PlatePlaced) -> list[Reason]:
    """What a plate does where it is put: lines get a space or lose the hope of one, special spaces, neighbours."""
    board = before["boards"][before["to_move"]]
    dome, dome_space = domes.Dome(board), DOME_SPACE_NAMES.index(event.space)
    plates = list(board["plates"])
    plates[dome_space] = {"plate": event.plate, "turn": event.turn}
    after, cells = domes.Dome({**board, "plates": plates}), domes.cells_of(dome_space)
    found = _lines(board, dome, after, sorted({cell[0] for cell in cells}))
    found += [reason("special_row", line=row + 1, points=row + 1) for row, c in cells if after.spaces[row, c] == "S"]
    if number := len({near for cell in cells for near in _around(cell) if near in dome.tiles}):
        found.append(reason("beside", neighbours=number))
    return found or [reason("plate_brings", spaces="".join(sorted(event.plate, key=(LETTERS + "*S").index)))]


def _lines(board: Json, dome: domes.Dome, after: domes.Dome, rows: list[int]) -> list[Reason]:
    """What becomes of the lines beside the plate."""
    found = []
    for row in rows:
        colour = board["lines"][row][:1]
        if not colour or dome.free_for(row, colour):
            continue
        if spot := after.best_spot(row, colour):
            found.append(reason("opens", colour=colour, line=row + 1, points=spot.points))
        elif after.has_all_plates(row):
            found.append(reason("closes", line=row + 1, colour=colour))
    return found


def _around(cell: Cell) -> list[Cell]:
    row, column = cell
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
