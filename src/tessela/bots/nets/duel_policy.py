"""How a decision of Azul Duel is described to the policy net."""

import numpy as np

from tessela.bots.knowledge.duel.judging import judge, judge_plate
from tessela.bots.knowledge.duel.worth import CORNER_POINTS, broken_cost, columns_for, judge_filling, line_worth, tiles_taken
from tessela.bots.nets.layout import layout
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
    OFFERED_BITS,
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
    TURNS,
)
from tessela.rules.duel.sun import PERMUTATIONS, tiles_to_stack
from tessela.rules.duel.tiling import has_all_plates, points_of
from tessela.rules.handful import count, total

# What is noted of a position for all its turns: what each handful is worth to the rival, what each line is worth whole to both
# players, how many tiles of a colour lie on the factories
NOTES = layout(
    ("rival", SOURCES * COLOURS),
    ("whole", LINES * COLOURS),
    ("rival_whole", LINES * COLOURS),
    ("tiles", COLOURS),
    "handfuls",
    "rival_best",
)

# Of a decision
MOVE = layout(
    "looks",
    "take",
    ("line", DESTINATIONS),  # which line, or the broken space
    "line_worth",  # what the line is worth whole; where the take finishes it; where not, by how full it gets
    "finished_worth",
    "begun_worth",
    "finished",
    "exactly",
    "filled",
    "begun",
    ("missing", 5),  # how many tiles the line still needs
    "in_reach",  # whether they are still on offer, whether chips pay for them, how many chips show the colour
    "payable",
    "matching_chips",
    "too_late",  # unfinished in the last round
    "no_space",
    "falls",  # what the tiles that break cost
    "number",
    "from_moon",
    "from_large",
    "takes_start",
    "rival_worth",  # what the rival could have made of the tiles, and whether nothing else is better for them
    "rival_loses",
    "other_sources",  # how much of the colour is left
    "other_tiles",
    "rest",  # how many tiles go to the moon
    "no_rest",
    "a_plate",
    "plate_looks",
    "special",
    ("plate_colours", COLOURS),
    "waiting",  # how much waits in lines without a space, here and, where the plate serves it, at the rival's
    "rival_waiting",
    "tokens",
    "put_back",
    "draws",
    "stops",
    "a_chip",
    "two_colours",
    "chip_need",  # the best begun line that the chip helps to pay for
    "chips",
    "chips_taken",
    "rival_chips_taken",
    "late_chip",
    "places",
    ("space", DOME_SPACES),  # which dome space
    "special_row",  # rows and neighbours of the special and of the multicoloured space, neighbours of all others
    "special_near",
    "joker_row",
    "joker_near",
    "near",
    "serves",  # lines that get a space, or another one; spaces of a colour that the row has already
    "serves_more",
    "same_again",
    "plates_beside",
    "corner",  # with the tablets that ask for it
    "special_asked",
    "on_diagonal",
    "near_asked",
    "stacks",
    "top_for_rival",  # what the top of the stack is worth with its like, to both; what the tile below it is worth
    "top",
    "below",
    "top_before",  # what the moon offered the rival in that colour
    "top_tiles",
    "top_best",
    "same_twice",
)

# Of the position, after those of the decision
POSITION = layout(
    "handfuls_left",
    "few_left",
    "round",
    "next_breaks",
    "tokens_left",
    "start_free",
)


@kernel
def note_position(state, worth, notes, out):
    """Note what all turns of a position share, and describe the position; `out` has room for POSITION."""
    player = int(state.to_move)
    rival = 1 - player
    for row in range(LINES):
        for colour in range(COLOURS):
            notes[NOTES.whole + COLOURS * row + colour] = line_worth(state, player, row, colour)
            notes[NOTES.rival_whole + COLOURS * row + colour] = line_worth(state, rival, row, colour)
    notes[NOTES.rival_best] = -1e9
    handfuls = 0
    for source in range(SOURCES):
        for colour in range(COLOURS):
            value = np.float32(0.0)
            if (state.offered >> (OFFERED_BITS * colour + source)) & 1:
                value = best_line(state, notes, NOTES.rival_whole, rival, colour, tiles_taken(state, source, colour))
                notes[NOTES.rival_best] = max(notes[NOTES.rival_best], value)
                handfuls += 1
            notes[NOTES.rival + COLOURS * source + colour] = value
    for colour in range(COLOURS):
        notes[NOTES.tiles + colour] = tiles_on_factories(state, colour)
    out[POSITION.handfuls_left] = 0.1 * handfuls
    out[POSITION.few_left] = 1.0 if handfuls <= 3 else 0.0
    out[POSITION.round] = 0.2 * int(state.round_number)
    out[POSITION.next_breaks] = 0.3 * broken_cost(state, player, 1)
    out[POSITION.tokens_left] = 0.5 * int(state.tokens[player])
    out[POSITION.start_free] = 1.0 if state.starting_tile == NOBODY else 0.0


