"""How a board of Azul Duel is described to the net, between two rounds."""

from tessela.bots.knowledge.duel import CORNER_POINTS, PLATE_PROGRESS, PROGRESS, best_column, columns_for
from tessela.compiled import kernel
from tessela.rules.bits import first_of, size_of
from tessela.rules.duel.components import CHIP_KINDS, FRONT, JOKER_SPACE, PLATE_CELLS, SHOWS, SPACE_KINDS, SPECIAL_SPACE
from tessela.rules.duel.constants import COLOURS, DOME, DOME_SPACES, LINES
from tessela.rules.duel.state import dome_row
from tessela.rules.duel.tablets import FALLING, RISING, tablet_points
from tessela.rules.duel.tiling import COLUMN_BITS, free_columns
from tessela.rules.handful import count

CELLS = DOME * DOME
FILLED = 0  # the cells with a tile
FREE = FILLED + CELLS  # the free cells by their kind
ROW_FILL = FREE + SPACE_KINDS * CELLS  # how many tiles a row, a column, a diagonal has
COLUMN_FILL = ROW_FILL + 6 * 7
DIAGONAL_FILL = COLUMN_FILL + 6 * 7
LINE_FILL = DIAGONAL_FILL + 2 * 7  # how many tiles wait in a line
LINE_COLOUR = LINE_FILL + 6 * 7  # and of which colour
LINE_WORTH = LINE_COLOUR + LINES * COLOURS  # what its tile would be worth, by how full it is
LINE_WAITS = LINE_WORTH + 6  # how full a line is whose row has no space for it
TABLETS = LINE_WAITS + 6  # the tablets in play, their points as the dome is now, and how far the rest is
TABLETS_NOW = TABLETS + 8
TABLET_PROGRESS = TABLETS_NOW + 8
SPECIAL_PLATES = TABLET_PROGRESS + 8
CHIPS = SPECIAL_PLATES + 5
CHIP_COLOURS = CHIPS + 2
ROOM = CHIP_COLOURS + 5  # mean worth of the free cells of a row over the colours
STARTS = ROOM + 6
SUPPLY = STARTS + 1  # tiles of each colour in the bag
FEATURES = SUPPLY + COLOURS

ROUNDS = 4
CONTEXTS = ROUNDS


@kernel
def context(state):
    """Which round comes."""
    return min(ROUNDS - 1, max(0, int(state.round_number) - 2))


@kernel
def describe(state, player, out):
    """Describe the board of a player; `out` has room for FEATURES numbers."""
    for i in range(FEATURES):
        out[i] = 0.0
    filled = state.filled[player]
    describe_cells(state, player, out)
    for i in range(DOME):
        out[ROW_FILL + 7 * i + size_of(dome_row(filled, i))] = 1.0
        out[COLUMN_FILL + 7 * i + size_of((filled >> i) & COLUMN_BITS)] = 1.0
        describe_line(state, player, i, out)
    if state.tablets[2] == FRONT:
        out[DIAGONAL_FILL + size_of(filled & FALLING)] = 1.0
        out[DIAGONAL_FILL + 7 + size_of(filled & RISING)] = 1.0
    describe_tablets(state, player, out)
    describe_plates(state, player, out)
    for kind in range(CHIP_KINDS):
        number = int(state.chips[player, kind])
        out[CHIPS + (0 if kind < COLOURS else 1)] += number
        for colour in range(COLOURS):
            if SHOWS[kind, colour] != 0:
                out[CHIP_COLOURS + colour] += number
    out[STARTS] = 1.0 if state.first_player == player else 0.0
    for colour in range(COLOURS):
        out[SUPPLY + colour] = 0.1 * count(state.bag, colour)


@kernel
def describe_cells(state, player, out):
    """The cells of the dome: those with a tile, and the free ones by their kind."""
    filled = state.filled[player]
    for cell in range(CELLS):
        if (filled >> cell) & 1:
            out[FILLED + cell] = 1.0
    for kind in range(SPACE_KINDS):
        free = state.spaces[player, kind] & ~filled
        while free != 0:
            out[FREE + CELLS * kind + first_of(free)] = 1.0
            free &= free - 1


@kernel
def describe_line(state, player, row, out):
    """How full a line is, what it is worth, and how good the free cells of its row are."""
    tiles = int(state.line_tiles[player, row])
    out[LINE_FILL + 7 * row + tiles] = 1.0
    if tiles > 0:
        out[LINE_COLOUR + COLOURS * row + int(state.line_colour[player, row])] = 1.0
        columns = free_columns(state, player, row)
        if columns != 0:
            _, value = best_column(state, player, row, columns)
            out[LINE_WORTH + row] = value * tiles / (row + 1)
        else:
            out[LINE_WAITS + row] = tiles / (row + 1)
    room = 0.0
    for colour in range(COLOURS):
        columns = columns_for(state, player, row, colour)
        if columns != 0:
            _, value = best_column(state, player, row, columns)
            room += value
    out[ROOM + row] = room / COLOURS


@kernel
def describe_tablets(state, player, out):
    """The tablets in play, their points as the dome is now, and how far the rest is."""
    for tablet in range(4):
        side = int(state.tablets[tablet])
        if side > 0:
            out[TABLETS + 2 * tablet + side - 1] = 1.0
            out[TABLETS_NOW + 2 * tablet + side - 1] = 0.2 * tablet_points(state, player, tablet)
            out[TABLET_PROGRESS + 2 * tablet + side - 1] = 0.2 * tablet_progress(state, player, tablet, side)


@kernel
def tablet_progress(state, player, tablet, side):
    """How far the goals of a tablet are, in points."""
    filled = state.filled[player]
    value = 0.0
    if tablet == 0 and side == FRONT:
        for row in range(DOME):
            value += 3.0 * PROGRESS[size_of(dome_row(filled, row))]
    elif tablet == 0:
        for row in range(DOME):
            value += 4.0 * PROGRESS[min(6, size_of(dome_row(filled, row)) + 1)]
    elif tablet == 1 and side == FRONT:
        for column in range(DOME):
            value += 7.0 * PROGRESS[size_of((filled >> column) & COLUMN_BITS)]
    elif tablet == 2 and side == FRONT:
        value = 10.0 * (PROGRESS[size_of(filled & FALLING)] + PROGRESS[size_of(filled & RISING)])
    elif tablet == 2:
        for dome_space in range(DOME_SPACES):
            value += CORNER_POINTS[dome_space] * PLATE_PROGRESS[size_of(filled & PLATE_CELLS[dome_space])]
    elif tablet == 3 and side == FRONT:
        cells = state.spaces[player, JOKER_SPACE]
        value = float(size_of(cells & filled)) - float(size_of(cells & ~filled))
    return value


@kernel
def describe_plates(state, player, out):
    """How many special plates have so many of their cells filled, by the row of their special cell."""
    filled = state.filled[player]
    for dome_space in range(DOME_SPACES):
        special = state.spaces[player, SPECIAL_SPACE] & PLATE_CELLS[dome_space]
        if special != 0:
            number = size_of(filled & PLATE_CELLS[dome_space])
            out[SPECIAL_PLATES + number] += 1.0
            if number < 4:
                out[SPECIAL_PLATES + 4] += PLATE_PROGRESS[number] * (first_of(special) // DOME + 1)
