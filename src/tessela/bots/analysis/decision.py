"""A decision carried out by the rules, and nothing that follows from it: what its reasons are found in."""

from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from tessela.game import Event, Game
from tessela.game.fields import Arrays, Fields
from tessela.game.ruleset import States
from tessela.rules import kernels

E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat decides: the game and the move, the states before and after it, each also as fields, and its events."""

    game: Game
    move: str
    seat: int
    players: int
    before: States
    after: States
    was: Arrays
    now: Arrays
    events: list[Event]

    @classmethod
    def of(cls, game: Game, move: str) -> "Decision":
        """The decision that a legal move is."""
        action, before = game.action_of(move), game.states()
        after = decided(before, action)
        events = game.ruleset.decision_events(Fields(before), action, Fields(after))
        return cls(game, move, game.turn, game.players, before, after, Arrays(before), Arrays(after), events)

    def first(self, kind: type[E]) -> E | None:
        """The first event of a kind."""
        return next((event for event in self.events if isinstance(event, kind)), None)

    def others(self) -> list[int]:
        """The other seats in turn order."""
        return [(self.seat + i) % self.players for i in range(1, self.players)]


def decided(states: States, action: int) -> States:
    """The states after a legal decision."""
    later = states.copy()
    kernels.decide_in(later, 0, action)
    return later


def in_turn(states: States, seat: int, phase: int) -> States:
    """The states as they would be if a seat were to decide in a phase."""
    turn = states.copy()
    turn.to_move[0], turn.phase[0] = seat, phase
    return turn


def legal_in(states: States) -> list[int]:
    """The numbers of the legal decisions."""
    moves = np.zeros(kernels.MAX_MOVES, np.int16)
    actions: list[int] = moves[: kernels.list_moves_of(states, 0, moves)].tolist()
    return actions
