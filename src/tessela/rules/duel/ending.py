"""The end of the game: who wins."""

from tessela.compiled import kernel
from tessela.rules.duel.constants import DEAL, OVER, PLAYERS


@kernel
def rank_key(state, player):
    """Who has more of this is ahead: points, then the starting tile."""
    return 2 * int(state.score[player]) + (1 if state.starting_tile == player else 0)


@kernel
def number_of_players(state):
    """Always two."""
    return PLAYERS


@kernel
def needs_deal(state):
    """Whether the factories are to be filled next."""
    return state.phase == DEAL


@kernel
def is_over(state):
    """Whether the game has ended."""
    return state.phase == OVER
