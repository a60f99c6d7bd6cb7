"""Why this move: what a decision does, in reasons that are true by the rules and known to the one who decides."""

from tessela.bots.analysis import azul_reasons, duel_reasons
from tessela.bots.analysis.texts import Reason
from tessela.game import Game, Move
from tessela.game.events import RoundEnded
from tessela.game.ruleset import Json


def why(game: Game | Json, move: str) -> list[Reason]:
    """The reasons for and against a legal move, the most telling first; from what the seat to move knows, or from its view."""
    view = game.view(game.to_move) if isinstance(game, Game) else game
    return reasons_in(Game.from_view(view), move)


def reasons_in(game: Game, move: str) -> list[Reason]:
    """The same for a game in which what is hidden was drawn."""
    move = Move.parse(move)
    seat = game.to_move
    before, later = game.view(seat), game.copy()
    events = later.play(move)
    round_over = any(isinstance(event, RoundEnded) for event in events)
    after = None if round_over else later.view(seat)
    if game.name == "azul":
        return azul_reasons.reasons(before, events, after)
    return duel_reasons.reasons(before, move, events, after)
