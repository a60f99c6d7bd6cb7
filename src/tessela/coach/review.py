"""A whole game looked back at: the chances of everybody all along, and every move judged.

A position is worth what its best move is worth, as weighed in a search of its own. What a move gives away is the difference of
two such searches, of the best move and of the one that was played.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from tessela.coach import looks as seeing
from tessela.coach.course import Course, Ply, course_of
from tessela.coach.forms import Better, CurvePoint, Expected, Happening, Judgement, Look, MoveJudgement, Review, Stage, Task
from tessela.coach.judging import MISTAKE, accuracy, judgement_of, turning_points
from tessela.coach.luck import luck_in
from tessela.coach.summary import summary

AT_ONCE: Final = 6  # looks between two reviews of a stream
STAGES: Final[tuple[Stage, Stage]] = ("glance", "look")


def review(record: Mapping[str, Any]) -> Review:
    """Look back at a finished game. The same record gives the same review.

    >>> from tessela import Game, best_move
    >>> game = Game("azul", seed=7)
    >>> while not game.is_over:
    ...     events = game.play(best_move(game, bot="greedy"))
    >>> found = review(game.record())
    >>> len(found.moves) == len(game.moves), found.final
    (True, True)
    """
    *_, last = review_stream(record)
    return last


def review_stream(record: Mapping[str, Any]) -> Iterator[Review]:
    """The same, growing: first the curve by a glance at every move, then the moves judged, the last review being final."""
    reviewer = Reviewer(record)
    while tasks := reviewer.tasks():
        stage = tasks[0].stage
        at_once = len(tasks) if stage == "glance" else AT_ONCE
        reviewer.add(work(record, tasks[:at_once]))
        yield reviewer.review()


def work(record: Mapping[str, Any], tasks: Sequence[Task]) -> list[Look]:
    """Do some tasks of a reviewer, in whatever process: the looks for `Reviewer.add`."""
    return seeing.work(record, tasks, course_of(record).plies)


class Reviewer:
    """A review in the making: what is to be done, what was found, and the review as far as it goes."""

    def __init__(self, record: Mapping[str, Any]):
        """A record that does not verify, or of a game that is not finished, is refused."""
        self.course = course_of(record)
        self._looks: dict[Stage, dict[int, Look]] = {"glance": {}, "look": {}, "check": {}}

    def add(self, looks: Iterable[Look]) -> None:
        """Take what the looks have found."""
        for look in looks:
            self._looks[look.stage][look.ply] = look

    def tasks(self) -> list[Task]:
        """What is to be done now; nothing once the review is final. A check is asked for when the looks are done."""
        for stage in STAGES:
            left = [Task(stage, ply.number) for ply in self.course.plies if ply.number not in self._looks[stage]]
            if left:
                return left
        return [Task("check", ply) for ply in self._doubtful() if ply not in self._looks["check"]]

    def _doubtful(self) -> list[int]:
        """The moves that a look would call mistakes, and that the exact count of a tiling has not settled."""
        seats = {ply.number: ply.seat for ply in self.course.plies}
        return [
            number
            for number, look in self._looks["look"].items()
            if look.kind == "search" and loss(look, seats[number]) >= MISTAKE
        ]

    def review(self) -> Review:
        """The review as far as it goes; before every move has had its glance there is none."""
        found = [self._settled(ply) for ply in self.course.plies]
        curve = _curve(self.course, found)
        moves = tuple(
            _judged(ply, look, self._number_of_looks(ply.number))
            for ply, look in zip(self.course.plies, found, strict=True)
            if look.stage != "glance"
        )
        final = not self.tasks()
        luck = luck_in(self.course, curve, error_of(found)) if final else None
        return Review(
            game=self.course.game,
            seats=self.course.seats,
            final=final,
            done=sum(map(len, self._looks.values())),
            of=2 * len(found) + len(self._doubtful()),
            curve=curve,
            moves=moves,
            accuracy=tuple(accuracy(seat, moves, self.course.rounds) for seat in range(self.course.players)) if final else (),
            turning_points=turning_points(moves),
            summary=tuple(summary(seat, self.course, curve, moves, luck) for seat in range(self.course.players)) if luck else (),
            luck=luck,
            simulations=sum(look.simulations for stage in self._looks.values() for look in stage.values()),
        )

    def _number_of_looks(self, ply: int) -> int:
        return 2 if ply in self._looks["check"] else 1

    def _settled(self, ply: Ply) -> Look:
        """What is known of a move: of a look and its check the one that makes less of it, for both must agree."""
        looks, number = self._looks, ply.number
        if number not in looks["look"]:
            return looks["glance"][number]
        found = [looks["look"][number], *([looks["check"][number]] if number in looks["check"] else [])]
        return min(found, key=lambda look: loss(look, ply.seat))


def loss(look: Look, seat: int) -> float:
    """The chance that a move gives away."""
    return look.with_best.chance[seat] - look.with_played.chance[seat]


def _worths(course: Course, looks: Sequence[Look]) -> list[Expected]:
    """What the position before each move is worth; with nothing to choose, and nothing shown by chance, what the next one is."""
    worths = [course.result]
    for ply, look in zip(reversed(course.plies), reversed(looks), strict=True):
        goes_on = look.kind == "forced" and ply.chance is None and (len(worths) > 1 or course.gone is None)
        worths.append(worths[-1] if goes_on else look.with_best)
    return worths[:0:-1]


def _curve(course: Course, looks: Sequence[Look]) -> tuple[CurvePoint, ...]:
    """The chances all along: before and after the first deal, after every move, and after what chance has shown then."""
    worths, first = _worths(course, looks), course.plies[0]
    curve = [_point(0, "start", None, first.round, worths[0], course.scores)]
    if not course.from_position:
        even = Expected((1.0 / course.players,) * course.players, (0.0,) * course.players)
        curve = [_point(0, "start", None, first.round, even, course.scores), replace(curve[0], kind="deal")]
    for ply, look, later in zip(course.plies, looks, [*worths[1:], None], strict=True):
        last = look.with_played if course.gone is not None else course.result
        after = look.with_played if ply.chance else later or last
        curve.append(_point(ply.number, "move", ply.seat, ply.round, after, ply.scores))
        if ply.chance and later:
            curve.append(_point(ply.number, ply.chance, None, ply.round_after, later, ply.scores))
    if course.gone is not None:
        end = course.plies[-1]
        curve.append(_point(end.number, "gave_up", course.gone, end.round_after, course.result, end.scores))
    return tuple(curve)


def _point(ply: int, kind: Happening, seat: int | None, number: int, expected: Expected, scores: tuple[int, ...]) -> CurvePoint:
    return CurvePoint(ply, kind, seat, number, expected.chance, expected.lead, scores)


def _judged(ply: Ply, look: Look, looks: int) -> MoveJudgement:
    lost = loss(look, ply.seat)
    judgement: Judgement = "forced" if look.kind == "forced" else judgement_of(lost)
    return MoveJudgement(
        ply=ply.number,
        round=ply.round,
        seat=ply.seat,
        move=ply.move,
        moves=look.moves,
        kind=look.kind,
        judgement=judgement,
        lost=lost,
        lost_lead=look.with_best.lead[ply.seat] - look.with_played.lead[ply.seat],
        before=look.with_best,
        after=look.with_played,
        reasons=look.reasons,
        better=None if judgement in ("forced", "best") else Better(look.best, look.line, look.better_reasons),
        simulations=look.simulations,
        error=look.error,
        looks=looks,
    )


def error_of(looks: Iterable[Look]) -> float:
    """The standard error of all losses together."""
    return float(sum(look.error**2 for look in looks) ** 0.5)
