"""What the terminal shows of each game: one row a game, the module that draws its table.

Nothing is imported before it is drawn: completion reads the names while a key is waiting.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tessela.cli.table import Scene
    from tessela.game.ruleset import Json

TABLES = {"azul": "tessela.cli.azul_table", "duel": "tessela.cli.duel_table"}


class TableModule(Protocol):
    """What such a module has."""

    VERBS: dict[str, str]  # moves that are a verb, and perhaps an object, in words

    def blocks(self, scene: "Scene") -> "list[list[RenderableType]]":
        """The table as rows of blocks."""
        ...

    def tasks(self, pending: "Json") -> dict[str, str]:
        """What the player to move has to do, by phase; `pending` is what the view says of a decision that is half made."""
        ...


def table_module(game: str) -> TableModule:
    """The module that draws the table of a game."""
    if game not in TABLES:
        from tessela.game import OptionError

        raise OptionError(f"there is no table of {game} at the terminal; games are {', '.join(TABLES)}")
    return cast(TableModule, import_module(TABLES[game]))
