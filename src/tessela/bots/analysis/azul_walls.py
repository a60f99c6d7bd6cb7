"""Azul as a view shows it: where the tiles of lines may go, what they score there, and what the others could complete."""

from dataclasses import dataclass

from tessela.bots.analysis.grid import Cell, points_at
from tessela.bots.analysis.threats import Threat
from tessela.game.azul.notation import LETTERS, SOURCES
from tessela.game.ruleset import Json
from tessela.rules.azul.constants import COLUMNS, FLOOR_PENALTY, FLOOR_SPACES, ROWS

COLOURS = LETTERS[:5]


@dataclass(frozen=True, slots=True)
class Landing:
    """Where the tile of a complete line goes and what it scores; `settled` if nothing about it is left to choose."""

    cell: Cell
    points: int
    settled: bool


def wall_of(board: Json) -> dict[Cell, str]:
    """The tiles of a wall by their cells."""
    return {(r, c): tile for r, row in enumerate(board["wall"]) for c, tile in enumerate(row) if tile != "."}


def is_complete(line: str, row: int) -> bool:
    """Whether a line has all its tiles."""
    return len(line) == row + 1


def colour_of(line: str) -> str:
    """The colour of a line, empty if it holds nothing or jokers only."""
    return line.replace("J", "")[:1]


def columns_for(wall: dict[Cell, str], grey: bool, row: int, line: str) -> list[int]:
    """The columns to which the tile of a line may go on a wall."""
    free = [column for column in range(COLUMNS) if (row, column) not in wall]
    colour = colour_of(line)
    if not grey:
        return free if not colour else [(LETTERS.index(colour) + row) % COLUMNS]
    if "J" in line:
        return free
    return [column for column in free if all(wall.get((r, column)) != colour for r in range(ROWS))]


def landing(board: Json, grey: bool, lines: list[str], row: int) -> Landing | None:
    """Where the tile of a complete line goes if the lines were tiled now, nowhere if no column takes it.

    Complete lines above are tiled first where nothing has to be chosen; else the best column of the wall as it is counts.
    """
    wall = wall_of(board)
    above = [r for r in range(row + 1) if is_complete(lines[r], r)]
    if not grey and all(len(columns_for(wall, grey, r, lines[r])) == 1 for r in above):
        for r in above:
            cell = (r, columns_for(wall, grey, r, lines[r])[0])
            points = points_at(wall, cell)
            wall[cell] = moved_tile(lines[r])
        return Landing(cell, points, True)
    cells = [(row, column) for column in columns_for(wall, grey, row, lines[row])]
    if not cells:
        return None
    best = max(cells, key=lambda cell: points_at(wall, cell))
    return Landing(best, points_at(wall, best), False)


def moved_tile(line: str) -> str:
    """The tile of a complete line that goes to the wall: a joker if there is one."""
    return "J" if "J" in line else line[0]


def wall_after(board: Json, lines: list[str]) -> dict[Cell, str]:
    """A coloured wall once all complete lines are tiled that leave nothing to choose."""
    wall = wall_of(board)
    for row, line in enumerate(lines):
        columns = columns_for(wall, False, row, line) if is_complete(line, row) else []
        if len(columns) == 1:
            wall[row, columns[0]] = moved_tile(line)
    return wall


def may_end(view: Json, lines_of: list[list[str]]) -> bool:
    """Whether a complete line may bring the last tile of a wall row, which ends the game."""
    return any(
        is_complete(lines[row], row) and board["wall"][row].count(".") == 1
        for board, lines in zip(view["boards"], lines_of, strict=True)
        for row in range(ROWS)
    )


def floor_loss(taken: int, more: int) -> int:
    """What so many more things on the floor cost."""
    return int(FLOOR_PENALTY[min(FLOOR_SPACES, taken + more)] - FLOOR_PENALTY[min(FLOOR_SPACES, taken)])


# What the others could take


def takes(view: Json) -> list[tuple[str, str]]:
    """Every bunch of tiles that can be taken, with its place: a colour, the jokers, or both."""
    found = []
    for place, here in zip(SOURCES, [view["centre"], *view["factories"]], strict=False):
        jokers = "J" * here.count("J")
        for colour in COLOURS:
            if tiles := colour * here.count(colour):
                found += [(place, tiles), (place, tiles + jokers)] if jokers else [(place, tiles)]
        found += [(place, jokers)] if jokers else []
    return found


def accepts(view: Json, seat: int, row: int, tiles: str) -> bool:
    """Whether a line that is not complete takes these tiles."""
    board, colour = view["boards"][seat], colour_of(tiles)
    mine = colour_of(board["lines"][row])
    if not colour or mine:
        return not colour or mine == colour
    if view["wall"] == "grey":
        return colour not in board["wall"][row]
    return board["wall"][row][(LETTERS.index(colour) + row) % COLUMNS] == "."


def threats(view: Json, seat: int) -> list[Threat]:
    """The takes that complete a line of a seat exactly, and what its tile would score."""
    found = []
    lines = view["boards"][seat]["lines"]
    for place, tiles in takes(view):
        for row in range(ROWS):
            if len(tiles) == row + 1 - len(lines[row]) and accepts(view, seat, row, tiles):
                full = [*lines[:row], "".join(sorted(lines[row] + tiles, key=LETTERS.index)), *lines[row + 1 :]]
                spot = landing(view["boards"][seat], view["wall"] == "grey", full, row)
                found += [Threat(seat, place, tiles, row + 1, spot.points)] if spot else []
    return found


def can_complete(view: Json, seat: int, line: int) -> bool:
    """Whether one take completes a line of a seat, with tiles to spare or without."""
    row = line - 1
    needed = line - len(view["boards"][seat]["lines"][row])
    return any(len(tiles) >= needed > 0 and accepts(view, seat, row, tiles) for _, tiles in takes(view))
