"""Tiles that stand together in a row or column, and the points for laying one more."""

import numpy as np
from numpy.typing import NDArray

from tessela.compiled import kernel


def run_table(size: int) -> NDArray[np.int8]:
    """For each set of taken places in a line and each place: how many tiles stand together with the one there, itself counted."""

    def run(taken: int, place: int) -> int:
        low = high = place
        while low > 0 and taken >> (low - 1) & 1:
            low -= 1
        while high < size - 1 and taken >> (high + 1) & 1:
            high += 1
        return high - low + 1

    return np.array([[run(taken, place) for place in range(size)] for taken in range(1 << size)], np.int8)


@kernel
def points_of_runs(across, down):
    """Points of a tile just laid: its horizontal and its vertical run, each if longer than itself; 1 if it stands alone."""
    if across == 1:
        return down
    return across + down if down > 1 else across
