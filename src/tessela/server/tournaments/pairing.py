"""Who plays whom. Everything is said by the order of the standings and by who has met: the same in, the same out.

Swiss, tables of two (Monrad's way): from the top of the standings each meets the nearest below whom they have not met, unless
those left over could then not be paired without meeting again. Where the number is odd, the last in the standings who has not
sat out yet, sits out. Larger tables are filled from the top with those who have met least, then neighbours change places as
long as fewer meet again. Round robin: the circle of Berger. Arena: who is free meets the nearest free one in the standings,
if possible another than last time.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tessela.server.tournaments.matching import matched

Entrants = tuple[int, ...]
AGAIN = 1000  # meeting again weighs as much as so many places between two in the standings
NEIGHBOURS = 2  # how far apart two tables may be that exchange places


@dataclass(frozen=True, slots=True)
class Round:
    """Who sits together, in the order of the standings, and who sits out."""

    tables: tuple[Entrants, ...]
    out: int | None = None


@dataclass(slots=True)
class Past:
    """What was before: how often two met, who sat out how often, who began how often."""

    met: dict[frozenset[int], int] = field(default_factory=dict)
    out: dict[int, int] = field(default_factory=dict)
    began: dict[int, int] = field(default_factory=dict)

    def sat_together(self, entrants: Iterable[int]) -> None:
        """Somebody has met."""
        for two in combinations(entrants, 2):
            self.met[frozenset(two)] = self.met.get(frozenset(two), 0) + 1

    def times(self, one: int, other: int) -> int:
        """How often two have met."""
        return self.met.get(frozenset((one, other)), 0)


def swiss(standing: Sequence[int], past: Past, size: int) -> Round:
    """The next round of a Swiss tournament."""
    if len(standing) < 2:
        return Round((), standing[0] if standing else None)
    return _pairs(standing, past) if size == 2 else Round(_tables(standing, past, size))


def _pairs(standing: Sequence[int], past: Past) -> Round:
    most = max(past.met.values(), default=0)
    for again in range(most + 2):
        for out in _who_may_sit_out(standing, past):
            playing = [one for one in standing if one != out]
            allowed = {one: [other for other in playing if other != one and past.times(one, other) <= again] for one in playing}
            if len(matched(allowed)) == len(playing):
                return Round(tuple(_nearest(playing, allowed)), out)
    raise AssertionError("who may meet everybody can be paired")


def _who_may_sit_out(standing: Sequence[int], past: Past) -> Sequence[int | None]:
    """Of those who sat out least the last in the standings first; nobody where the number is even."""
    if len(standing) % 2 == 0:
        return [None]
    least = min(past.out.get(one, 0) for one in standing)
    return [one for one in reversed(standing) if past.out.get(one, 0) == least]


def _nearest(playing: Sequence[int], allowed: Mapping[int, Sequence[int]]) -> Iterable[Entrants]:
    """From the top everybody with the nearest with whom the others can still be paired."""
    left = list(playing)
    while left:
        first = left[0]
        for other in left[1:]:
            rest = [one for one in left if one not in (first, other)]
            if other in allowed[first] and _can_be_paired(rest, allowed):
                yield first, other
                left = rest
                break


def _can_be_paired(entrants: Sequence[int], allowed: Mapping[int, Sequence[int]]) -> bool:
    among = set(entrants)
    return len(matched({one: [other for other in allowed[one] if other in among] for one in entrants})) == len(entrants)


def sizes(number: int, size: int) -> list[int]:
    """Tables as large as may be and as equal as can be.

    >>> sizes(9, 4), sizes(6, 4), sizes(5, 4)
    ([3, 3, 3], [3, 3], [3, 2])
    """
    tables = -(-number // size)
    return [number // tables + (table < number % tables) for table in range(tables)]


def _tables(standing: Sequence[int], past: Past, size: int) -> tuple[Entrants, ...]:
    left, tables = list(standing), []
    for places in sizes(len(standing), size):
        table = [left.pop(0)]
        while len(table) < places:
            table.append(min(left, key=lambda one: (_again(one, table, past), left.index(one))))
            left.remove(table[-1])
        tables.append(table)
    _exchange(tables, standing, past)
    return tuple(tuple(sorted(table, key=standing.index)) for table in tables)


def _again(one: int, table: Sequence[int], past: Past) -> int:
    return sum(past.times(one, other) ** 2 for other in table if other != one)


def _exchange(tables: list[list[int]], standing: Sequence[int], past: Past) -> None:
    """Let two of different tables change places as long as that makes it better."""
    place = {one: number for number, one in enumerate(standing)}

    def cost(table: Sequence[int]) -> int:
        near = sum(abs(place[one] - place[other]) for one, other in combinations(table, 2))
        return near + AGAIN * sum(_again(one, table, past) for one in table)

    def exchanged(one: list[int], other: list[int], i: int, j: int) -> bool:
        before = cost(one) + cost(other)
        one[i], other[j] = other[j], one[i]
        if cost(one) + cost(other) < before:
            return True
        one[i], other[j] = other[j], one[i]
        return False

    near = [(one, other) for here, one in enumerate(tables) for other in tables[here + 1 : here + 1 + NEIGHBOURS]]
    better = True
    while better:  # each exchange makes the whole cheaper: it ends
        better = sum(exchanged(*two, i, j) for two in near for i in range(len(two[0])) for j in range(len(two[1]))) > 0


def round_robin(entrants: Sequence[int], number: int) -> Round:
    """A round, from 0, in which everybody meets everybody else once in all rounds.

    >>> [round_robin(range(3), number) for number in range(2)]
    [Round(tables=((1, 2),), out=0), Round(tables=((0, 2),), out=1)]
    """
    circle: list[int | None] = [*entrants, *([None] if len(entrants) % 2 else [])]
    turning = circle[1:]
    turned = [circle[0], *turning[len(turning) - number % len(turning) :], *turning[: len(turning) - number % len(turning)]]
    half = len(turned) // 2
    both = list(zip(turned[:half], reversed(turned[half:]), strict=True))
    out = next((one if other is None else other for one, other in both if one is None or other is None), None)
    return Round(tuple((one, other) for one, other in both if one is not None and other is not None), out)


def rounds_of(entrants: int) -> int:
    """How many rounds a round robin has."""
    return entrants - 1 if entrants % 2 == 0 else entrants


def arena(free: Sequence[int], last: Mapping[int, Entrants], size: int) -> tuple[Entrants, ...]:
    """Tables of those who are free, in the order of the standings. Who met last time waits for somebody else, unless all did."""
    left, tables = list(free), []
    while len(left) >= size:
        first = left.pop(0)
        fresh = [one for one in left if one not in last.get(first, ()) and first not in last.get(one, ())]
        table = (first, *fresh[: size - 1])
        if len(table) == size:
            tables.append(table)
            left = [one for one in left if one not in table]
    return tuple(tables)


def who_begins(table: Sequence[int], past: Past) -> int:
    """The place at the table of whoever has begun least often, the last in the standings of those."""
    return max(range(len(table)), key=lambda place: (-past.began.get(table[place], 0), place))