@kernel
def best_line(state, notes, whole, player, colour, number):
    """How good `number` tiles of a colour look on the best line of a player, or broken; `whole` is where the worths are noted."""
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
    """Describe a decision; `out` has room for MOVE."""
    for i in range(MOVE.size):
        out[i] = 0.0
    out[MOVE.looks] = 0.3 * judge(state, worth, action)
    if state.phase == PLACE:
        describe_place(state, action, out)
    elif state.phase == STACK:
        describe_stack(state, notes, action - ORDER, out)
    elif state.phase == DRAW:
        out[MOVE.stops] = 1.0 if action == STOP else 0.0
    elif PLATE <= action < DRAW_PLATE:
        describe_plate(state, action - PLATE, out)
    elif state.phase == ACQUIRE and action < ORDER:
        describe_take(state, notes, action, out)
    elif action == DRAW_PLATE:
        out[MOVE.draws] = 1.0
    elif TAKE_CHIP <= action < TAKE_CHIP + SMALL_FACTORIES:
        describe_chip(state, notes, int(state.chip[action - TAKE_CHIP]), out)


@kernel
def describe_take(state, notes, action, out):
    """Describe a take from a sun or from the moons."""
    source = action // (COLOURS * DESTINATIONS)
    colour = action // DESTINATIONS % COLOURS
    destination = action % DESTINATIONS
    number = tiles_taken(state, source, colour)
    out[MOVE.take] = 1.0
    out[MOVE.number] = 0.25 * number
    out[MOVE.line + destination] = 1.0
    if destination == BROKEN:
        out[MOVE.falls] = 0.3 * broken_cost(state, int(state.to_move), number)
    else:
        describe_line(state, notes, colour, destination, number, out)
    rival = notes[NOTES.rival + COLOURS * source + colour]
    out[MOVE.rival_worth] = 0.3 * rival
    out[MOVE.rival_loses] = 1.0 if rival >= notes[NOTES.rival_best] else 0.0
    out[MOVE.other_tiles] = 0.125 * (notes[NOTES.tiles + colour] - number)
    out[MOVE.other_sources] = -0.25
    for other in range(SOURCES):
        out[MOVE.other_sources] += 0.25 * ((state.offered >> (OFFERED_BITS * colour + other)) & 1)
    if source == MOON:
        out[MOVE.from_moon] = 1.0
        out[MOVE.takes_start] = 1.0 if state.starting_tile == NOBODY and count(state.large_moon, colour) > 0 else 0.0
    else:
        rest = total(state.sun[source]) - number
        out[MOVE.from_large] = 1.0 if source == LARGE else 0.0
        out[MOVE.rest] = 0.25 * rest
        out[MOVE.no_rest] = 1.0 if rest == 0 else 0.0


@kernel
def describe_line(state, notes, colour, row, number, out):
    """Describe what `number` tiles do to a line."""
    player = int(state.to_move)
    before = int(state.line_tiles[player, row])
    missing = row + 1 - before - number
    whole = np.float32(0.3) * notes[NOTES.whole + COLOURS * row + colour]
    out[MOVE.line_worth] = whole
    out[MOVE.begun] = 1.0 if before > 0 else 0.0
    out[MOVE.missing + min(4, max(0, missing))] = 1.0
    out[MOVE.no_space] = 1.0 if columns_for(state, player, row, colour) == 0 else 0.0
    if missing <= 0:
        out[MOVE.finished] = 1.0
        out[MOVE.finished_worth] = whole
        out[MOVE.exactly] = 1.0 if missing == 0 else 0.0
        out[MOVE.falls] = 0.3 * broken_cost(state, player, -missing)
        return
    matching, others = chips_by_match(state, player, colour)
    out[MOVE.filled] = np.float32(before + number) / np.float32(row + 1)
    out[MOVE.begun_worth] = whole * out[MOVE.filled]
    out[MOVE.in_reach] = 1.0 if notes[NOTES.tiles + colour] - number >= missing else 0.0
    out[MOVE.payable] = 1.0 if matching // 2 >= missing or (matching + others) // 3 >= missing else 0.0
    out[MOVE.matching_chips] = 0.3 * matching
    out[MOVE.too_late] = 1.0 if state.round_number == LAST_ROUND else 0.0


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
    out[MOVE.a_plate] = 1.0
    out[MOVE.plate_looks] = judge_plate(state, plate)
    out[MOVE.special] = IS_SPECIAL[plate]
    for i in range(4):
        kind = int(PLATE_SPACES[plate, 0, i])
        if kind < COLOURS:
            out[MOVE.plate_colours + kind] = 1.0
    out[MOVE.waiting], _ = waiting(state, player, plate)
    _, out[MOVE.rival_waiting] = waiting(state, 1 - player, plate)
    out[MOVE.tokens] = 0.5 * int(state.tokens[player])
    out[MOVE.put_back] = 1.0 if state.phase == RETURN else 0.0


