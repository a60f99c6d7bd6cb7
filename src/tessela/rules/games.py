"""The games there are, one row each, and how a kernel finds the game that a state belongs to."""

from collections.abc import Callable, Mapping
from typing import Any

from tessela.compiled import Array, ByGame, for_records
from tessela.rules.azul.row import AZUL
from tessela.rules.duel.row import DUEL
from tessela.rules.rules import Rules

GAMES: dict[str, Rules] = {}
STATES = ByGame({})  # of whichever game, as entry points take them


def add_game(game: Rules) -> None:
    """Make a game known to the kernels."""
    GAMES[game.name] = game
    STATES.kinds[game.name] = Array(game.state, None)


for row in (AZUL, DUEL):
    add_game(row)


def for_games(rows: Mapping[str, Any], name: str) -> Callable[..., Any]:
    """One function that means the kernel `name` in the row of the game whose state its first argument is."""
    return for_records(lambda: {GAMES[game].state: getattr(row, name) for game, row in rows.items()}, name)
