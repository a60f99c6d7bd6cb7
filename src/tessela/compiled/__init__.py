"""Kernels: Python functions that are compiled, ahead where a library was built, else by Numba when they are first used.

`@kernel` marks a function that other kernels call; `@entry(...)` one that is called from outside, with what it takes.
"""

from tessela.compiled.engine import bound, entry, for_records, is_ready, kernel, local_array, prepare
from tessela.compiled.kinds import DOUBLE, INT, SINGLE, TRUTH, Array, AsRead, ByGame, Group, record

__all__ = [
    "DOUBLE",
    "INT",
    "SINGLE",
    "TRUTH",
    "Array",
    "AsRead",
    "ByGame",
    "Group",
    "bound",
    "entry",
    "for_records",
    "is_ready",
    "kernel",
    "local_array",
    "prepare",
    "record",
]
