"""How moves are called, how accurate play is, and where a game turned. The only place where the thresholds stand."""

from collections.abc import Iterable, Sequence
from typing import Final

from tessela.coach.forms import Accuracy, Judgement, MoveJudgement

# Of the chance to win that a move gives away, from 0 to 1: what it is called from there on
GOOD: Final = 0.01
INACCURACY: Final = 0.05
MISTAKE: Final = 0.10
BLUNDER: Final = 0.20

HALF: Final = 0.15  # a move that gives away so much has half the accuracy of the best one
LEAST_OPEN: Final = 0.02  # what a move counts for at least, of one in an even game
TURNING_POINTS: Final = 3
JUDGEMENTS: Final[tuple[Judgement, ...]] = ("best", "good", "inaccuracy", "mistake", "blunder")


def judgement_of(lost: float) -> Judgement:
    """What a move is called that gives away so much.

    >>> [judgement_of(lost) for lost in (0.0, 0.03, 0.05, 0.1, 0.2)]
    ['best', 'good', 'inaccuracy', 'mistake', 'blunder']
    """
    for name, threshold in (("blunder", BLUNDER), ("mistake", MISTAKE), ("inaccuracy", INACCURACY), ("good", GOOD)):
        if lost >= threshold:
            return name  # type: ignore[return-value]
    return "best"


def accuracy_of(lost: float) -> float:
    """The accuracy of one move, from 0 to 100: halved for every 15 of 100 given away.

    >>> [round(accuracy_of(lost)) for lost in (0.0, 0.05, 0.15, 0.3)]
    [100, 79, 50, 25]
    """
    return float(100.0 * 0.5 ** (max(0.0, lost) / HALF))


def openness(chance: float, players: int) -> float:
    """How open a game still is for somebody, from 0 to 1: 1 at an even chance, little once it is won or lost.

    >>> [round(openness(chance, 2), 2) for chance in (0.5, 0.9, 0.02)]
    [1.0, 0.36, 0.08]
    """
    even = 1.0 / players
    return max(LEAST_OPEN, min(1.0, chance * (1.0 - chance) / (even * (1.0 - even))))


def accuracy(seat: int, moves: Iterable[MoveJudgement], rounds: int) -> Accuracy:
    """How accurately a seat has played: the mean over its moves that were not forced, each counted by how open the game was."""
    own = [move for move in moves if move.seat == seat and move.judgement != "forced"]
    by_round = tuple(_mean(seat, [move for move in own if move.round == number]) for number in range(1, rounds + 1))
    counts = {name: sum(move.judgement == name for move in own) for name in JUDGEMENTS}
    return Accuracy(seat, _mean(seat, own), by_round, counts, sum(move.lost for move in own))


def _mean(seat: int, moves: Sequence[MoveJudgement]) -> float | None:
    weights = [openness(move.before.chance[seat], len(move.before.chance)) for move in moves]
    weighted = sum(weight * accuracy_of(move.lost) for weight, move in zip(weights, moves, strict=True))
    return weighted / sum(weights) if moves else None


def turning_points(moves: Iterable[MoveJudgement]) -> tuple[int, ...]:
    """The plies of the moves that gave most away, the worst first; an inaccuracy at least."""
    turns = sorted((move for move in moves if move.lost >= INACCURACY), key=lambda move: (-move.lost, move.ply))
    return tuple(move.ply for move in turns[:TURNING_POINTS])
