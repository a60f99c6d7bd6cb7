"""Action C: all top tiles of a colour from all moons."""

from tessela.compiled import INT, entry, kernel
from tessela.rules.duel.constants import COLOURS, MOON, NOBODY, OFFERED_BITS, SMALL_FACTORIES
from tessela.rules.duel.lines import put_tiles
from tessela.rules.duel.state import ALL_COLOURS_HERE, STATES
from tessela.rules.duel.turns import end_turn
from tessela.rules.handful import count, tiles


@kernel
def take_from_moon(state, colour, destination):
    """Every tile of the colour on the large moon and the top of every stack that shows it; the starting tile may come along."""
    player = int(state.to_move)
    number = count(state.large_moon, colour)
    if number > 0:
        state.large_moon -= tiles(number, colour)
        if state.starting_tile == NOBODY:
            state.starting_tile = player
    for factory in range(SMALL_FACTORIES):
        if top_of(state, factory) == colour:
            height = int(state.stack_height[factory]) - 1
            state.stack[factory] = int(state.stack[factory]) & ((1 << (3 * height)) - 1)
            state.stack_height[factory] = height
            number += 1
    note_moon(state)
    put_tiles(state, player, colour, number, destination)
    end_turn(state)


@kernel
def top_of(state, factory):
    """The colour on top of the stack of a small factory, -1 without one."""
    height = int(state.stack_height[factory])
    if height == 0:
        return -1
    return ((int(state.stack[factory]) >> (3 * (height - 1))) & 7) - 1


@kernel
def note_moon(state):
    """Note which colours the moons offer now."""
    offered = 0
    for colour in range(COLOURS):
        if count(state.large_moon, colour) > 0:
            offered |= 1 << (OFFERED_BITS * colour)
    for factory in range(SMALL_FACTORIES):
        if state.stack_height[factory] > 0:
            offered |= 1 << (OFFERED_BITS * top_of(state, factory))
    state.offered = (state.offered & ~(ALL_COLOURS_HERE << MOON)) | (offered << MOON)


@entry(STATES, INT)
def note_moon_in(states, i):
    """Note which colours the moons of the state at an index offer."""
    note_moon(states[i])
