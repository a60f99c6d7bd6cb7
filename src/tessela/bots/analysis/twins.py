"""Moves that are the same: takes of the same tiles from factories that hold the same."""

from collections.abc import Sequence

from tessela.bots.analysis.decision import Decision
from tessela.game import Game, Move
from tessela.game.events import Taken


def same_move(game: Game, move: Move, known: Sequence[Move]) -> Move:
    """The one of these moves that is the same take from a factory with the same tiles, else the move itself."""
    if move in known or not move[0].isdigit():
        return move
    twins = (twin for twin in known if twin[0].isdigit() and twin[1:] == move[1:])
    return next((twin for twin in twins if _tiles_there(game, twin) == _tiles_there(game, move)), move)


def _tiles_there(game: Game, move: Move) -> tuple[str, str] | None:
    """The tiles of the factory from which a move takes: those taken, and the rest."""
    taken = Decision.of(game, move).first(Taken)
    return (taken.tiles, taken.rest) if taken else None
