"""The results of a match so far, counted."""

from collections import Counter
from dataclasses import dataclass, field

from tessela.arena.match import Match
from tessela.arena.results import Forfeit, Played
from tessela.arena.statistics.rates import Interval, elo_interval, rate_of_deals, wilson
from tessela.arena.statistics.ratings import Table, ratings
from tessela.arena.statistics.sprt import Trial


@dataclass(slots=True)
class PairTally:
    """The first bot of a pair against the other, which has all other seats."""

    players: int
    games: int = 0
    wins: int = 0
    shared: int = 0
    losses: int = 0
    score: float = 0.0
    margins: list[int] = field(default_factory=list)
    _open: dict[int, list[float]] = field(default_factory=dict)
    deals: dict[int, float] = field(default_factory=dict)

    def add(self, played: Played) -> None:
        """Count a game."""
        seat = played.seats.index(played.contest[0])
        share = played.share(seat)
        self.games += 1
        self.score += share
        self.wins += share == 1
        self.shared += 0 < share < 1
        self.losses += share == 0
        if played.end == "over":
            self.margins.append(played.scores[seat] - max(score for i, score in enumerate(played.scores) if i != seat))
        shares = self._open.setdefault(played.deal, [])
        shares.append(share)
        if len(shares) == self.players:
            # rounded, so that equal deals are equal numbers whatever the order of their games
            self.deals[played.deal] = round(sum(self._open.pop(played.deal)) / self.players, 6)

    @property
    def margin(self) -> float | None:
        """The mean lead over the best other, in games that were played to their end."""
        return sum(self.margins) / len(self.margins) if self.margins else None

    @property
    def rate(self) -> Interval:
        """The share of the wins."""
        return wilson(self.score, self.games)

    @property
    def elo(self) -> Interval:
        """The Elo difference to the other bot."""
        whole = None if self._open else rate_of_deals(list(self.deals.values()))
        return elo_interval(whole or self.rate, self.players)

    @property
    def pairs(self) -> Counter[float]:
        """How many whole deals had each mean score."""
        return Counter(self.deals.values())


@dataclass(slots=True)
class BotTally:
    """One bot in all its games; in a seat of which it has several, each counts."""

    games: int = 0
    wins: float = 0.0
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    forfeits: list[Forfeit] = field(default_factory=list)


class Standings:
    """Everything that is known about a match from the games that were added."""

    def __init__(self, match: Match):
        self.match = match
        self.games = 0
        self.stopped = 0
        self.bots = {label: BotTally() for label in match.labels}
        self.pairs = {contest: PairTally(match.players) for contest in match.contests() if match.schedule != "table"}
        self.trial = Trial(match.sprt, match.players) if match.sprt else None
        self._games: Counter[tuple[str, ...]] = Counter()
        self._wins: dict[tuple[str, ...], dict[str, float]] = {}

    def add(self, played: Played) -> None:
        """Take a game into account."""
        self.games += 1
        self.stopped += played.end == "stopped"
        for seat, label in enumerate(played.seats):
            self._add_seat(self.bots[label], played, seat)
        if played.contest in self.pairs:
            self.pairs[played.contest].add(played)
        self._add_table(played)
        self._test(played.contest)

    def _add_seat(self, bot: BotTally, played: Played, seat: int) -> None:
        bot.games += 1
        bot.wins += played.share(seat)
        bot.decisions += played.decisions[seat]
        bot.seconds += played.seconds[seat]
        bot.slowest = max(bot.slowest, played.slowest[seat])
        if played.forfeit and played.forfeit.seat == seat:
            bot.forfeits.append(played.forfeit)

    def _add_table(self, played: Played) -> None:
        names = tuple(sorted(played.seats))
        wins = self._wins.setdefault(names, dict.fromkeys(names, 0.0))
        self._games[names] += 1
        for seat, label in enumerate(played.seats):
            wins[label] += played.share(seat)

    def _test(self, contest: tuple[str, ...]) -> None:
        """Deals are judged in their order, not in that of finishing, which may depend on the result."""
        if self.trial is None:
            return
        deals = self.pairs[contest].deals
        while self.trial.verdict.accepted is None and self.trial.verdict.deals in deals:
            self.trial.add(deals[self.trial.verdict.deals])

    @property
    def is_decided(self) -> bool:
        """Whether a test has come to its decision, so that more games would be in vain."""
        return self.trial is not None and self.trial.verdict.accepted is not None

    @property
    def all_forfeited(self) -> bool:
        """Whether there were games, and none was played to its end: something is wrong with a bot, not with its play."""
        return 0 < self.games == sum(len(bot.forfeits) for bot in self.bots.values())

    def ratings(self) -> dict[str, Interval]:
        """The ratings of all bots that can be compared to the anchor, best first."""
        tables = [Table(names, games, self._wins[names]) for names, games in self._games.items()]
        return ratings(tables, self.match.reference)
