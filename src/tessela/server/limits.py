"""How much one may ask for."""

from dataclasses import dataclass
from time import monotonic

MOST_REMEMBERED = 10_000


@dataclass(frozen=True, slots=True)
class Rate:
    """So many within so many seconds."""

    most: int
    seconds: float


class Tally:
    """Allows as many at once as a rate says, and goes on allowing them at that rate."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate):
        self._rate = rate
        self._left = float(rate.most)
        self._at = monotonic()

    def too_many(self) -> bool:
        """Note one more; whether it is one too many."""
        now = monotonic()
        self._left = min(self._rate.most, self._left + (now - self._at) * self._rate.most / self._rate.seconds)
        self._at = now
        if self._left < 1.0:
            return True
        self._left -= 1.0
        return False


class Tallies:
    """A tally for each of many, by name; those not heard of for longest are forgotten first."""

    def __init__(self, rate: Rate):
        self._rate = rate
        self._tallies: dict[str, Tally] = {}

    def too_many(self, name: str) -> bool:
        """Note one more for a name; whether it is one too many."""
        tally = self._tallies.pop(name, None) or Tally(self._rate)
        self._tallies[name] = tally
        if len(self._tallies) > MOST_REMEMBERED:
            self._tallies.pop(next(iter(self._tallies)))
        return tally.too_many()
