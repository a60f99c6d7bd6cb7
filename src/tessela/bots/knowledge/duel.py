"""Azul Duel: what a space of the dome is worth, turns that look right, and what a board will score."""

import numpy as np

from tessela.compiled import kernel, local_array
from tessela.rules.bits import first_of, size_of
from tessela.rules.chance import random_below
from tessela.rules.duel.chips import chips_by_match, face_up, pay_options
from tessela.rules.duel.components import (
    BACK,
    CELL_OF,
    CHIP_KINDS,
    DOME_SPACE_OF,
    FRONT,
    IS_SPECIAL,
    JOKER_SPACE,
    PLATE_CELLS,
    PLATE_SPACES,
    SHOWS,
    SPECIAL_SPACE,
)
from tessela.rules.duel.constants import (
    ACQUIRE,
    BROKEN,
    BROKEN_PENALTY,
    BROKEN_SPACES,
    COLOURS,
    COLUMN,
    DESTINATIONS,
    DOME,
    DONE,
    DRAW,
    DRAW_PLATE,
    LAST_ROUND,
    LINES,
    MOON,
    NOBODY,
    ORDER,
    PASS,
    PAY,
    PAY_CHIP,
    PLACE,
    PLACE_PLATE,
    PLATE,
    SAVE,
    SMALL_FACTORIES,
    SOURCES,
    SPACE,
    STARTING_TILE_PENALTY,
    STOP,
)
from tessela.rules.duel.ending import needs_deal
from tessela.rules.duel.moon import top_of
from tessela.rules.duel.moves import destinations_for, legal_moves, list_others, sources_of
from tessela.rules.duel.state import dome_row
from tessela.rules.duel.tablets import FALLING, OUTER, RISING
from tessela.rules.duel.tiling import COLUMN_BITS, free_columns, has_all_plates, points_of
from tessela.rules.handful import count

# Of the search, see search/tree.py; the second: of one that knows moves by their looks alone
SETTINGS = np.array([1.1, 1.0, 2.5, 0.3, 0.0, 0.0, 1.0], np.float32)
BY_LOOKS = np.array([1.1, 2.4, 2.5, 0.3, 0.0, 0.0, 0.0], np.float32)
WORTH = (1, 1, 1)  # one number: how well a player sees what lines are worth, 0 to 1

PROGRESS = np.array([0.0, 0.02, 0.06, 0.14, 0.28, 0.5, 1.0], np.float32)  # share of a goal of six that is reached
PLATE_PROGRESS = np.array([0.0, 0.1, 0.3, 0.6, 1.0], np.float32)  # the same for the four cells of a plate
CORNER_POINTS = np.array([3, 0, 3, 0, 0, 0, 8, 0, 8], np.float32)
UNFINISHED = np.float32(0.5)
NO_SPACE_YET = np.float32(0.7)  # worth of a line whose row still lacks a plate and has no space
CHIP_WORTH = np.float32(0.8)

room_for_moves = local_array(np.int16, 320)  # more than any position has but for the takes
room_for_wholes = local_array(np.float32, LINES * COLOURS)


@kernel
def note_worth(state, worth):
    """Plates change the dome within a round, so worths are computed when they are asked for: the player sees them all."""
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
            reward += np.float32(3.0)
        value += reward * (PLATE_PROGRESS[min(4, on_plate + 1)] - PLATE_PROGRESS[on_plate])
    elif state.tablets[3] == FRONT and (state.spaces[player, JOKER_SPACE] >> cell) & 1:
        value += np.float32(1.5)
    return value + tablet_worth(state, filled, row, column, dome_space, on_plate)


@kernel
def tablet_worth(state, filled, row, column, dome_space, on_plate):
    """What a new tile adds to the goals in play."""
    value = np.float32(0.0)
    in_row = size_of(dome_row(filled, row))
    if state.tablets[0] == FRONT:
        value += np.float32(3.0) * (PROGRESS[in_row] - PROGRESS[in_row - 1])
    elif state.tablets[0] == BACK:
        value += np.float32(4.0) * (PROGRESS[min(6, in_row + 1)] - PROGRESS[in_row])
    if state.tablets[1] == FRONT:
        in_column = size_of((filled >> column) & COLUMN_BITS)
        value += np.float32(7.0) * (PROGRESS[in_column] - PROGRESS[in_column - 1])
    elif state.tablets[1] == BACK and (OUTER >> (DOME * row + column)) & 1:
        value += np.float32(1.0)
    if state.tablets[2] == FRONT:
        if row == column:
            number = size_of(filled & FALLING)
            value += np.float32(10.0) * (PROGRESS[number] - PROGRESS[number - 1])
        if row + column == DOME - 1:
            number = size_of(filled & RISING)
            value += np.float32(10.0) * (PROGRESS[number] - PROGRESS[number - 1])
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
def broken_cost(state, player, number):
    """What so many more broken tiles cost."""
    lying = int(state.broken_tiles[player])
    return np.float32(BROKEN_PENALTY[min(BROKEN_SPACES, lying + number)] - BROKEN_PENALTY[lying])


