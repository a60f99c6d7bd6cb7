"""How a decision of Azul Duel is described to the net of moves."""

import numpy as np

from tessela.bots.knowledge.duel import (
    CORNER_POINTS,
    broken_cost,
    columns_for,
    judge,
    judge_filling,
    judge_plate,
    line_worth,
    tiles_taken,
)
from tessela.compiled import kernel
from tessela.rules.duel.chips import chips_by_match
from tessela.rules.duel.components import (
    BACK,
    CELL_OF,
    CHIP_KINDS,
    FRONT,
    IS_SPECIAL,
    JOKER_SPACE,
    NO_PLATE,
    PLATE_SPACES,
    SHOWS,
    SPECIAL_SPACE,
)
from tessela.rules.duel.constants import (
    ACQUIRE,
    BROKEN,
    COLOURS,
    DESTINATIONS,
    DOME,
    DOME_SPACES,
    DRAW,
    DRAW_PLATE,
    LARGE,
    LAST_ROUND,
    LINES,
    MOON,
    NOBODY,
    ORDER,
    PLACE,
    PLACE_PLATE,
    PLATE,
    PLATES_ACROSS,
    RETURN,
    SMALL_FACTORIES,
    SOURCES,
    STACK,
    STOP,
    TAKE_CHIP,
)
from tessela.rules.duel.sun import PERMUTATIONS, tiles_to_stack
from tessela.rules.duel.tiling import has_all_plates, points_of
from tessela.rules.handful import count, total

# What is noted of a position for all its turns: what each handful is worth to the rival, what each line is worth whole to both
# players, how many tiles of a colour lie on the factories
RIVAL = 0
WHOLE = RIVAL + SOURCES * COLOURS
RIVAL_WHOLE = WHOLE + LINES * COLOURS
TILES = RIVAL_WHOLE + LINES * COLOURS
HANDFULS = TILES + COLOURS
RIVAL_BEST = HANDFULS + 1
NOTES = RIVAL_BEST + 1

# Of a decision
LOOKS = 0
TAKE = 1
LINE = TAKE + 1  # which line, or the broken space
LINE_WORTH = LINE + DESTINATIONS  # what the line is worth whole; where the take finishes it; where not, by how full it gets
FINISHED_WORTH = LINE_WORTH + 1
BEGUN_WORTH = FINISHED_WORTH + 1
FINISHED = BEGUN_WORTH + 1
EXACTLY = FINISHED + 1
FILLED = EXACTLY + 1
BEGUN = FILLED + 1
MISSING = BEGUN + 1  # how many tiles the line still needs
IN_REACH = MISSING + 5  # whether they are still on offer, whether chips pay for them, how many chips show the colour
PAYABLE = IN_REACH + 1
MATCHING_CHIPS = PAYABLE + 1
TOO_LATE = MATCHING_CHIPS + 1  # unfinished in the last round
NO_SPACE = TOO_LATE + 1
FALLS = NO_SPACE + 1  # what the tiles that break cost
NUMBER = FALLS + 1
FROM_MOON = NUMBER + 1
FROM_LARGE = FROM_MOON + 1
TAKES_START = FROM_LARGE + 1
RIVAL_WORTH = TAKES_START + 1  # what the rival could have made of the tiles, and whether nothing else is better for them
RIVAL_LOSES = RIVAL_WORTH + 1
OTHER_SOURCES = RIVAL_LOSES + 1  # how much of the colour is left
OTHER_TILES = OTHER_SOURCES + 1
REST = OTHER_TILES + 1  # how many tiles go to the moon
NO_REST = REST + 1
A_PLATE = NO_REST + 1
PLATE_LOOKS = A_PLATE + 1
SPECIAL = PLATE_LOOKS + 1
PLATE_COLOURS = SPECIAL + 1
WAITING = PLATE_COLOURS + COLOURS  # how much waits in lines without a space, here and, where the plate serves it, at the rival's
RIVAL_WAITING = WAITING + 1
TOKENS = RIVAL_WAITING + 1
PUT_BACK = TOKENS + 1
DRAWS = PUT_BACK + 1
STOPS = DRAWS + 1
A_CHIP = STOPS + 1
TWO_COLOURS = A_CHIP + 1
CHIP_NEED = TWO_COLOURS + 1  # the best begun line that the chip helps to pay for
CHIPS = CHIP_NEED + 1
CHIPS_TAKEN = CHIPS + 1
RIVAL_CHIPS_TAKEN = CHIPS_TAKEN + 1
LATE_CHIP = RIVAL_CHIPS_TAKEN + 1
PLACES = LATE_CHIP + 1
SPACE = PLACES + 1  # which dome space
SPECIAL_ROW = SPACE + DOME_SPACES  # rows and neighbours of the special and of the joker space, neighbours of all others
SPECIAL_NEAR = SPECIAL_ROW + 1
JOKER_ROW = SPECIAL_NEAR + 1
JOKER_NEAR = JOKER_ROW + 1
NEAR = JOKER_NEAR + 1
SERVES = NEAR + 1  # lines that get a space, or another one; spaces of a colour that the row has already
SERVES_MORE = SERVES + 1
SAME_AGAIN = SERVES_MORE + 1
PLATES_BESIDE = SAME_AGAIN + 1
CORNER = PLATES_BESIDE + 1  # with the tablets that ask for it
SPECIAL_ASKED = CORNER + 1
ON_DIAGONAL = SPECIAL_ASKED + 1
NEAR_ASKED = ON_DIAGONAL + 1
STACKS = NEAR_ASKED + 1
TOP_FOR_RIVAL = STACKS + 1  # what the top of the stack is worth with its like, to both; what the tile below it is worth
TOP = TOP_FOR_RIVAL + 1
BELOW = TOP + 1
TOP_BEFORE = BELOW + 1  # what the moon offered the rival in that colour
TOP_TILES = TOP_BEFORE + 1
TOP_BEST = TOP_TILES + 1
SAME_TWICE = TOP_BEST + 1
MOVE = SAME_TWICE + 1

