"""A whole game looked back at: what every move gave away, and where the game turned."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from tessela.bots.analysis.study import Study
from tessela.bots.analysis.twins import same_move
from tessela.bots.bot import Budget
from tessela.game import Game, Move
from tessela.game.record import positions
from tessela.game.ruleset import Json

TURNING_POINTS: Final = 3
DEFAULT: Final = Budget(simulations=2000)
FEW: Final = 40  # visits of a move, below which its chance is looked into by itself


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A move of a game: its rank among the legal ones, its chance to win and that of the best move, and what it gave away.

    `rank` is `None` if the search never tried it, `lost` if its chance could not be told.
    """

    ply: int  # counted from 1, as in records
    round: int
    seat: int
    move: Move
    moves: int
    rank: int | None
    value: float | None
    best: Move
    best_value: float | None
    lost: float | None

    def to_json(self) -> Json:
        """The move as a JSON object."""
        return {
            "ply": self.ply,
            "round": self.round,
            "seat": self.seat,
            "move": str(self.move),
            "moves": self.moves,
            "rank": self.rank,
            "value": _rounded(self.value),
            "best": str(self.best),
            "best_value": _rounded(self.best_value),
            "lost": _rounded(self.lost),
        }


@dataclass(frozen=True, slots=True)
class Review:
    """Every decision of a game, and the plies of those that gave most away, the worst first."""

    moves: tuple[Reviewed, ...]
    turning_points: tuple[int, ...]

    def to_json(self) -> Json:
        """The review as a JSON object."""
        return {"moves": [move.to_json() for move in self.moves], "turning_points": list(self.turning_points)}


def review(record: Json, budget: Budget = DEFAULT, seed: int = 0, seat: int | None = None) -> Review:
    """Look back at a game, or at the moves of one seat."""
    return concluded(list(review_stream(record, budget, seed, seat)))


def review_stream(
    record: Json, budget: Budget = DEFAULT, seed: int = 0, seat: int | None = None, plies: Container[int] | None = None
) -> Iterator[Reviewed]:
    """The moves of a game one by one, or some of them, each judged by what the one who made it knew."""
    moves = list(record["moves"])
    for ply, game in enumerate(positions(record), start=1):
        if ply <= len(moves) and seat in (None, game.to_move) and (plies is None or ply in plies):
            yield _reviewed(game, ply, Move.parse(moves[ply - 1]), budget, seed)


def concluded(moves: list[Reviewed]) -> Review:
    """The review of these moves, with its turning points."""
    return Review(tuple(moves), tuple(turning_points((move.ply, move.lost) for move in moves)))


def turning_points(lost: Iterable[tuple[int, float | None]]) -> list[int]:
    """The plies of the moves that gave most away, the worst first, from what each move gave away."""
    swings = sorted(((ply, loss) for ply, loss in lost if loss), key=lambda swing: -swing[1])
    return [ply for ply, _ in swings[:TURNING_POINTS]]


def _reviewed(game: Game, ply: int, move: Move, budget: Budget, seed: int) -> Reviewed:
    seat = game.to_move
    assert seat is not None
    study = Study(game.view(seat), seed, budget)
    study.think(budget)
    ranked = study.ranked()
    best, twin = ranked[0], same_move(study.game, move, [weighed.move for weighed in ranked])
    rank = next((i for i, weighed in enumerate(ranked, start=1) if weighed.move == twin), None)
    tried = ranked[rank - 1] if rank else None
    value = tried.value if tried else None
    if tried is None or (study.kind == "search" and tried.visits < FEW):
        value = value_after(study, move, budget) or value
    lost = None if value is None or best.value is None else max(0.0, best.value - value) if rank != 1 else 0.0
    return Reviewed(ply, game.round, seat, move, study.moves, rank, value, best.move, best.value, lost)


def value_after(study: Study, move: Move, budget: Budget) -> float | None:
    """The chance of a move that the search left out or hardly tried, by thinking on after it; not told with more players."""
    later, seat = study.game.copy(), study.game.to_move
    later.play(move)
    if later.outcome:
        return 1.0 / len(later.outcome.winners) if seat in later.outcome.winners else 0.0
    if later.round != study.game.round or (later.players > 2 and later.to_move != seat):
        return None
    after = Study(later.view(later.to_move), study.seed, budget)
    after.think(budget)
    value = after.ranked()[0].value
    return value if value is None or later.to_move == seat else 1.0 - value


def _rounded(number: float | None) -> Any:
    return None if number is None else round(number, 4)
