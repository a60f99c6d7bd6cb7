"""Which decisions are legal, told in three ways: all of them as a list, as a mask, or one of them at random.

What is legal is said once, as sets (`places_with`, `destinations_for`, `drop_range` and so on). The three ways walk these
sets, each in the order that is fastest for it: a mask made from the list would need memory for the list, which a game on a
graphics card does not have.
"""

from tessela.compiled import kernel
from tessela.rules.azul.constants import (
    COLOURS,
    COLUMN,
    COLUMNS,
    DESTINATIONS,
    DROP,
    DROP_JOKERS,
    JOKER,
    OFFER,
    OFFERED_BITS,
    PLACES,
    SPACE,
    TAKE,
    TAKE_BOTH,
    TAKE_JOKERS,
)
from tessela.rules.azul.state import ALL_COLOURS_HERE, DESTINATION_SET, PLACE_SET
from tessela.rules.azul.tiling import free_columns
from tessela.rules.bits import first_of, nth_of, size_of
from tessela.rules.chance import random_below
from tessela.rules.handful import kind_of, running, total_below


@kernel
def legal_moves(state, moves):
    """Write the numbers of all legal decisions into `moves`; how many there are."""
    if state.phase == OFFER:
        number = list_takes(state, moves)
        if state.jokers != 0:
            number = list_joker_takes(state, moves, number)
        return number
    number = 0
    if state.phase == DROP:
        fewest, most = drop_range(state)
        for jokers in range(fewest, most + 1):
            moves[number] = DROP_JOKERS + jokers
            number += 1
    elif state.phase == SPACE:
        columns = free_columns(state, int(state.to_move), int(state.tiling_row))
        number = list_each(moves, number, COLUMN, COLUMNS, columns)
    return number


@kernel
def mark_legal(state, mask):
    """Write 1 for each legal decision into `mask`, which is all zeros; decisions that its variant never has are not in it."""
    if state.phase == OFFER:
        mark_takes(state, mask)
        if state.jokers != 0:
            mark_joker_takes(state, mask)
    elif state.phase == DROP:
        fewest, most = drop_range(state)
        for jokers in range(fewest, most + 1):
            mask[DROP_JOKERS + jokers] = 1
    elif state.phase == SPACE:
        mark_each(mask, COLUMN, COLUMNS, free_columns(state, int(state.to_move), int(state.tiling_row)))


@kernel
def places_with(state, kind):
    """The set of places that offer a kind."""
    return (state.offered >> (OFFERED_BITS * kind)) & PLACE_SET


@kernel
def places_with_both(state, colour):
    """The set of places that offer a colour and jokers."""
    return places_with(state, colour) & places_with(state, JOKER)


@kernel
def colours_at(state, place):
    """The set of colours that a place offers, by the bits that they have in `offered`."""
    return (state.offered >> place) & ALL_COLOURS_HERE


@kernel
def first_colour(colours):
    """The first colour of such a set."""
    return first_of(colours) // OFFERED_BITS


@kernel
def destinations_for(state, kind):
    """The set of destinations to which the player to move may bring a kind."""
    return (state.accepts[state.to_move] >> (DESTINATIONS * kind)) & DESTINATION_SET


@kernel
def take_from(place, colour):
    """The first of the decisions that take a colour from a place, counted from the first decision that takes one at all."""
    return (place * COLOURS + colour) * DESTINATIONS


@kernel
def list_takes(state, moves):
    """Takes of a colour alone."""
    number = 0
    for place in range(PLACES):
        number = list_takes_from(place, state, moves, number, TAKE)
    return number


@kernel
def list_takes_from(place, state, moves, number, first):
    """Takes of each colour at a place: alone, or with the jokers there. `first` is the first decision of that sort."""
    colours = colours_at(state, place)
    while colours != 0:
        colour = first_colour(colours)
        number = list_each(moves, number, first + take_from(place, colour), DESTINATIONS, destinations_for(state, colour))
        colours &= colours - 1
    return number


@kernel
def list_each(moves, number, first, size, options):
    """Decisions for a set of numbers below `size`, written without a branch: what is not in it is overwritten by the next."""
    for option in range(size):
        moves[number] = first + option
        number += (options >> option) & 1
    return number


