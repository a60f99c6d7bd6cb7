"""What a good player of the toy knows: many tiles are better than few."""

from typing import Any

import numpy as np

from tessela.bots.knowledge.settings import by_looks, settings
from tessela.compiled import kernel
from tessela.rules.chance import random_below
from tests.toy.rules import DECISIONS, FAVOURITE_POINTS, SWAP, is_legal

SETTINGS = settings(exploration=1.0, temperature=1.0, noise=0.5)
BY_LOOKS = by_looks(SETTINGS, temperature=2.0)
WORTH = (2,)  # of a tile, by colour


def dim(worth: Any, sight: float) -> None:
    """See less of it."""
    worth[:] = sight * worth + (1.0 - sight)


@kernel
def note_worth(state, worth):
    """A favourite tile is worth more."""
    worth[:] = 1.0
    worth[state.favourite[state.to_move]] += FAVOURITE_POINTS


@kernel
def judge(state, worth, action):
    """How good a decision looks."""
    if action < SWAP:
        return np.float32(worth[action // 2] * (action % 2 + 1))
    return np.float32(0.0)


@kernel
def likely_move(state, worth, noise):
    """What looks best."""
    best, chosen = np.float32(-1e9), -1
    for action in range(DECISIONS):
        if is_legal(state, action):
            value = judge(state, worth, action) + noise * np.float32(random_below(state, 1024) / 1024)
            if value > best:
                best, chosen = value, action
    return chosen


@kernel
def redundant(state, action):
    """No two are the same."""
    return False


@kernel
def is_tiling_choice(state):
    """Nobody chooses in a tiling."""
    return False


@kernel
def signature(state):
    """Chance shows nothing within a round."""
    return 0


@kernel
def odds(before, after):
    """So what follows is certain."""
    return np.float32(1.0)


@kernel
def repeats(state, root, action):
    """Never."""
    return False
