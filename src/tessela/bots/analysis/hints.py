"""A hint: the best move of an analysis in two or three plain sentences."""

from collections.abc import Sequence

from tessela.bots.analysis.analysis import Analysis, Judged
from tessela.bots.analysis.texts import Argument, Names, listed

MOST_FOR = 3
MOST_AGAINST = 2


def sentences(analysis: Analysis, names: Names = None) -> list[str]:
    """Why the best move is the best, and how the game stands with it."""
    best = analysis.best
    said = [_because(best.reasons, names)] if best.reasons else []
    if analysis.forced:
        return [*said, f"It is the only move. {_chances(best)}."]
    compared = ""
    if len(analysis.candidates) > 1:
        compared = f"; next best is {analysis.candidates[1].move} with {percent(analysis.candidates[1].value)}"
    return [*said, f"{_chances(best)}{compared}."]


def percent(value: float | None) -> str:
    """A chance in percent."""
    return "?" if value is None else f"{100 * value:.0f} %"


def points(margin: float | None) -> str:
    """A margin with its sign."""
    return "?" if margin is None else f"{margin:+.1f}"


def _because(reasons: Sequence[Argument], names: Names) -> str:
    """The reasons as one sentence: what speaks for the move, else what it does, and what speaks against it."""
    for_it = [reason for reason in reasons if reason.sign == "good"] or [r for r in reasons if r.sign == "neutral"]
    against = [reason.told(names) for reason in reasons if reason.sign == "bad"][:MOST_AGAINST]
    said = listed([reason.told(names) for reason in for_it[:MOST_FOR]])
    if not said or not against:
        return f"It {said or listed(against)}."
    return f"It {said}, but {listed(against)}."


def _chances(judged: Judged) -> str:
    margin = "" if judged.margin is None else f", expected margin {points(judged.margin)} points"
    return f"Win chance about {percent(judged.value)}{margin}"
