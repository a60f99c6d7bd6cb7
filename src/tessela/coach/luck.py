"""Luck and skill: what deals and reveals have changed, and what the moves of each seat have; together they are the result.

A deal is worth as much as it is better than others in its place: some are drawn, and looked at as the real one is.
"""

import statistics
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from tessela.coach.course import Course
from tessela.coach.forms import CurvePoint, Drawn, Expected, Happening, Look, Luck, LuckStep, Task

BY_CHANCE: Final[tuple[Happening, ...]] = ("deal", "reveal")
DRAWS: Final[dict[Happening, int]] = {"deal": 16, "reveal": 4}  # in place of one; a reveal changes little


def luck(record: Mapping[str, Any]) -> Luck:
    """The luck of every seat in a finished game, and what the moves of each have given away.

    >>> from tessela import Game, best_move
    >>> game = Game("azul", seed=8)
    >>> while not game.is_over:
    ...     events = game.play(best_move(game, bot="greedy"))
    >>> found = luck(game.record())
    >>> given = sum(slips.chance[0] for slips in found.slips)
    >>> round(found.start.chance[0] + found.luck.chance[0] + given - found.result.chance[0], 9)
    0.0
    """
    from tessela.coach.review import review

    found = review(record).luck
    assert found is not None
    return found


def luck_in(course: Course, curve: Sequence[CurvePoint], error: float) -> Luck:
    """The same from the curve of a review and the error of its luck; a step is the difference of two neighbours."""
    steps = tuple(_step(before, after) for before, after in pairwise(curve))
    players = range(course.players)
    return Luck(
        start=_expected(curve[0]),
        result=_expected(curve[-1]),
        steps=steps,
        luck=_sum((step for step in steps if step.kind in BY_CHANCE), course.players),
        slips=tuple(_sum((step for step in steps if step.seat == seat), course.players) for seat in players),
        error=error,
    )


class Draws:
    """What chance might have shown in a game: what is to be drawn, what was, and what that says."""

    def __init__(self, course: Course):
        shown = [ply for ply in course.plies[:-1] if ply.chance]  # what comes after the last move is nobody's luck any more
        self._wanted = {ply.number: DRAWS[ply.chance] for ply in shown if ply.chance}
        self._found: dict[int, dict[int, Expected]] = {ply: {} for ply in self._wanted}
        self._begins_even = not course.from_position

    def add(self, drawn: Drawn) -> None:
        """Take a draw."""
        self._found[drawn.ply][drawn.number] = drawn.worth

    @property
    def done(self) -> int:
        """How many were drawn."""
        return sum(map(len, self._found.values()))

    @property
    def of(self) -> int:
        """How many are to be drawn in all."""
        return sum(self._wanted.values())

    def left(self) -> list[Task]:
        """What is still to be drawn."""
        return [
            Task("draw", ply, number)
            for ply, wanted in self._wanted.items()
            for number in range(1, wanted + 1)
            if number not in self._found[ply]
        ]

    def means(self) -> dict[int, Expected]:
        """What was to be expected before chance showed something, by the ply before it, where all is drawn."""
        return {ply: _mean(self._drawn(ply)) for ply, wanted in self._wanted.items() if len(self._found[ply]) == wanted}

    def _drawn(self, ply: int) -> list[Expected]:
        """In the order of their numbers, so that sums do not depend on which came first."""
        return [self._found[ply][number] for number in sorted(self._found[ply])]

    def error(self, looks: Sequence[Look]) -> float:
        """The standard error of all luck together: what was drawn is few of many, and searches are short."""
        of_draws = sum(_spread(self._drawn(ply)) / wanted for ply, wanted in self._wanted.items())
        after = [*([1] if self._begins_even else []), *(ply + 1 for ply in self._wanted)]
        return float((of_draws + sum(looks[ply - 1].error ** 2 for ply in after)) ** 0.5)


def _mean(found: Sequence[Expected]) -> Expected:
    chances, leads = zip(*((one.chance, one.lead) for one in found), strict=True)
    return Expected(_means(chances), _means(leads))


def _means(rows: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple(map(statistics.fmean, zip(*rows, strict=True)))


def _spread(found: Sequence[Expected]) -> float:
    """The variance of the chances of the seat for which they differ most."""
    return max(statistics.variance(chances) for chances in zip(*(one.chance for one in found), strict=True))


def _expected(point: CurvePoint) -> Expected:
    return Expected(point.chance, point.lead)


def _step(before: CurvePoint, after: CurvePoint) -> LuckStep:
    change = _expected(after) - _expected(before)
    return LuckStep(after.ply, after.kind, after.round, after.seat, change.chance, change.lead)


def _sum(steps: Iterable[LuckStep], players: int) -> Expected:
    return sum((Expected(step.chance, step.lead) for step in steps), Expected.nothing(players))
