"""The chances of everybody all along a game.

A position is worth what its best move is worth; before chance shows something, what was drawn in its place is worth on the mean.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from tessela.coach.course import Course
from tessela.coach.forms import CurvePoint, Expected, Happening, Look

LEAST: Final = 1e-3  # a chance that was found to be less is taken for this where it is to grow


def curve_of(
    course: Course, settled: Sequence[Look], looks: Sequence[Look], drawn: Mapping[int, Expected]
) -> tuple[CurvePoint, ...]:
    """Before and after the first deal, after every move, and after what chance has shown then.

    `settled` judges each move, `looks` are those that draws can be held against, `drawn` the means of the draws, by ply.
    """
    worths, first = _worths(course, settled, looks), course.plies[0]
    curve = [_point(0, "start", None, first.round, worths[0], course.scores)]
    if not course.from_position:
        even = Expected((1.0 / course.players,) * course.players, (0.0,) * course.players)
        curve = [_point(0, "start", None, first.round, even, course.scores), replace(curve[0], kind="deal")]
    for ply, after, later in zip(course.plies, _after_moves(course, settled, worths, drawn), [*worths[1:], None], strict=True):
        curve.append(_point(ply.number, "move", ply.seat, ply.round, after, ply.scores))
        if ply.chance and later:
            curve.append(_point(ply.number, ply.chance, None, ply.round_after, later, ply.scores))
    if course.gone is not None:
        end = course.plies[-1]
        curve.append(_point(end.number, "gave_up", course.gone, end.round_after, course.result, end.scores))
    return tuple(curve)


def _point(ply: int, kind: Happening, seat: int | None, number: int, expected: Expected, scores: tuple[int, ...]) -> CurvePoint:
    return CurvePoint(ply, kind, seat, number, expected.chance, expected.lead, scores)


def _worths(course: Course, settled: Sequence[Look], looks: Sequence[Look]) -> list[Expected]:
    """What the position before each move is worth; with nothing to choose, and nothing shown by chance, what the next one is.

    After chance it is what a draw in its place would be, looked at in the same way.
    """
    worths = [course.result]
    for number in range(len(course.plies) - 1, -1, -1):
        ply, look = course.plies[number], settled[number]
        goes_on = look.kind == "forced" and ply.chance is None and (len(worths) > 1 or course.gone is None)
        by_chance = number == 0 or course.plies[number - 1].chance is not None
        worths.append(looks[number].worth if by_chance else worths[-1] if goes_on else look.with_best)
    return worths[:0:-1]


def _after_moves(
    course: Course, settled: Sequence[Look], worths: Sequence[Expected], drawn: Mapping[int, Expected]
) -> list[Expected]:
    """What everybody may expect after each move, before chance shows anything.

    Where draws tell another thing than the look before them, no move is to blame: the difference is spread evenly over all moves
    since chance last showed something.
    """
    last = settled[-1].with_played if course.gone is not None else course.result
    found, first = [*worths[1:], last], 0
    for i, ply in enumerate(course.plies[:-1]):
        if ply.chance is None:
            continue
        found[i] = seen = settled[i].with_played
        if ply.number in drawn:
            for j in range(first, i):
                found[j] = _towards(found[j], seen, drawn[ply.number], (j + 1 - first) / (i + 1 - first))
            found[i] = drawn[ply.number]
        first = i + 1
    return found


def _towards(expected: Expected, seen: Expected, drawn: Expected, share: float) -> Expected:
    """Expectations changed by a share of what draws change at those that were seen: chances by a factor, leads by a sum."""
    factors = [(max(LEAST, to) / max(LEAST, of)) ** share for of, to in zip(seen.chance, drawn.chance, strict=True)]
    grown = [chance * factor for chance, factor in zip(expected.chance, factors, strict=True)]
    leads = zip(expected.lead, seen.lead, drawn.lead, strict=True)
    return Expected(tuple(one / sum(grown) for one in grown), tuple(lead + share * (to - of) for lead, of, to in leads))
