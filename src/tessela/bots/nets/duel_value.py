"""How a board of Azul Duel is described to the value net, between two rounds."""

from tessela.bots.knowledge.duel.worth import CORNER_POINTS, PLATE_PROGRESS, PROGRESS, best_column, columns_for
from tessela.bots.nets.layout import layout
from tessela.compiled import kernel
from tessela.rules.bits import first_of, size_of
from tessela.rules.duel.components import (
    CHIP_KINDS,
    COLUMN_POINTS,
    DIAGONAL_POINTS,
    FIVE_COLOURS_POINTS,
    FRONT,
    JOKER_SPACE,
    PLATE_CELLS,
    ROW_POINTS,
    SHOWS,
    SPACE_KINDS,
    SPECIAL_SPACE,
    TABLETS,
)
from tessela.rules.duel.constants import COLOURS, DOME, DOME_SPACES, LINES
from tessela.rules.duel.state import dome_row
from tessela.rules.duel.tablets import FALLING, RISING, tablet_points
from tessela.rules.duel.tiling import COLUMN_BITS, free_columns
from tessela.rules.handful import count

CELLS = DOME * DOME
CELLS_OF_A_PLATE = 4
FILLS = DOME + 1  # how many tiles a row can have, none counted too
SIDES = 2 * len(TABLETS)  # of all tablets

BOARD = layout(
    ("filled", CELLS),  # the cells with a tile
    ("free", SPACE_KINDS * CELLS),  # the free cells by their kind
    ("row_fill", DOME * FILLS),  # how many tiles a row, a column, a diagonal has
    ("column_fill", DOME * FILLS),
    ("diagonal_fill", 2 * FILLS),
    ("line_fill", LINES * FILLS),  # how many tiles wait in a line
    ("line_colour", LINES * COLOURS),  # and of which colour
    ("line_worth", LINES),  # what its tile would be worth, by how full it is
    ("line_waits", LINES),  # how full a line is whose row has no space for it
    ("tablets", SIDES),  # the tablets in play, their points as the dome is now, and how far the rest is
    ("tablets_now", SIDES),
    ("tablet_progress", SIDES),
    ("special_plates", CELLS_OF_A_PLATE + 1),
    ("chips", 2),
    ("chip_colours", COLOURS),
    ("room", LINES),  # mean worth of the free cells of a row over the colours
    "starts",
    ("supply", COLOURS),  # tiles of each colour in the bag
)

ROUNDS = 4
CONTEXTS = ROUNDS


@kernel
def context(state):
    """Which round comes."""
    return min(ROUNDS - 1, max(0, int(state.round_number) - 2))


@kernel
def describe(state, player, out):
    """Describe the board of a player; `out` has room for BOARD."""
    for i in range(BOARD.size):
        out[i] = 0.0
    filled = state.filled[player]
    describe_cells(state, player, out)
    for i in range(DOME):
        out[BOARD.row_fill + FILLS * i + size_of(dome_row(filled, i))] = 1.0
        out[BOARD.column_fill + FILLS * i + size_of((filled >> i) & COLUMN_BITS)] = 1.0
        describe_line(state, player, i, out)
    if state.tablets[2] == FRONT:
        out[BOARD.diagonal_fill + size_of(filled & FALLING)] = 1.0
        out[BOARD.diagonal_fill + FILLS + size_of(filled & RISING)] = 1.0
    describe_tablets(state, player, out)
    describe_plates(state, player, out)
    for kind in range(CHIP_KINDS):
        number = int(state.chips[player, kind])
        out[BOARD.chips + (0 if kind < COLOURS else 1)] += number
        for colour in range(COLOURS):
            if SHOWS[kind, colour] != 0:
                out[BOARD.chip_colours + colour] += number
    out[BOARD.starts] = 1.0 if state.first_player == player else 0.0
    for colour in range(COLOURS):
        out[BOARD.supply + colour] = 0.1 * count(state.bag, colour)