@kernel
def judge_line(state, worth, player, row, colour, number):
    """How good it looks to bring so many tiles of a colour to a line."""
    return judge_filling(state, player, row, number, whole_worth(state, worth, player, row, colour))


@kernel
def whole_worth(state, worth, player, row, colour):
    """What finishing a line with a colour is worth to a player who sees it, all lines being alike to one who does not."""
    sight = worth[0, 0, 0]
    if sight == 0:
        return np.float32(1.0)
    return sight * line_worth(state, player, row, colour) + (np.float32(1.0) - sight)


@kernel
def judge_filling(state, player, row, number, whole):
    """How good it looks to bring so many tiles to a line that is worth so much when it is whole."""
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


@kernel
def starting_toll(state, source, colour):
    """What the starting tile costs that comes with a take, less what it is worth to start."""
    if source == MOON and state.starting_tile == NOBODY and count(state.large_moon, colour) > 0:
        return np.float32(STARTING_TILE_PENALTY) - np.float32(0.8)
    return np.float32(0.0)


@kernel
def noise_of(state, noise):
    """Up to so many points."""
    return noise * np.float32(random_below(state, 1024)) * np.float32(1 / 1024)


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
    return value + judge_line(state, worth, player, destination, colour, number)


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
    dome_space = (action - PLACE_PLATE) // 4
    turn = (action - PLACE_PLATE) % 4
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
def likely_move(state, worth, noise):
    """A decision that looks good, with up to so many points of noise in the judgement."""
    if state.phase == SPACE:
        player, row = int(state.to_move), int(state.tiling_row)
        column, _ = best_column(state, player, row, free_columns(state, player, row))
        return COLUMN + column
    if state.phase == PAY:
        return likely_payment(state)
    if state.phase == ACQUIRE:
        return likely_turn(state, worth, noise)
    moves = room_for_moves()
    number = legal_moves(state, moves)
    best, chosen = np.float32(-1e9), int(moves[0])
    for i in range(number):
        value = judge(state, worth, int(moves[i]))
        value += noise_of(state, noise)
        if value > best:
            best, chosen = value, int(moves[i])
    return chosen


@kernel
def likely_turn(state, worth, noise):
    """The turn that looks best, with noise: as `judge` sees it, but each line and colour is looked at once."""
    player = int(state.to_move)
    wholes = room_for_wholes()
    for i in range(LINES * COLOURS):
        wholes[i] = np.nan
    best, chosen = np.float32(-1e9), PASS
    for colour in range(COLOURS):
        sources, destinations = sources_of(state, colour), destinations_for(state, colour)
        for source in range(SOURCES):
            if (sources >> source) & 1 == 0:
                continue
            number = tiles_taken(state, source, colour)
            toll = starting_toll(state, source, colour)
            for destination in range(DESTINATIONS):
                if (destinations >> destination) & 1 == 0:
                    continue
                if destination == BROKEN:
                    value = -broken_cost(state, player, number)
                else:
                    known = wholes[COLOURS * destination + colour]
                    if np.isnan(known):
                        known = whole_worth(state, worth, player, destination, colour)
                        wholes[COLOURS * destination + colour] = known
                    value = judge_filling(state, player, destination, number, known)
                value += noise_of(state, noise) - toll
                if value > best:
                    best, chosen = value, (source * COLOURS + colour) * DESTINATIONS + destination
    return better_than_take(state, worth, noise, best, chosen)


@kernel
def better_than_take(state, worth, noise, best, chosen):
    """The plate, draw or chip that looks better than the best take, else that take."""
    moves = room_for_moves()
    number = list_others(state, moves)
    for i in range(number):
        value = judge(state, worth, int(moves[i])) + noise_of(state, noise)
        if value > best:
            best, chosen = value, int(moves[i])
    return chosen


