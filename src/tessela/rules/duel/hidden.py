"""What a player does not know: fronts of face-down chips, of plates in the pile, and of plates in the other's hand.

Hidden chips and plates are chance, the same for both players except for plates that one of them put back. A search draws them
anew from all that is consistent with what its seat has seen: `resample`.
"""

from tessela.compiled import kernel
from tessela.rules.bits import pick_of, size_of
from tessela.rules.chance import random_below
from tessela.rules.duel.chips import face_up
from tessela.rules.duel.components import CHIP_KINDS, IS_SPECIAL, NO_CHIP
from tessela.rules.duel.constants import DRAW, KEEP, PLACE, RETURN, SMALL_FACTORIES
from tessela.rules.duel.plates import BACK_KNOWN

BOTH_TYPES = 3
MOST_TRIES = 64  # to draw what is hidden so that it can be


@kernel
def resample(state, seat):
    """Draw anew everything that a seat does not know, from the generator of the state."""
    resample_chips(state)
    resample_plates(state, seat)


@kernel
def resample_chips(state):
    """Every face-down chip goes back to the supply and another is drawn."""
    for factory in range(SMALL_FACTORIES):
        if hides_chip(state, factory):
            state.chip_supply[int(state.chip[factory])] += 1
    for factory in range(SMALL_FACTORIES):
        if hides_chip(state, factory):
            state.chip[factory] = draw_chip(state)


@kernel
def hides_chip(state, factory):
    """Whether a small factory has a chip that lies face down."""
    return state.chip[factory] != NO_CHIP and not face_up(state, factory)


@kernel
def draw_chip(state):
    """Take a random chip out of the supply."""
    left = 0
    for kind in range(CHIP_KINDS):
        left += int(state.chip_supply[kind])
    n = random_below(state, left)
    kind = 0
    while n >= state.chip_supply[kind]:
        n -= int(state.chip_supply[kind])
        kind += 1
    state.chip_supply[kind] -= 1
    return kind


@kernel
def resample_plates(state, seat):
    """Hidden plates change places among each other: first those whose backs are known, within their type, then the rest.

    Again, where everyone would have seen backs that are secret: half of all tries do, the position as it is does not.
    """
    for _ in range(MOST_TRIES):
        hidden = hidden_plates(state, seat)
        hidden = reassign(state, seat, hidden, True)
        reassign(state, seat, hidden, False)
        if secret_backs_can_be(state):
            return


@kernel
def secret_backs_can_be(state):
    """Whether plates whose backs are secret are of both types: of one type, everyone would have seen their backs."""
    size, returning = int(state.pile_size), state.phase == RETURN and state.same_backs == 0
    if returning and types_in_hand(state) | types_put_back(state) != BOTH_TYPES:
        return False
    i = 0
    while i < size:
        first, seen, types = i, int(state.pile_seen[i]), 0
        while i < size and int(state.pile_seen[i]) == seen:
            types |= type_of(state.pile[i])
            i += 1
        if first == 0 and returning and seen == 1 << int(state.to_move):
            types |= types_in_hand(state)
        under_one_of_them = i == size - 1 and int(state.pile_seen[i]) == seen | BACK_KNOWN  # the others are gone
        if (seen == 1 or seen == 2) and not under_one_of_them and types != BOTH_TYPES:
            return False
    return True


@kernel
def types_in_hand(state):
    """The types of the plates in hand, as a set."""
    types = 0
    for i in range(state.drawn_size):
        types |= type_of(state.drawn[i])
    return types


@kernel
def types_put_back(state):
    """The types of the plates that the one to move has just put under the pile, as a set."""
    types, i = 0, 0
    while i < state.pile_size and (int(state.pile_seen[i]) >> int(state.to_move)) & 1:
        types |= type_of(state.pile[i])
        i += 1
    return types


@kernel
def type_of(plate):
    """The type of a plate, as its back shows it: a set of one."""
    return 1 << int(IS_SPECIAL[int(plate)])


@kernel
def hides_pile_plate(state, seat, i):
    """Whether a seat does not know the front of a plate in the pile."""
    return seat < 0 or (int(state.pile_seen[i]) >> seat) & 1 == 0


@kernel
def hides_hand(state, seat):
    """Whether a seat does not know the fronts of the plates in hand: until the drawing stops, nobody does."""
    return state.phase == DRAW or seat != state.to_move


@kernel
def shows_backs(state):
    """Whether everyone sees the backs of the plates in hand; while different ones are put back, their order would tell."""
    return state.phase != RETURN or state.same_backs != 0


@kernel
def mixes_hand(state, seat):
    """Whether a seat may not know the order in which plates were drawn: it would tell which of several like ones was kept."""
    return hides_hand(state, seat) and state.phase != DRAW and state.phase != KEEP


@kernel
def hides_pending(state, seat):
    """Whether a seat does not know the plate about to be placed."""
    return state.phase == PLACE and state.from_pile != 0 and seat != state.to_move


@kernel
def hidden_plates(state, seat):
    """The set of plates whose place a seat does not know."""
    plates = 0
    for i in range(state.pile_size):
        if hides_pile_plate(state, seat, i):
            plates |= 1 << int(state.pile[i])
    if hides_hand(state, seat):
        for i in range(state.drawn_size):
            plates |= 1 << int(state.drawn[i])
    if hides_pending(state, seat):
        plates |= 1 << int(state.pending_plate)
    return plates


@kernel
def reassign(state, seat, hidden, back_known):
    """Put random hidden plates on the hidden places whose back is, or is not, known; the plates that are left."""
    for i in range(state.pile_size):
        if hides_pile_plate(state, seat, i) and (int(state.pile_seen[i]) & BACK_KNOWN != 0) == back_known:
            state.pile[i] = random_plate(state, hidden, int(state.pile[i]), back_known)
            hidden &= ~(1 << int(state.pile[i]))
    if hides_hand(state, seat) and shows_backs(state) == back_known:
        for i in range(state.drawn_size):
            state.drawn[i] = random_plate(state, hidden, int(state.drawn[i]), back_known)
            hidden &= ~(1 << int(state.drawn[i]))
    if hides_pending(state, seat) and back_known:
        state.pending_plate = random_plate(state, hidden, int(state.pending_plate), True)
        hidden &= ~(1 << int(state.pending_plate))
    return hidden


@kernel
def random_plate(state, plates, like, same_type):
    """One of a set of plates, of the same type as another if need be."""
    if same_type:
        for plate in range(len(IS_SPECIAL)):
            if IS_SPECIAL[plate] != IS_SPECIAL[like]:
                plates &= ~(1 << plate)
    return pick_of(plates, random_below(state, size_of(plates)))
