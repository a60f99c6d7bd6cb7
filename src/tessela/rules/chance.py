"""The random generator that lives in a state: SplitMix64, one step an addition and a mix of 64 bits."""

import numpy as np

from tessela.compiled import kernel

STEP = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
SHIFT_1, SHIFT_2, SHIFT_3, HALF = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@kernel
def next_random(state):
    """Advance the generator of the state; 64 random bits."""
    state.rng += STEP
    z = state.rng
    z = (z ^ (z >> SHIFT_1)) * MIX_1
    z = (z ^ (z >> SHIFT_2)) * MIX_2
    return z ^ (z >> SHIFT_3)


@kernel
def random_below(state, bound):
    """A number from 0 to bound - 1 (the bias is below bound / 2**32)."""
    return np.int64(((next_random(state) >> HALF) * np.uint64(bound)) >> HALF)
