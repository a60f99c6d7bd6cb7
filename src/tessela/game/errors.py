"""What can be wrong with what a caller asks for.

TesselaError (a ValueError)
├── OptionError             an unknown game or option, or a value it cannot have
├── MoveError
│   ├── MoveSyntaxError     not a move at all
│   └── IllegalMoveError    a move, but not a legal one here
├── PositionError           a position that cannot be
└── RecordError             a record that does not replay; says the ply
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import MsgspecError

UNREADABLE: Final = (MsgspecError, UnicodeError, RecursionError)  # what reading JSON from outside may raise
MOST_TOLD = 1_000  # letters of a message
MOST_QUOTED = 80


class TravellingError(Exception):
    """An error that can be pickled, whatever it was made from: between processes, machines and threads."""

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is pickled: as it is, its reason not being told a second time."""
        return _as_it_was, (type(self), self.args), self.__dict__


def _as_it_was(kind: type[TravellingError], told: tuple[Any, ...]) -> TravellingError:
    """An error of a kind from what it told."""
    return kind.__new__(kind, *told)


class TesselaError(TravellingError, ValueError):
    """Every error that Tessela raises about its input: one line that can be printed, whatever the input was."""

    def __init__(self, reason: str):
        super().__init__(cut(reason.encode("unicode_escape").decode() if not reason.isprintable() else reason, MOST_TOLD))


class OptionError(TesselaError):
    """An unknown game or option, or a value it cannot have."""


class MoveError(TesselaError):
    """Something is wrong with a move."""


class MoveSyntaxError(MoveError):
    """A text that is no move in the notation."""


class IllegalMoveError(MoveError):
    """A move that is not legal in this position; `legal` lists those that are.

    >>> from tessela import Game
    >>> try:
    ...     events = Game("azul", seed=7).play("9B>1")
    ... except IllegalMoveError as error:
    ...     print(error.move, len(error.legal))
    9B>1 78
    """

    def __init__(self, move: str, reason: str, legal: Sequence[str]):
        self.move = move
        self.legal = list(legal)
        super().__init__(f"{quoted(str(move))} is not legal: {reason}" + (f"; legal: {shortened(legal)}" if legal else ""))


class PositionError(TesselaError):
    """A position that cannot be."""


class RecordError(TesselaError):
    """A record that cannot be read or does not replay; `ply` counts moves from 1, 0 is the set-up."""

    def __init__(self, reason: str, ply: int | None = None):
        self.ply = ply
        self.reason = cut(reason, MOST_TOLD)
        super().__init__(reason if ply is None else f"ply {ply}: {reason}")


def quoted(value: object) -> str:
    """A value for a message, cut when it is long."""
    try:
        return cut(repr(value), MOST_QUOTED)
    except (RecursionError, ValueError):  # too deep, or a number of too many digits
        return f"such a {type(value).__name__}"


def cut(text: str, most: int) -> str:
    """The beginning of a text that is longer than it may be."""
    return text if len(text) <= most else f"{text[:most]}... ({len(text)} letters)"


def shortened(items: Iterable[str], most: int = 40) -> str:
    """A list for a message, cut when it is long."""
    items = list(items)
    tail = f", ... ({len(items)} in all)" if len(items) > most else ""
    return ", ".join(items[:most]) + tail
