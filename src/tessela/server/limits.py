"""How much one may ask for: a sliding count of what somebody did within some seconds."""

from collections import deque
from dataclasses import dataclass
from time import monotonic

MOST_REMEMBERED = 10_000


class Tally:
    """Counts what happened within some seconds."""

    __slots__ = ("_most", "_seconds", "_times")

    def __init__(self, most: int, seconds: float):
        self._most, self._seconds = most, seconds
        self._times: deque[float] = deque()

    def too_many(self) -> bool:
        """Note one more; whether it is one too many. What is too many is not counted again."""
        now = monotonic()
        while self._times and self._times[0] < now - self._seconds:
            self._times.popleft()
        if len(self._times) >= self._most:
            return True
        self._times.append(now)
        return False


@dataclass(frozen=True, slots=True)
class Rate:
    """So many within so many seconds."""

    most: int
    seconds: float


class Tallies:
    """A tally for each of many, by name; those not heard of for longest are forgotten first."""

    def __init__(self, rate: Rate):
        self._rate = rate
        self._tallies: dict[str, Tally] = {}

    def too_many(self, name: str) -> bool:
        """Note one more for a name; whether it is one too many."""
        tally = self._tallies.pop(name, None) or Tally(self._rate.most, self._rate.seconds)
        self._tallies[name] = tally
        if len(self._tallies) > MOST_REMEMBERED:
            self._tallies.pop(next(iter(self._tallies)))
        return tally.too_many()
