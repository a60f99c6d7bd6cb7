"""What chance shows within a round, and how likely it was to."""

import numpy as np

from tessela.compiled import kernel
from tessela.rules.duel.chips import face_up
from tessela.rules.duel.components import CHIP_KINDS, IS_SPECIAL
from tessela.rules.duel.constants import DRAW, PLACE, SMALL_FACTORIES
from tessela.rules.duel.ending import needs_deal


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
