"""How everybody stands: points, then what breaks ties.

At a table everybody gets the share of the others whom they have beaten: at a table of two 1 for a win and 1/2 for a draw, at
one of four 2/3 for a second place. Who sits out gets 1. Ties are broken by Buchholz (the points of those one has met, at larger
tables their mean; who sat out has met somebody as good as themselves), then by tables won, then by the points of the games
ahead of the mean of the others. In an arena only by the last two: not everybody plays equally often. Who is still level shares
a place.
"""

from collections.abc import Sequence
from statistics import fmean

from msgspec import Struct

EPSILON = 1e-9


class Meeting(Struct):
    """Some who met in a round, by number, or one who sat out; what came of it once it is over."""

    round: int
    entrants: list[int]  # round the table
    table: str | None = None  # none for who sits out
    starts: int = 0  # the place of whoever starts
    shares: list[float] | None = None  # of the others beaten, by each
    ahead: list[float] = []  # of the mean of the others, in points of the game

    @property
    def is_over(self) -> bool:
        """Whether it is known who has won."""
        return self.shares is not None


class Standing(Struct, frozen=True):
    """How an entrant stands; `place` from 1, shared by those who are level."""

    entrant: int
    place: int
    points: float
    buchholz: float
    won: int
    ahead: float
    played: int


def shares_of(ranks: Sequence[object]) -> list[float]:
    """The share of the others that each has beaten, by what they reached; those who are equal get half of each other.

    >>> shares_of([30, 41]), shares_of([30, 41, 41, 12])
    ([0.0, 1.0], [0.3333333333333333, 0.8333333333333334, 0.8333333333333334, 0.0])
    """

    def beaten(mine: int) -> float:
        return sum(_beats(ranks[mine], rank) for other, rank in enumerate(ranks) if other != mine)

    return [beaten(mine) / (len(ranks) - 1) for mine in range(len(ranks))]


def _beats(mine: object, other: object) -> float:
    return 0.5 if mine == other else float(mine > other)  # type: ignore[operator]


def standings(entrants: int, meetings: Sequence[Meeting], arena: bool = False) -> list[Standing]:
    """All entrants from the first place to the last."""
    over = [meeting for meeting in meetings if meeting.shares is not None]
    points = [0.0] * entrants
    for meeting in over:
        for entrant, share in zip(meeting.entrants, meeting.shares or [], strict=True):
            points[entrant] += share
    rows = [_row(entrant, points, [one for one in over if entrant in one.entrants]) for entrant in range(entrants)]
    ordered = sorted(rows, key=lambda row: (*_rank(row, arena), -row.entrant), reverse=True)
    return _placed(ordered, arena)


def _row(entrant: int, points: list[float], mine: Sequence[Meeting]) -> Standing:
    seats = [(meeting, meeting.entrants.index(entrant)) for meeting in mine]
    return Standing(
        entrant,
        0,
        points[entrant],
        sum(_met(meeting, seat, points) for meeting, seat in seats),
        sum((meeting.shares or [])[seat] > 1 - EPSILON for meeting, seat in seats if meeting.table is not None),
        sum(meeting.ahead[seat] for meeting, seat in seats if meeting.ahead),
        sum(meeting.table is not None for meeting in mine),
    )


def _met(meeting: Meeting, seat: int, points: list[float]) -> float:
    others = [entrant for place, entrant in enumerate(meeting.entrants) if place != seat]
    return fmean(points[other] for other in others) if others else points[meeting.entrants[seat]]


def _rank(row: Standing, arena: bool) -> tuple[float, ...]:
    return tuple(round(one, 6) for one in (row.points, 0.0 if arena else row.buchholz, row.won, row.ahead))


def _placed(ordered: Sequence[Standing], arena: bool) -> list[Standing]:
    placed: list[Standing] = []
    for number, row in enumerate(ordered, start=1):
        level = bool(placed) and _rank(placed[-1], arena) == _rank(row, arena)
        place = placed[-1].place if level else number
        placed.append(Standing(row.entrant, place, row.points, row.buchholz, row.won, row.ahead, row.played))
    return placed
