"""Whose turn it is in phase 1, passing, and the end of the phase."""

from tessela.compiled import kernel
from tessela.rules.duel.components import NO_CHIP
from tessela.rules.duel.constants import ACQUIRE, SMALL_FACTORIES, TILING


@kernel
def end_turn(state):
    """The other player goes on, unless they have passed; or phase 2 begins with the one who started the round."""
    player = int(state.to_move)
    if acquisition_is_over(state):
        begin_tiling(state, int(state.first_player))
        return
    state.phase = ACQUIRE
    if state.passed[1 - player] == 0:
        state.to_move = 1 - player


@kernel
def begin_tiling(state, player):
    """The lines of a player are tiled next, from the first one on."""
    state.phase = TILING
    state.to_move = player
    state.tiling_row = 0


@kernel
def acquisition_is_over(state):
    """Whether nothing is left on the factories and all tokens are placed (or nobody can act any more)."""
    if state.passed[0] != 0 and state.passed[1] != 0:
        return True
    if state.offered != 0 or state.tokens[0] != 0 or state.tokens[1] != 0:
        return False
    for factory in range(SMALL_FACTORIES):
        if state.chip[factory] != NO_CHIP:
            return False
    return True


@kernel
def pass_turn(state):
    """Out until the end of the phase."""
    state.passed[state.to_move] = 1
    end_turn(state)
