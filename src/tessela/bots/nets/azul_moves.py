"""How a decision of Azul is described to the net of moves."""

import numpy as np

from tessela.bots.knowledge.azul import floor_cost, judge, judge_line
from tessela.compiled import kernel
from tessela.rules.azul.constants import CENTRE, COLOURS, DESTINATIONS, FLOOR, JOKER, NO_COLOUR, NOBODY, OFFER, PLACES, ROWS
from tessela.rules.azul.offer import take_parts
from tessela.rules.azul.state import wall_row
from tessela.rules.bits import size_of
from tessela.rules.handful import count, total

# What is noted of a position for all its takes: what each handful is worth to the next player, where a colour lies, how often
RIVAL = 0
SOURCES = RIVAL + PLACES * COLOURS
TILES = SOURCES + COLOURS
HANDFULS = TILES + COLOURS
RIVAL_BEST = HANDFULS + 1
NOTES = RIVAL_BEST + 1

# Of a decision
LOOKS = 0
LINE_WORTH = 1  # what the line is worth whole
FINISHED = LINE_WORTH + 1
EXACTLY = FINISHED + 1
LAST_OF_ROW = EXACTLY + 1
FILLED = LAST_OF_ROW + 1
BEGUN = FILLED + 1
MISSING = BEGUN + 1  # how many tiles the line still needs
IN_REACH = MISSING + 5  # whether they are still on offer, and at one place
AT_ONE_PLACE = IN_REACH + 1
LINE = AT_ONE_PLACE + 1  # which line, or the floor
FALLS = LINE + DESTINATIONS  # what the tiles that fall cost
NUMBER = FALLS + 1
FROM_CENTRE = NUMBER + 1
TAKES_MARKER = FROM_CENTRE + 1
RIVAL_WORTH = TAKES_MARKER + 1  # what the next player could have made of the tiles, and whether nothing else is better for them
RIVAL_LOSES = RIVAL_WORTH + 1
OTHER_SOURCES = RIVAL_LOSES + 1  # how much of the colour is left
OTHER_TILES = OTHER_SOURCES + 1
TO_CENTRE = OTHER_TILES + 1  # how many tiles go to the centre, and the most of a colour that then lie there
HEAP = TO_CENTRE + 1
MOVE = HEAP + 1

# Of the position, after those of the decision
HANDFULS_LEFT = 0
FEW_LEFT = 1
ROUND = 2
FLOOR_TAKEN = 3
MARKER_FREE = 4
LEAD = 5
POSITION = 6


@kernel
def note_position(state, worth, notes, out):
    """Note what all takes of a position share, and describe the position; `out` has room for POSITION numbers."""
    player = int(state.to_move)
    rival = (player + 1) % int(state.players)
    for i in range(NOTES):
        notes[i] = 0.0
    notes[RIVAL_BEST] = -1e9
    for place in range(PLACES):
        for colour in range(COLOURS):
            number = count(state.offer[place], colour)
            if number > 0:
                value = best_line(state, worth, rival, colour, number)
                notes[RIVAL + COLOURS * place + colour] = value
                notes[RIVAL_BEST] = max(notes[RIVAL_BEST], value)
                notes[SOURCES + colour] += 1
                notes[TILES + colour] += number
                notes[HANDFULS] += 1
    out[HANDFULS_LEFT] = 0.1 * notes[HANDFULS]
    out[FEW_LEFT] = 1.0 if notes[HANDFULS] <= 3 else 0.0
    out[ROUND] = 0.1 * int(state.round_number)
    out[FLOOR_TAKEN] = 0.2 * int(state.floor_taken[player])
    out[MARKER_FREE] = 1.0 if state.marker == NOBODY else 0.0
    out[LEAD] = 0.05 * (int(state.score[player]) - int(state.score[rival]))


@kernel
def best_line(state, worth, player, colour, number):
    """How good so many tiles of a colour look on the best line of a player, or on the floor."""
    value = -floor_cost(state, player, number)
    rows = state.accepts[player] >> (DESTINATIONS * colour)
    for row in range(ROWS):
        if (rows >> row) & 1:
            value = max(value, judge_line(state, worth, player, row, colour, number))
    return value


@kernel
def describe_move(state, worth, notes, action, out):
    """Describe a decision; `out` has room for MOVE numbers."""
    for i in range(MOVE):
        out[i] = 0.0
    out[LOOKS] = 0.2 * judge(state, worth, action)
    if state.phase != OFFER:
        return
    place, colour, destination, with_jokers = take_parts(action)
    number = count(state.offer[place], JOKER) if with_jokers else 0
    if colour != NO_COLOUR:
        number += count(state.offer[place], colour)
    out[NUMBER] = 0.25 * number
    out[LINE + destination] = 1.0
    if destination == FLOOR:
        out[FALLS] = 0.2 * floor_cost(state, int(state.to_move), number)
    else:
        describe_line(state, worth, notes, place, colour, destination, number, out)
    if colour != NO_COLOUR:
        rival = notes[RIVAL + COLOURS * place + colour]
        out[RIVAL_WORTH] = 0.2 * rival
        out[RIVAL_LOSES] = 1.0 if rival >= notes[RIVAL_BEST] else 0.0
        out[OTHER_SOURCES] = 0.25 * (notes[SOURCES + colour] - 1)
        out[OTHER_TILES] = 0.125 * (notes[TILES + colour] - number)
    if place == CENTRE:
        out[FROM_CENTRE] = 1.0
        out[TAKES_MARKER] = 1.0 if state.marker == NOBODY else 0.0
    else:
        out[TO_CENTRE] = 0.25 * (total(state.offer[place]) - number)
        out[HEAP] = 0.25 * highest_heap(state, place, colour)


@kernel
def describe_line(state, worth, notes, place, colour, row, number, out):
    """Describe what so many tiles do to a line."""
    player = int(state.to_move)
    if colour == NO_COLOUR:
        colour = int(state.line_colour[player, row])
    before = int(state.line_tiles[player, row])
    missing = row + 1 - before - number
    out[LINE_WORTH] = 0.2 * worth[player, row, colour]
    out[BEGUN] = 1.0 if before > 0 else 0.0
    out[MISSING + min(4, max(0, missing))] = 1.0
    if missing <= 0:
        out[FINISHED] = 1.0
        out[EXACTLY] = 1.0 if missing == 0 else 0.0
        out[FALLS] = 0.2 * floor_cost(state, player, -missing)
        out[LAST_OF_ROW] = 1.0 if size_of(wall_row(state, player, row)) == ROWS - 1 else 0.0
        return
    out[FILLED] = np.float32(before + number) / np.float32(row + 1)
    if colour != NO_COLOUR:
        out[IN_REACH] = 1.0 if notes[TILES + colour] - number >= missing else 0.0
        for other in range(PLACES):
            if other != place and count(state.offer[other], colour) >= missing:
                out[AT_ONE_PLACE] = 1.0


@kernel
def highest_heap(state, factory, colour):
    """The most tiles of a colour in the centre once the other colours of a factory are there."""
    highest = 0
    for other in range(COLOURS):
        number = count(state.offer[factory], other)
        if other != colour and number > 0:
            highest = max(highest, number + count(state.offer[CENTRE], other))
    return highest
