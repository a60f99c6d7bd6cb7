"""Kernels from the native library: entry points are called there, other kernels stay plain Python for who calls them alone.

A call checks that every array has the dtype, the shape and the order that the library was compiled for, and passes its address.
"""

import ctypes
from collections.abc import Callable, Iterator
from functools import partial, update_wrapper
from operator import index
from typing import Any, TypeVar

import numpy as np

from tessela.compiled import library
from tessela.compiled.kinds import DOUBLE, INT, SINGLE, TRUTH, Array, ByGame, Group, Kind, Number, Signature, kind_in, leaves
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
        plain = self.kernel(function)
        if not function.__code__.co_filename.startswith(str(PACKAGE)):
            return plain
        return Entry(plain, signature, self._library, self._games)  # type: ignore[return-value]


class Entry:
    """A function of the library as Python calls it, in whichever game its arguments belong to.

    A game that is known but not in the library, as one that is no part of the package, is played by the function itself.
    """

    def __init__(self, plain: Callable[..., Any], signature: Signature, native: Any, games: list[str]):
        update_wrapper(self, plain)
        self._name, self._plain = plain.__name__, plain
        self._signature, self._native, self._games = signature, native, games
        self._place = next(_places_of_game(signature.takes), None)
        self._calls: dict[int, Callable[..., Any]] = {}  # by the identity of the dtype of the states
        if self._place is None:
            self._calls[0] = self._call_in(min(signature.games or games))  # the same for all: it may be called in any

    def __call__(self, *arguments: Any) -> Any:
        """Call the library."""
        if self._place is None:
            return self._calls[0](*arguments)
        given: Any = arguments
        for i in self._place:
            given = given[i]
        dtype = dtype_of(given)
        return (self._calls.get(id(dtype)) or self._find(dtype))(*arguments)

    def bind(self, *arguments: Any) -> Callable[[], Any]:
        """A call with these arguments, which are checked and flattened once: for `tessela.compiled.bound`."""
        assert self._place is not None
        given: Any = arguments
        for i in self._place:
            given = given[i]
        game = self._game_of(dtype_of(given))
        if game not in self._games:
            return partial(self._plain, *arguments)
        call = self._call_in(game, binding=True)(*arguments)
        call.kept = arguments  # whose memory is written to
        return call  # type: ignore[no-any-return]

    def _find(self, dtype: np.dtype[Any]) -> Callable[..., Any]:
        """The call for the game whose records have this dtype."""
        game = self._game_of(dtype)
        return self._calls.setdefault(id(self._states_in(game)), self._call_in(game) if game in self._games else self._plain)

    def _game_of(self, dtype: np.dtype[Any]) -> str:
        """The game whose records have this dtype."""
        for game in sorted(self._signature.games or ()):
            if self._states_in(game) == dtype:
                return game
        raise TypeError(f"{self._name} takes the states of a game, not an array of {dtype}")

    def _states_in(self, game: str) -> np.dtype[Any]:
        """The dtype of the states of a game; it is never let go, so its identity is its own."""
        assert self._place is not None
        kind: Kind = Group(self._signature.of(game).takes)
        for i in self._place:
            assert isinstance(kind, Group)
            kind = kind.parts[i]
        assert isinstance(kind, Array)
        return kind.dtype

    def _call_in(self, game: str, binding: bool = False) -> Callable[..., Any]:
        return make_call(self._name, self._signature.of(game), getattr(self._native, f"{game}_{self._name}"), binding)


def _places_of_game(kinds: tuple[Kind, ...]) -> Iterator[tuple[int, ...]]:
    """Where arguments tell which game is meant, in groups too: arrays of records that each game has for itself."""
    for i, kind in enumerate(kinds):
        if isinstance(kind, Group):
            yield from ((i, *place) for place in _places_of_game(kind.parts))
        elif isinstance(kind, ByGame):
            one = kind_in(kind, min(kind.kinds))
            if isinstance(one, Array) and one.dtype.names is not None:
                yield (i,)


