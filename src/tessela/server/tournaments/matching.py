"""Whether everybody can be paired: a largest matching of a graph, by the algorithm of Edmonds (paths, trees, blossoms)."""

from collections import deque
from collections.abc import Hashable, Mapping, Sequence
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


def matched(allowed: Mapping[T, Sequence[T]]) -> dict[T, T]:
    """As many pairs as there can be, each both ways. At first everybody takes the first in their row who is free."""
    pairs: dict[T, T] = {}
    for one, others in allowed.items():
        other = next((other for other in others if other not in pairs), None)
        if one not in pairs and other is not None:
            pairs[one], pairs[other] = other, one
    for one in allowed:
        if one not in pairs:
            _Search(allowed, pairs, one).augment()
    return pairs


class _Search(Generic[T]):
    """Looks for a path from somebody unpaired to another one, along which every second edge is a pair.

    `before` leads back along it. An odd circle (a blossom) is shrunk to where it begins: the `base` of all in it.
    """

    def __init__(self, allowed: Mapping[T, Sequence[T]], pairs: dict[T, T], root: T):
        self._allowed = allowed
        self._pairs = pairs
        self._root = root
        self._before: dict[T, T] = {}
        self._base = {one: one for one in allowed}
        self._reached = {root}
        self._queue = deque([root])

    def augment(self) -> None:
        """Pair the root, if there is a path: what was paired along it is unpaired, and the other way round."""
        end = self._end()
        while end is not None:
            before = self._before[end]
            following = self._pairs.get(before)
            self._pairs[end], self._pairs[before] = before, end
            end = following

    def _end(self) -> T | None:
        """The other end of a path."""
        while self._queue:
            here = self._queue.popleft()
            for there in self._allowed[here]:
                if self._base[here] == self._base[there] or self._pairs.get(here) == there:
                    continue
                if there == self._root or self._pairs.get(there) in self._before:
                    self._shrink(here, there)
                elif there not in self._before:
                    self._before[there] = here
                    if there not in self._pairs:
                        return there
                    self._reach(self._pairs[there])
        return None

    def _reach(self, one: T) -> None:
        if one not in self._reached:
            self._reached.add(one)
            self._queue.append(one)

    def _shrink(self, here: T, there: T) -> None:
        """An edge between two that are both an even number of steps from the root closes a circle."""
        begin = self._common(here, there)
        circle: set[T] = set()
        self._mark(here, begin, there, circle)
        self._mark(there, begin, here, circle)
        for one, base in self._base.items():
            if base in circle:
                self._base[one] = begin
                self._reach(one)

    def _common(self, here: T, there: T) -> T:
        """The last that the ways from the root to both have in common."""
        way = {self._base[here]}
        while self._base[here] != self._base[self._root]:
            here = self._before[self._pairs[self._base[here]]]
            way.add(self._base[here])
        while self._base[there] not in way:
            there = self._before[self._pairs[self._base[there]]]
        return self._base[there]

    def _mark(self, one: T, begin: T, after: T, circle: set[T]) -> None:
        """Note the circle from one of its two last to where it begins, and how to come back over the closing edge."""
        while self._base[one] != begin:
            circle |= {self._base[one], self._base[self._pairs[one]]}
            self._before[one] = after
            after = self._pairs[one]
            one = self._before[after]
