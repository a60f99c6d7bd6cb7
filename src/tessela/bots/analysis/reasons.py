"""Why this move: what a decision does, in reasons that are true by the rules and known to the one who decides."""

from tessela.bots.analysis.decision import Decision
from tessela.bots.analysis.texts import Argument
from tessela.bots.games import KNOWN
from tessela.game import Game, OptionError
from tessela.game.ruleset import Json


def why(game: Game | Json, move: str) -> list[Argument]:
    """The reasons for and against a legal move, the most telling first; from what the seat to move knows, or from its view.

    >>> why(Game("azul", seed=7), "4W>3")[0].text
    'completes line 3 for 1 point'
    """
    view = game.view(game.to_move) if isinstance(game, Game) else game
    return reasons_in(Game.from_view(view), move)


def reasons_in(game: Game, move: str) -> list[Argument]:
    """The same for a game in which what is hidden was drawn."""
    explained = {name: row for name, row in KNOWN.items() if row.reasons_in}
    if game.name not in explained:
        raise OptionError(f"there are no reasons for moves of {game.name!r}; there are for those of {', '.join(explained)}")
    return reasons_of(Decision.of(game, move))


def reasons_of(decision: Decision) -> list[Argument]:
    """The same for a decision that was carried out, of a game that has reasons."""
    found: list[Argument] = KNOWN[decision.game.name].reasons.reasons(decision)
    return found
