"""What a space of the dome, a line, a take are worth."""

import numpy as np

from tessela.compiled import kernel
from tessela.rules.bits import first_of, size_of
from tessela.rules.duel.components import (
    BACK,
    COLUMN_POINTS,
    DIAGONAL_POINTS,
    DOME_SPACE_OF,
    EMPTY_SPECIAL_POINTS,
    FIVE_COLOURS_POINTS,
    FRONT,
    JOKER_SPACE,
    LOWER_CORNER_POINTS,
    OUTER_SPACE_POINTS,
    PLATE_CELLS,
    ROW_POINTS,
    SPECIAL_SPACE,
    UPPER_CORNER_POINTS,
)
from tessela.rules.duel.constants import (
    BROKEN_PENALTY,
    BROKEN_SPACES,
    DOME,
    DOME_SPACES,
    LAST_ROUND,
    MOON,
    NOBODY,
    SMALL_FACTORIES,
    STARTING_TILE_PENALTY,
)
from tessela.rules.duel.moon import top_of
from tessela.rules.duel.state import dome_row
from tessela.rules.duel.tablets import FALLING, LOWER_LEFT, LOWER_RIGHT, OUTER, RISING, UPPER_LEFT, UPPER_RIGHT
from tessela.rules.duel.tiling import COLUMN_BITS, has_all_plates, points_of
from tessela.rules.handful import count

SIGHT = (1, 1, 1)  # plates change the dome within a round: no worths are kept, only how well a player sees them, from 0 to 1
PROGRESS = np.array([0.0, 0.02, 0.06, 0.14, 0.28, 0.5, 1.0], np.float32)  # share of a goal of six that is reached
PLATE_PROGRESS = np.array([0.0, 0.1, 0.3, 0.6, 1.0], np.float32)  # the same for the four cells of a plate
CORNER_POINTS = np.zeros(DOME_SPACES, np.float32)  # by dome space
CORNER_POINTS[[UPPER_LEFT, UPPER_RIGHT]] = UPPER_CORNER_POINTS
CORNER_POINTS[[LOWER_LEFT, LOWER_RIGHT]] = LOWER_CORNER_POINTS
UNFINISHED = np.float32(0.5)
NO_SPACE_YET = np.float32(0.7)  # worth of a line whose row still lacks a plate and has no space
JOKER_CELL = np.float32(1.5)  # with the tablet that counts them


@kernel
def note_worth(state, worth):
    """The player sees all worths; they are computed when they are asked for."""
    worth[0, 0, 0] = 1.0


