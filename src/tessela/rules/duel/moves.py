"""Which decisions are legal: all of them as a list, or one at random without making the list."""

from tessela.compiled import kernel
from tessela.rules.bits import first_of, nth_of, pick_of, size_of
from tessela.rules.chance import random_below
from tessela.rules.duel.chips import pay_options, takeable_chips
from tessela.rules.duel.components import NO_PLATE
from tessela.rules.duel.constants import (
    ACQUIRE,
    COLOURS,
    COLUMN,
    DESTINATIONS,
    DISPLAY,
    DOME_SPACES,
    DRAW,
    DRAW_PLATE,
    KEEP,
    OFFERED_BITS,
    ORDER,
    PASS,
    PAY,
    PAY_CHIP,
    PLACE,
    PLACE_PLATE,
    PLATE,
    RETURN,
    SETUP,
    SOURCES,
    SPACE,
    STACK,
    STOP,
    TAKE_CHIP,
)
from tessela.rules.duel.plates import can_begin_draw, display_size
from tessela.rules.duel.state import DESTINATION_SET, SOURCE_SET
from tessela.rules.duel.sun import orders_of
from tessela.rules.duel.tiling import free_columns
from tessela.rules.handful import kind_of, running, total_below


@kernel
def legal_moves(state, moves):
    """Write the numbers of all legal decisions into `moves`, in ascending order; how many there are."""
    phase = state.phase
    if phase == ACQUIRE:
        return list_turns(state, moves)
    if phase == PLACE:
        return list_places(state, moves)
    if phase == SETUP:
        return list_display(state, moves, 0)
    if phase == KEEP or phase == RETURN:
        return list_drawn(state, moves)
    if phase == DRAW:
        moves[0] = DRAW_PLATE
        moves[1] = STOP
        return 2
    first, options = small_choice(state)
    return list_set(moves, 0, first, options)


@kernel
def mark_legal(state, mask):
    """Write 1 for each legal decision into `mask`, which is all zeros."""
    phase = state.phase
    if phase == ACQUIRE:
        mark_turns(state, mask)
    elif phase == PLACE:
        dome_spaces = empty_dome_spaces(state)
        for dome_space in range(DOME_SPACES):
            for turn in range(4):
                mask[PLACE_PLATE + 4 * dome_space + turn] = (dome_spaces >> dome_space) & 1
    elif phase == SETUP:
        mark_display(state, mask)
    elif phase == KEEP or phase == RETURN:
        for i in range(state.drawn_size):
            mask[PLATE + int(state.drawn[i])] = 1
    elif phase == DRAW:
        mask[DRAW_PLATE] = 1
        mask[STOP] = 1
    else:
        first, options = small_choice(state)
        mark_set(mask, first, options)


@kernel
def mark_set(mask, first, options):
    """One decision for each member of a set."""
    while options != 0:
        mask[first + first_of(options)] = 1
        options &= options - 1


@kernel
def mark_turns(state, mask):
    """All turns of phase 1; to pass is legal only without another."""
    for colour in range(COLOURS):
        destinations = destinations_for(state, colour)
        sources = sources_of(state, colour)
        while sources != 0:
            first = (first_of(sources) * COLOURS + colour) * DESTINATIONS
            for destination in range(DESTINATIONS):
                mask[first + destination] = (destinations >> destination) & 1
            sources &= sources - 1
    chips = takeable_chips(state)
    mark_set(mask, TAKE_CHIP, chips)
    others = chips
    if state.tokens[state.to_move] > 0:
        others |= mark_display(state, mask)
        if can_begin_draw(state):
            mask[DRAW_PLATE] = 1
            others = 1
    if state.offered == 0 and others == 0:
        mask[PASS] = 1


@kernel
def mark_display(state, mask):
    """The open plates; how many there are."""
    number = 0
    for place in range(DISPLAY):
        if state.display[place] != NO_PLATE:
            mask[PLATE + int(state.display[place])] = 1
            number += 1
    return number


@kernel
def small_choice(state):
    """The options of a choice among a few, as a set, and the number of the decision that the first would be."""
    if state.phase == STACK:
        return ORDER, orders_of(state)
    if state.phase == SPACE:
        return COLUMN, free_columns(state, int(state.to_move), int(state.tiling_row))
    if state.phase == PAY:
        return PAY_CHIP, pay_options(state)
    return 0, 0


@kernel
def list_set(moves, number, first, options):
    """Write one decision for each member of a set."""
    decision = first
    while options != 0:
        if options & 1:
            moves[number] = decision
            number += 1
        options >>= 1
        decision += 1
    return number


@kernel
def list_turns(state, moves):
    """All turns of phase 1; to pass is legal only without another."""
    takes = list_takes(state, moves)
    number = takes + list_others(state, moves[takes:])
    if number == 0:
        moves[0] = PASS
        number = 1
    return number


