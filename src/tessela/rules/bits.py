"""Sets of small numbers as bits of an integer."""

import numpy as np

from tessela.compiled import kernel


@kernel
def size_of(members):
    """How many members a set has (LLVM turns this loop into one instruction)."""
    number = 0
    while members != 0:
        members &= members - 1
        number += 1
    return number


@kernel
def first_of(members):
    """The smallest member of a set that is not empty."""
    return size_of((members & -members) - 1)


# NTH[set, n]: the member of a set of numbers below 10 that has n smaller ones in the set
NTH = np.zeros((1024, 10), np.int8)
for _set in range(1024):
    for _n, _member in enumerate(m for m in range(10) if _set >> m & 1):
        NTH[_set, _n] = _member


@kernel
def nth_of(members, n):
    """The member with n smaller ones in a set of numbers below 10."""
    return int(NTH[members, n])


@kernel
def pick_of(members, n):
    """The member with n smaller ones in a set of any size."""
    for _ in range(n):
        members &= members - 1
    return first_of(members)
