"""The fields of a state for reading in Python."""

from functools import cache
from itertools import pairwise
from math import prod
from struct import Struct
from typing import Any

import numpy as np

from tessela.compiled import AsRead


class Fields(AsRead):
    """The fields of the first of some states as attributes: numbers, and tuples (of tuples) of them.

    A record answers the same, but many times as slowly.
    """

    def __init__(self, states: Any):
        plain = states.view(np.ndarray)
        numbers, single, grids = _layout(plain.dtype)
        found = numbers.unpack_from(plain.tobytes())
        fields = self.__dict__
        for name, where in single:
            fields[name] = found[where]
        for name, rows in grids:
            fields[name] = [found[row] for row in rows]

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"a state has no field {name!r}")


class Arrays(AsRead):
    """The same as NumPy's numbers and arrays: what kernels can read that are called from Python."""

    def __init__(self, states: Any):
        plain = states.view(np.ndarray)
        self.__dict__.update({name: plain[name][0] for name in plain.dtype.names})

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"a state has no field {name!r}")


@cache
def _layout(dtype: np.dtype[Any]) -> tuple[Struct, list[tuple[str, Any]], list[tuple[str, list[slice]]]]:
    """All numbers of a record as they follow each other, and where among them a field lies: a place, a stretch, several."""
    codes, at = "=", 0
    single: list[tuple[str, Any]] = []
    grids: list[tuple[str, list[slice]]] = []
    for name in dtype.names or ():
        kind = dtype[name]
        size = prod(kind.shape)
        codes += f"{size}{kind.base.char}".replace("l", "q").replace("L", "Q")
        if not kind.shape:
            single.append((name, at))
        elif len(kind.shape) == 1:
            single.append((name, slice(at, at + size)))
        else:
            edges = range(at, at + size + 1, kind.shape[1])
            grids.append((name, [slice(*edge) for edge in pairwise(edges)]))
        at += size
    numbers = Struct(codes)
    assert numbers.size == dtype.itemsize, "a record has no hidden padding"
    return numbers, single, grids
