"""What an entry point takes and gives, in words that Python, C and JavaScript share.

Arrays are passed without a copy: their dtype and their shape, but for the dimensions that are `None`, are part of the contract.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True, slots=True)
class Number:
    """A number by the name of its type."""

    name: str


INT, SINGLE, DOUBLE, TRUTH = Number("int64"), Number("float32"), Number("float64"), Number("bool")


class Array:
    """An array in C order, of numbers or of records."""

    def __init__(self, dtype: Any, *shape: int | None):
        self.dtype: np.dtype[Any] = np.dtype(dtype)
        self.shape = shape

    @property
    def free(self) -> tuple[int, ...]:
        """The dimensions that may have any length."""
        return tuple(axis for axis, length in enumerate(self.shape) if length is None)

    def __repr__(self) -> str:
        name = "records" if self.dtype.names else self.dtype.name
        return f"{name}[{', '.join('any' if n is None else str(n) for n in self.shape)}]"


@dataclass(frozen=True)
class Group:
    """A tuple of such things; `form` is its NamedTuple, if it is one."""

    parts: tuple["Kind", ...]
    form: type | None = None


class ByGame:
    """A kind that each game has for itself."""

    def __init__(self, kinds: Mapping[str, "Kind"]):
        self.kinds = dict(kinds)


class AsRead:
    """The base of what Python reads the fields of a state from: on it kernels run as they are written, whoever compiles them."""


def record(fields: list[Any]) -> np.dtype[Any]:
    """The dtype of a record, laid out as in C. Arrays of it, and views and parts of them, keep this very dtype."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


Kind = Number | Array | Group | ByGame


def kind_in(kind: Kind, game: str) -> Kind:
    """What a kind is in a game."""
    if isinstance(kind, ByGame):
        return kind_in(kind.kinds[game], game)
    if isinstance(kind, Group):
        return Group(tuple(kind_in(part, game) for part in kind.parts), kind.form)
    return kind


def games_of(kind: Kind) -> set[str] | None:
    """The games that have a kind; None if it is the same for all."""
    if isinstance(kind, ByGame):
        return set(kind.kinds)
    if isinstance(kind, Group):
        found = [games for part in kind.parts if (games := games_of(part)) is not None]
        return set.intersection(*found) if found else None
    return None


def leaves(kind: Kind) -> Iterator[Number | Array]:
    """The numbers and arrays of a kind of one game, in order."""
    if isinstance(kind, Group):
        for part in kind.parts:
            yield from leaves(part)
    elif isinstance(kind, ByGame):
        raise TypeError("which game is meant must be settled first")
    else:
        yield kind


@dataclass(frozen=True, slots=True)
class Signature:
    """What an entry point takes, and what it gives back: nothing, a number, or several."""

    takes: tuple[Kind, ...]
    gives: Number | Group | None = None

    @property
    def games(self) -> set[str] | None:
        """The games that have this entry point; None if it is the same for all."""
        return games_of(Group(self.takes))

    def of(self, game: str) -> "Signature":
        """The signature in one game."""
        return Signature(tuple(kind_in(kind, game) for kind in self.takes), self.gives)
