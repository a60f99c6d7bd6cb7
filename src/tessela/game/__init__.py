"""The games as objects: moves, events, positions, views and records on top of the compiled rules."""

from tessela.game.errors import (
    IllegalMoveError,
    MoveError,
    MoveSyntaxError,
    OptionError,
    PositionError,
    RecordError,
    TesselaError,
)
from tessela.game.events import Event
from tessela.game.game import Game
from tessela.game.move import Move
from tessela.game.reason import Reason
from tessela.game.ruleset import Outcome

__all__ = [
    "Event",
    "Game",
    "IllegalMoveError",
    "Move",
    "MoveError",
    "MoveSyntaxError",
    "OptionError",
    "Outcome",
    "PositionError",
    "Reason",
    "RecordError",
    "TesselaError",
]