@kernel
def list_joker_takes(state, moves, number):
    """Takes of the jokers alone, then of the jokers with a colour."""
    places = places_with(state, JOKER)
    while places != 0:
        first = TAKE_JOKERS + first_of(places) * DESTINATIONS
        number = list_each(moves, number, first, DESTINATIONS, destinations_for(state, JOKER))
        places &= places - 1
    places = places_with(state, JOKER)
    while places != 0:
        number = list_takes_from(first_of(places), state, moves, number, TAKE_BOTH)
        places &= places - 1
    return number


@kernel
def mark_takes(state, mask):
    """Takes of a colour alone."""
    for colour in range(COLOURS):
        destinations = destinations_for(state, colour)
        places = places_with(state, colour)
        while places != 0:
            mark_each(mask, TAKE + take_from(first_of(places), colour), DESTINATIONS, destinations)
            places &= places - 1


@kernel
def mark_each(mask, first, size, options):
    """Decisions for a set of numbers below `size`."""
    for option in range(size):
        mask[first + option] = (options >> option) & 1


@kernel
def mark_joker_takes(state, mask):
    """Takes of the jokers alone, and of the jokers with a colour."""
    for place in range(PLACES):
        if (places_with(state, JOKER) >> place) & 1:
            mark_each(mask, TAKE_JOKERS + place * DESTINATIONS, DESTINATIONS, destinations_for(state, JOKER))
            for colour in range(COLOURS):
                if (places_with_both(state, colour) >> place) & 1:
                    mark_each(mask, TAKE_BOTH + take_from(place, colour), DESTINATIONS, destinations_for(state, colour))


@kernel
def drop_range(state):
    """The fewest and the most jokers that may be among the excess tiles in hand."""
    number = int(state.pending_tiles)
    jokers = int(state.pending_jokers)
    row = int(state.pending_row)
    excess = number + jokers - (row + 1 - int(state.line_tiles[state.to_move, row]))
    return max(0, excess - number), min(jokers, excess)


@kernel
def sample_move(state):
    """A legal decision, each with the same chance."""
    if state.phase == OFFER:
        return sample_joker_game_take(state) if state.jokers != 0 else sample_take(state)
    if state.phase == DROP:
        fewest, most = drop_range(state)
        return DROP_JOKERS + fewest + random_below(state, most - fewest + 1)
    columns = free_columns(state, int(state.to_move), int(state.tiling_row))
    return COLUMN + nth_of(columns, random_below(state, size_of(columns)))


@kernel
def takes_of(state, kind):
    """How many ways there are to take a kind alone."""
    return size_of(places_with(state, kind)) * size_of(destinations_for(state, kind))


@kernel
def nth_take(state, places, kind, n):
    """The n-th way to take a kind from some places: the place, and the destination."""
    destinations = destinations_for(state, kind)
    width = size_of(destinations)
    return nth_of(places, n // width), nth_of(destinations, n % width)


@kernel
def sample_take(state):
    """One of all takes in a game without jokers, found without a branch."""
    ways = 0
    for colour in range(COLOURS):
        ways += running(takes_of(state, colour), colour)
    n = random_below(state, total_below(ways, COLOURS))
    colour = kind_of(ways, n)
    place, destination = nth_take(state, places_with(state, colour), colour, n - total_below(ways, colour))
    return TAKE + take_from(place, colour) + destination


@kernel
def takes_of_both(state, colour):
    """How many ways there are to take a colour together with jokers."""
    return size_of(places_with_both(state, colour)) * size_of(destinations_for(state, colour))


@kernel
def sample_joker_game_take(state):
    """One of all takes: a colour, the jokers, or both."""
    ways = takes_of(state, JOKER)
    for colour in range(COLOURS):
        ways += takes_of(state, colour) + takes_of_both(state, colour)
    n = random_below(state, ways)
    for colour in range(COLOURS):
        ways = takes_of(state, colour)
        if n < ways:
            place, destination = nth_take(state, places_with(state, colour), colour, n)
            return TAKE + take_from(place, colour) + destination
        n -= ways
        ways = takes_of_both(state, colour)
        if n < ways:
            place, destination = nth_take(state, places_with_both(state, colour), colour, n)
            return TAKE_BOTH + take_from(place, colour) + destination
        n -= ways
    place, destination = nth_take(state, places_with(state, JOKER), JOKER, n)
    return TAKE_JOKERS + place * DESTINATIONS + destination