# Of the position, after those of the decision
HANDFULS_LEFT = 0
FEW_LEFT = 1
ROUND = 2
NEXT_BREAKS = 3
TOKENS_LEFT = 4
START_FREE = 5
POSITION = 6


@kernel
def note_position(state, worth, notes, out):
    """Note what all turns of a position share, and describe the position; `out` has room for POSITION numbers."""
    player = int(state.to_move)
    rival = 1 - player
    for row in range(LINES):
        for colour in range(COLOURS):
            notes[WHOLE + COLOURS * row + colour] = line_worth(state, player, row, colour)
            notes[RIVAL_WHOLE + COLOURS * row + colour] = line_worth(state, rival, row, colour)
    notes[RIVAL_BEST] = -1e9
    handfuls = 0
    for source in range(SOURCES):
        for colour in range(COLOURS):
            value = np.float32(0.0)
            if (state.offered >> (10 * colour + source)) & 1:
                value = best_line(state, notes, RIVAL_WHOLE, rival, colour, tiles_taken(state, source, colour))
                notes[RIVAL_BEST] = max(notes[RIVAL_BEST], value)
                handfuls += 1
            notes[RIVAL + COLOURS * source + colour] = value
    for colour in range(COLOURS):
        notes[TILES + colour] = tiles_on_factories(state, colour)
    out[HANDFULS_LEFT] = 0.1 * handfuls
    out[FEW_LEFT] = 1.0 if handfuls <= 3 else 0.0
    out[ROUND] = 0.2 * int(state.round_number)
    out[NEXT_BREAKS] = 0.3 * broken_cost(state, player, 1)
    out[TOKENS_LEFT] = 0.5 * int(state.tokens[player])
    out[START_FREE] = 1.0 if state.starting_tile == NOBODY else 0.0


@kernel
def best_line(state, notes, whole, player, colour, number):
    """How good so many tiles of a colour look on the best line of a player, or broken; `whole` is where the worths are noted."""
    value = -broken_cost(state, player, number)
    rows = state.accepts[player] >> (DESTINATIONS * colour)
    for row in range(LINES):
        if (rows >> row) & 1:
            value = max(value, judge_filling(state, player, row, number, notes[whole + COLOURS * row + colour]))
    return value


@kernel
def tiles_on_factories(state, colour):
    """How many tiles of a colour lie on suns and moons."""
    number = count(state.large_moon, colour)
    for source in range(1 + SMALL_FACTORIES):
        number += count(state.sun[source], colour)
    for factory in range(SMALL_FACTORIES):
        for height in range(state.stack_height[factory]):
            number += 1 if ((int(state.stack[factory]) >> (3 * height)) & 7) == colour + 1 else 0
    return number


@kernel
def describe_move(state, worth, notes, action, out):
    """Describe a decision; `out` has room for MOVE numbers."""
    for i in range(MOVE):
        out[i] = 0.0
    out[LOOKS] = 0.3 * judge(state, worth, action)
    if state.phase == PLACE:
        describe_place(state, action, out)
    elif state.phase == STACK:
        describe_stack(state, notes, action - ORDER, out)
    elif state.phase == DRAW:
        out[STOPS] = 1.0 if action == STOP else 0.0
    elif PLATE <= action < DRAW_PLATE:
        describe_plate(state, action - PLATE, out)
    elif state.phase == ACQUIRE and action < ORDER:
        describe_take(state, notes, action, out)
    elif action == DRAW_PLATE:
        out[DRAWS] = 1.0
    elif TAKE_CHIP <= action < TAKE_CHIP + SMALL_FACTORIES:
        describe_chip(state, notes, int(state.chip[action - TAKE_CHIP]), out)