@kernel
def cell_worth(state, player, row, column):
    """Points of a tile on a cell, with the special tile it brings and its share of the tablets."""
    cell = DOME * row + column
    before = state.filled[player]
    filled = before | (1 << cell)
    value = np.float32(points_of(filled, row, column))
    dome_space = int(DOME_SPACE_OF[cell])
    cells = PLATE_CELLS[dome_space]
    on_plate = size_of(filled & cells)
    special = state.spaces[player, SPECIAL_SPACE] & cells
    if special != 0:
        reward = np.float32(first_of(special) // DOME + 1)
        if state.tablets[3] == BACK:
            reward += np.float32(-EMPTY_SPECIAL_POINTS)
        value += reward * (PLATE_PROGRESS[min(4, on_plate + 1)] - PLATE_PROGRESS[on_plate])
    elif state.tablets[3] == FRONT and (state.spaces[player, JOKER_SPACE] >> cell) & 1:
        value += JOKER_CELL
    return value + tablet_worth(state, filled, row, column, dome_space, on_plate)


@kernel
def tablet_worth(state, filled, row, column, dome_space, on_plate):
    """What a new tile adds to the goals in play."""
    value = np.float32(0.0)
    in_row = size_of(dome_row(filled, row))
    if state.tablets[0] == FRONT:
        value += np.float32(ROW_POINTS) * (PROGRESS[in_row] - PROGRESS[in_row - 1])
    elif state.tablets[0] == BACK:
        value += np.float32(FIVE_COLOURS_POINTS) * (PROGRESS[min(DOME, in_row + 1)] - PROGRESS[in_row])
    if state.tablets[1] == FRONT:
        in_column = size_of((filled >> column) & COLUMN_BITS)
        value += np.float32(COLUMN_POINTS) * (PROGRESS[in_column] - PROGRESS[in_column - 1])
    elif state.tablets[1] == BACK and (OUTER >> (DOME * row + column)) & 1:
        value += np.float32(OUTER_SPACE_POINTS)
    if state.tablets[2] == FRONT:
        if row == column:
            number = size_of(filled & FALLING)
            value += np.float32(DIAGONAL_POINTS) * (PROGRESS[number] - PROGRESS[number - 1])
        if row + column == DOME - 1:
            number = size_of(filled & RISING)
            value += np.float32(DIAGONAL_POINTS) * (PROGRESS[number] - PROGRESS[number - 1])
    elif state.tablets[2] == BACK:
        value += CORNER_POINTS[dome_space] * (PLATE_PROGRESS[on_plate] - PLATE_PROGRESS[on_plate - 1])
    return value


@kernel
def best_column(state, player, row, columns):
    """The column of a set where a tile is worth most, and how much that is."""
    best, chosen = np.float32(-1e9), -1
    for column in range(DOME):
        if (columns >> column) & 1:
            value = cell_worth(state, player, row, column)
            if value > best:
                best, chosen = value, column
    return chosen, best


@kernel
def columns_for(state, player, row, colour):
    """The set of columns in which a row has a free space for a colour."""
    matching = state.spaces[player, colour] | state.spaces[player, JOKER_SPACE]
    return dome_row(matching & ~state.filled[player], row)


@kernel
def line_worth(state, player, row, colour):
    """What finishing a line with a colour is worth."""
    columns = columns_for(state, player, row, colour)
    if columns != 0:
        _, value = best_column(state, player, row, columns)
        return value
    if has_all_plates(state, player, row) or state.round_number == LAST_ROUND:
        return np.float32(-2.0)
    return NO_SPACE_YET


@kernel
def whole_worth(state, worth, player, row, colour):
    """What finishing a line with a colour is worth to a player who sees it, all lines being alike to one who does not."""
    sight = worth[0, 0, 0]
    if sight == 0:
        return np.float32(1.0)
    return sight * line_worth(state, player, row, colour) + (np.float32(1.0) - sight)


@kernel
def broken_cost(state, player, number):
    """What `number` more broken tiles cost."""
    lying = int(state.broken_tiles[player])
    return np.float32(BROKEN_PENALTY[min(BROKEN_SPACES, lying + number)] - BROKEN_PENALTY[lying])


@kernel
def starting_toll(state, source, colour):
    """What the starting tile costs that comes with a take, less what it is worth to start."""
    if source == MOON and state.starting_tile == NOBODY and count(state.large_moon, colour) > 0:
        return np.float32(STARTING_TILE_PENALTY) - np.float32(0.8)
    return np.float32(0.0)


@kernel
def judge_filling(state, player, row, number, whole):
    """How good it looks to bring `number` tiles to a line that is worth `whole` once it is full."""
    size = row + 1
    before = int(state.line_tiles[player, row])
    filled = before + number
    if filled >= size:
        return whole - broken_cost(state, player, filled - size) - waste(size - before, size, number)
    share = np.float32(filled) / np.float32(size)
    if state.round_number == LAST_ROUND:
        share *= np.float32(0.6)
    return UNFINISHED * whole * share


@kernel
def waste(free, size, number):
    """A little against filling a short line with few tiles to gain, so that equal worths prefer longer lines."""
    return np.float32(0.05) * np.float32(6 - size) * np.float32(free > 0)


@kernel
def tiles_taken(state, source, colour):
    """How many tiles a take brings."""
    if source != MOON:
        return count(state.sun[source], colour)
    number = count(state.large_moon, colour)
    for factory in range(SMALL_FACTORIES):
        if top_of(state, factory) == colour:
            number += 1
    return number
