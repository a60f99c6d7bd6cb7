"""How a decision of the toy is described to the policy net."""

from tessela.bots.nets.layout import layout
from tessela.compiled import kernel
from tests.toy.rules import SWAP

NOTES = layout("nothing")
MOVE = layout("tiles")
POSITION = layout("round")


@kernel
def note_position(state, worth, notes, out):
    """Which round it is."""
    out[POSITION.round] = state.round_number


@kernel
def describe_move(state, worth, notes, action, out):
    """How many tiles it takes."""
    out[MOVE.tiles] = action % 2 + 1 if action < SWAP else 0
