"""Tessela: Azul and Azul Duel, exact and fast, for players, researchers and bots.

An independent implementation, not affiliated with the publisher of the games.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tessela.game import *  # noqa: F403

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Load the games only when they are used, so that `import tessela` and `tessela --help` are instant."""
    game = import_module("tessela.game")
    if name in game.__all__:
        return getattr(game, name)
    raise AttributeError(f"module 'tessela' has no attribute {name!r}")


def __dir__() -> list[str]:
    return ["__version__", *import_module("tessela.game").__all__]
