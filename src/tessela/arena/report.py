"""A match as tables for people."""

from collections.abc import Sequence
from math import isinf

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tessela.arena.statistics.rates import Interval
from tessela.arena.statistics.sprt import FEW_DEALS, PENTANOMIAL
from tessela.arena.tally import BotTally, PairTally, Standings

MOST_REASONS = 5


def report(standings: Standings) -> RenderableType:
    """Everything that a match has shown so far."""
    parts: list[RenderableType] = []
    if standings.pairs:
        parts.append(_pairs(standings))
    parts.append(_bots(standings))
    parts += [Text(note) for note in notes(standings)]
    return Group(*parts)


def _pairs(standings: Standings) -> Table:
    """Two lines for each pair, from the side of its first bot."""
    deals = "pairs\n0 ½ 1 1½ 2" if standings.match.players == 2 else "deals"
    headings = ("bot\nvs", "games\nwon-shared-lost", "margin", "score\n95 %", "Elo\n95 %", deals)
    table = _table(_title(standings), headings)
    for (first, other), pair in standings.pairs.items():
        results = f"{pair.games}\n{pair.wins}-{pair.shared}-{pair.losses}"
        table.add_row(Text(f"{first}\n{other}"), results, *_estimates(pair))
    return table


def _table(title: str, headings: Sequence[str]) -> Table:
    """A table of labels, which may be long and are folded, and numbers, which stay whole."""
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(headings[0], overflow="fold", min_width=12)
    for heading in headings[1:]:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _estimates(pair: PairTally) -> tuple[str, ...]:
    if pair.games == 0:
        return ()
    margin = "" if pair.margin is None else f"{pair.margin:+.1f}"
    return margin, percent(pair.rate, "\n"), elo(pair.elo, "\n"), _deals(pair)


def _deals(pair: PairTally) -> str:
    """The pentanomial counts of pairs; for larger tables the number of whole deals."""
    if pair.players == 2:
        return f"{len(pair.deals)}\n" + " ".join(str(pair.pairs[value]) for value in PENTANOMIAL)
    return str(len(pair.deals))


def _bots(standings: Standings) -> Table:
    match = standings.match
    rated = standings.ratings() if len(match.bots) > 2 else {}
    title = f"Bots, {match.reference} being 0 Elo" if rated else "Bots"
    table = _table(title, ["bot", *(["Elo"] if rated else []), "games", "won", "mean time", "slowest", "forfeits"])
    for label in [*rated, *(label for label in match.labels if label not in rated)]:
        rating = [elo(rated[label]) if label in rated else "?"] if rated else []
        table.add_row(Text(label), *rating, *_totals(standings.bots[label]))
    return table


def _totals(bot: BotTally) -> list[str]:
    won = f"{bot.wins / bot.games:.1%}" if bot.games else ""
    mean = _time(bot.seconds / bot.decisions) if bot.decisions else ""
    return [str(bot.games), won, mean, _time(bot.slowest), str(len(bot.forfeits))]


def notes(standings: Standings) -> list[str]:
    """What tables cannot say: the test, forfeits, games without an end."""
    found = [_verdict(standings)] if standings.trial else []
    for label, bot in standings.bots.items():
        reasons = [forfeit.reason for forfeit in bot.forfeits]
        for reason in list(dict.fromkeys(reasons))[:MOST_REASONS]:
            found.append(f"forfeit by {label}, {reasons.count(reason)} times: {reason}")
    if standings.all_forfeited:
        found.append("every game was forfeited: this says nothing about strength")
    if standings.stopped:
        found.append(f"{standings.stopped} games without an end were stopped and are shared by all")
    return found


def _verdict(standings: Standings) -> str:
    assert standings.trial is not None
    verdict, test = standings.trial.verdict, standings.trial.test
    where = f"LLR {verdict.llr:.2f} in [{test.lower:.2f}, {test.upper:.2f}] after {verdict.deals} deals"
    if verdict.accepted is None:
        return f"SPRT {test.elo0:g} against {test.elo1:g} Elo: undecided, {where}"
    value = test.elo0 if verdict.accepted == "elo0" else test.elo1
    few = (
        f"; fewer than {FEW_DEALS} deals: repeat it with another seed before you believe it" if verdict.deals < FEW_DEALS else ""
    )
    return f"SPRT {test.elo0:g} against {test.elo1:g} Elo: {value:g} accepted, {where}{few}"


def _title(standings: Standings) -> str:
    match = standings.match
    options = ", ".join(f"{name} {_plain(value)}" for name, value in match.full_options.items())
    return f"{match.game} ({options}), seed {match.seed}"


def _plain(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def percent(rate: Interval, between: str = " ") -> str:
    """A rate and its interval."""
    return f"{rate.value:.1%}{between}[{100 * rate.low:.1f}, {100 * rate.high:.1f}]"


def elo(interval: Interval, between: str = " ") -> str:
    """An Elo difference and its interval, unless it is known exactly."""
    if interval.low == interval.high:
        return f"{interval.value:+.0f}"
    low, value, high = ("∞" if isinf(bound) and bound > 0 else "-∞" if isinf(bound) else f"{bound:+.0f}" for bound in interval)
    return f"{value}{between}[{low}, {high}]"


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"
