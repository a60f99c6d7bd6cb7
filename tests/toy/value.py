"""How a board of the toy is described to the value net."""

from tessela.bots.nets.layout import layout
from tessela.compiled import kernel
from tessela.rules.handful import total

BOARD = layout("hand", "taken")
CONTEXTS = 1


@kernel
def context(state):
    """There is one."""
    return 0


@kernel
def describe(state, player, out):
    """How many tiles a player has."""
    out[BOARD.hand] = total(state.hand[player])
    out[BOARD.taken] = total(state.taken[player])
