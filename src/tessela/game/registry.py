"""The games there are."""

from tessela.game.azul.ruleset import Azul
from tessela.game.checks import check
from tessela.game.duel.ruleset import Duel
from tessela.game.errors import OptionError, quoted, shortened
from tessela.game.ruleset import Ruleset

RULESETS: dict[str, Ruleset] = {}


def add_ruleset(ruleset: Ruleset) -> None:
    """Make a game known by its name."""
    RULESETS[ruleset.name] = ruleset


for row in (Azul(), Duel()):
    add_ruleset(row)


def ruleset_of(name: object) -> Ruleset:
    """The game of this name."""
    if not isinstance(name, str) or name not in RULESETS:
        raise OptionError(f"there is no game {quoted(name)}; games are {shortened(RULESETS)}")
    return RULESETS[name]


def ruleset_titled(text: str) -> Ruleset:
    """The game with whose title a diagram begins; Azul Duel also begins with Azul."""
    found = [ruleset for ruleset in RULESETS.values() if text.startswith(ruleset.title)]
    check(found, f"a diagram begins with {' or '.join(ruleset.title for ruleset in RULESETS.values())}, not {quoted(text)}")
    return max(found, key=lambda ruleset: len(ruleset.title))
