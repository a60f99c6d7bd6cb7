"""Azul: the worth of tiles, and takes that look right.

Walls do not change while tiles are taken, so what a finished line is worth to each player is computed once a round (`note_worth`)
and every take is judged by it.
"""

import numpy as np
from numpy.typing import NDArray

from tessela.bots.knowledge.settings import by_looks, settings
from tessela.compiled import kernel
from tessela.rules.azul.constants import (
    CENTRE,
    COLOURS,
    COLUMN,
    COLUMNS,
    DESTINATIONS,
    DROP,
    DROP_JOKERS,
    FLOOR,
    FLOOR_PENALTY,
    FLOOR_SPACES,
    JOKER,
    MAX_PLAYERS,
    NO_COLOUR,
    NOBODY,
    OFFER,
    OFFERED_BITS,
    PLACES,
    ROWS,
    SPACE,
    TAKE_BOTH,
    TAKE_JOKERS,
)
from tessela.rules.azul.moves import drop_range
from tessela.rules.azul.offer import take_parts
from tessela.rules.azul.state import COLUMN_OF, ROW_SET, colours_in_row, wall_row
from tessela.rules.azul.tiling import COLUMN_BITS, columns_with, free_columns, points_of
from tessela.rules.bits import size_of
from tessela.rules.chance import random_below
from tessela.rules.handful import count

SETTINGS = settings(exploration=0.9, temperature=1.0, noise=1.0, fpu_reduction=0.3)  # of the search
BY_LOOKS = by_looks(SETTINGS, temperature=4.0)
WORTH = (MAX_PLAYERS, ROWS, COLOURS + 1)  # shape: player, row, colour; the last colour is a line of jokers only

# How takes are judged
COLUMN_PROGRESS = np.array([0.0, 0.3, 0.8, 1.7, 3.2, 7.0], np.float32)
COLOUR_PROGRESS = np.array([0.0, 0.3, 0.8, 2.0, 4.0, 10.0], np.float32)
ROW_PROGRESS = np.array([0.0, 0.2, 0.4, 0.6, 0.8, 2.0], np.float32)
UNFINISHED = np.float32(0.35)  # share of its worth that an unfinished line has, by how full it is
MARKER_COST = np.float32(0.3)  # what the marker costs beyond its floor space, less what it is worth to start


def dim(worth: NDArray[np.float32], sight: float) -> None:
    """Let lines look the more alike, the less sight a player has, from 0 to 1."""
    worth[:] = sight * worth + (1.0 - sight)


@kernel
def note_worth(state, worth):
    """What finishing each line with each colour is worth to each player as the walls are now."""
    for player in range(state.players):
        for row in range(ROWS):
            for colour in range(COLOURS + 1):
                worth[player, row, colour] = worth_of(state, player, row, colour)


@kernel
def worth_of(state, player, row, colour):
    """Points of the tile and its share of bonuses to come, on its best space."""
    taken = wall_row(state, player, row)
    free = ROW_SET & ~taken
    if colour != NO_COLOUR:
        if state.grey == 0:
            free = free & (1 << int(COLUMN_OF[row, colour]))
        elif (colours_in_row(state, player, row) >> colour) & 1:
            free = 0
        else:
            free = free & ~columns_with(state, player, colour)
    best = np.float32(-1.0)
    for column in range(COLUMNS):
        if (free >> column) & 1:
            best = max(best, space_worth(state, player, row, column))
    if colour != NO_COLOUR and best >= 0:
        number = 0
        for r in range(ROWS):
            number += (colours_in_row(state, player, r) >> colour) & 1
        best += COLOUR_PROGRESS[min(5, number + 1)] - COLOUR_PROGRESS[number]
    return best


@kernel
def space_worth(state, player, row, column):
    """Points of a tile on a wall space, and what it adds to its row and column."""
    wall = int(state.wall[player]) | (1 << (COLUMNS * row + column))
    in_column = size_of((int(state.wall[player]) >> column) & COLUMN_BITS)
    in_row = size_of(wall_row(state, player, row))
    return (
        np.float32(points_of(wall, row, column))
        + (COLUMN_PROGRESS[in_column + 1] - COLUMN_PROGRESS[in_column])
        + (ROW_PROGRESS[in_row + 1] - ROW_PROGRESS[in_row])
    )


@kernel
def floor_cost(state, player, number):
    """What `number` more tiles on the floor cost."""
    taken = int(state.floor_taken[player])
    return np.float32(FLOOR_PENALTY[min(FLOOR_SPACES, taken + number)] - FLOOR_PENALTY[taken])


@kernel
def judge_line(state, worth, player, row, colour, number):
    """How good it looks to bring `number` tiles of a colour to a line."""
    size = row + 1
    filled = int(state.line_tiles[player, row]) + number
    whole = worth[player, row, colour]
    if filled >= size:
        return whole - floor_cost(state, player, filled - size)
    share = np.float32(filled) / np.float32(size)
    return UNFINISHED * whole * share


