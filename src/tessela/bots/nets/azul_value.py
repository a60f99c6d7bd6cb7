"""How a board of Azul is described to the value net, between two rounds."""

from tessela.bots.nets.layout import layout
from tessela.compiled import kernel
from tessela.rules.azul.constants import COLOURS, COLUMNS, NO_COLOUR, ROWS
from tessela.rules.azul.state import COLUMN_OF, ROW_SET, colours_in_row, wall_row
from tessela.rules.azul.tiling import COLUMN_BITS, columns_with, points_of
from tessela.rules.bits import size_of
from tessela.rules.handful import count

FILLS = COLUMNS + 1  # how many tiles a row can have, none counted too

BOARD = layout(
    ("wall", ROWS * COLUMNS),  # the spaces taken
    ("wall_colours", ROWS * COLOURS),  # the colours in each row
    ("row_fill", ROWS * FILLS),  # how many tiles a row, a column, a colour has
    ("column_fill", COLUMNS * FILLS),
    ("colour_fill", COLOURS * FILLS),
    ("line_fill", ROWS * (ROWS + 1) // 2),  # how many tiles wait in a line
    ("line_colour", ROWS * COLOURS),  # and of which colour
    ("line_worth", ROWS),  # points its tile would score, whole and by how full it is
    ("line_share", ROWS),
    ("room", ROWS),  # mean points on the free spaces of a row
    "starts",
    ("race", FILLS * FILLS),  # the fullest row here and the fullest of the others: how near the end is
    ("supply", COLOURS),  # tiles of each colour in the bag
)

ROUNDS = 6  # the last one stands for all later rounds
CONTEXTS = 12 * ROUNDS


@kernel
def context(state):
    """Which game it is: the number of players, the wall, the jokers, and the round that comes."""
    variant = 4 * (int(state.players) - 2) + 2 * int(state.grey) + int(state.jokers)
    return ROUNDS * variant + min(ROUNDS - 1, max(0, int(state.round_number) - 2))


@kernel
def describe(state, player, out):
    """Describe the board of a player; `out` has room for BOARD."""
    for i in range(BOARD.size):
        out[i] = 0.0
    wall = int(state.wall[player])
    fullest = 0
    for row in range(ROWS):
        number = size_of(wall_row(state, player, row))
        fullest = max(fullest, number)
        out[BOARD.row_fill + FILLS * row + number] = 1.0
        out[BOARD.column_fill + FILLS * row + size_of((wall >> row) & COLUMN_BITS)] = 1.0
        out[BOARD.room + row] = room_in_row(state, player, row)
        describe_line(state, player, row, out)
    describe_colours(state, player, out)
    out[BOARD.starts] = 1.0 if state.first_player == player else 0.0
    out[BOARD.race + FILLS * fullest + fullest_of_others(state, player)] = 1.0
    for colour in range(COLOURS):
        out[BOARD.supply + colour] = 0.1 * count(state.bag, colour)


@kernel
def describe_colours(state, player, out):
    """Where tiles lie on the wall, and how many of each colour."""
    for colour in range(COLOURS):
        number = 0
        for row in range(ROWS):
            if (colours_in_row(state, player, row) >> colour) & 1:
                out[BOARD.wall_colours + COLOURS * row + colour] = 1.0
                number += 1
        out[BOARD.colour_fill + FILLS * colour + number] = 1.0
    for space in range(ROWS * COLUMNS):
        if (int(state.wall[player]) >> space) & 1:
            out[BOARD.wall + space] = 1.0


@kernel
def describe_line(state, player, row, out):
    """How full a line is, of which colour, and what it is worth."""
    tiles = int(state.line_tiles[player, row])
    out[BOARD.line_fill + row * (row + 1) // 2 + min(tiles, row)] = 1.0
    if tiles > 0:
        points = line_points(state, player, row)
        out[BOARD.line_worth + row] = points
        out[BOARD.line_share + row] = points * tiles / (row + 1)
        if state.line_colour[player, row] != NO_COLOUR:
            out[BOARD.line_colour + COLOURS * row + int(state.line_colour[player, row])] = 1.0


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
