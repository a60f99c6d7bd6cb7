"""The games there are."""

from tessela.game.azul.ruleset import Azul
from tessela.game.duel.ruleset import Duel
from tessela.game.errors import OptionError, quoted, shortened
from tessela.game.ruleset import Ruleset

RULESETS: dict[str, Ruleset] = {ruleset.name: ruleset for ruleset in (Azul(), Duel())}


def ruleset_of(name: object) -> Ruleset:
    """The game of this name."""
    if not isinstance(name, str) or name not in RULESETS:
        raise OptionError(f"there is no game {quoted(name)}; games are {shortened(RULESETS)}")
    return RULESETS[name]
