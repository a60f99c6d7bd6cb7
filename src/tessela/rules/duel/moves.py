"""Which decisions are legal, told in three ways: all of them as a list, as a mask, or one of them at random.

What is legal is said once, as sets (`other_turns`, `destinations_for`, `choice` and so on). The three ways walk these sets,
each in the order that is fastest for it: a mask made from the list would need memory for the list, which a game on a graphics
card does not have.
"""

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
    DRAW_OR_STOP,
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
    TAKE,
    TAKE_CHIP,
    TURNS,
)
from tessela.rules.duel.plates import can_begin_draw, display_size
from tessela.rules.duel.state import ALL_COLOURS_HERE, DESTINATION_SET, SOURCE_SET
from tessela.rules.duel.sun import orders_of
from tessela.rules.duel.tiling import free_columns
from tessela.rules.handful import kind_of, running, total_below


@kernel
def legal_moves(state, moves):
    """Write the numbers of all legal decisions into `moves`, in ascending order; how many there are."""
    if state.phase == ACQUIRE:
        return list_turns(state, moves)
    if state.phase == PLACE:
        return list_places(state, moves)
    first, options = choice(state)
    return list_set(moves, 0, first, options)


@kernel
def mark_legal(state, mask):
    """Write 1 for each legal decision into `mask`, which is all zeros."""
    if state.phase == ACQUIRE:
        mark_turns(state, mask)
    elif state.phase == PLACE:
        mark_places(state, mask)
    else:
        first, options = choice(state)
        mark_set(mask, first, options)


@kernel
def choice(state):
    """The options of a choice that is no turn and no place for a plate, as a set, and the decision that the first would be."""
    phase = state.phase
    if phase == STACK:
        return ORDER, orders_of(state)
    if phase == SPACE:
        return COLUMN, free_columns(state, int(state.to_move), int(state.tiling_row))
    if phase == PAY:
        return PAY_CHIP, pay_options(state)
    if phase == SETUP:
        return PLATE, open_plates(state)
    if phase == KEEP or phase == RETURN:
        return PLATE, drawn_plates(state)
    return DRAW_PLATE, (DRAW_OR_STOP if phase == DRAW else 0)


@kernel
def sources_of(state, colour):
    """The set of sources that offer a colour."""
    return (state.offered >> (OFFERED_BITS * colour)) & SOURCE_SET


@kernel
def colours_of(state, source):
    """The set of colours that a source offers, by the bits that they have in `offered`."""
    return (state.offered >> source) & ALL_COLOURS_HERE


@kernel
def first_colour(colours):
    """The first colour of such a set."""
    return first_of(colours) // OFFERED_BITS


@kernel
def destinations_for(state, colour):
    """The set of destinations to which the player to move may bring a colour."""
    return (state.accepts[state.to_move] >> (DESTINATIONS * colour)) & DESTINATION_SET


@kernel
def take_from(source, colour):
    """The first of the decisions that take a colour from a source."""
    return TAKE + (source * COLOURS + colour) * DESTINATIONS


@kernel
def other_turns(state):
    """The turns of phase 1 that take no tiles, as sets: plates, the draw and chips. A plate and a draw cost a token."""
    chips = takeable_chips(state)
    if state.tokens[state.to_move] == 0:
        return 0, 0, chips
    return open_plates(state), 1 if can_begin_draw(state) else 0, chips


@kernel
def has_to_pass(state, plates, draws, chips):
    """Whether a player has no turn: without tiles to take, which the broken tiles always accept, and without another."""
    return state.offered == 0 and plates == 0 and draws == 0 and chips == 0


@kernel
def open_plates(state):
    """The set of plates on the display."""
    plates = 0
    for place in range(DISPLAY):
        if state.display[place] != NO_PLATE:
            plates |= 1 << int(state.display[place])
    return plates


@kernel
def drawn_plates(state):
    """The set of plates in hand."""
    plates = 0
    for i in range(state.drawn_size):
        plates |= 1 << int(state.drawn[i])
    return plates


@kernel
def empty_dome_spaces(state):
    """The set of dome spaces of the player to move that have no plate."""
    dome_spaces = 0
    for dome_space in range(DOME_SPACES):
        if state.plates[state.to_move, dome_space] == NO_PLATE:
            dome_spaces |= 1 << dome_space
    return dome_spaces


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
    plates, draws, chips = other_turns(state)
    if has_to_pass(state, plates, draws, chips):
        moves[0] = PASS
        return 1
    return list_others(moves, list_takes(state, moves), plates, draws, chips)