@kernel
def judge_take(state, worth, action):
    """How good a take looks by itself."""
    place, colour, destination, with_jokers = take_parts(action)
    player = int(state.to_move)
    handful = state.offer[place]
    number = 0
    if colour != NO_COLOUR:
        number += count(handful, colour)
    if with_jokers:
        number += count(handful, JOKER)
    value = np.float32(0.0)
    if place == CENTRE and state.marker == NOBODY:
        value -= MARKER_COST + floor_cost(state, player, 1)
    if destination == FLOOR:
        return value - floor_cost(state, player, number)
    colour_of_line = colour
    if colour == NO_COLOUR and state.line_colour[player, destination] != NO_COLOUR:
        colour_of_line = int(state.line_colour[player, destination])
    return value + judge_line(state, worth, player, destination, colour_of_line, number)


@kernel
def judge(state, worth, action):
    """How good a decision looks by itself: the more the better, in points."""
    if state.phase == OFFER:
        return judge_take(state, worth, action)
    if state.phase == SPACE:
        return space_worth(state, int(state.to_move), int(state.tiling_row), action - COLUMN)
    return np.float32(-(action - DROP_JOKERS)) * np.float32(0.5)


@kernel
def likely_move(state, worth, noise):
    """A decision that looks good, with up to `noise` points added to how it looks."""
    if state.phase == OFFER:
        return likely_take(state, worth, noise)
    if state.phase == DROP:
        fewest, _ = drop_range(state)
        return DROP_JOKERS + fewest
    player, row = int(state.to_move), int(state.tiling_row)
    columns = free_columns(state, player, row)
    best, chosen = np.float32(-1e9), 0
    for column in range(COLUMNS):
        if (columns >> column) & 1:
            value = space_worth(state, player, row, column)
            if value > best:
                best, chosen = value, column
    return COLUMN + chosen


@kernel
def likely_take(state, worth, noise):
    """The take that looks best, with noise."""
    player = int(state.to_move)
    accepts = state.accepts[player]
    marker = np.float32(0.0)
    if state.marker == NOBODY:
        marker = MARKER_COST + floor_cost(state, player, 1)
    best, chosen = np.float32(-1e9), -1
    for place in range(PLACES):
        here = state.offered >> place
        handful = int(state.offer[place])
        if handful == 0:
            continue
        toll = marker if place == CENTRE else np.float32(0.0)
        jokers = count(handful, JOKER) if state.jokers != 0 else 0
        for colour in range(COLOURS):
            if (here >> (OFFERED_BITS * colour)) & 1 == 0:
                continue
            number = count(handful, colour)
            destinations = accepts >> (DESTINATIONS * colour)
            for row in range(ROWS):
                if (destinations >> row) & 1:
                    value = judge_line(state, worth, player, row, colour, number) - toll
                    value += noise * np.float32(random_below(state, 1024)) * np.float32(1 / 1024)
                    if value > best:
                        best, chosen = value, (place * COLOURS + colour) * DESTINATIONS + row
                    if jokers > 0:
                        value = judge_line(state, worth, player, row, colour, number + jokers) - toll
                        value += noise * np.float32(random_below(state, 1024)) * np.float32(1 / 1024)
                        if value > best:
                            best, chosen = value, TAKE_BOTH + (place * COLOURS + colour) * DESTINATIONS + row
            value = -floor_cost(state, player, number) - toll
            if value > best:
                best, chosen = value, (place * COLOURS + colour) * DESTINATIONS + FLOOR
        if jokers > 0:
            destinations = accepts >> (DESTINATIONS * JOKER)
            for row in range(ROWS):
                if (destinations >> row) & 1:
                    colour = int(state.line_colour[player, row])
                    value = judge_line(state, worth, player, row, colour, jokers) - toll
                    if value > best:
                        best, chosen = value, TAKE_JOKERS + place * DESTINATIONS + row
            value = -floor_cost(state, player, jokers) - toll
            if value > best:
                best, chosen = value, TAKE_JOKERS + place * DESTINATIONS + FLOOR
    return chosen


@kernel
def redundant(state, action):
    """Whether a take is the same as one from an earlier factory with the same tiles."""
    if state.phase != OFFER:
        return False
    place, _, _, _ = take_parts(action)
    for other in range(1, place):
        if state.offer[other] == state.offer[place]:
            return True
    return False


@kernel
def signature(state):
    """What chance has shown since the last decision: nothing, in Azul, within a round."""
    return 0


@kernel
def odds(before, after):
    """How likely chance was to show what it did: in Azul it shows nothing within a round."""
    return np.float32(1.0)


@kernel
def repeats(state, root, action):
    """Whether a tiling choice leads only where an earlier one does too; never in Azul."""
    return False