@kernel
def likely_payment(state):
    """Pay when the line is worth more than the chips, with pairs of the colour rather than with three of any kind."""
    options = pay_options(state)
    if (options >> (DONE - PAY_CHIP)) & 1:
        return DONE
    player, row = int(state.to_move), int(state.tiling_row)
    colour = int(state.line_colour[player, row])
    if (options >> (SAVE - PAY_CHIP)) & 1:
        missing = row + 1 - int(state.line_tiles[player, row])
        matching, _ = chips_by_match(state, player, colour)
        price = 2 * missing if matching >= 2 * missing else 3 * missing - min(missing, matching // 2)
        patience = CHIP_WORTH if state.round_number < LAST_ROUND else np.float32(0.0)
        if line_worth(state, player, row, colour) < patience * np.float32(price):
            return SAVE
    chosen, best = -1, -1
    for kind in range(CHIP_KINDS):
        if (options >> kind) & 1:
            rank = 2 * int(SHOWS[kind, colour]) + (1 if kind < COLOURS else 0)
            if rank > best:
                chosen, best = kind, rank
    return PAY_CHIP + chosen


@kernel
def redundant(state, action):
    """Whether a turn is the same as one from an earlier factory: equal suns with chips that nobody has seen."""
    if state.phase != ACQUIRE or action >= ORDER:
        return False
    source = action // (COLOURS * DESTINATIONS)
    if source == MOON:
        return False
    for other in range(1, source):
        if state.sun[other] == state.sun[source]:
            return True
    return False


@kernel
def is_tiling_choice(state):
    """Whether the next decision belongs to phase 2, not to the acquisition."""
    return state.phase == SPACE or state.phase == PAY


@kernel
def signature(state):
    """What chance has shown on the way: chips face up, plates in hand, the display and the back of the top of the pile.

    Once the round is over the new display does not matter: what a board will score does not depend on it.
    """
    shown = 0
    for factory in range(SMALL_FACTORIES):
        shown = shown * 16 + (int(state.chip[factory]) + 1 if face_up(state, factory) else 0)
    if needs_deal(state):
        return shown
    hand = 0
    if state.phase != DRAW:
        for i in range(state.drawn_size):
            hand |= 1 << int(state.drawn[i])
        if state.phase == PLACE:
            hand |= 1 << int(state.pending_plate)
    if state.pile_size > 0:
        hand |= (1 + int(IS_SPECIAL[state.pile[int(state.pile_size) - 1]])) << 18
    for place in range(3):
        hand ^= (int(state.display[place]) & 31) << (20 + 5 * place)
    return shown | (hand << 16)


@kernel
def odds(before, after):
    """How likely chance was to show the chips that turned face up; 0 where a plate came up in the round, which is not counted."""
    if not needs_deal(after) and (before.pile_size != after.pile_size or before.drawn_size != after.drawn_size):
        return np.float32(0.0)
    chance, unseen = np.float32(1.0), 0
    for kind in range(CHIP_KINDS):
        unseen += unseen_chips(before, kind)
    for factory in range(SMALL_FACTORIES):
        if face_up(after, factory) and not face_up(before, factory):
            kind = int(after.chip[factory])
            left = unseen_chips(before, kind)
            for earlier in range(factory):
                if face_up(after, earlier) and not face_up(before, earlier) and after.chip[earlier] == kind:
                    left -= 1
            chance *= np.float32(left) / np.float32(unseen)
            unseen -= 1
    return chance


@kernel
def unseen_chips(state, kind):
    """How many chips of a kind are in the supply or face down on a factory."""
    number = int(state.chip_supply[kind])
    for factory in range(SMALL_FACTORIES):
        if state.chip[factory] == kind and not face_up(state, factory):
            number += 1
    return number


@kernel
def repeats(state, root, action):
    """Whether a tiling choice leads only where an earlier one does too.

    What is added to a payment after the root is named in the order of its kinds: another order is the same payment.
    """
    if state.phase != PAY or action >= DONE:
        return False
    same_line = state.tiling_row == root.tiling_row
    for kind in range(action - PAY_CHIP + 1, CHIP_KINDS):
        if state.paid[kind] > (root.paid[kind] if same_line else 0):
            return True
    return False
