"""A game is one row a layer (docs/architecture.md): no layer has forgotten one."""

from collections.abc import Iterable

import pytest

from tessela.bots.games import KNOWN
from tessela.bots.registry import opponents
from tessela.cli.bench import PLAYOUTS
from tessela.cli.games import TABLES
from tessela.compiled.sources import games
from tessela.envs.games import ROWS as ENVIRONMENTS
from tessela.game.registry import RULESETS
from tessela.rules.games import GAMES, STATES
from tessela.server.catalogue import catalogue
from tessela.server.views import VIEWS
from tessela.train.variants import VARIANTS

ROWS: dict[str, Iterable[str]] = {
    "folders of rules": games(),
    "rules": GAMES,
    "states": STATES.kinds,
    "bots": KNOWN,
    "views": VIEWS,
    "catalogue": catalogue().games,
    "terminal": TABLES,
    "playouts": PLAYOUTS,
    "training": VARIANTS,
    "environments": ENVIRONMENTS,
}


@pytest.mark.parametrize("layer", ROWS)
def test_every_layer_has_a_row_for_every_game(layer: str) -> None:
    assert list(ROWS[layer]) == list(RULESETS)


@pytest.mark.parametrize("game", RULESETS)
def test_bots_of_every_level_play_every_game(game: str) -> None:
    assert len(opponents(game)) == len(catalogue().levels)