def make_call(name: str, signature: Signature, function: Any, binding: bool = False) -> Callable[..., Any]:
    """A Python function that checks and flattens its arguments, calls C, and makes what comes back Python's; or one that binds
    its arguments, and gives the call.

    Its source is written for the signature, as a general one would take twice as long.
    """
    function.argtypes = [c for kind in leaves(Group(signature.takes)) for c in _c_types(kind)]
    function.restype = C_TYPES[signature.gives] if isinstance(signature.gives, Number) else None
    writer = _Writer(name)
    given = [writer.take(kind, f"a{i}") for i, kind in enumerate(signature.takes)]
    flat = ", ".join(part for parts in given for part in parts)
    if binding:
        assert signature.gives in (None, INT)
        writer.say(f"return partial(function, {flat})")
        writer.known["partial"] = partial
    elif isinstance(signature.gives, Group):
        function.argtypes = [*function.argtypes, ctypes.c_void_p]
        kinds = signature.gives.parts
        writer.say("out = room()", f"function({flat}, out)")
        found = [f"{_made(kind)}(out[{i}])" for i, kind in enumerate(kinds)]
        writer.say(f"return {', '.join(found)}")
        writer.known["room"] = ctypes.c_double * len(kinds)
    elif signature.gives is None:
        writer.say(f"function({flat})")
    else:
        call = f"function({flat})"
        writer.say(f"return {call if signature.gives == INT else f'{_made(signature.gives)}({call})'}")
    writer.known["function"] = function
    return writer.function(len(signature.takes))


class _Writer:
    """Writes the source of a call, line by line."""

    def __init__(self, name: str):
        self.name = name
        self.lines: list[str] = []
        self.known: dict[str, Any] = {
            "dtype_of": dtype_of, "shape_of": shape_of, "flags_of": flags_of, "address_of": address_of, "index": index,
        }  # fmt: skip

    def say(self, *lines: str) -> None:
        """Add lines."""
        self.lines += lines

    def take(self, kind: Kind, what: str) -> list[str]:
        """Check an argument; what C gets of it."""
        if isinstance(kind, Group):
            return self._take_group(kind, what)
        if isinstance(kind, Array):
            return self._take_array(kind, what)
        return [f"index({what})" if kind in (INT, TRUTH) else f"float({what})"]

    def _take_group(self, kind: Group, what: str) -> list[str]:
        number = len(kind.parts)
        self.say(f"if len({what}) != {number}:", f"    refuse_{what}({what})")
        self.known[f"refuse_{what}"] = self._refusal(f"a group of {number}")
        return [part for i, one in enumerate(kind.parts) for part in self._take_part(one, f"{what}_{i}", f"{what}[{i}]")]

    def _take_part(self, kind: Kind, name: str, what: str) -> list[str]:
        self.say(f"{name} = {what}")
        return self.take(kind, name)

    def _take_array(self, kind: Array, what: str) -> list[str]:
        wrong = [
            f"(dtype_of({what}) is not dtype_{what} and dtype_of({what}) != dtype_{what})",
            f"not flags_of({what}).c_contiguous",
        ]
        if kind.free:
            settled = [f"shape_{what}[{axis}] != {n}" for axis, n in enumerate(kind.shape) if n is not None]
            wrong += [f"len(shape_{what}) != {len(kind.shape)}", *settled]
            self.say(f"shape_{what} = shape_of({what})")
        else:
            wrong.append(f"shape_of({what}) != {kind.shape!r}")
        self.say(f"if {' or '.join(wrong)}:", f"    refuse_{what}({what})")
        self.known[f"dtype_{what}"] = kind.dtype
        self.known[f"refuse_{what}"] = self._refusal(f"{kind!r} in C order")
        return [f"address_of({what})", *(f"shape_{what}[{axis}]" for axis in kind.free)]

    def _refusal(self, wanted: str) -> Callable[[Any], None]:
        def refuse(given: Any) -> None:
            found = (
                f"{given.dtype}{list(given.shape)}"
                if isinstance(given, np.ndarray)
                else f"{type(given).__name__} of {len(given)}"
            )
            raise TypeError(f"{self.name} takes {wanted}, not {found}")

        return refuse

    def function(self, number: int) -> Callable[..., Any]:
        """The function."""
        parameters = ", ".join(f"a{i}" for i in range(number))
        source = f"def {self.name}({parameters}):\n" + "".join(f"    {line}\n" for line in self.lines)
        exec(compile(source, f"<call of {self.name}>", "exec"), self.known)
        made: Callable[..., Any] = self.known[self.name]
        return made


def _made(kind: Kind) -> str:
    """The name of what makes a result Python's."""
    return {INT: "int", TRUTH: "bool"}.get(kind, "float")  # type: ignore[arg-type]


def _c_types(kind: Number | Array) -> list[Any]:
    if isinstance(kind, Array):
        return [ctypes.c_void_p, *(ctypes.c_int64 for _ in kind.free)]
    return [C_TYPES[kind]]
