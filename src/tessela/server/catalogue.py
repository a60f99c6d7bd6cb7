"""What can be played: the options of every game and the bots."""

from tessela.bots.levels import LEVELS, RATINGS
from tessela.game.azul.position import WALLS
from tessela.game.duel.options import DEFAULT_TABLETS
from tessela.rules.duel.components import TABLETS
from tessela.server.messages import Catalogue, Level


def catalogue() -> Catalogue:
    """Everything that a new table may be made of. Of the two sides of a tablet only one can be in play, of tablets 3 or 4."""
    azul = {"players": [2, 3, 4], "wall": list(WALLS), "jokers": [False, True]}
    duel = {
        "players": [2],
        "tablets": [list(sides) for sides in TABLETS],
        "default_tablets": list(DEFAULT_TABLETS),
        "number": [3, 4],
    }
    levels = [
        Level(level.name, level.name.capitalize(), level.character, {g: found[level.name] for g, found in RATINGS.items()})
        for level in LEVELS
    ]
    return Catalogue({"azul": azul, "duel": duel}, levels)
