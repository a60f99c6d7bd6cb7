"""The speed of the search next to what is required of it: `python bench/search.py [seconds for each measurement]`.

A simulation that ends in a proven node costs next to nothing, so nodes are counted beside simulations. Random games in the same
run tell how fast the machine is just now.
"""

import random
import sys
import time
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from tessela import Game
from tessela.bots.bot import Budget
from tessela.bots.search.bots import SearchBot
from tessela.bots.search.searcher import Searcher
from tessela.rules import kernels

POSITIONS = 12  # of one game, evenly spread
OPTIONS: dict[str, dict[str, Any]] = {"azul": {}, "duel": {"tablets": "random"}}
AT_LEAST = {"azul": 60_000, "duel": 15_000}
THREADS_AT_LEAST = 1.7
LATE_AT_MOST = 10  # milliseconds


def positions(name: str) -> list[Game]:
    """Positions of a game that a small search plays, where there is something to search."""
    game, bot, found = Game(name, seed=4, **OPTIONS[name]), SearchBot(1, Budget(simulations=200)), []
    while not game.is_over:
        if not game.is_tiling and len(game.legal_moves()) > 4:
            found.append(game.copy())
        game.play(bot.choose(game.view(game.to_move)).move)
    return [found[i * len(found) // POSITIONS] for i in range(POSITIONS)]


def grow(searcher: Searcher, game: Game, seconds: float) -> tuple[int, int, float]:
    """Simulations and nodes of one search, and the time it took."""
    searcher.begin(game, game.to_move or 0, 1)
    began, before = time.perf_counter(), searcher.nodes_made
    searcher.grow(Budget(seconds=seconds))
    return searcher.simulations, searcher.nodes_made - before, time.perf_counter() - began


def speeds(games: list[Game], seconds: float) -> tuple[float, float, float]:
    """Simulations and nodes a second of one thread, and how many times as many nodes two threads make.

    The two take turns, each on a tree that is in use already, as a bot's is after its first move.
    """
    one, two = Searcher(), Searcher(threads=2)
    for searcher in (one, two):
        grow(searcher, games[0], seconds / len(games))
    alone, together = np.zeros(3), np.zeros(3)
    for game in games:
        alone += grow(one, game, seconds / len(games))
        together += grow(two, game, seconds / len(games))
    simulations, nodes = alone[:2] / alone[2]
    return simulations, nodes, together[1] / together[2] / nodes


def overshoot(games: list[Game], budget: float) -> float:
    """The longest time beyond the budget that an answer took."""
    bot, worst = SearchBot(1), 0.0
    for game in games:
        view = game.view(game.to_move)
        began = time.perf_counter()
        bot.choose(view, Budget(seconds=budget))
        worst = max(worst, time.perf_counter() - began - budget)
    return worst


def random_moves(name: str, seconds: float) -> float:
    """Moves a second of random games, for comparison."""
    states = Game(name, seed=1, **OPTIONS[name]).states()
    start, moves, took, dice = states.copy(), 0, 0.0, random.Random(1)
    kernels.play_randomly(states, 0, 1, kernels.NOTHING_GIVEN)  # loads the compiled code
    while took < seconds:
        states[:] = start
        states.rng[0] = dice.getrandbits(63)
        began = time.perf_counter()
        moves += int(kernels.play_randomly(states, 0, 2_000, kernels.NOTHING_GIVEN))
        took += time.perf_counter() - began
    return moves / took


def at_least(value: float, bar: float) -> str:
    """A bar, and whether it is met."""
    return f"≥ {bar:,} {'yes' if value >= bar else 'NO'}"


def main() -> None:
    """Measure and print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    table = Table("figure", "value", "random moves each", "required")
    for name in OPTIONS:
        games = positions(name)
        overshoot(games[:2], 0.01)
        reference = random_moves(name, seconds / 3)
        simulations, nodes, threads = speeds(games, seconds)
        late = 1000 * overshoot(games, 0.1)
        table.add_row(f"{name}: simulations/s", f"{simulations:,.0f}", f"{reference / simulations:.0f}", "")
        table.add_row(f"{name}: new nodes/s", f"{nodes:,.0f}", f"{reference / nodes:.0f}", at_least(nodes, AT_LEAST[name]))
        table.add_row(f"{name}: the same, 2 threads", f"{threads:.2f}", "", at_least(threads, THREADS_AT_LEAST))
        table.add_row(f"{name}: ms beyond 100", f"{late:.1f}", "", f"≤ {LATE_AT_MOST} {'yes' if late <= LATE_AT_MOST else 'NO'}")
    Console(highlight=False).print(table)


if __name__ == "__main__":
    main()
