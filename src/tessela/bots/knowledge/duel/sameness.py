"""Decisions that need not be looked at, as they lead where others do."""

from tessela.compiled import kernel
from tessela.rules.duel.components import CHIP_KINDS
from tessela.rules.duel.constants import ACQUIRE, COLOURS, DESTINATIONS, DONE, MOON, ORDER, PAY, PAY_CHIP


@kernel
def redundant(state, action):
    """Whether a turn is the same as one from an earlier factory: equal suns with chips that nobody has seen."""
    if state.phase != ACQUIRE or action >= ORDER:
        return False
    source = action // (COLOURS * DESTINATIONS)
    if source == MOON:
        return False
    for other in range(1, source):
        if state.sun[other] == state.sun[source]:
            return True
    return False


@kernel
def repeats(state, root, action):
    """Whether a tiling choice leads only where an earlier one does too.

    What is added to a payment after the root is named in the order of its kinds: another order is the same payment.
    """
    if state.phase != PAY or action >= DONE:
        return False
    same_line = state.tiling_row == root.tiling_row
    for kind in range(action - PAY_CHIP + 1, CHIP_KINDS):
        if state.paid[kind] > (root.paid[kind] if same_line else 0):
            return True
    return False
