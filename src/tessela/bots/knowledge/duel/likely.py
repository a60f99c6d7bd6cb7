"""Decisions that look good, with noise: what rollouts are made of."""

import numpy as np

from tessela.bots.knowledge.duel.judging import CHIP_WORTH, judge
from tessela.bots.knowledge.duel.worth import (
    best_column,
    broken_cost,
    judge_filling,
    line_worth,
    starting_toll,
    tiles_taken,
    whole_worth,
)
from tessela.compiled import kernel, local_array
from tessela.rules.chance import random_below
from tessela.rules.duel.chips import chips_by_match, pay_options
from tessela.rules.duel.components import CHIP_KINDS, SHOWS
from tessela.rules.duel.constants import (
    ACQUIRE,
    BROKEN,
    COLOURS,
    COLUMN,
    DESTINATIONS,
    DONE,
    LAST_ROUND,
    LINES,
    PASS,
    PAY,
    PAY_CHIP,
    SAVE,
    SOURCES,
    SPACE,
)
from tessela.rules.duel.moves import destinations_for, legal_moves, list_others, other_turns, sources_of
from tessela.rules.duel.tiling import free_columns

room_for_moves = local_array(np.int16, 320)  # more than any position has but for the takes
room_for_wholes = local_array(np.float32, LINES * COLOURS)


@kernel
def likely_move(state, worth, noise):
    """A decision that looks good, with up to `noise` points added to how it looks."""
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
    plates, draws, chips = other_turns(state)
    number = list_others(moves, 0, plates, draws, chips)
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
def noise_of(state, noise):
    """Up to `noise` points."""
    return noise * np.float32(random_below(state, 1024)) * np.float32(1 / 1024)
