"""Who plays whom, of those who look for an opponent: whoever waits longest gets the nearest rating within reach, and the reach
of both grows while they wait."""

from collections.abc import Callable, Iterable

from tessela.server.meeting import SeekRow

FIRST_REACH = 100.0  # points of rating
GROWTH = 15.0  # a second
ANYBODY_AFTER = 60.0  # seconds: better somebody than nobody

Apart = Callable[[str, str], bool]  # whether two guests must not meet
Pair = tuple[SeekRow, SeekRow]


def reach(seek: SeekRow, now: int) -> float:
    """How far from their own the rating of an opponent may be by now."""
    waited = (now - seek.since) / 1000
    return float("inf") if waited >= ANYBODY_AFTER else FIRST_REACH + GROWTH * waited


def pairs(seeks: Iterable[SeekRow], now: int, apart: Apart) -> list[Pair]:
    """Everybody who can be paired now, each once."""
    left = sorted(seeks, key=lambda seek: (seek.since, seek.guest))
    found = []
    while left:
        one, *left = left
        others = [other for other in left if _fit(one, other, now) and not apart(one.guest, other.guest)]
        if others:
            other = min(others, key=lambda other: (abs(other.rating - one.rating), other.since, other.guest))
            left.remove(other)
            found.append((one, other))
    return found


def _fit(one: SeekRow, other: SeekRow, now: int) -> bool:
    """Whether two seek the same game, and each is within reach of the other."""
    same = one.guest != other.guest and (one.game, one.terms) == (other.game, other.terms)
    return same and abs(one.rating - other.rating) <= min(reach(one, now), reach(other, now))
