"""A sequential test between two Elo differences, on deals instead of games.

The two games of a deal with swapped seats are one observation with five outcomes (0, 1/4, 1/2, 3/4, 1 of the points, the
pentanomial); tables of three and four have more. The log-likelihood ratio compares the most likely distribution of outcomes
with the mean score of elo1 to the one with that of elo0. Outcomes that were never seen count as a thousandth of a deal, so that
both distributions exist.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import log

from tessela.arena.statistics.rates import rate_of
from tessela.game.errors import OptionError

UNSEEN = 1e-3
PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)
FEW_DEALS = 150  # a decision on fewer needs a replication with fresh seeds (design: evaluation that does not fool itself)


@dataclass(frozen=True, slots=True)
class Sprt:
    """The two hypotheses and how often each may be taken for the other."""

    elo0: float = 0.0
    elo1: float = 15.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise OptionError(f"the SPRT needs elo0 below elo1, not {self.elo0:g} and {self.elo1:g}")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise OptionError(f"{name} of the SPRT must be above 0 and below 0.5, not {value!r}")

    @property
    def lower(self) -> float:
        """At this log-likelihood ratio or below, elo0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At this log-likelihood ratio or above, elo1 is accepted."""
        return log((1 - self.beta) / self.alpha)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Where a test stands: the log-likelihood ratio after a number of deals, and which hypothesis is accepted, if any."""

    llr: float
    deals: int
    accepted: str | None


class Trial:
    """A test that is under way: it takes the deals one by one, in order, and ignores those after its decision."""

    def __init__(self, test: Sprt, players: int = 2):
        self.test = test
        self.verdict = Verdict(0.0, 0, None)
        self._rates = rate_of(test.elo0, players), rate_of(test.elo1, players)
        self._seen: Counter[float] = Counter()

    def add(self, deal: float) -> None:
        """Take the mean score of one more deal into account."""
        if self.verdict.accepted:
            return
        self._seen[deal] += 1
        llr = log_likelihood_ratio(self._seen, *self._rates)
        accepted = "elo1" if llr >= self.test.upper else "elo0" if llr <= self.test.lower else None
        self.verdict = Verdict(llr, self._seen.total(), accepted)


def judge(test: Sprt, deals: Iterable[float], players: int = 2) -> Verdict:
    """Follow a test deal by deal up to its decision or to the last deal."""
    trial = Trial(test, players)
    for deal in deals:
        trial.add(deal)
    return trial.verdict


def log_likelihood_ratio(seen: Mapping[float, float], rate0: float, rate1: float) -> float:
    """How much better a mean score of rate1 explains what was seen than rate0 does; `seen` counts deals by their score."""
    counts = dict.fromkeys(PENTANOMIAL, UNSEEN) | {value: count for value, count in seen.items() if count}
    total = sum(counts.values())
    observed = {value: count / total for value, count in counts.items()}
    tilt0, tilt1 = _tilt(observed, rate0), _tilt(observed, rate1)
    return total * sum(
        chance * log((1 + tilt0 * (value - rate0)) / (1 + tilt1 * (value - rate1))) for value, chance in observed.items()
    )


def _tilt(observed: Mapping[float, float], mean: float) -> float:
    """The x for which the chances p / (1 + x * (value - mean)) have this mean: the most likely distribution that has it.

    The weighted sum falls from plus to minus infinity between the two poles, so halving finds its only root.
    """
    low, high = -1 / (max(observed) - mean), 1 / (mean - min(observed))
    for _ in range(100):
        middle = (low + high) / 2
        excess = sum(chance * (value - mean) / (1 + middle * (value - mean)) for value, chance in observed.items())
        low, high = (middle, high) if excess > 0 else (low, middle)
    return (low + high) / 2
