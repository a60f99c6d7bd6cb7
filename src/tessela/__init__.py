"""Tessela: Azul and Azul Duel, exact and fast, for players, researchers and bots.

An independent implementation, not affiliated with the publisher of the games.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tessela.game import (
        Event,
        Game,
        IllegalMoveError,
        Move,
        MoveError,
        MoveSyntaxError,
        OptionError,
        Outcome,
        PositionError,
        Reason,
        RecordError,
        TesselaError,
    )

__version__ = "0.1.0"

__all__ = [
    "Event",
    "Game",
    "IllegalMoveError",
    "Move",
    "MoveError",
    "MoveSyntaxError",
    "OptionError",
    "Outcome",
    "PositionError",
    "Reason",
    "RecordError",
    "TesselaError",
    "__version__",
]

if not TYPE_CHECKING:  # a type checker that saw it would believe in any name

    def __getattr__(name: str) -> object:
        """Load the games only when they are used, so that `import tessela` and `tessela --help` are instant."""
        if name not in __all__:
            raise AttributeError(f"module 'tessela' has no attribute {name!r}")
        return getattr(import_module("tessela.game"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
