"""What the others could take at once: the lines that one take would complete."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from tessela.bots.analysis.decision import Decision, decided
from tessela.bots.analysis.texts import Argument, reason
from tessela.game.events import Taken
from tessela.game.ruleset import States

MANY = 3  # tiles of a colour that are worth a word when they lie together
NOTABLE_POINTS = 3  # points of another that are worth a word


class Take(NamedTuple):
    """Tiles for a line that a seat could take if it were to move."""

    place: str
    tiles: str
    row: int
    missing: int  # tiles that the line has room for
    turn: States  # in which it is the decision `action`
    action: int


class Boards(Protocol):
    """What is asked about the boards of a game."""

    def takes(self, states: States, seat: int) -> list[Take]:
        """Every take of a seat that the rules allow, by place."""
        ...

    def points_of_line(self, states: States, seat: int, row: int) -> int | None:
        """What the tile of a full line would score, nothing if no space takes it."""
        ...


@dataclass(frozen=True, slots=True)
class Threat:
    """A take that completes a line of a seat exactly: the tiles, where they lie, the line, and what its tile would score."""

    seat: int
    place: str
    tiles: str
    line: int
    points: int


def threats(boards: Boards, states: States, seat: int) -> list[Threat]:
    """The takes that complete a line of a seat exactly, where its board has a space for it."""
    found, points = [], dict[tuple[str, int], int | None]()
    for place, tiles, row, missing, turn, action in boards.takes(states, seat):
        if len(tiles) != missing:
            continue
        if (tiles, row) not in points:
            points[tiles, row] = boards.points_of_line(decided(turn, action), seat, row)
        scored = points[tiles, row]
        found += [Threat(seat, place, tiles, row + 1, scored)] if scored is not None else []
    return found


def rest_of_line(boards: Boards, later: Sequence[States], seat: int, row: int) -> Argument | None:
    """What a line still lacks, where the tiles lie that a single take brings, whatever of some states comes of a decision."""
    lying = [
        {(take.place, take.tiles) for take in boards.takes(states, seat) if take.row == row and len(take.tiles) == take.missing}
        for states in later
    ]
    always = sorted(set.intersection(*lying))
    return reason("rest", tiles=always[0][1], place=always[0][0], line=row + 1) if always else None


def can_complete(boards: Boards, states: States, seat: int, row: int) -> bool:
    """Whether one take completes a line of a seat, with tiles to spare or without."""
    return any(take.row == row and len(take.tiles) >= take.missing for take in boards.takes(states, seat))


class Others:
    """What a decision does to those who do not make it."""

    def __init__(self, boards: Boards, decision: Decision):
        self._boards, self._decision = boards, decision
        self._before = {seat: threats(boards, decision.before, seat) for seat in decision.others()}

    def denied(self, later: Sequence[States]) -> list[Argument]:
        """The best line of another that the tiles taken would have completed, and that no single take completes later."""
        taken = self._decision.first(Taken)
        if not taken:
            return []
        found = [
            threat
            for seat, known in self._before.items()
            for threat in known
            if threat.place == taken.source
            and _within(threat.tiles, taken.tiles)
            and not any(can_complete(self._boards, states, seat, threat.line - 1) for states in later)
        ]
        return [_reason("denies", self._decision, best) for best in _best(found)]

    def left(self) -> list[Argument]:
        """The best line that another could complete now and could not complete with these tiles before."""
        found = []
        for seat, known in self._before.items():
            found += [threat for threat in threats(self._boards, self._decision.after, seat) if threat not in known]
        return [_reason("leaves", self._decision, best, needed=len(best.tiles)) for best in _best(found)]


def gathered(before: str, after: str, place: str) -> list[Argument]:
    """Tiles of a colour that have become many at one place."""
    grown = [letter for letter in dict.fromkeys(after) if after.count(letter) > before.count(letter)]
    most = max(grown, key=after.count, default="")
    return [reason("leaves_many", tiles=most * after.count(most), place=place)] if most and after.count(most) >= MANY else []


def _within(tiles: str, others: str) -> bool:
    return all(tiles.count(letter) <= others.count(letter) for letter in tiles)


def _best(threats: Sequence[Threat]) -> list[Threat]:
    """The threat that is worth most, if it is worth a word."""
    best = max(threats, key=lambda threat: threat.points, default=None)
    return [best] if best and (best.points >= NOTABLE_POINTS or len(best.tiles) >= MANY) else []


def _reason(key: str, decision: Decision, threat: Threat, **more: int) -> Argument:
    return reason(
        key,
        seat=threat.seat,
        players=decision.players,
        tiles=threat.tiles,
        line=threat.line,
        points=threat.points,
        place=threat.place,
        **more,
    )
