"""Setting up: the bag, the pile of plates, the boards, the starting player."""

import numpy as np

from tessela.compiled import INT, Array, entry, kernel
from tessela.rules.chance import random_below
from tessela.rules.duel.components import CHIP_KINDS, CHIPS_OF_A_KIND, NO_CHIP, NO_PLATE, PLATES, SPACE_KINDS, TABLETS
from tessela.rules.duel.constants import (
    COLOURS,
    DEAL,
    DISPLAY,
    DOME_SPACES,
    LINES,
    NO_COLOUR,
    NOBODY,
    PLAYERS,
    SMALL_FACTORIES,
    STARTING_SCORE,
    TILES_PER_COLOUR,
    TOKENS,
)
from tessela.rules.duel.plates import refill_display, show_top
from tessela.rules.duel.state import EVERYTHING, STATES
from tessela.rules.handful import tiles


@kernel
def set_up(state, tablets, first_player, given_pile):
    """A new game before its first deal. A negative first player is drawn, and so are plates given as negative.

    `tablets` has the side in play of each tablet; `given_pile` is the shuffled order, its first plates forming the display.
    The generator must have been seeded.
    """
    state.bag = 0
    for colour in range(COLOURS):
        state.bag += tiles(TILES_PER_COLOUR, colour)
    state.tower = 0
    for kind in range(CHIP_KINDS):
        state.chip_supply[kind] = CHIPS_OF_A_KIND
    for tablet in range(len(TABLETS)):
        state.tablets[tablet] = tablets[tablet]
    clear_table(state)
    for player in range(PLAYERS):
        clear_board(state, player)
    state.first_player = first_player if first_player >= 0 else random_below(state, PLAYERS)
    state.to_move = 1 - int(state.first_player)
    state.starting_tile = NOBODY
    state.round_number = 0
    shuffle_pile(state, given_pile)
    refill_display(state)
    state.phase = DEAL


@kernel
def clear_table(state):
    """Nothing lies on the factories and nothing is pending."""
    state.offered = 0
    state.large_moon = 0
    state.sun[0] = 0
    for factory in range(SMALL_FACTORIES):
        state.sun[1 + factory] = 0
        state.stack[factory] = 0
        state.stack_height[factory] = 0
        state.chip[factory] = NO_CHIP
    for place in range(DISPLAY):
        state.display[place] = NO_PLATE
    for i in range(PLATES):
        state.drawn[i] = NO_PLATE
    for kind in range(CHIP_KINDS):
        state.paid[kind] = 0
    state.drawn_size = 0
    state.tiling_row = 0
    state.pending_tiles = 0
    state.pending_factory = 0
    state.pending_plate = NO_PLATE
    state.from_pile = 0
    state.same_backs = 0


@kernel
def clear_board(state, player):
    """An empty board."""
    state.score[player] = STARTING_SCORE
    state.tokens[player] = TOKENS
    state.chips_taken[player] = 0
    state.passed[player] = 0
    state.broken[player] = 0
    state.broken_tiles[player] = 0
    state.filled[player] = 0
    state.accepts[player] = EVERYTHING
    for kind in range(SPACE_KINDS):
        state.spaces[player, kind] = 0
    for kind in range(CHIP_KINDS):
        state.chips[player, kind] = 0
        state.spent[player, kind] = 0
    for dome_space in range(DOME_SPACES):
        state.plates[player, dome_space] = NO_PLATE
        state.turns[player, dome_space] = 0
        state.joker_colour[player, dome_space] = NO_COLOUR
    for row in range(LINES):
        state.line_tiles[player, row] = 0
        state.line_colour[player, row] = NO_COLOUR


@kernel
def shuffle_pile(state, given_pile):
    """All plates face down in the given order, or shuffled."""
    for i in range(PLATES):
        given = int(given_pile[PLATES - 1 - i])
        state.pile[i] = given if given >= 0 else i
        state.pile_seen[i] = 0
    if given_pile[0] < 0:
        for i in range(PLATES - 1, 0, -1):
            j = random_below(state, i + 1)
            plate = state.pile[i]
            state.pile[i] = state.pile[j]
            state.pile[j] = plate
    state.pile_size = PLATES
    show_top(state)


@entry(STATES, INT, Array(np.int8, len(TABLETS)), INT, Array(np.int8, PLATES))
def set_up_in(states, i, tablets, first_player, given_pile):
    """Set up the state at an index."""
    set_up(states[i], tablets, first_player, given_pile)
