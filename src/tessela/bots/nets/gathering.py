"""The features that are there: nets add up no others."""

import numpy as np

from tessela.compiled import kernel


@kernel
def gather(features, size, active):
    """Which of the first `size` features are not nought, in their order; how many there are."""
    number = 0
    for i in range(size):
        active[number] = i
        number += np.float32(features[i]).view(np.int32) != 0  # as bits: browsers compare floats with branches
    return number
