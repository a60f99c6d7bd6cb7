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


class TesselaError(ValueError):
    """Every error that Tessela raises about its input."""


class OptionError(TesselaError):
    """An unknown game or option, or a value it cannot have."""


class MoveError(TesselaError):
    """Something is wrong with a move."""


class MoveSyntaxError(MoveError):
    """A text that is no move in the notation."""


class IllegalMoveError(MoveError):
    """A move that is not legal in this position; `legal` lists those that are."""

    def __init__(self, move: str, reason: str, legal: Sequence[str]):
        self.move = move
        self.legal = list(legal)
        super().__init__(f"{str(move)!r} is not legal: {reason}" + (f"; legal: {shortened(legal)}" if legal else ""))


class PositionError(TesselaError):
    """A position that cannot be."""


class RecordError(TesselaError):
    """A record that cannot be read or does not replay; `ply` counts moves from 1, 0 is the set-up."""

    def __init__(self, reason: str, ply: int | None = None):
        self.ply = ply
        self.reason = reason
        super().__init__(reason if ply is None else f"ply {ply}: {reason}")


def shortened(items: Iterable[str], most: int = 40) -> str:
    """A list for a message, cut when it is long."""
    items = list(items)
    tail = f", ... ({len(items)} in all)" if len(items) > most else ""
    return ", ".join(items[:most]) + tail
