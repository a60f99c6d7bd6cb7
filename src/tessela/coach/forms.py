"""What the coach says, as JSON forms with a version: reviews, luck, puzzles, answers and hints (docs/coach.md).

Chances go from 0 to 1; a lead is the points at the end of the game ahead of the mean of the others. Lists are by seat. Plies
are counted from 1, as in records.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from tessela.bots.analysis.texts import Argument, Sign

VERSION: Final = 1

Judgement = Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]
Kind = Literal["search", "tiling", "forced"]
Happening = Literal["start", "deal", "reveal", "move", "end", "gave_up"]
Stage = Literal["glance", "look", "check", "proof"]
Work = Literal["glance", "look", "check", "proof", "draw"]
Strength = Literal["nudge", "idea", "move"]


class Told(msgspec.Struct, frozen=True):
    """Something said: a stable key with its parameters, for pages that translate, and its English text."""

    key: str
    params: Mapping[str, Any]
    text: str
    sign: Sign = "neutral"

    @classmethod
    def of(cls, reason: Argument) -> "Told":
        """A reason of an analysis."""
        return cls(reason.key, dict(reason.params), reason.text, reason.sign)


class Expected(msgspec.Struct, frozen=True):
    """What every seat may expect: its chance to win, and its lead at the end."""

    chance: tuple[float, ...]
    lead: tuple[float, ...]

    def __add__(self, other: "Expected") -> "Expected":
        return Expected(_each(self.chance, other.chance, 1), _each(self.lead, other.lead, 1))

    def __sub__(self, other: "Expected") -> "Expected":
        return Expected(_each(self.chance, other.chance, -1), _each(self.lead, other.lead, -1))

    @classmethod
    def nothing(cls, players: int) -> "Expected":
        """No change for anybody."""
        return cls((0.0,) * players, (0.0,) * players)


def _each(these: tuple[float, ...], those: tuple[float, ...], sign: int) -> tuple[float, ...]:
    return tuple(this + sign * that for this, that in zip(these, those, strict=True))


class CurvePoint(msgspec.Struct, frozen=True):
    """A point of the curve: how things stand after `ply` moves, and what has just happened.

    A move that chance follows has two points: after the move, and after what was dealt or shown.
    """

    ply: int
    kind: Happening
    seat: int | None
    round: int
    chance: tuple[float, ...]
    lead: tuple[float, ...]
    scores: tuple[int, ...]


class Better(msgspec.Struct, frozen=True):
    """A better move, the moves expected after it (itself first), and its reasons."""

    move: str
    line: tuple[str, ...]
    reasons: tuple[Told, ...]


class MoveJudgement(msgspec.Struct, frozen=True):
    """A move judged by what its player knew. `before` is with the best move, `after` with this one, before chance."""

    ply: int
    round: int
    seat: int
    move: str
    moves: int
    kind: Kind
    judgement: Judgement
    lost: float
    lost_lead: float
    before: Expected
    after: Expected
    reasons: tuple[Told, ...]
    better: Better | None
    simulations: int
    error: float
    looks: int


class Accuracy(msgspec.Struct, frozen=True):
    """How well a seat has played, from 0 to 100: in the whole game and by round, `None` where it had nothing to choose."""

    seat: int
    value: float | None
    rounds: tuple[float | None, ...]
    counts: dict[Judgement, int]
    lost: float


class LuckStep(msgspec.Struct, frozen=True):
    """What one step has changed for every seat: a deal or reveal, or a move of a seat."""

    ply: int
    kind: Happening
    round: int
    seat: int | None
    chance: tuple[float, ...]
    lead: tuple[float, ...]


class Luck(msgspec.Struct, frozen=True):
    """A result taken apart: start, plus luck, plus the slips of every seat, is the result, for every seat.

    `luck` is the sum of all deals and reveals; `slips[seat]` what the moves of a seat have changed for everybody.
    """

    start: Expected
    result: Expected
    steps: tuple[LuckStep, ...]
    luck: Expected
    slips: tuple[Expected, ...]
    error: float
    version: int = VERSION


class Review(msgspec.Struct, frozen=True):
    """A game looked back at; `done` of `of` pieces of work are done, and `final` says that nothing will change any more."""

    game: str
    seats: tuple[str, ...]
    final: bool
    done: int
    of: int
    curve: tuple[CurvePoint, ...]
    moves: tuple[MoveJudgement, ...]
    accuracy: tuple[Accuracy, ...]
    turning_points: tuple[int, ...]
    summary: tuple[tuple[Told, ...], ...]
    luck: Luck | None
    simulations: int
    version: int = VERSION


class Task(msgspec.Struct, frozen=True):
    """A piece of a review: to look at one ply, or to draw once more what chance has shown after it (`number` counts from 1)."""

    stage: Work
    ply: int
    number: int = 0


class Look(msgspec.Struct, frozen=True, tag="look"):
    """What looking at one ply has found: the best move, and what everybody may expect of it and of the move that was played.

    `worth` is what the position is worth by the move that the search holds to be the best, whichever was played.
    """

    stage: Stage
    ply: int
    kind: Kind
    moves: int
    best: str
    is_best: bool
    worth: Expected
    with_best: Expected
    with_played: Expected
    line: tuple[str, ...]
    reasons: tuple[Told, ...]
    better_reasons: tuple[Told, ...]
    simulations: int
    error: float


class Drawn(msgspec.Struct, frozen=True, tag="drawn"):
    """What everybody may expect after another draw of what chance has shown after a ply."""

    ply: int
    number: int
    worth: Expected


Found = Look | Drawn


class Puzzle(msgspec.Struct, frozen=True):
    """A position with one clearly best move. `position` is on one line (docs/state.md), as its seat knows it."""

    id: str
    game: str
    position: str
    seat: int
    solution: tuple[str, ...]
    accepted: tuple[str, ...]
    themes: tuple[str, ...]
    rating: int
    best: float
    second: float
    second_move: str
    margin: float
    version: int = VERSION


class Answer(msgspec.Struct, frozen=True):
    """How good a try is. `reply` are the moves expected after it."""

    move: str
    right: bool
    judgement: Judgement
    lost: float
    chance: float
    best_chance: float
    reasons: tuple[Told, ...]
    reply: tuple[str, ...]
    version: int = VERSION


class Hint(msgspec.Struct, frozen=True):
    """Help of one strength; `move` only where the strength is the move."""

    strength: Strength
    told: Told
    move: str | None
    version: int = VERSION