@kernel
def describe_take(state, notes, action, out):
    """Describe a take from a sun or from the moons."""
    source = action // (COLOURS * DESTINATIONS)
    colour = action // DESTINATIONS % COLOURS
    destination = action % DESTINATIONS
    number = tiles_taken(state, source, colour)
    out[TAKE] = 1.0
    out[NUMBER] = 0.25 * number
    out[LINE + destination] = 1.0
    if destination == BROKEN:
        out[FALLS] = 0.3 * broken_cost(state, int(state.to_move), number)
    else:
        describe_line(state, notes, colour, destination, number, out)
    rival = notes[RIVAL + COLOURS * source + colour]
    out[RIVAL_WORTH] = 0.3 * rival
    out[RIVAL_LOSES] = 1.0 if rival >= notes[RIVAL_BEST] else 0.0
    out[OTHER_TILES] = 0.125 * (notes[TILES + colour] - number)
    out[OTHER_SOURCES] = -0.25
    for other in range(SOURCES):
        out[OTHER_SOURCES] += 0.25 * ((state.offered >> (10 * colour + other)) & 1)
    if source == MOON:
        out[FROM_MOON] = 1.0
        out[TAKES_START] = 1.0 if state.starting_tile == NOBODY and count(state.large_moon, colour) > 0 else 0.0
    else:
        rest = total(state.sun[source]) - number
        out[FROM_LARGE] = 1.0 if source == LARGE else 0.0
        out[REST] = 0.25 * rest
        out[NO_REST] = 1.0 if rest == 0 else 0.0


@kernel
def describe_line(state, notes, colour, row, number, out):
    """Describe what so many tiles do to a line."""
    player = int(state.to_move)
    before = int(state.line_tiles[player, row])
    missing = row + 1 - before - number
    whole = np.float32(0.3) * notes[WHOLE + COLOURS * row + colour]
    out[LINE_WORTH] = whole
    out[BEGUN] = 1.0 if before > 0 else 0.0
    out[MISSING + min(4, max(0, missing))] = 1.0
    out[NO_SPACE] = 1.0 if columns_for(state, player, row, colour) == 0 else 0.0
    if missing <= 0:
        out[FINISHED] = 1.0
        out[FINISHED_WORTH] = whole
        out[EXACTLY] = 1.0 if missing == 0 else 0.0
        out[FALLS] = 0.3 * broken_cost(state, player, -missing)
        return
    matching, others = chips_by_match(state, player, colour)
    out[FILLED] = np.float32(before + number) / np.float32(row + 1)
    out[BEGUN_WORTH] = whole * out[FILLED]
    out[IN_REACH] = 1.0 if notes[TILES + colour] - number >= missing else 0.0
    out[PAYABLE] = 1.0 if matching // 2 >= missing or (matching + others) // 3 >= missing else 0.0
    out[MATCHING_CHIPS] = 0.3 * matching
    out[TOO_LATE] = 1.0 if state.round_number == LAST_ROUND else 0.0


@kernel
def waiting(state, player, plate):
    """How full the lines are that have no space yet: all of them, and those that a plate has spaces for."""
    everything, served = np.float32(0.0), np.float32(0.0)
    for row in range(LINES):
        tiles, colour = int(state.line_tiles[player, row]), int(state.line_colour[player, row])
        if tiles > 0 and not has_all_plates(state, player, row) and columns_for(state, player, row, colour) == 0:
            share = np.float32(tiles) / np.float32(row + 1)
            everything += share
            for i in range(4):
                if PLATE_SPACES[plate, 0, i] == colour or PLATE_SPACES[plate, 0, i] == JOKER_SPACE:
                    served += share
    return everything, served


@kernel
def describe_plate(state, plate, out):
    """Describe the choice of a plate, to take, to keep or to put back."""
    player = int(state.to_move)
    out[A_PLATE] = 1.0
    out[PLATE_LOOKS] = judge_plate(state, plate)
    out[SPECIAL] = IS_SPECIAL[plate]
    for i in range(4):
        kind = int(PLATE_SPACES[plate, 0, i])
        if kind < COLOURS:
            out[PLATE_COLOURS + kind] = 1.0
    out[WAITING], _ = waiting(state, player, plate)
    _, out[RIVAL_WAITING] = waiting(state, 1 - player, plate)
    out[TOKENS] = 0.5 * int(state.tokens[player])
    out[PUT_BACK] = 1.0 if state.phase == RETURN else 0.0


