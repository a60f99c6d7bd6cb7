"""Figures beside their bars."""

import argparse
from collections.abc import Awaitable, Callable
from pathlib import Path

Wish = argparse.Namespace  # what was asked for on the command line
Measure = Callable[[Path, Wish], Awaitable[bool]]  # on an empty folder; whether all bars were kept


def quantile(values: list[float], share: float) -> float:
    """The value below which a share of the values lies, in milliseconds."""
    return 1000 * sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def report(bar: str, what: str, figure: str, wanted: str, kept: bool) -> bool:
    """Print a figure beside its bar."""
    print(f"{bar:5} {what:62} {figure:>14}   bar {wanted:>12}   {'ok' if kept else 'MISSED'}", flush=True)
    return kept


def at_most(bar: str, what: str, figure: float, most: float, digits: int = 0) -> bool:
    """Print a figure that must not be larger than its bar; one that could not be measured misses it."""
    return report(bar, what, f"{figure:.{digits}f}", f"{most:g}", figure <= most)


def at_least(bar: str, what: str, figure: float, least: float) -> bool:
    """Print a figure that must not be smaller than its bar."""
    return report(bar, what, f"{figure:.0f}", f"{least:g}", figure >= least)


def note(text: str) -> None:
    """Print what a figure was measured with."""
    print(f"      {text}", flush=True)
