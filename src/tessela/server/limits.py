"""How much one may ask for: an allowance that is used up, and comes back with time. Several servers of a store tell each other
what was used up, so that who asks at all of them has it once: each spends at once from what it knows, and tells before more of an
allowance than a share of it is unknown to the others. Who stays far below it is never spoken of."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Network, ip_address
from time import monotonic

MOST_REMEMBERED = 10_000
UNTOLD = 0.05  # of an allowance: who has used up more of it than that, since it was told last, is spoken of
Tell = Callable[[str, float], None]  # a name has used up so much


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `most` within `seconds`."""

    most: float
    seconds: float


class Tally:
    """Allows as much at once as a rate says, and goes on allowing it at that rate."""

    __slots__ = ("_at", "_left", "_rate", "_untold")

    def __init__(self, rate: Rate):
        self._rate = rate
        self._left = float(rate.most)
        self._untold = 0.0  # of what was used up here and has not come back
        self._at = monotonic()

    def spend(self, cost: float = 1.0) -> float:
        """Use some of it up, where enough is left; else the seconds until there is. More than all at once can never be had."""
        speed = self._come_back()
        if self._left >= cost:
            self._left -= cost
            self._untold += cost
            return 0.0
        return (cost - self._left) / speed

    def to_tell(self) -> float:
        """What others are to know of by now, once."""
        if self._untold < UNTOLD * self._rate.most:
            return 0.0
        told, self._untold = self._untold, 0.0
        return told

    def spent_elsewhere(self, cost: float) -> None:
        """Others have used some of it up, all of them perhaps more than there is: that comes back later, but once."""
        self._come_back()
        self._left = max(-self._rate.most, self._left - cost)

    def _come_back(self) -> float:
        """What has come back by now; as how much in a second."""
        now = monotonic()
        speed = self._rate.most / self._rate.seconds
        back = (now - self._at) * speed
        self._left = min(self._rate.most, self._left + back)
        self._untold = max(0.0, self._untold - back)
        self._at = now
        return speed


class Tallies:
    """A tally for each of many, by name; those not heard of for longest are forgotten first."""

    def __init__(self, rate: Rate):
        self._rate = rate
        self._tallies: dict[str, Tally] = {}
        self.tell: Tell | None = None  # where others are to know of it

    def spend(self, name: str, cost: float = 1.0) -> float:
        """Use some of the allowance of a name up; else the seconds until it can be."""
        tally = self._of(name)
        wait = tally.spend(cost)
        if self.tell is not None and (told := tally.to_tell()):
            self.tell(name, told)
        return wait

    def spent_elsewhere(self, name: str, cost: float) -> None:
        """A name has used up some of it at another server."""
        self._of(name).spent_elsewhere(cost)

    def _of(self, name: str) -> Tally:
        tally = self._tallies.pop(name, None) or Tally(self._rate)
        self._tallies[name] = tally
        if len(self._tallies) > MOST_REMEMBERED:
            self._tallies.pop(next(iter(self._tallies)))
        return tally


@lru_cache(MOST_REMEMBERED)
def household(host: str) -> str:
    """Where somebody comes from, as it is counted: with IPv6 everybody has as many addresses as they like in one network.

    >>> household("192.0.2.1"), household("2001:db8::1:2:3"), household("::ffff:192.0.2.1"), household("elsewhere")
    ('192.0.2.1', '2001:db8::/64', '192.0.2.1', 'elsewhere')
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if address.version == 4:
        return host
    return str(address.ipv4_mapped or IPv6Network((int(address), 64), strict=False))


def waiting_time(seconds: float) -> str:
    """When to come back, for people.

    >>> waiting_time(0.2), waiting_time(59.5), waiting_time(600), waiting_time(7200)
    ('in 1 s', 'in 60 s', 'in 10 minutes', 'in 2 hours')
    """
    if seconds < 120:
        return f"in {math.ceil(seconds)} s"
    return f"in {math.ceil(seconds / 60)} minutes" if seconds < 7200 else f"in {math.ceil(seconds / 3600)} hours"
