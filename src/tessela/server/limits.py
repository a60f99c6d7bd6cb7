"""How much one may ask for: an allowance that is used up, and comes back with time."""

import math
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Network, ip_address
from time import monotonic

MOST_REMEMBERED = 10_000


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `most` within `seconds`."""

    most: float
    seconds: float


class Tally:
    """Allows as much at once as a rate says, and goes on allowing it at that rate."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate):
        self._rate = rate
        self._left = float(rate.most)
        self._at = monotonic()

    def spend(self, cost: float = 1.0) -> float:
        """Use some of it up, where enough is left; else the seconds until there is. More than all at once can never be had."""
        now = monotonic()
        speed = self._rate.most / self._rate.seconds
        self._left = min(self._rate.most, self._left + (now - self._at) * speed)
        self._at = now
        if self._left >= cost:
            self._left -= cost
            return 0.0
        return (cost - self._left) / speed


class Tallies:
    """A tally for each of many, by name; those not heard of for longest are forgotten first."""

    def __init__(self, rate: Rate):
        self._rate = rate
        self._tallies: dict[str, Tally] = {}

    def spend(self, name: str, cost: float = 1.0) -> float:
        """Use some of the allowance of a name up; else the seconds until it can be."""
        tally = self._tallies.pop(name, None) or Tally(self._rate)
        self._tallies[name] = tally
        if len(self._tallies) > MOST_REMEMBERED:
            self._tallies.pop(next(iter(self._tallies)))
        return tally.spend(cost)


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