@kernel
def list_others(state, moves):
    """The turns of phase 1 that take no tiles: a plate, a draw, a chip."""
    number = 0
    if state.tokens[state.to_move] > 0:
        number = list_display(state, moves, 0)
        if can_begin_draw(state):
            moves[number] = DRAW_PLATE
            number += 1
    return list_set(moves, number, TAKE_CHIP, takeable_chips(state))


@kernel
def list_takes(state, moves):
    """Takes from suns and moons; what is not accepted is overwritten by the next."""
    number = 0
    accepts = state.accepts[state.to_move]
    for source in range(SOURCES):
        here = state.offered >> source
        for colour in range(COLOURS):
            if (here >> (OFFERED_BITS * colour)) & 1:
                destinations = accepts >> (DESTINATIONS * colour)
                for destination in range(DESTINATIONS):
                    moves[number] = (source * COLOURS + colour) * DESTINATIONS + destination
                    number += (destinations >> destination) & 1
    return number


@kernel
def list_display(state, moves, number):
    """The open plates, by number."""
    plates = 0
    for place in range(DISPLAY):
        if state.display[place] != NO_PLATE:
            plates |= 1 << int(state.display[place])
    return list_set(moves, number, PLATE, plates)


@kernel
def list_drawn(state, moves):
    """The plates in hand, by number."""
    plates = 0
    for i in range(state.drawn_size):
        plates |= 1 << int(state.drawn[i])
    return list_set(moves, 0, PLATE, plates)


@kernel
def empty_dome_spaces(state):
    """The set of dome spaces of the player to move that have no plate."""
    dome_spaces = 0
    for dome_space in range(DOME_SPACES):
        if state.plates[state.to_move, dome_space] == NO_PLATE:
            dome_spaces |= 1 << dome_space
    return dome_spaces


@kernel
def list_places(state, moves):
    """Every empty dome space, with every turn of the plate."""
    number = 0
    dome_spaces = empty_dome_spaces(state)
    for dome_space in range(DOME_SPACES):
        if (dome_spaces >> dome_space) & 1:
            for turn in range(4):
                moves[number] = PLACE_PLATE + 4 * dome_space + turn
                number += 1
    return number


@kernel
def sample_move(state):
    """A legal decision, each with the same chance."""
    phase = state.phase
    if phase == ACQUIRE:
        return sample_turn(state)
    if phase == PLACE:
        dome_spaces = empty_dome_spaces(state)
        n = random_below(state, 4 * size_of(dome_spaces))
        return PLACE_PLATE + 4 * nth_of(dome_spaces, n // 4) + n % 4
    if phase == SETUP:
        return sample_display(state, random_below(state, display_size(state)))
    if phase == KEEP or phase == RETURN:
        return PLATE + int(state.drawn[random_below(state, int(state.drawn_size))])
    if phase == DRAW:
        return DRAW_PLATE + random_below(state, 2)
    first, options = small_choice(state)
    return first + pick_of(options, random_below(state, size_of(options)))


@kernel
def sample_display(state, n):
    """The n-th open plate."""
    for place in range(DISPLAY):
        if state.display[place] != NO_PLATE:
            if n == 0:
                return PLATE + int(state.display[place])
            n -= 1
    return PASS


@kernel
def takes_of(state, colour):
    """How many ways there are to take a colour."""
    return size_of(sources_of(state, colour)) * size_of(destinations_for(state, colour))


@kernel
def sources_of(state, colour):
    """The set of sources that offer a colour."""
    return (state.offered >> (OFFERED_BITS * colour)) & SOURCE_SET


@kernel
def destinations_for(state, colour):
    """The set of destinations to which the player to move may bring a colour."""
    return (state.accepts[state.to_move] >> (DESTINATIONS * colour)) & DESTINATION_SET


@kernel
def sample_turn(state):
    """One of all turns of phase 1."""
    ways = 0
    for colour in range(COLOURS):
        ways += running(takes_of(state, colour), colour)
    takes = total_below(ways, COLOURS)
    plates = 0
    draws = 0
    if state.tokens[state.to_move] > 0:
        plates = display_size(state)
        draws = 1 if can_begin_draw(state) else 0
    chips = takeable_chips(state)
    turns = takes + plates + draws + size_of(chips)
    if turns == 0:
        return PASS
    n = random_below(state, turns)
    if n < takes:
        colour = kind_of(ways, n)
        n -= total_below(ways, colour)
        destinations = destinations_for(state, colour)
        width = size_of(destinations)
        source = nth_of(sources_of(state, colour), n // width)
        return (source * COLOURS + colour) * DESTINATIONS + nth_of(destinations, n % width)
    n -= takes
    if n < plates:
        return sample_display(state, n)
    n -= plates
    if n < draws:
        return DRAW_PLATE
    return TAKE_CHIP + nth_of(chips, n - draws)
