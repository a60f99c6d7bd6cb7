"""What the others could take at once: the lines that one take would complete."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tessela.bots.analysis.texts import Reason, reason
from tessela.game.ruleset import Json

MANY = 3  # tiles of a colour that are worth a word when they lie together
NOTABLE_POINTS = 3  # points of another that are worth a word


@dataclass(frozen=True, slots=True)
class Threat:
    """A take that completes a line of a seat exactly: the tiles, where they lie, the line, and what its tile would score."""

    seat: int
    place: str
    tiles: str
    line: int
    points: int


Threats = Callable[[Json, int], list[Threat]]


def others(view: Json) -> list[int]:
    """The other seats in turn order."""
    players, seat = len(view["boards"]), view["to_move"]
    return [(seat + i) % players for i in range(1, players)]


def denied(before: Json, taken: Iterable[str], source: str, threats: Threats, still: Callable[[int, int], bool]) -> list[Reason]:
    """The best line of another that these tiles would have completed and that no single take completes any more."""
    gone = "".join(taken)
    found = [
        threat
        for seat in others(before)
        for threat in threats(before, seat)
        if threat.place == source and _within(threat.tiles, gone) and not still(seat, threat.line)
    ]
    return [_reason("denies", before, best) for best in _best(found)]


def left(before: Json, after: Json, threats: Threats) -> list[Reason]:
    """The best line that another could complete now and could not complete with these tiles before."""
    found = []
    for seat in others(before):
        known = threats(before, seat)
        found += [threat for threat in threats(after, seat) if threat not in known]
    return [_reason("leaves", before, best, needed=len(best.tiles)) for best in _best(found)]


def gathered(before: str, after: str, place: str) -> list[Reason]:
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


def _reason(key: str, view: Json, threat: Threat, **more: int) -> Reason:
    return reason(
        key,
        seat=threat.seat,
        players=len(view["boards"]),
        tiles=threat.tiles,
        line=threat.line,
        points=threat.points,
        place=threat.place,
        **more,
    )
