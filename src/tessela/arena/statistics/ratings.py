"""Bradley-Terry ratings of many bots, by Luce's rule also for tables of more than two.

A bot of strength g wins a game at its table with the chance g / (sum of the strengths at the table); its rating is
400 * log10(g), counted from a bot whose rating is known. One game shared by all is added for every kind of table, so that a bot
which won everything has a rating too. Intervals come from the curvature of the likelihood; since the games of a deal with
swapped seats vary less than single games, they are a little too wide.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tessela.arena.statistics.rates import Z95, Interval

ELO_PER_NEPER = 400 / log(10)
ITERATIONS = 20_000
PRECISION = 1e-10


@dataclass(frozen=True, slots=True)
class Table:
    """Who sat together, one name per seat, in how many games, and how many wins (or shares of them) each name had."""

    names: tuple[str, ...]
    games: int
    wins: dict[str, float]


def ratings(tables: Sequence[Table], anchor: str, z: float = Z95) -> dict[str, Interval]:
    """The rating of every bot that is linked to the anchor by games, best first; the anchor has 0.

    >>> found = ratings([Table(("a", "b"), 100, {"a": 75.0, "b": 25.0})], anchor="b")
    >>> round(found["a"].value)
    189
    """
    tables = [table for table in tables if table.games and len(set(table.names)) > 1]
    linked = _linked(tables, anchor)
    tables = [table for table in tables if table.names[0] in linked]
    names = sorted(linked)
    seats, wins, games = _arrays(tables, names)
    strength = _most_likely(seats, wins, games)
    elo = ELO_PER_NEPER * (np.log(strength) - np.log(strength[names.index(anchor)]))
    error = ELO_PER_NEPER * _standard_errors(seats, games, strength, names.index(anchor))
    found = {name: Interval(elo[i] - z * error[i], elo[i], elo[i] + z * error[i]) for i, name in enumerate(names)}
    return {name: Interval(*map(float, found[name])) for name in sorted(names, key=lambda name: -found[name].value)}


def _linked(tables: Sequence[Table], anchor: str) -> set[str]:
    """The anchor and everyone who met someone who met ... the anchor."""
    linked = {anchor}
    grown = True
    while grown:
        met = {name for table in tables if linked & set(table.names) for name in table.names}
        grown = not met <= linked
        linked |= met
    return linked


def _arrays(tables: Sequence[Table], names: list[str]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Seats of each name at each table, wins of each name in all, games at each table; with the added games."""
    seats = np.zeros((len(tables), len(names)))
    wins = np.zeros(len(names))
    for i, table in enumerate(tables):
        for name, number in Counter(table.names).items():
            seats[i, names.index(name)] = number
            wins[names.index(name)] += table.wins.get(name, 0.0) + number / len(table.names)
    return seats, wins, np.array([table.games + 1.0 for table in tables])


def _most_likely(seats: NDArray[Any], wins: NDArray[Any], games: NDArray[Any]) -> NDArray[Any]:
    """The strengths under which these wins are most likely, by minorisation and maximisation."""
    strength = np.ones(len(wins))
    if len(games) == 0:
        return strength
    for _ in range(ITERATIONS):
        better = wins / ((games / (seats @ strength)) @ seats)
        better /= np.exp(np.log(better).mean())
        moved = np.abs(np.log(better / strength)).max()
        strength = better
        if moved < PRECISION:
            break
    return strength


def _standard_errors(seats: NDArray[Any], games: NDArray[Any], strength: NDArray[Any], anchor: int) -> NDArray[Any]:
    """The standard errors of log strengths relative to the anchor's."""
    chances = seats * strength / (seats @ strength)[:, None]
    information = np.diag(games @ chances) - (chances * games[:, None]).T @ chances
    others = [i for i in range(len(strength)) if i != anchor]
    errors = np.zeros(len(strength))
    covariance = np.linalg.inv(information[np.ix_(others, others)])
    for row, i in enumerate(others):
        errors[i] = sqrt(covariance[row, row])
    return errors
