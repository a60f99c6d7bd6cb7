"""The eight sides of the scoring tablets, and the final scoring."""

from tessela.compiled import INT, entry, kernel
from tessela.rules.bits import size_of
from tessela.rules.duel.components import (
    BACK,
    COLUMN_POINTS,
    DIAGONAL_POINTS,
    EMPTY_SPECIAL_POINTS,
    FIVE_COLOURS,
    FIVE_COLOURS_POINTS,
    FRONT,
    JOKER_POINTS,
    JOKER_SPACE,
    LOWER_CORNER_POINTS,
    OUTER_SPACE_POINTS,
    PLATE_CELLS,
    ROW_POINTS,
    SPECIAL_SPACE,
    TABLETS,
    UPPER_CORNER_POINTS,
)
from tessela.rules.duel.constants import COLOURS, DOME, NO_COLOUR, PLATES_ACROSS, PLAYERS
from tessela.rules.duel.state import ROW_SET, STATES, dome_row
from tessela.rules.duel.tiling import COLUMN_BITS

FALLING = sum(1 << (DOME * i + i) for i in range(DOME))
RISING = sum(1 << (DOME * i + DOME - 1 - i) for i in range(DOME))
OUTER = sum(1 << (DOME * r + c) for r in range(DOME) for c in range(DOME) if r in (0, 5) or c in (0, 5))
UPPER_LEFT, UPPER_RIGHT, LOWER_LEFT, LOWER_RIGHT = 0, 2, 6, 8


@kernel
def rows(state, player):
    """Points for complete rows of the dome."""
    number = 0
    for row in range(DOME):
        if dome_row(state.filled[player], row) == ROW_SET:
            number += 1
    return ROW_POINTS * number


@kernel
def five_colours(state, player):
    """Points for rows with at least five different colours, the special tiles of a row being one more."""
    number = 0
    for row in range(DOME):
        if size_of(colours_in_row(state, player, row)) >= FIVE_COLOURS:
            number += 1
    return FIVE_COLOURS_POINTS * number


@kernel
def colours_in_row(state, player, row):
    """The set of colours in a row of the dome, the special tile counted as colour 5; a tile on a joker cell has its own."""
    colours = 0
    for colour in range(COLOURS):
        if dome_row(state.filled[player] & state.spaces[player, colour], row) != 0:
            colours |= 1 << colour
    if dome_row(state.filled[player] & state.spaces[player, SPECIAL_SPACE], row) != 0:
        colours |= 1 << COLOURS
    for across in range(PLATES_ACROSS):
        dome_space = PLATES_ACROSS * (row // 2) + across
        if dome_row(state.spaces[player, JOKER_SPACE] & PLATE_CELLS[dome_space], row) != 0:
            colour = int(state.joker_colour[player, dome_space])
            if colour != NO_COLOUR:
                colours |= 1 << colour
    return colours


@kernel
def columns(state, player):
    """Points for complete columns of the dome."""
    number = 0
    for column in range(DOME):
        if (state.filled[player] >> column) & COLUMN_BITS == COLUMN_BITS:
            number += 1
    return COLUMN_POINTS * number


@kernel
def outer_spaces(state, player):
    """Points for tiles on the border of the dome."""
    return OUTER_SPACE_POINTS * size_of(state.filled[player] & OUTER)


@kernel
def diagonals(state, player):
    """Points for the two long diagonals."""
    points = 0
    if state.filled[player] & FALLING == FALLING:
        points += DIAGONAL_POINTS
    if state.filled[player] & RISING == RISING:
        points += DIAGONAL_POINTS
    return points


@kernel
def corner_plates(state, player):
    """Points for filled plates in the corners, the lower ones being worth more."""
    return (
        UPPER_CORNER_POINTS * plate_is_full(state, player, UPPER_LEFT)
        + UPPER_CORNER_POINTS * plate_is_full(state, player, UPPER_RIGHT)
        + LOWER_CORNER_POINTS * plate_is_full(state, player, LOWER_LEFT)
        + LOWER_CORNER_POINTS * plate_is_full(state, player, LOWER_RIGHT)
    )


@kernel
def plate_is_full(state, player, dome_space):
    """1 if the four cells of a dome space hold tiles, else 0."""
    return 1 if PLATE_CELLS[dome_space] & ~state.filled[player] == 0 else 0


@kernel
def jokers(state, player):
    """Points for the joker cells if every one on the dome is filled."""
    cells = state.spaces[player, JOKER_SPACE]
    return 0 if cells & ~state.filled[player] else JOKER_POINTS * size_of(cells)


@kernel
def specials(state, player):
    """Points lost for empty special cells on the dome."""
    return EMPTY_SPECIAL_POINTS * size_of(state.spaces[player, SPECIAL_SPACE] & ~state.filled[player])


@kernel
def tablet_points(state, player, tablet):
    """Points of one tablet for one player as the dome is now, 0 if the tablet is not in play."""
    side = state.tablets[tablet]
    if side == FRONT:
        if tablet == 0:
            return rows(state, player)
        if tablet == 1:
            return columns(state, player)
        return diagonals(state, player) if tablet == 2 else jokers(state, player)
    if side == BACK:
        if tablet == 0:
            return five_colours(state, player)
        if tablet == 1:
            return outer_spaces(state, player)
        return corner_plates(state, player) if tablet == 2 else specials(state, player)
    return 0


@entry(STATES, INT, INT, INT, gives=INT)
def tablet_points_in(states, i, player, tablet):
    """The same for the state at an index."""
    return tablet_points(states[i], player, tablet)


@kernel
def score_tablets(state):
    """Add all tablets to the scores, which stay at 0 or more."""
    for player in range(PLAYERS):
        points = int(state.score[player])
        for tablet in range(len(TABLETS)):
            points += tablet_points(state, player, tablet)
        state.score[player] = max(0, points)
