"""One decision, and all that follows from it without anyone deciding."""

from tessela.compiled import kernel
from tessela.rules.azul.constants import OFFER, SPACE
from tessela.rules.azul.offer import drop, take
from tessela.rules.azul.round import advance
from tessela.rules.azul.tiling import choose_space


@kernel
def decide(state, action):
    """Carry out a legal decision, and nothing more."""
    if state.phase == OFFER:
        take(state, action)
    elif state.phase == SPACE:
        choose_space(state, action)
    else:
        drop(state, action)


@kernel
def apply_move(state, action):
    """Carry out a legal decision and the tiling that follows, up to the next decision, deal or end."""
    decide(state, action)
    while advance(state):
        pass
