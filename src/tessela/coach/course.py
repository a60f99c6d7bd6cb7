"""A finished game step by step: who moved, what chance showed after it, and how the game ended."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tessela.bots.search.searcher import leads
from tessela.coach.errors import CoachError
from tessela.coach.forms import Expected, Happening
from tessela.game import Event, Game
from tessela.game.events import GameEnded, Refilled
from tessela.game.record import given_up, replay, verify


@dataclass(frozen=True, slots=True)
class Ply:
    """A move of a game: in which round who made it, what chance showed after it (nothing: `None`), and the scores then."""

    number: int
    round: int
    seat: int
    move: str
    chance: Happening | None
    round_after: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """All moves of a game and its result. `from_position`: it did not begin with an even start."""

    game: str
    players: int
    seats: tuple[str, ...]
    plies: tuple[Ply, ...]
    scores: tuple[int, ...]  # at the beginning
    rounds: int
    result: Expected
    gone: int | None  # the seat that gave the game up, or had no time left
    from_position: bool


def course_of(record: Mapping[str, Any]) -> Course:
    """The course of a finished game; a record that does not verify is refused, and so is one of an unfinished game."""
    final, end = verify(record), given_up(record)
    if not final.is_over and end is None:
        raise CoachError("the game is not finished: a review is of finished games (tessela analyse looks at one position)")
    if not record["moves"]:
        raise CoachError("nobody has moved in this game: there is nothing to review")
    game = replay(record, 0)
    scores = game.scores
    gone = None if end is None else int(end["seat"])
    plies = tuple(_played(game, number, str(move)) for number, move in enumerate(record["moves"], start=1))
    rounds = max(ply.round for ply in plies)
    return Course(
        game.name, game.players, tuple(game.seats), plies, scores, rounds, _result(final, gone), gone, "position" in record
    )


def _played(game: Game, number: int, move: str) -> Ply:
    round_before, seat = game.round, game.turn
    return Ply(number, round_before, seat, move, _shown(game.play(move)), game.round, game.scores)


def _shown(events: Iterable[Event]) -> Happening | None:
    """What chance has shown: a new deal, or something that lay face down."""
    shown = [event for event in events if event.reveals and not isinstance(event, GameEnded)]
    if any(isinstance(event, Refilled) for event in shown):
        return "deal"
    return "reveal" if shown else None


def _result(final: Game, gone: int | None) -> Expected:
    """Who has won, and the leads: those at the end, or where somebody gave up, those they had."""
    outcome = final.outcome
    winners = outcome.winners if outcome else tuple(seat for seat in range(final.players) if seat != gone)
    chance = tuple(1.0 / len(winners) if seat in winners else 0.0 for seat in range(final.players))
    return Expected(chance, tuple(leads(np.array(final.scores, float)).tolist()))
