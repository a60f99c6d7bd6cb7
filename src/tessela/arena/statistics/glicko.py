"""Glicko-2: ratings that move after every game, each with how sure it is and how steady its holder plays.

Mark Glickman, "Example of the Glicko-2 system" (2013), step by step. A `Rating` is on the usual scale: 1500 at first, with a
deviation of 350. Two thirds of the truth lie within one deviation. `after` is one rating period; where every game is a period of
its own, `rested` lets the deviation of somebody who did not play grow by as many periods as one likes, fractions too.
"""

from collections.abc import Callable, Sequence
from math import exp, log, pi, sqrt
from typing import Final

from msgspec import Struct

SCALE: Final = 173.7178  # points of a rating for one unit of the paper's scale
MIDDLE: Final = 1500.0
WIDEST: Final = 350.0  # the deviation of somebody unknown, and the most anybody can have
TAU: Final = 0.5  # how much the volatility changes
PRECISION: Final = 1e-6


class Rating(Struct, frozen=True):
    """How strong somebody is, how sure that is, and how steady."""

    value: float = MIDDLE
    deviation: float = WIDEST
    volatility: float = 0.06


class Met(Struct, frozen=True):
    """A game: against whom, and the score of it, 1 for a win, 0.5 for a draw, 0 for a loss. One against several at once is
    as many of these, each of a fraction of the weight."""

    other: Rating
    score: float
    weight: float = 1.0


def expected(mine: Rating, other: Rating) -> float:
    """The score to be expected, the uncertainty of both counted.

    >>> expected(Rating(1500, 0), Rating(1500, 0)), round(expected(Rating(1700, 50), Rating(1500, 50)), 2)
    (0.5, 0.75)
    """
    both = sqrt(mine.deviation**2 + other.deviation**2) / SCALE
    return 1 / (1 + exp(-_g(both) * (mine.value - other.value) / SCALE))


def rested(rating: Rating, periods: float = 1.0) -> Rating:
    """Somebody who has not played for so many periods: less is known of them."""
    deviation = sqrt(rating.deviation**2 + periods * (rating.volatility * SCALE) ** 2)
    return Rating(rating.value, min(deviation, WIDEST), rating.volatility)


def after(rating: Rating, games: Sequence[Met], tau: float = TAU) -> Rating:
    """The rating after the games of one period.

    >>> paper = Rating(1500, 200, 0.06)
    >>> games = [Met(Rating(1400, 30), 1), Met(Rating(1550, 100), 0), Met(Rating(1700, 300), 0)]
    >>> [round(number, 2) for number in (after(paper, games).value, after(paper, games).deviation)]
    [1464.05, 151.52]
    """
    if not games:
        return rested(rating)
    phi = rating.deviation / SCALE
    pulls = [_pull(rating, met) for met in games]
    variance = 1 / sum(weight for weight, _ in pulls)
    improvement = sum(pull for _, pull in pulls)
    volatility = _volatility(rating.volatility, phi, variance, variance * improvement, tau)
    before = sqrt(phi**2 + volatility**2)
    deviation = 1 / sqrt(1 / before**2 + 1 / variance)
    return Rating(rating.value + SCALE * deviation**2 * improvement, min(SCALE * deviation, WIDEST), volatility)


def _g(phi: float) -> float:
    """How much a result against somebody counts of whom so little is known."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _pull(rating: Rating, met: Met) -> tuple[float, float]:
    """What one game tells: its weight, and in which direction it pulls."""
    g = _g(met.other.deviation / SCALE)
    chance = 1 / (1 + exp(-g * (rating.value - met.other.value) / SCALE))
    return met.weight * g**2 * chance * (1 - chance), met.weight * g * (met.score - chance)


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """The new volatility: the paper's root, by the Illinois algorithm."""
    a = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / tau**2

    low, high = a, _far_end(f, a, phi, variance, delta, tau)
    at_low, at_high = f(low), f(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)


def _far_end(f: Callable[[float], float], a: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Where the search for the root ends on the other side."""
    if delta**2 > phi**2 + variance:
        return log(delta**2 - phi**2 - variance)
    steps = 1
    while f(a - steps * tau) < 0:
        steps += 1
    return a - steps * tau
