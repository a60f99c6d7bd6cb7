"""A match as tables for people."""

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
    match = standings.match
    table = Table(title=_title(standings), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("bot", "vs", "games", "won", "shared", "lost", "margin", "score", "Elo", _deals_heading(match.players)):
        _add_column(table, heading)
    for (first, other), pair in standings.pairs.items():
        results = (pair.games, pair.wins, pair.shared, pair.losses)
        table.add_row(Text(first), Text(other), *map(str, results), *_estimates(pair))
    return table


def _add_column(table: Table, heading: str) -> None:
    """A column with numbers, which must stay whole, or with labels, which may be long."""
    label = heading in ("bot", "vs")
    table.add_column(
        heading, justify="left" if label else "right", overflow="fold", no_wrap=not label, min_width=12 if label else None
    )


def _deals_heading(players: int) -> str:
    return "0 ½ 1 1½ 2" if players == 2 else "deals"


def _estimates(pair: PairTally) -> tuple[str, str, str, str]:
    if pair.games == 0:
        return ("", "", "", "")
    margin = "" if pair.margin is None else f"{pair.margin:+.1f}"
    return margin, percent(pair.rate), elo(pair.elo), _deals(pair)


def _deals(pair: PairTally) -> str:
    """The pentanomial counts of pairs; for larger tables the number of whole deals."""
    if pair.players == 2:
        return " ".join(str(pair.pairs[value]) for value in PENTANOMIAL)
    return str(len(pair.deals))


def _bots(standings: Standings) -> Table:
    match = standings.match
    rated = standings.ratings() if len(match.bots) > 2 else {}
    table = Table(
        title=f"Bots, {match.reference} being 0 Elo" if rated else "Bots",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    headings = ["bot", *(["Elo"] if rated else []), "games", "won", "decisions", "mean time", "slowest", "forfeits"]
    for heading in headings:
        _add_column(table, heading)
    for label in [*rated, *(label for label in match.labels if label not in rated)]:
        rating = [elo(rated[label]) if label in rated else "?"] if rated else []
        table.add_row(Text(label), *rating, *_totals(standings.bots[label]))
    return table


def _totals(bot: BotTally) -> list[str]:
    won = f"{bot.wins / bot.games:.1%}" if bot.games else ""
    mean = _time(bot.seconds / bot.decisions) if bot.decisions else ""
    return [str(bot.games), won, str(bot.decisions), mean, _time(bot.slowest), str(len(bot.forfeits))]


def notes(standings: Standings) -> list[str]:
    """What tables cannot say: the test, forfeits, games without an end."""
    found = [_verdict(standings)] if standings.trial else []
    for label, bot in standings.bots.items():
        reasons = [forfeit.reason for forfeit in bot.forfeits]
        for reason in list(dict.fromkeys(reasons))[:MOST_REASONS]:
            found.append(f"forfeit by {label}, {reasons.count(reason)} times: {reason}")
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


def percent(rate: Interval) -> str:
    """A rate and its interval."""
    return f"{rate.value:.1%} [{100 * rate.low:.1f}, {100 * rate.high:.1f}]"


def elo(interval: Interval) -> str:
    """An Elo difference and its interval; nothing between the bounds if there is none."""
    if interval.low == interval.high:
        return f"{interval.value:+.0f}"
    low, value, high = ("∞" if isinf(bound) and bound > 0 else "-∞" if isinf(bound) else f"{bound:+.0f}" for bound in interval)
    return f"{value} [{low}, {high}]"


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"
