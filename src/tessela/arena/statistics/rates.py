"""Score rates, their intervals, and the Elo differences they mean.

The score of a game is the share of its win: 1 alone, 1/2 when two share it, 0 otherwise. Among `players` equal bots the rate is
1/players. An Elo difference compares one bot to the others at its table, which are taken to be equals: by Luce's rule a bot of
strength g = 10 ** (elo / 400) against others of strength 1 wins g / (g + players - 1) of the games, for two players the usual
formula.
"""

from collections.abc import Sequence
from math import inf, log10, sqrt
from typing import NamedTuple

FEW_DEALS = 10  # with fewer, their variance says too little
Z95 = 1.959963984540054  # the normal quantile for intervals of 95 %


class Interval(NamedTuple):
    """An estimate between two bounds that hold it with a confidence of 95 %, unless said otherwise."""

    low: float
    value: float
    high: float


def wilson(score: float, games: float, z: float = Z95) -> Interval:
    """The rate of a score in a number of games with Wilson's interval; without games anything is possible.

    >>> [round(bound, 3) for bound in wilson(8, 10)]
    [0.49, 0.8, 0.943]
    """
    if games == 0:
        return Interval(0.0, 0.5, 1.0)
    rate = score / games
    shrink = 1 + z * z / games
    centre = (rate + z * z / (2 * games)) / shrink
    half = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / shrink
    # rounding must not keep the bounds of an unbroken series from being 0 and 1
    return Interval(centre - half if rate > 0 else 0.0, rate, centre + half if rate < 1 else 1.0)


def elo_of(rate: float, players: int = 2) -> float:
    """The Elo difference that a score rate means, infinite for 0 and 1.

    >>> round(elo_of(0.75)), round(elo_of(1 / 3, players=3))
    (191, 0)
    """
    if rate <= 0:
        return -inf
    if rate >= 1:
        return inf
    return 400 * log10(rate * (players - 1) / (1 - rate))


def rate_of(elo: float, players: int = 2) -> float:
    """The score rate that an Elo difference leads to.

    >>> round(rate_of(191), 2)
    0.75
    """
    others: float = (players - 1) * 10.0 ** (-elo / 400)
    return 1 / (1 + others)


def elo_interval(rate: Interval, players: int = 2) -> Interval:
    """The Elo differences of a rate and of its bounds."""
    return Interval(*(elo_of(bound, players) for bound in rate))


def rate_of_deals(deals: Sequence[float]) -> Interval | None:
    """The mean score of whole deals, with Wilson's interval for as many games as would spread as much as the deals do.

    The games of one deal are not independent: with swapped seats they say more than as many single games, if luck of the deal
    decides much. Nothing is said about too few deals, or about deals that are all alike.
    """
    number = len(deals)
    if number < FEW_DEALS:
        return None
    mean = sum(deals) / number
    variance = sum((deal - mean) ** 2 for deal in deals) / (number - 1)
    if variance == 0 or not 0 < mean < 1:
        return None
    games = number * mean * (1 - mean) / variance
    return wilson(mean * games, games)
