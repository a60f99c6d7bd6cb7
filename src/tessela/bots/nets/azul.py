"""How a board of Azul is described to the net, between two rounds."""

from tessela.compiled import kernel
from tessela.rules.azul.constants import COLOURS, COLUMNS, NO_COLOUR, ROWS
from tessela.rules.azul.state import COLUMN_OF, ROW_SET, colours_in_row, wall_row
from tessela.rules.azul.tiling import COLUMN_BITS, columns_with, points_of
from tessela.rules.bits import size_of
from tessela.rules.handful import count

WALL = 0  # the spaces taken
WALL_COLOURS = WALL + ROWS * COLUMNS  # the colours in each row
ROW_FILL = WALL_COLOURS + ROWS * COLOURS  # how many tiles a row, a column, a colour has
COLUMN_FILL = ROW_FILL + 5 * 6
COLOUR_FILL = COLUMN_FILL + 5 * 6
LINE_FILL = COLOUR_FILL + 5 * 6  # how many tiles wait in a line
LINE_COLOUR = LINE_FILL + 15  # and of which colour
LINE_WORTH = LINE_COLOUR + ROWS * COLOURS  # points its tile would score, whole and by how full it is
LINE_SHARE = LINE_WORTH + 5
ROOM = LINE_SHARE + 5  # mean points on the free spaces of a row
STARTS = ROOM + 5
RACE = STARTS + 1  # the fullest row here and the fullest of the others: how near the end is
SUPPLY = RACE + 36  # tiles of each colour in the bag
FEATURES = SUPPLY + COLOURS

ROUNDS = 6  # the last one stands for all later rounds
CONTEXTS = 12 * ROUNDS


@kernel
def context(state):
    """Which game it is: the number of players, the wall, the jokers, and the round that comes."""
    variant = 4 * (int(state.players) - 2) + 2 * int(state.grey) + int(state.jokers)
    return ROUNDS * variant + min(ROUNDS - 1, max(0, int(state.round_number) - 2))


@kernel
def describe(state, player, out):
    """Describe the board of a player; `out` has room for FEATURES numbers."""
    for i in range(FEATURES):
        out[i] = 0.0
    wall = int(state.wall[player])
    fullest = 0
    for row in range(ROWS):
        number = size_of(wall_row(state, player, row))
        fullest = max(fullest, number)
        out[ROW_FILL + 6 * row + number] = 1.0
        out[COLUMN_FILL + 6 * row + size_of((wall >> row) & COLUMN_BITS)] = 1.0
        out[ROOM + row] = room_in_row(state, player, row)
        describe_line(state, player, row, out)
    describe_colours(state, player, out)
    out[STARTS] = 1.0 if state.first_player == player else 0.0
    out[RACE + 6 * fullest + fullest_of_others(state, player)] = 1.0
    for colour in range(COLOURS):
        out[SUPPLY + colour] = 0.1 * count(state.bag, colour)


@kernel
def describe_colours(state, player, out):
    """Where tiles lie on the wall, and how many of each colour."""
    for colour in range(COLOURS):
        number = 0
        for row in range(ROWS):
            if (colours_in_row(state, player, row) >> colour) & 1:
                out[WALL_COLOURS + COLOURS * row + colour] = 1.0
                number += 1
        out[COLOUR_FILL + 6 * colour + number] = 1.0
    for space in range(ROWS * COLUMNS):
        if (int(state.wall[player]) >> space) & 1:
            out[WALL + space] = 1.0


@kernel
def describe_line(state, player, row, out):
    """How full a line is, of which colour, and what it is worth."""
    tiles = int(state.line_tiles[player, row])
    out[LINE_FILL + row * (row + 1) // 2 + min(tiles, row)] = 1.0
    if tiles > 0:
        points = line_points(state, player, row)
        out[LINE_WORTH + row] = points
        out[LINE_SHARE + row] = points * tiles / (row + 1)
        if state.line_colour[player, row] != NO_COLOUR:
            out[LINE_COLOUR + COLOURS * row + int(state.line_colour[player, row])] = 1.0


@kernel
def fullest_of_others(state, player):
    """How many tiles the fullest row of the other players has."""
    fullest = 0
    for other in range(state.players):
        if other != player:
            for row in range(ROWS):
                fullest = max(fullest, size_of(wall_row(state, other, row)))
    return fullest


@kernel
def line_points(state, player, row):
    """Points that the tile of a begun line would score now, on its best space."""
    colour = int(state.line_colour[player, row])
    wall = int(state.wall[player])
    if state.grey == 0 and colour != NO_COLOUR:
        column = int(COLUMN_OF[row, colour])
        return float(points_of(wall | (1 << (COLUMNS * row + column)), row, column))
    best = 0
    free = ROW_SET & ~wall_row(state, player, row)
    if state.grey != 0 and colour != NO_COLOUR and state.line_jokers[player, row] == 0:
        free = free & ~columns_with(state, player, colour)
    for column in range(COLUMNS):
        if (free >> column) & 1:
            best = max(best, points_of(wall | (1 << (COLUMNS * row + column)), row, column))
    return float(best)


@kernel
def room_in_row(state, player, row):
    """Mean points of a tile on the free spaces of a wall row."""
    wall = int(state.wall[player])
    taken = wall_row(state, player, row)
    points, number = 0, 0
    for column in range(COLUMNS):
        if (taken >> column) & 1 == 0:
            points += points_of(wall | (1 << (COLUMNS * row + column)), row, column)
            number += 1
    return points / number if number > 0 else 0.0
