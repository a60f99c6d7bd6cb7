"""Figures beside their bars."""

import argparse
from collections.abc import Awaitable, Callable
from pathlib import Path

Wish = argparse.Namespace  # what was asked for on the command line
Measure = Callable[[Path, Wish], Awaitable[bool]]  # on an empty folder; whether all bars were kept


def quantile(values: list[float], share: float) -> float:
    """The value below which a share of the values lies, in milliseconds."""
    return 1000 * sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


_told: list[tuple[str, str, str, str, bool]] = []


def report(bar: str, what: str, figure: str, wanted: str, kept: bool) -> bool:
    """Print a figure beside its bar."""
    _told.append((bar, what, figure, wanted, kept))
    _show(bar, what, figure, wanted, kept)
    return kept


def _show(bar: str, what: str, figure: str, wanted: str, kept: bool) -> None:
    print(f"{bar:5} {what:68} {figure:>10}   bar {wanted:>8}   {'ok' if kept else 'MISSED'}", flush=True)


def summary(seconds: float) -> None:
    """Print all figures once more, without what stood between them."""
    print(f"\n{len(_told)} figures in {seconds / 60:.1f} minutes, {sum(not told[-1] for told in _told)} missed", flush=True)
    for told in _told:
        _show(*told)


def at_most(bar: str, what: str, figure: float, most: float, digits: int = 0) -> bool:
    """Print a figure that must not be larger than its bar; one that could not be measured misses it."""
    return report(bar, what, f"{figure:.{digits}f}", f"{most:g}", figure <= most)


def at_least(bar: str, what: str, figure: float, least: float) -> bool:
    """Print a figure that must not be smaller than its bar."""
    return report(bar, what, f"{figure:.0f}", f"{least:g}", figure >= least)


def note(text: str) -> None:
    """Print what a figure was measured with."""
    print(f"      {text}", flush=True)
