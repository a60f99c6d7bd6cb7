"""Bonus chips: action D, and paying with them for the missing tiles of a line."""

from tessela.compiled import kernel
from tessela.rules.duel.components import CHIP_KINDS, NO_CHIP, SHOWS
from tessela.rules.duel.constants import (
    CHIPS_PER_ROUND,
    DONE,
    PAIR,
    PAY_CHIP,
    SAVE,
    SMALL_FACTORIES,
    STACK,
    TAKE_CHIP,
    TRIPLE,
)
from tessela.rules.duel.turns import end_turn


@kernel
def face_up(state, factory):
    """Whether a small factory shows its chip: no tile is left on it, nor waits to be stacked there."""
    if state.chip[factory] == NO_CHIP or state.sun[factory + 1] != 0 or state.stack_height[factory] != 0:
        return False
    return state.phase != STACK or state.pending_factory != factory


@kernel
def takeable_chips(state):
    """The set of small factories whose chip the player may take."""
    factories = 0
    if state.chips_taken[state.to_move] < CHIPS_PER_ROUND:
        for factory in range(SMALL_FACTORIES):
            if face_up(state, factory):
                factories |= 1 << factory
    return factories


@kernel
def take_chip(state, action):
    """Take a face-up chip."""
    factory = action - TAKE_CHIP
    player = int(state.to_move)
    state.chips[player, int(state.chip[factory])] += 1
    state.chip[factory] = NO_CHIP
    state.chips_taken[player] += 1
    end_turn(state)


@kernel
def is_payment(matching, others, missing):
    """Whether `matching` chips that show the colour and `others` pay for all missing tiles, and no chip is idle.

    Each missing tile takes its own pair of the colour or its own three of any kind.
    """
    number = matching + others
    triples = number - PAIR * missing
    pairs = missing - triples
    return triples >= 0 and pairs >= 0 and matching >= PAIR * pairs


@kernel
def can_become_payment(matching, others, more_matching, more_others, missing):
    """Whether the chosen chips are a payment, or adding some of the further ones makes them one."""
    room = TRIPLE * missing - matching - others
    if room < 0:
        return False
    added = min(room, more_matching)
    added_others = min(room - added, more_others)
    for without in range(added_others + 1):
        if is_payment(matching + added, others + added_others - without, missing):
            return True
    return is_payment(matching, others, missing)


@kernel
def chips_by_match(state, player, colour):
    """How many chips a player has that show a colour, and how many others."""
    matching, others = 0, 0
    for kind in range(CHIP_KINDS):
        if SHOWS[kind, colour] != 0:
            matching += int(state.chips[player, kind])
        else:
            others += int(state.chips[player, kind])
    return matching, others


@kernel
def paid_by_match(state, colour):
    """How many of the chips chosen so far show a colour, and how many do not."""
    matching, others = 0, 0
    for kind in range(CHIP_KINDS):
        if SHOWS[kind, colour] != 0:
            matching += int(state.paid[kind])
        else:
            others += int(state.paid[kind])
    return matching, others


@kernel
def can_pay(state, player, row):
    """Whether the player's chips can complete an incomplete line."""
    matching, others = chips_by_match(state, player, int(state.line_colour[player, row]))
    return can_become_payment(0, 0, matching, others, row + 1 - int(state.line_tiles[player, row]))


@kernel
def payable_chips(state):
    """The set of kinds of chip that may be added to the payment."""
    player = int(state.to_move)
    row = int(state.tiling_row)
    colour = int(state.line_colour[player, row])
    missing = row + 1 - int(state.line_tiles[player, row])
    matching, others = chips_by_match(state, player, colour)
    paid_matching, paid_others = paid_by_match(state, colour)
    matching_fits = can_become_payment(paid_matching + 1, paid_others, matching - 1, others, missing)
    other_fits = can_become_payment(paid_matching, paid_others + 1, matching, others - 1, missing)
    kinds = 0
    for kind in range(CHIP_KINDS):
        if state.chips[player, kind] > 0:
            if (SHOWS[kind, colour] != 0 and matching_fits) or (SHOWS[kind, colour] == 0 and other_fits):
                kinds |= 1 << kind
    return kinds


@kernel
def chips_paid(state):
    """How many chips have been chosen for the payment."""
    number = 0
    for kind in range(CHIP_KINDS):
        number += int(state.paid[kind])
    return number


@kernel
def payment_is_done(state):
    """Whether the chosen chips are a payment."""
    player = int(state.to_move)
    row = int(state.tiling_row)
    matching, others = paid_by_match(state, int(state.line_colour[player, row]))
    return is_payment(matching, others, row + 1 - int(state.line_tiles[player, row]))


@kernel
def pay_options(state):
    """What may be done about the payment, as a set: kinds of chip to add, then DONE and SAVE (see `PAY_CHIP`)."""
    options = payable_chips(state)
    if chips_paid(state) == 0:
        options |= 1 << (SAVE - PAY_CHIP)
    elif payment_is_done(state):
        options |= 1 << (DONE - PAY_CHIP)
    return options


@kernel
def add_chip(state, kind):
    """Choose one more chip for the payment."""
    state.chips[state.to_move, kind] -= 1
    state.paid[kind] += 1


@kernel
def spend_payment(state):
    """The chosen chips are turned face down."""
    for kind in range(CHIP_KINDS):
        state.spent[state.to_move, kind] += state.paid[kind]
        state.paid[kind] = 0
