"""How good a decision looks by itself."""

import numpy as np

from tessela.bots.knowledge.duel.worth import (
    broken_cost,
    cell_worth,
    columns_for,
    judge_filling,
    starting_toll,
    tiles_taken,
    whole_worth,
)
from tessela.compiled import kernel
from tessela.rules.duel.components import CELL_OF, IS_SPECIAL, JOKER_SPACE, PLATE_SPACES, SPECIAL_SPACE
from tessela.rules.duel.constants import (
    ACQUIRE,
    BROKEN,
    COLOURS,
    COLUMN,
    DESTINATIONS,
    DOME,
    DRAW,
    DRAW_PLATE,
    LINES,
    ORDER,
    PASS,
    PLACE,
    PLACE_PLATE,
    PLATE,
    SPACE,
    STOP,
    TURNS,
)
from tessela.rules.duel.tiling import has_all_plates, points_of

CHIP_WORTH = np.float32(0.8)


@kernel
def judge(state, worth, action):
    """How good a decision looks by itself: the more the better, in points."""
    phase = state.phase
    if phase == ACQUIRE:
        if action < ORDER:
            return judge_take(state, worth, action)
        if action < DRAW_PLATE:
            return judge_plate(state, action - PLATE)
        if action == DRAW_PLATE:
            return np.float32(-0.6)
        return CHIP_WORTH if action < PASS else np.float32(0.0)
    if phase == PLACE:
        return judge_place(state, action)
    if phase == DRAW:
        return np.float32(0.0) if action == STOP else np.float32(-1.0)
    if phase == SPACE:
        return cell_worth(state, int(state.to_move), int(state.tiling_row), action - COLUMN)
    if PLATE <= action < DRAW_PLATE:
        return judge_plate(state, action - PLATE)
    return np.float32(0.0)


@kernel
def judge_take(state, worth, action):
    """How good a take looks by itself."""
    source = action // (COLOURS * DESTINATIONS)
    colour = action // DESTINATIONS % COLOURS
    destination = action % DESTINATIONS
    player = int(state.to_move)
    number = tiles_taken(state, source, colour)
    value = np.float32(0.0)
    value -= starting_toll(state, source, colour)
    if destination == BROKEN:
        return value - broken_cost(state, player, number)
    whole = whole_worth(state, worth, player, destination, colour)
    return value + judge_filling(state, player, destination, number, whole)


@kernel
def judge_plate(state, plate):
    """How good a plate looks: whether it has spaces that full or begun lines are waiting for."""
    player = int(state.to_move)
    value = np.float32(0.2)
    for row in range(LINES):
        tiles = int(state.line_tiles[player, row])
        if tiles > 0 and not has_all_plates(state, player, row):
            colour = int(state.line_colour[player, row])
            if columns_for(state, player, row, colour) == 0:
                for i in range(4):
                    kind = PLATE_SPACES[plate, 0, i]
                    if kind == colour or kind == JOKER_SPACE:
                        value += np.float32(0.5) * np.float32(tiles) / np.float32(row + 1)
    if IS_SPECIAL[plate] == 0:
        value += np.float32(0.15)
    return value


@kernel
def judge_place(state, action):
    """How good a dome space and turn look: colours that lines wait for, neighbours, rows not yet served."""
    dome_space = (action - PLACE_PLATE) // TURNS
    turn = (action - PLACE_PLATE) % TURNS
    player = int(state.to_move)
    value = np.float32(0.0)
    for i in range(4):
        kind = int(PLATE_SPACES[state.pending_plate, turn, i])
        cell = int(CELL_OF[dome_space, i])
        row, column = cell // DOME, cell % DOME
        near = np.float32(points_of(state.filled[player] | (1 << cell), row, column) - 1)
        if kind == SPECIAL_SPACE:
            value += np.float32(0.1) * np.float32(row + 1) * np.float32(0.5)
            continue
        value += np.float32(0.35) * near
        if state.line_tiles[player, row] > 0:
            colour = int(state.line_colour[player, row])
            if kind == colour or kind == JOKER_SPACE:
                share = np.float32(int(state.line_tiles[player, row])) / np.float32(row + 1)
                missing = columns_for(state, player, row, colour) == 0
                value += share * (np.float32(1.6) if missing else np.float32(0.3))
    return value
