"""Action B: all tiles of a colour from the sun of one factory, and the stack that is left."""

import numpy as np

from tessela.compiled import kernel
from tessela.rules.duel.constants import ACQUIRE, COLOURS, LARGE, ORDER, STACK
from tessela.rules.duel.lines import put_tiles
from tessela.rules.duel.moon import note_moon
from tessela.rules.duel.state import ALL_COLOURS_HERE
from tessela.rules.duel.turns import end_turn
from tessela.rules.handful import count, tiles

# PERMUTATIONS[order, position from the bottom]: which of up to three tiles, sorted by colour, lies there.
# Two tiles have the orders 0 and 1, whose first two entries say it.
PERMUTATIONS = np.array([(0, 1, 2), (1, 0, 2), (0, 2, 1), (1, 2, 0), (2, 0, 1), (2, 1, 0)], np.int8)


@kernel
def take_from_sun(state, source, colour, destination):
    """Take a colour; the rest goes to the moon of that factory, on a small one as a stack in an order of choice."""
    sun = int(state.sun[source])
    number = count(sun, colour)
    rest = sun - tiles(number, colour)
    state.sun[source] = 0
    state.offered &= ~(ALL_COLOURS_HERE << source)
    put_tiles(state, int(state.to_move), colour, number, destination)
    if source == LARGE:
        state.large_moon += rest
        note_moon(state)
        end_turn(state)
        return
    state.pending_tiles = rest
    state.pending_factory = source - 1
    if orders_of(state) & ~1 == 0:
        order_stack(state, ORDER)
    else:
        state.phase = STACK


@kernel
def tiles_to_stack(state):
    """The tiles to be stacked, sorted by colour: how many, and their colours (0 where there is none)."""
    number = 0
    first, second, third = 0, 0, 0
    for colour in range(COLOURS):
        for _ in range(count(state.pending_tiles, colour)):
            if number == 0:
                first = colour
            elif number == 1:
                second = colour
            else:
                third = colour
            number += 1
    return number, first, second, third


@kernel
def orders_of(state):
    """The set of different orders: of equal tiles, the first of the sorted bunch lies lower."""
    number, first, second, third = tiles_to_stack(state)
    if number < 2:
        return 1
    if number == 2:
        return 3 if first != second else 1
    orders = 0
    for order in range(6):
        low, middle = int(PERMUTATIONS[order, 0]), int(PERMUTATIONS[order, 1])
        swaps_first_two = height_of(0, low, middle) > height_of(1, low, middle)
        swaps_last_two = height_of(1, low, middle) > height_of(2, low, middle)
        if not (first == second and swaps_first_two) and not (second == third and swaps_last_two):
            orders |= 1 << order
    return orders


@kernel
def height_of(tile, low, middle):
    """The height at which one of three tiles lies, given the two below the top."""
    if tile == low:
        return 0
    return 1 if tile == middle else 2


@kernel
def order_stack(state, action):
    """Build the stack of a small factory in the chosen order; the turn ends."""
    number, first, second, third = tiles_to_stack(state)
    order = action - ORDER
    factory = int(state.pending_factory)
    stack = 0
    for height in range(number):
        tile = PERMUTATIONS[order, height]
        colour = first if tile == 0 else (second if tile == 1 else third)
        stack |= (colour + 1) << (3 * height)
    state.stack[factory] = stack
    state.stack_height[factory] = number
    state.pending_tiles = 0
    state.pending_factory = 0
    state.phase = ACQUIRE
    note_moon(state)
    end_turn(state)
