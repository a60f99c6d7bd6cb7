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
    "best_move",
]


def best_move(game: "Game", *, seconds: float = 1, bot: str = "search", seed: int = 0) -> "Move":
    """The move that a bot plays for the seat to move, from what that seat may know.

    >>> from tessela import Game
    >>> game = Game("azul", seed=7)
    >>> best_move(game, seconds=0.1) in game.legal_moves()
    True
    """
    from tessela.bots.bot import Budget
    from tessela.bots.registry import make_bot

    return make_bot(bot, seed=seed).choose(game.view(game.turn), Budget(seconds=seconds)).move


if not TYPE_CHECKING:  # a type checker that saw it would believe in any name

    def __getattr__(name: str) -> object:
        """Load the games only when they are used, so that `import tessela` and `tessela --help` are instant."""
        if name not in __all__:
            raise AttributeError(f"module 'tessela' has no attribute {name!r}")
        return getattr(import_module("tessela.game"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