@kernel
def list_others(moves, number, plates, draws, chips):
    """The turns of phase 1 that take no tiles: a plate, a draw, a chip."""
    number = list_set(moves, number, PLATE, plates)
    number = list_set(moves, number, DRAW_PLATE, draws)
    return list_set(moves, number, TAKE_CHIP, chips)


@kernel
def list_takes(state, moves):
    """Takes from suns and moons; what is not accepted is overwritten by the next."""
    number = 0
    for source in range(SOURCES):
        colours = colours_of(state, source)
        while colours != 0:
            colour = first_colour(colours)
            destinations = destinations_for(state, colour)
            for destination in range(DESTINATIONS):
                moves[number] = take_from(source, colour) + destination
                number += (destinations >> destination) & 1
            colours &= colours - 1
    return number


@kernel
def list_places(state, moves):
    """Every empty dome space, with every turn of the plate."""
    number = 0
    dome_spaces = empty_dome_spaces(state)
    for dome_space in range(DOME_SPACES):
        if (dome_spaces >> dome_space) & 1:
            for turn in range(TURNS):
                moves[number] = PLACE_PLATE + TURNS * dome_space + turn
                number += 1
    return number


@kernel
def mark_set(mask, first, options):
    """One decision for each member of a set."""
    while options != 0:
        mask[first + first_of(options)] = 1
        options &= options - 1


@kernel
def mark_turns(state, mask):
    """All turns of phase 1; to pass is legal only without another."""
    mark_takes(state, mask)
    plates, draws, chips = other_turns(state)
    mark_set(mask, PLATE, plates)
    mark_set(mask, DRAW_PLATE, draws)
    mark_set(mask, TAKE_CHIP, chips)
    mask[PASS] = has_to_pass(state, plates, draws, chips)


@kernel
def mark_takes(state, mask):
    """Takes from suns and moons."""
    for colour in range(COLOURS):
        destinations = destinations_for(state, colour)
        sources = sources_of(state, colour)
        while sources != 0:
            first = take_from(first_of(sources), colour)
            for destination in range(DESTINATIONS):
                mask[first + destination] = (destinations >> destination) & 1
            sources &= sources - 1


@kernel
def mark_places(state, mask):
    """Every empty dome space, with every turn of the plate."""
    dome_spaces = empty_dome_spaces(state)
    for dome_space in range(DOME_SPACES):
        for turn in range(TURNS):
            mask[PLACE_PLATE + TURNS * dome_space + turn] = (dome_spaces >> dome_space) & 1


@kernel
def sample_move(state):
    """A legal decision, each with the same chance."""
    phase = state.phase
    if phase == ACQUIRE:
        return sample_turn(state)
    if phase == PLACE:
        dome_spaces = empty_dome_spaces(state)
        n = random_below(state, TURNS * size_of(dome_spaces))
        return PLACE_PLATE + TURNS * nth_of(dome_spaces, n // TURNS) + n % TURNS
    if phase == SETUP:
        return sample_display(state, random_below(state, display_size(state)))
    if phase == KEEP or phase == RETURN:
        return PLATE + int(state.drawn[random_below(state, int(state.drawn_size))])
    first, options = choice(state)
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
def sample_turn(state):
    """One of all turns of phase 1."""
    ways = 0
    for colour in range(COLOURS):
        ways += running(takes_of(state, colour), colour)
    takes = total_below(ways, COLOURS)
    plates, draws, chips = other_turns(state)
    if has_to_pass(state, plates, draws, chips):
        return PASS
    n = random_below(state, takes + size_of(plates) + draws + size_of(chips))
    if n < takes:
        colour = kind_of(ways, n)
        n -= total_below(ways, colour)
        destinations = destinations_for(state, colour)
        width = size_of(destinations)
        source = nth_of(sources_of(state, colour), n // width)
        return take_from(source, colour) + nth_of(destinations, n % width)
    n -= takes
    if n < size_of(plates):
        return sample_display(state, n)
    n -= size_of(plates)
    if n < draws:
        return DRAW_PLATE
    return TAKE_CHIP + nth_of(chips, n - draws)
