"""Which decisions are legal: all of them as a list, or one at random without making the list."""

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
    TAKE_BOTH,
    TAKE_JOKERS,
)
from tessela.rules.azul.state import DESTINATION_SET, PLACE_SET
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
        for column in range(COLUMNS):
            moves[number] = COLUMN + column
            number += (columns >> column) & 1
    return number


@kernel
def list_takes(state, moves):
    """Takes of a colour alone."""
    number = 0
    accepts = state.accepts[state.to_move]
    for place in range(PLACES):
        here = state.offered >> place
        for colour in range(COLOURS):
            if (here >> (OFFERED_BITS * colour)) & 1:
                number = list_destinations(moves, number, (place * COLOURS + colour) * DESTINATIONS, accepts, colour)
    return number


@kernel
def list_destinations(moves, number, first, accepts, kind):
    """The destinations that accept a kind, written without a branch: what is not accepted is overwritten by the next."""
    destinations = accepts >> (DESTINATIONS * kind)
    for destination in range(DESTINATIONS):
        moves[number] = first + destination
        number += (destinations >> destination) & 1
    return number


@kernel
def list_joker_takes(state, moves, number):
    """Takes of the jokers alone, then of the jokers with a colour."""
    accepts = state.accepts[state.to_move]
    with_jokers = places_with(state, JOKER)
    for place in range(PLACES):
        if (with_jokers >> place) & 1:
            number = list_destinations(moves, number, TAKE_JOKERS + place * DESTINATIONS, accepts, JOKER)
    for place in range(PLACES):
        if (with_jokers >> place) & 1:
            for colour in range(COLOURS):
                if (state.offered >> (OFFERED_BITS * colour + place)) & 1:
                    first = TAKE_BOTH + (place * COLOURS + colour) * DESTINATIONS
                    number = list_destinations(moves, number, first, accepts, colour)
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
        columns = free_columns(state, int(state.to_move), int(state.tiling_row))
        for column in range(COLUMNS):
            mask[COLUMN + column] = (columns >> column) & 1


@kernel
def mark_takes(state, mask):
    """Takes of a colour alone."""
    for colour in range(COLOURS):
        destinations = destinations_for(state, colour)
        places = places_with(state, colour)
        while places != 0:
            mark_destinations(mask, (first_of(places) * COLOURS + colour) * DESTINATIONS, destinations)
            places &= places - 1


@kernel
def mark_destinations(mask, first, destinations):
    """The destinations of a take, as a set."""
    for destination in range(DESTINATIONS):
        mask[first + destination] = (destinations >> destination) & 1


@kernel
def mark_joker_takes(state, mask):
    """Takes of the jokers alone, and of the jokers with a colour."""
    with_jokers = places_with(state, JOKER)
    for place in range(PLACES):
        if (with_jokers >> place) & 1:
            mark_destinations(mask, TAKE_JOKERS + place * DESTINATIONS, destinations_for(state, JOKER))
            for colour in range(COLOURS):
                if (places_with(state, colour) >> place) & 1:
                    first = TAKE_BOTH + (place * COLOURS + colour) * DESTINATIONS
                    mark_destinations(mask, first, destinations_for(state, colour))


@kernel
def places_with(state, kind):
    """The set of places that offer a kind."""
    return (state.offered >> (OFFERED_BITS * kind)) & PLACE_SET


@kernel
def destinations_for(state, kind):
    """The set of destinations to which the player to move may bring a kind."""
    return (state.accepts[state.to_move] >> (DESTINATIONS * kind)) & DESTINATION_SET


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
    return (place * COLOURS + colour) * DESTINATIONS + destination


@kernel
def takes_of_both(state, colour):
    """How many ways there are to take a colour together with jokers."""
    return size_of(places_with(state, colour) & places_with(state, JOKER)) * size_of(destinations_for(state, colour))


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
            return (place * COLOURS + colour) * DESTINATIONS + destination
        n -= ways
        ways = takes_of_both(state, colour)
        if n < ways:
            both = places_with(state, colour) & places_with(state, JOKER)
            place, destination = nth_take(state, both, colour, n)
            return TAKE_BOTH + (place * COLOURS + colour) * DESTINATIONS + destination
        n -= ways
    place, destination = nth_take(state, places_with(state, JOKER), JOKER, n)
    return TAKE_JOKERS + place * DESTINATIONS + destination
