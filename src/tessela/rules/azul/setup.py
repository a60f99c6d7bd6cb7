"""Setting up: the bag, the boards, the starting player."""

from tessela.compiled import INT, entry, kernel
from tessela.rules.azul.constants import (
    COLOURS,
    DEAL,
    JOKER,
    JOKER_TILES,
    MAX_PLAYERS,
    NO_COLOUR,
    NOBODY,
    PLACES,
    REMOVED_PER_COLOUR,
    ROWS,
    TILES_PER_COLOUR,
)
from tessela.rules.azul.state import EVERYTHING, STATES
from tessela.rules.chance import random_below
from tessela.rules.handful import tiles


@kernel
def set_up(state, players, grey, jokers, first_player):
    """A new game before its first deal; a negative first player is drawn. The generator must have been seeded."""
    state.players = players
    state.grey = grey
    state.jokers = jokers
    state.bag = full_bag(players, jokers)
    state.lid = 0
    clear_table(state)
    for player in range(MAX_PLAYERS):
        clear_board(state, player)
    state.first_player = first_player if first_player >= 0 else random_below(state, players)
    state.to_move = state.first_player
    state.round_number = 1
    state.phase = DEAL


@kernel
def full_bag(players, jokers):
    """All tiles of a game; the joker tiles replace some of each colour."""
    removed = int(REMOVED_PER_COLOUR[players]) if jokers else 0
    bag = tiles(int(JOKER_TILES[players]), JOKER) if jokers else 0
    for colour in range(COLOURS):
        bag += tiles(TILES_PER_COLOUR - removed, colour)
    return bag


@kernel
def clear_table(state):
    """Nothing is on offer, nothing is pending, the marker is in the centre."""
    state.offered = 0
    for place in range(PLACES):
        state.offer[place] = 0
    state.marker = NOBODY
    state.tiling_row = 0
    state.pending_colour = 0
    state.pending_tiles = 0
    state.pending_jokers = 0
    state.pending_row = 0


@kernel
def clear_board(state, player):
    """An empty board that takes everything."""
    state.score[player] = 0
    state.wall[player] = 0
    state.floor[player] = 0
    state.floor_taken[player] = 0
    state.accepts[player] = EVERYTHING
    for row in range(ROWS):
        state.wall_kinds[player, row] = 0
        state.line_tiles[player, row] = 0
        state.line_jokers[player, row] = 0
        state.line_colour[player, row] = NO_COLOUR


@entry(STATES, INT, INT, INT, INT, INT)
def set_up_in(states, i, players, grey, jokers, first_player):
    """Set up the state at an index."""
    set_up(states[i], players, grey, jokers, first_player)