@kernel
def describe_cells(state, player, out):
    """The cells of the dome: those with a tile, and the free ones by their kind."""
    filled = state.filled[player]
    for cell in range(CELLS):
        if (filled >> cell) & 1:
            out[BOARD.filled + cell] = 1.0
    for kind in range(SPACE_KINDS):
        free = state.spaces[player, kind] & ~filled
        while free != 0:
            out[BOARD.free + CELLS * kind + first_of(free)] = 1.0
            free &= free - 1


@kernel
def describe_line(state, player, row, out):
    """How full a line is, what it is worth, and how good the free cells of its row are."""
    tiles = int(state.line_tiles[player, row])
    out[BOARD.line_fill + FILLS * row + tiles] = 1.0
    if tiles > 0:
        out[BOARD.line_colour + COLOURS * row + int(state.line_colour[player, row])] = 1.0
        columns = free_columns(state, player, row)
        if columns != 0:
            _, value = best_column(state, player, row, columns)
            out[BOARD.line_worth + row] = value * tiles / (row + 1)
        else:
            out[BOARD.line_waits + row] = tiles / (row + 1)
    room = 0.0
    for colour in range(COLOURS):
        columns = columns_for(state, player, row, colour)
        if columns != 0:
            _, value = best_column(state, player, row, columns)
            room += value
    out[BOARD.room + row] = room / COLOURS


@kernel
def describe_tablets(state, player, out):
    """The tablets in play, their points as the dome is now, and how far the rest is."""
    for tablet in range(len(TABLETS)):
        side = int(state.tablets[tablet])
        if side > 0:
            out[BOARD.tablets + 2 * tablet + side - 1] = 1.0
            out[BOARD.tablets_now + 2 * tablet + side - 1] = 0.2 * tablet_points(state, player, tablet)
            out[BOARD.tablet_progress + 2 * tablet + side - 1] = 0.2 * tablet_progress(state, player, tablet, side)


@kernel
def tablet_progress(state, player, tablet, side):
    """How far the goals of a tablet are, in points."""
    filled = state.filled[player]
    value = 0.0
    if tablet == 0 and side == FRONT:
        for row in range(DOME):
            value += ROW_POINTS * PROGRESS[size_of(dome_row(filled, row))]
    elif tablet == 0:
        for row in range(DOME):
            value += FIVE_COLOURS_POINTS * PROGRESS[min(DOME, size_of(dome_row(filled, row)) + 1)]
    elif tablet == 1 and side == FRONT:
        for column in range(DOME):
            value += COLUMN_POINTS * PROGRESS[size_of((filled >> column) & COLUMN_BITS)]
    elif tablet == 2 and side == FRONT:
        value = DIAGONAL_POINTS * (PROGRESS[size_of(filled & FALLING)] + PROGRESS[size_of(filled & RISING)])
    elif tablet == 2:
        for dome_space in range(DOME_SPACES):
            value += CORNER_POINTS[dome_space] * PLATE_PROGRESS[size_of(filled & PLATE_CELLS[dome_space])]
    elif tablet == 3 and side == FRONT:
        cells = state.spaces[player, JOKER_SPACE]
        value = float(size_of(cells & filled)) - float(size_of(cells & ~filled))
    return value


@kernel
def describe_plates(state, player, out):
    """Special plates by how many of their cells are filled, and how far they are, by the row of their special cell."""
    filled = state.filled[player]
    for dome_space in range(DOME_SPACES):
        special = state.spaces[player, SPECIAL_SPACE] & PLATE_CELLS[dome_space]
        if special != 0:
            number = size_of(filled & PLATE_CELLS[dome_space])
            out[BOARD.special_plates + number] += 1.0
            if number < CELLS_OF_A_PLATE:
                out[BOARD.special_plates + CELLS_OF_A_PLATE] += PLATE_PROGRESS[number] * (first_of(special) // DOME + 1)
