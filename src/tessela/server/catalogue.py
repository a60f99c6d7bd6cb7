"""What can be played: the options of every game and the bots."""

from collections.abc import Sequence

from tessela.bots.levels import LEVELS, RATINGS
from tessela.game.registry import RULESETS
from tessela.server.messages.tables import Catalogue, LevelInfo, ProgramInfo


def catalogue(programs: Sequence[ProgramInfo] = ()) -> Catalogue:
    """Everything that a new table may be made of."""
    levels = [
        LevelInfo(level.name, level.name.capitalize(), level.character, {g: found[level.name] for g, found in RATINGS.items()})
        for level in LEVELS
    ]
    return Catalogue({name: ruleset.choices() for name, ruleset in RULESETS.items()}, levels, list(programs))
