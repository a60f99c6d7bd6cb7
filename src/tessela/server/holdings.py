"""How many of something everybody has at a time, here and at other servers of the store: who comes near a bound is spoken of."""

from collections import Counter
from collections.abc import Callable, Iterator
from time import monotonic

TOLD_FROM = 0.1  # of a bound: who has less is not spoken of
HELD_SECONDS = 30.0  # what nobody repeats is forgotten
Tell = Callable[[str, int], None]  # a name has so many


class Holdings:
    """What everybody has of one thing."""

    def __init__(self, most: int):
        self.most = most
        self._here: Counter[str] = Counter()
        self._elsewhere: dict[str, dict[str, tuple[int, float]]] = {}  # by name and server: how many, and when that was said
        self.tell: Tell | None = None  # where others are to know of it

    def of(self, name: str) -> int:
        """How many a name has, at all servers."""
        return self._here[name] + sum(number for number, _ in self._lately(name))

    def take(self, name: str) -> None:
        """One more, here."""
        self._here[name] += 1
        self._say(name, self._here[name])

    def leave(self, name: str) -> None:
        """One less."""
        self._here[name] -= 1
        self._say(name, self._here[name] + 1)
        if not self._here[name]:
            del self._here[name]

    def repeat(self) -> None:
        """Say again what others are to know, and forget what they do not say any more."""
        for name, number in self._here.items():
            self._say(name, number)
        self._elsewhere = {name: said for name, said in self._elsewhere.items() if any(self._lately(name))}

    def held_elsewhere(self, name: str, server: str, number: int) -> None:
        """Another server says how many a name has there."""
        self._elsewhere.setdefault(name, {})[server] = number, monotonic()

    def _say(self, name: str, most: int) -> None:
        """Tell the others, of whoever has or had enough."""
        if self.tell is not None and most >= TOLD_FROM * self.most:
            self.tell(name, self._here[name])

    def _lately(self, name: str) -> Iterator[tuple[int, float]]:
        now = monotonic()
        return (said for said in self._elsewhere.get(name, {}).values() if said[1] > now - HELD_SECONDS)
