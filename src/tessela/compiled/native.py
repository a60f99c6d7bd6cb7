"""Kernels from the native library: entry points are called there, other kernels stay plain Python for who calls them alone.

A call checks that every array has the dtype, the shape and the order that the library was compiled for, and passes its address.
"""

import ctypes
from collections.abc import Callable
from functools import update_wrapper
from operator import index
from typing import Any, TypeVar

import numpy as np

from tessela.compiled import library
from tessela.compiled.kinds import DOUBLE, INT, SINGLE, TRUTH, Array, Group, Kind, Number, Signature, leaves
from tessela.compiled.plain import Plain
from tessela.compiled.sources import PACKAGE

F = TypeVar("F", bound=Callable[..., Any])
C_TYPES: dict[Number, Any] = {INT: ctypes.c_int64, SINGLE: ctypes.c_float, DOUBLE: ctypes.c_double, TRUTH: ctypes.c_int64}

# A record array looks a name up in its fields first: the attributes of all arrays are asked for directly
dtype_of: Callable[[Any], Any] = np.ndarray.dtype.__get__
shape_of: Callable[[Any], Any] = np.ndarray.shape.__get__
flags_of: Callable[[Any], Any] = np.ndarray.flags.__get__

HEAD = object.__basicsize__  # of an array, the address of its data comes first after this
_Pointer = ctypes.c_void_p


def _by_layout(array: Any) -> int:
    """The address of the data, read from the array itself: several times as fast as asking for it."""
    return _Pointer.from_address(id(array) + HEAD).value or 0


def _by_asking(array: Any) -> int:
    return int(array.ctypes.data)


_probe = np.zeros(1)
address_of = _by_layout if _by_layout(_probe) == _probe.ctypes.data else _by_asking


class Native(Plain):
    """Calls the library."""

    def __init__(self) -> None:
        self._library, self._games = library.load()

    def entry(self, function: F, signature: Signature) -> F:
        """An entry point of the library; one that is no part of the package stays Python."""
        if not function.__code__.co_filename.startswith(str(PACKAGE)):
            return self.kernel(function)
        return Entry(function, signature, self._library, self._games)  # type: ignore[return-value]


class Entry:
    """A function of the library as Python calls it, in whichever game its arguments belong to."""

    def __init__(self, function: Callable[..., Any], signature: Signature, native: Any, games: list[str]):
        update_wrapper(self, function)
        self._signature, self._native = signature, native
        self._games = sorted(signature.games) if signature.games else games[:1]  # what is the same for all may be called in any
        self._calls: dict[Any, Call] = {}
        self._place = next((i for i, kind in enumerate(signature.takes) if _records(kind, signature.games)), None)

    def __call__(self, *arguments: Any) -> Any:
        """Call the library."""
        key = None if self._place is None else dtype_of(arguments[self._place])
        call = self._calls.get(key) or self._call_for(key)
        return call(arguments)

    def _call_for(self, dtype: Any) -> "Call":
        """The function for the game whose records have this dtype."""
        name = getattr(self, "__name__", "")
        for game in self._games:
            signature = self._signature.of(game)
            if self._place is None or _records_in(signature.takes[self._place]) == dtype:
                self._calls[dtype] = Call(name, signature, getattr(self._native, f"{game}_{name}"))
                return self._calls[dtype]
        raise TypeError(f"{name} takes the states of a game, not an array of {dtype}")


def _records(kind: Kind, games: set[str] | None) -> bool:
    """Whether an argument of this kind tells which game is meant."""
    return games is not None and _records_in(Signature((kind,)).of(min(games)).takes[0]) is not None


def _records_in(kind: Kind) -> np.dtype[Any] | None:
    """The dtype of an array of records."""
    return kind.dtype if isinstance(kind, Array) and kind.dtype.names else None


class Call:
    """One function of the library: arguments are checked and flattened, what comes back is made Python's."""

    def __init__(self, name: str, signature: Signature, function: Any):
        self._name = name
        self._takers = tuple(self._taker(kind) for kind in signature.takes)
        self._gives = _giver(signature.gives)
        self._function = function
        function.argtypes = [c for kind in leaves(Group(signature.takes)) for c in _c_types(kind)]
        self._several = signature.gives.parts if isinstance(signature.gives, Group) else None
        if self._several:
            function.argtypes.append(ctypes.c_void_p)
        function.restype = C_TYPES[signature.gives] if isinstance(signature.gives, Number) else None

    def __call__(self, arguments: tuple[Any, ...]) -> Any:
        """Call it."""
        if len(arguments) != len(self._takers):
            raise TypeError(f"{self._name} takes {len(self._takers)} arguments, not {len(arguments)}")
        flat: list[Any] = []
        for take, argument in zip(self._takers, arguments, strict=True):
            take(argument, flat)
        if self._several is None:
            return self._gives(self._function(*flat))
        out = (ctypes.c_double * len(self._several))()
        self._function(*flat, out)
        return tuple(_giver(kind)(value) for kind, value in zip(self._several, out, strict=True))

    def _taker(self, kind: Kind) -> Callable[[Any, list[Any]], None]:
        """What puts an argument of some kind into the flat list of what C takes."""
        if isinstance(kind, Group):
            return self._group_taker(tuple(self._taker(part) for part in kind.parts))
        if isinstance(kind, Array):
            return self._array_taker(kind)
        return _whole if kind in (INT, TRUTH) else _real

    def _group_taker(self, takers: tuple[Callable[[Any, list[Any]], None], ...]) -> Callable[[Any, list[Any]], None]:
        def take(group: Any, flat: list[Any]) -> None:
            if len(group) != len(takers):
                raise TypeError(f"{self._name} takes a group of {len(takers)}, not of {len(group)}")
            for taker, part in zip(takers, group, strict=True):
                taker(part, flat)

        return take

    def _array_taker(self, kind: Array) -> Callable[[Any, list[Any]], None]:
        dtype, shape, free = kind.dtype, kind.shape, kind.free

        def take(array: Any, flat: list[Any]) -> None:
            found = dtype_of(array)
            lengths = shape_of(array)
            if (found is not dtype and found != dtype) or not flags_of(array).c_contiguous or not _fits(lengths, shape):
                raise TypeError(f"{self._name} takes {kind!r} in C order, not {found}{list(lengths)}")
            flat.append(address_of(array))
            for axis in free:
                flat.append(lengths[axis])

        return take


def _fits(lengths: tuple[int, ...], shape: tuple[int | None, ...]) -> bool:
    if lengths == shape:
        return True
    return len(lengths) == len(shape) and all(want is None or want == n for n, want in zip(lengths, shape, strict=True))


def _whole(number: Any, flat: list[Any]) -> None:
    flat.append(index(number))


def _real(number: Any, flat: list[Any]) -> None:
    flat.append(float(number))


def _c_types(kind: Number | Array) -> list[Any]:
    if isinstance(kind, Array):
        return [ctypes.c_void_p, *(ctypes.c_int64 for _ in kind.free)]
    return [C_TYPES[kind]]


def _giver(gives: Kind | None) -> Callable[[Any], Any]:
    """What makes a result Python's."""
    if gives is None or isinstance(gives, Group):
        return lambda result: None
    return {INT: int, TRUTH: bool}.get(gives, float)  # type: ignore[arg-type]