@kernel
def describe_chip(state, notes, kind, out):
    """Describe the taking of a chip."""
    player = int(state.to_move)
    out[A_CHIP] = 1.0
    out[TWO_COLOURS] = 1.0 if kind >= COLOURS else 0.0
    for row in range(LINES):
        tiles, colour = int(state.line_tiles[player, row]), int(state.line_colour[player, row])
        if 0 < tiles <= row and SHOWS[kind, colour] != 0 and columns_for(state, player, row, colour) != 0:
            out[CHIP_NEED] = max(out[CHIP_NEED], np.float32(0.3) * notes[WHOLE + COLOURS * row + colour])
    for other in range(CHIP_KINDS):
        out[CHIPS] += 0.2 * int(state.chips[player, other])
    out[CHIPS_TAKEN] = 0.5 * int(state.chips_taken[player])
    out[RIVAL_CHIPS_TAKEN] = 0.5 * int(state.chips_taken[1 - player])
    out[LATE_CHIP] = 1.0 if state.round_number == LAST_ROUND else 0.0


@kernel
def describe_place(state, action, out):
    """Describe a dome space and a turn for the plate in hand."""
    dome_space, turn = (action - PLACE_PLATE) // 4, (action - PLACE_PLATE) % 4
    player = int(state.to_move)
    out[PLACES] = 1.0
    out[SPACE + dome_space] = 1.0
    for i in range(4):
        describe_cell(state, player, int(PLATE_SPACES[state.pending_plate, turn, i]), int(CELL_OF[dome_space, i]), out)
    first = PLATES_ACROSS * (dome_space // PLATES_ACROSS)
    for beside in range(first, first + PLATES_ACROSS):
        out[PLATES_BESIDE] += 0.5 if state.plates[player, beside] != NO_PLATE else 0.0
    if state.tablets[2] == BACK:
        out[CORNER] = 0.2 * CORNER_POINTS[dome_space]
    elif state.tablets[2] == FRONT:
        out[ON_DIAGONAL] = 1.0 if dome_space % 2 == 0 else 0.0
    if state.tablets[3] == BACK:
        out[SPECIAL_ASKED] = out[SPECIAL_ROW]
    if state.tablets[1] == FRONT:
        out[NEAR_ASKED] = out[NEAR]


@kernel
def describe_cell(state, player, kind, cell, out):
    """Describe a new space of a kind on the dome."""
    row, column = cell // DOME, cell % DOME
    near = np.float32(0.2) * np.float32(points_of(state.filled[player] | (1 << cell), row, column) - 1)
    if kind == SPECIAL_SPACE:
        out[SPECIAL_ROW] = 0.2 * (row + 1)
        out[SPECIAL_NEAR] = near
        return
    out[NEAR] += near
    tiles, colour = int(state.line_tiles[player, row]), int(state.line_colour[player, row])
    if tiles > 0 and (kind == colour or kind == JOKER_SPACE):
        share = np.float32(tiles) / np.float32(row + 1) * (np.float32(1.0) + np.float32(1.5) * near)
        out[SERVES if columns_for(state, player, row, colour) == 0 else SERVES_MORE] += share
    if kind == JOKER_SPACE:
        out[JOKER_ROW] = 0.2 * (row + 1)
        out[JOKER_NEAR] = near
    elif columns_for(state, player, row, kind) != 0:
        out[SAME_AGAIN] += 0.3


@kernel
def describe_stack(state, notes, order, out):
    """Describe an order of the tiles that are left on a factory, by the two on top."""
    player = int(state.to_move)
    number, first, second, third = tiles_to_stack(state)
    top, below = int(PERMUTATIONS[order, number - 1]), int(PERMUTATIONS[order, number - 2])
    top = first if top == 0 else (second if top == 1 else third)
    below = first if below == 0 else (second if below == 1 else third)
    like = 1 + tiles_taken(state, MOON, top)
    for_rival = best_line(state, notes, RIVAL_WHOLE, 1 - player, top, like)
    out[STACKS] = 1.0
    out[TOP_FOR_RIVAL] = 0.3 * for_rival
    out[TOP] = 0.3 * best_line(state, notes, WHOLE, player, top, like)
    out[BELOW] = 0.3 * best_line(state, notes, WHOLE, player, below, 1 + tiles_taken(state, MOON, below))
    out[TOP_BEFORE] = 0.3 * notes[RIVAL + COLOURS * MOON + top]
    out[TOP_TILES] = 0.25 * (like - 1)
    out[TOP_BEST] = 1.0 if for_rival >= notes[RIVAL_BEST] else 0.0
    out[SAME_TWICE] = 1.0 if top == below else 0.0
