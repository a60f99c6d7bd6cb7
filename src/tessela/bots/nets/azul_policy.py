"""How a decision of Azul is described to the policy net."""

import numpy as np

from tessela.bots.knowledge.azul import floor_cost, judge, judge_line
from tessela.bots.nets.layout import layout
from tessela.compiled import kernel
from tessela.rules.azul.constants import CENTRE, COLOURS, DESTINATIONS, FLOOR, JOKER, NO_COLOUR, NOBODY, OFFER, PLACES, ROWS
from tessela.rules.azul.offer import take_parts
from tessela.rules.azul.state import wall_row
from tessela.rules.bits import size_of
from tessela.rules.handful import count, total

# What is noted of a position for all its takes: what each handful is worth to the next player, where a colour lies, how often
NOTES = layout(
    ("rival", PLACES * COLOURS),
    ("sources", COLOURS),
    ("tiles", COLOURS),
    "handfuls",
    "rival_best",
)

# Of a decision
MOVE = layout(
    "looks",
    "line_worth",  # what the line is worth whole
    "finished",
    "exactly",
    "last_of_row",
    "filled",
    "begun",
    ("missing", 5),  # how many tiles the line still needs
    "in_reach",  # whether they are still on offer, and at one place
    "at_one_place",
    ("line", DESTINATIONS),  # which line, or the floor
    "falls",  # what the tiles that fall cost
    "number",
    "from_centre",
    "takes_marker",
    "rival_worth",  # what the next player could have made of the tiles, and whether nothing else is better for them
    "rival_loses",
    "other_sources",  # how much of the colour is left
    "other_tiles",
    "to_centre",  # how many tiles go to the centre, and the most of a colour that then lie there
    "heap",
)

# Of the position, after those of the decision
POSITION = layout(
    "handfuls_left",
    "few_left",
    "round",
    "floor_taken",
    "marker_free",
    "lead",
)


@kernel
def note_position(state, worth, notes, out):
    """Note what all takes of a position share, and describe the position; `out` has room for POSITION."""
    player = int(state.to_move)
    rival = (player + 1) % int(state.players)
    for i in range(NOTES.size):
        notes[i] = 0.0
    notes[NOTES.rival_best] = -1e9
    for place in range(PLACES):
        for colour in range(COLOURS):
            number = count(state.offer[place], colour)
            if number > 0:
                value = best_line(state, worth, rival, colour, number)
                notes[NOTES.rival + COLOURS * place + colour] = value
                notes[NOTES.rival_best] = max(notes[NOTES.rival_best], value)
                notes[NOTES.sources + colour] += 1
                notes[NOTES.tiles + colour] += number
                notes[NOTES.handfuls] += 1
    out[POSITION.handfuls_left] = 0.1 * notes[NOTES.handfuls]
    out[POSITION.few_left] = 1.0 if notes[NOTES.handfuls] <= 3 else 0.0
    out[POSITION.round] = 0.1 * int(state.round_number)
    out[POSITION.floor_taken] = 0.2 * int(state.floor_taken[player])
    out[POSITION.marker_free] = 1.0 if state.marker == NOBODY else 0.0
    out[POSITION.lead] = 0.05 * (int(state.score[player]) - int(state.score[rival]))


@kernel
def best_line(state, worth, player, colour, number):
    """How good `number` tiles of a colour look on the best line of a player, or on the floor."""
    value = -floor_cost(state, player, number)
    rows = state.accepts[player] >> (DESTINATIONS * colour)
    for row in range(ROWS):
        if (rows >> row) & 1:
            value = max(value, judge_line(state, worth, player, row, colour, number))
    return value


@kernel
def describe_move(state, worth, notes, action, out):
    """Describe a decision; `out` has room for MOVE."""
    for i in range(MOVE.size):
        out[i] = 0.0
    out[MOVE.looks] = 0.2 * judge(state, worth, action)
    if state.phase != OFFER:
        return
    place, colour, destination, with_jokers = take_parts(action)
    number = count(state.offer[place], JOKER) if with_jokers else 0
    if colour != NO_COLOUR:
        number += count(state.offer[place], colour)
    out[MOVE.number] = 0.25 * number
    out[MOVE.line + destination] = 1.0
    if destination == FLOOR:
        out[MOVE.falls] = 0.2 * floor_cost(state, int(state.to_move), number)
    else:
        describe_line(state, worth, notes, place, colour, destination, number, out)
    if colour != NO_COLOUR:
        rival = notes[NOTES.rival + COLOURS * place + colour]
        out[MOVE.rival_worth] = 0.2 * rival
        out[MOVE.rival_loses] = 1.0 if rival >= notes[NOTES.rival_best] else 0.0
        out[MOVE.other_sources] = 0.25 * (notes[NOTES.sources + colour] - 1)
        out[MOVE.other_tiles] = 0.125 * (notes[NOTES.tiles + colour] - number)
    if place == CENTRE:
        out[MOVE.from_centre] = 1.0
        out[MOVE.takes_marker] = 1.0 if state.marker == NOBODY else 0.0
    else:
        out[MOVE.to_centre] = 0.25 * (total(state.offer[place]) - number)
        out[MOVE.heap] = 0.25 * highest_heap(state, place, colour)


@kernel
def describe_line(state, worth, notes, place, colour, row, number, out):
    """Describe what `number` tiles do to a line."""
    player = int(state.to_move)
    if colour == NO_COLOUR:
        colour = int(state.line_colour[player, row])
    before = int(state.line_tiles[player, row])
    missing = row + 1 - before - number
    out[MOVE.line_worth] = 0.2 * worth[player, row, colour]
    out[MOVE.begun] = 1.0 if before > 0 else 0.0
    out[MOVE.missing + min(4, max(0, missing))] = 1.0
    if missing <= 0:
        out[MOVE.finished] = 1.0
        out[MOVE.exactly] = 1.0 if missing == 0 else 0.0
        out[MOVE.falls] = 0.2 * floor_cost(state, player, -missing)
        out[MOVE.last_of_row] = 1.0 if size_of(wall_row(state, player, row)) == ROWS - 1 else 0.0
        return
    out[MOVE.filled] = np.float32(before + number) / np.float32(row + 1)
    if colour != NO_COLOUR:
        out[MOVE.in_reach] = 1.0 if notes[NOTES.tiles + colour] - number >= missing else 0.0
        for other in range(PLACES):
            if other != place and count(state.offer[other], colour) >= missing:
                out[MOVE.at_one_place] = 1.0


@kernel
def highest_heap(state, factory, colour):
    """The most tiles of a colour in the centre once the other colours of a factory are there."""
    highest = 0
    for other in range(COLOURS):
        number = count(state.offer[factory], other)
        if other != colour and number > 0:
            highest = max(highest, number + count(state.offer[CENTRE], other))
    return highest
