"""Perft: how many sequences of decisions there are, a check of the rules that fits in a number."""

from time import perf_counter
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from tessela.game import Game
from tessela.rules import kernels


def perft(name: str, depth: int, seed: int, options: dict[str, Any]) -> None:
    """Print the number of sequences of each length up to a depth."""
    game = Game(name, seed=seed, **options)
    table = Table(title=f"perft {game.name}, seed {seed}")
    for heading in ("depth", "sequences", "seconds"):
        table.add_column(heading, justify="right")
    for length in range(1, depth + 1):
        start = perf_counter()
        leaves = count(game, length)
        table.add_row(str(length), str(leaves), f"{perf_counter() - start:.3f}")
    Console(highlight=False).print(table)


def count(game: Game, depth: int) -> int:
    """How many sequences of `depth` decisions begin at the position of a game."""
    states = game.ruleset.empty(depth + 1)
    states[0] = game.states()[0]
    moves = np.zeros((depth + 1, kernels.MAX_MOVES), np.int16)
    numbers = np.zeros(depth + 1, np.int64)
    return int(kernels.count_leaves(states, depth, kernels.NOTHING_GIVEN, moves, numbers))