@kernel
def describe_chip(state, notes, kind, out):
    """Describe the taking of a chip."""
    player = int(state.to_move)
    out[MOVE.a_chip] = 1.0
    out[MOVE.two_colours] = 1.0 if kind >= COLOURS else 0.0
    for row in range(LINES):
        tiles, colour = int(state.line_tiles[player, row]), int(state.line_colour[player, row])
        if 0 < tiles <= row and SHOWS[kind, colour] != 0 and columns_for(state, player, row, colour) != 0:
            out[MOVE.chip_need] = max(out[MOVE.chip_need], np.float32(0.3) * notes[NOTES.whole + COLOURS * row + colour])
    for other in range(CHIP_KINDS):
        out[MOVE.chips] += 0.2 * int(state.chips[player, other])
    out[MOVE.chips_taken] = 0.5 * int(state.chips_taken[player])
    out[MOVE.rival_chips_taken] = 0.5 * int(state.chips_taken[1 - player])
    out[MOVE.late_chip] = 1.0 if state.round_number == LAST_ROUND else 0.0


@kernel
def describe_place(state, action, out):
    """Describe a dome space and a turn for the plate in hand."""
    dome_space, turn = (action - PLACE_PLATE) // TURNS, (action - PLACE_PLATE) % TURNS
    player = int(state.to_move)
    out[MOVE.places] = 1.0
    out[MOVE.space + dome_space] = 1.0
    for i in range(4):
        describe_cell(state, player, int(PLATE_SPACES[state.pending_plate, turn, i]), int(CELL_OF[dome_space, i]), out)
    first = PLATES_ACROSS * (dome_space // PLATES_ACROSS)
    for beside in range(first, first + PLATES_ACROSS):
        out[MOVE.plates_beside] += 0.5 if state.plates[player, beside] != NO_PLATE else 0.0
    if state.tablets[2] == BACK:
        out[MOVE.corner] = 0.2 * CORNER_POINTS[dome_space]
    elif state.tablets[2] == FRONT:
        out[MOVE.on_diagonal] = 1.0 if dome_space % 2 == 0 else 0.0
    if state.tablets[3] == BACK:
        out[MOVE.special_asked] = out[MOVE.special_row]
    if state.tablets[1] == FRONT:
        out[MOVE.near_asked] = out[MOVE.near]


@kernel
def describe_cell(state, player, kind, cell, out):
    """Describe a new space of a kind on the dome."""
    row, column = cell // DOME, cell % DOME
    near = np.float32(0.2) * np.float32(points_of(state.filled[player] | (1 << cell), row, column) - 1)
    if kind == SPECIAL_SPACE:
        out[MOVE.special_row] = 0.2 * (row + 1)
        out[MOVE.special_near] = near
        return
    out[MOVE.near] += near
    tiles, colour = int(state.line_tiles[player, row]), int(state.line_colour[player, row])
    if tiles > 0 and (kind == colour or kind == JOKER_SPACE):
        share = np.float32(tiles) / np.float32(row + 1) * (np.float32(1.0) + np.float32(1.5) * near)
        out[MOVE.serves if columns_for(state, player, row, colour) == 0 else MOVE.serves_more] += share
    if kind == JOKER_SPACE:
        out[MOVE.joker_row] = 0.2 * (row + 1)
        out[MOVE.joker_near] = near
    elif columns_for(state, player, row, kind) != 0:
        out[MOVE.same_again] += 0.3


@kernel
def describe_stack(state, notes, order, out):
    """Describe an order of the tiles that are left on a factory, by the two on top."""
    player = int(state.to_move)
    number, first, second, third = tiles_to_stack(state)
    top, below = int(PERMUTATIONS[order, number - 1]), int(PERMUTATIONS[order, number - 2])
    top = first if top == 0 else (second if top == 1 else third)
    below = first if below == 0 else (second if below == 1 else third)
    like = 1 + tiles_taken(state, MOON, top)
    for_rival = best_line(state, notes, NOTES.rival_whole, 1 - player, top, like)
    out[MOVE.stacks] = 1.0
    out[MOVE.top_for_rival] = 0.3 * for_rival
    out[MOVE.top] = 0.3 * best_line(state, notes, NOTES.whole, player, top, like)
    out[MOVE.below] = 0.3 * best_line(state, notes, NOTES.whole, player, below, 1 + tiles_taken(state, MOON, below))
    out[MOVE.top_before] = 0.3 * notes[NOTES.rival + COLOURS * MOON + top]
    out[MOVE.top_tiles] = 0.25 * (like - 1)
    out[MOVE.top_best] = 1.0 if for_rival >= notes[NOTES.rival_best] else 0.0
    out[MOVE.same_twice] = 1.0 if top == below else 0.0
