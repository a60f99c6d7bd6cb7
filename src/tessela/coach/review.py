"""A whole game looked back at: the chances of everybody all along, and every move judged.

What a move gives away is the difference of two searches, of the best move and of the one that was played. Luck is told last, from
what else chance might have shown.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from tessela.coach import looks as seeing
from tessela.coach.course import Ply, course_of
from tessela.coach.curve import curve_of
from tessela.coach.forms import Better, Drawn, Found, Judgement, Look, MoveJudgement, Review, Stage, Task
from tessela.coach.judging import BLUNDER, MISTAKE, accuracy, judgement_of, turning_points
from tessela.coach.luck import Draws, luck_in
from tessela.coach.summary import summary

AT_ONCE: Final = 6  # looks between two reviews of a stream
STAGES: Final[tuple[Stage, Stage]] = ("glance", "look")
CHECKED: Final[tuple[Stage, Stage]] = ("look", "check")


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
        reviewer.add(seeing.work(record, tasks[:at_once], reviewer.course.plies))
        yield reviewer.review()


def work(record: Mapping[str, Any], tasks: Sequence[Task]) -> list[Found]:
    """Do some tasks of a reviewer, in whatever process: what is for `Reviewer.add`."""
    return seeing.work(record, tasks, course_of(record).plies)


class Reviewer:
    """A review in the making: what is to be done, what was found, and the review as far as it goes."""

    def __init__(self, record: Mapping[str, Any]):
        """A record that does not verify, or of a game that is not finished, is refused."""
        self.course = course_of(record)
        self._looks: dict[Stage, dict[int, Look]] = {"glance": {}, "look": {}, "check": {}, "proof": {}}
        self._draws = Draws(self.course)

    def add(self, found: Iterable[Found]) -> None:
        """Take what was found."""
        for one in found:
            if isinstance(one, Drawn):
                self._draws.add(one)
            else:
                self._looks[one.stage][one.ply] = one

    def tasks(self) -> list[Task]:
        """What is to be done now; nothing once the review is final. Checks are asked for when the looks are done, then
        proofs, draws last."""
        for stage in STAGES:
            left = [Task(stage, ply.number) for ply in self.course.plies if ply.number not in self._looks[stage]]
            if left:
                return left
        for stage, wanted in self._again():
            again = [Task(stage, ply) for ply in wanted if ply not in self._looks[stage]]
            if again:
                return again
        return self._draws.left()

    def _again(self) -> Iterator[tuple[Stage, list[int]]]:
        """What is looked at once more: mistakes, and then what all looks so far call a blunder."""
        yield "check", self._doubtful()
        checked = [self.course.plies[ply - 1] for ply in self._looks["check"]]
        yield "proof", [ply.number for ply in checked if self._least(ply.number, ply.seat) >= BLUNDER]

    def _least(self, number: int, seat: int) -> float:
        """What a move gives away by its look and its check, whichever makes less of it."""
        return min(loss(self._looks[stage][number], seat) for stage in CHECKED)

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
        looks = [self._looks["look"].get(ply.number) or self._looks["glance"][ply.number] for ply in self.course.plies]
        curve = curve_of(self.course, found, looks, self._draws.means())
        moves = tuple(
            _judged(ply, look, self._number_of_looks(ply.number))
            for ply, look in zip(self.course.plies, found, strict=True)
            if look.stage != "glance"
        )
        final = not self.tasks()
        luck = luck_in(self.course, curve, self._draws.error(looks)) if final else None
        return Review(
            game=self.course.game,
            seats=self.course.seats,
            final=final,
            done=sum(map(len, self._looks.values())) + self._draws.done,
            of=2 * len(found) + sum(len(wanted) for _, wanted in self._again()) + self._draws.of,
            curve=curve,
            moves=moves,
            accuracy=tuple(accuracy(seat, moves, self.course.rounds) for seat in range(self.course.players)) if final else (),
            turning_points=turning_points(moves),
            summary=tuple(summary(seat, self.course, curve, moves, luck) for seat in range(self.course.players)) if luck else (),
            luck=luck,
            simulations=sum(look.simulations for stage in self._looks.values() for look in stage.values()),
        )

    def _number_of_looks(self, ply: int) -> int:
        return 1 + sum(ply in self._looks[stage] for stage in ("check", "proof"))

    def _settled(self, ply: Ply) -> Look:
        """What is known of a move: of all looks at it the one that makes least of it, for they must agree."""
        looks, number = self._looks, ply.number
        if number not in looks["look"]:
            return looks["glance"][number]
        found = [looks[stage][number] for stage in (*CHECKED, "proof") if number in looks[stage]]
        return min(found, key=lambda look: loss(look, ply.seat))


def loss(look: Look, seat: int) -> float:
    """The chance that a move gives away."""
    return look.with_best.chance[seat] - look.with_played.chance[seat]


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
