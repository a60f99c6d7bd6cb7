"""Luck and skill: what deals and reveals have changed, and what the moves of each seat have; together they are the result."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from tessela.coach.course import Course
from tessela.coach.forms import CurvePoint, Expected, Happening, Luck, LuckStep

BY_CHANCE: Final[tuple[Happening, ...]] = ("deal", "reveal")
BEFORE_A_DEAL: Final = 0.11  # how far the worth before a deal is off, by `python -m bench.coach redeal`


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
    """The same from the curve of a review and the error of its searches; a step is the difference of two neighbours."""
    steps = tuple(_step(before, after) for before, after in pairwise(curve))
    players = range(course.players)
    deals = sum(step.kind == "deal" and step.ply > 0 for step in steps)  # the start is known
    return Luck(
        start=_expected(curve[0]),
        result=_expected(curve[-1]),
        steps=steps,
        luck=_sum((step for step in steps if step.kind in BY_CHANCE), course.players),
        slips=tuple(_sum((step for step in steps if step.seat == seat), course.players) for seat in players),
        error=(error**2 + deals * BEFORE_A_DEAL**2) ** 0.5,
    )


def _expected(point: CurvePoint) -> Expected:
    return Expected(point.chance, point.lead)


def _step(before: CurvePoint, after: CurvePoint) -> LuckStep:
    change = _expected(after) - _expected(before)
    return LuckStep(after.ply, after.kind, after.round, after.seat, change.chance, change.lead)


def _sum(steps: Iterable[LuckStep], players: int) -> Expected:
    return sum((Expected(step.chance, step.lead) for step in steps), Expected.nothing(players))
