"""Kernels compiled ahead beside those that Numba compiles: `python -m bench.ahead [rounds]`.

Two processes, one of each kind, do the same work by turns, so that both meet the machine as it is; what counts is the time of the
processor that each took. The best of the rounds is told: whatever else runs only slows things down.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

GAMES = ("azul", "duel")
AT_LEAST = {"azul search": 1.3, "duel search": 1.0}
SIMULATIONS = {"azul": 20_000, "duel": 8_000}
DECISIONS = 300_000


def work() -> dict[str, Callable[[], float]]:
    """What is measured, by its name: each does some of it and tells how much."""
    from bench.search import positions
    from tessela.cli.bench import playouts

    loops = playouts()
    found: dict[str, Callable[[], float]] = {
        "azul random moves": lambda: float(loops["azul.2p.sampled"](DECISIONS)),
        "azul moves from lists": lambda: float(loops["azul.2p.listed"](DECISIONS)),
        "duel random moves": lambda: float(loops["duel.sampled"](DECISIONS)),
        "duel moves from lists": lambda: float(loops["duel.listed"](DECISIONS)),
    }
    for game in GAMES:
        found[f"{game} search"] = searching(game, positions(game))
    return found


def searching(name: str, games: list[Any]) -> Callable[[], float]:
    """Searches of some positions with a number of simulations; how many were run."""
    from tessela.bots.bot import Budget
    from tessela.bots.search.searcher import Searcher

    searcher = Searcher(200_000)
    budget = Budget(simulations=SIMULATIONS[name] // len(games))

    def search() -> float:
        run = 0
        for game in games:
            searcher.search(game, game.to_move, budget, 1)
            run += searcher.simulations
        return float(run)

    return search


def serve() -> None:
    """Answer each name of some work with what it gave a second of the processor."""
    jobs = work()
    print(json.dumps(list(jobs)), flush=True)
    for line in sys.stdin:
        job = jobs[line.strip()]
        began = time.process_time()
        done = job()
        print(done / (time.process_time() - began), flush=True)


class Side:
    """A process that works with one kind of kernels."""

    def __init__(self, kind: str):
        environment = {**os.environ, "TESSELA_KERNELS": kind}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.ahead", "--serve"],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.names: list[str] = json.loads(self._line())

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def run(self, name: str) -> float:
        """Some work; how much a second."""
        assert self.process.stdin is not None
        self.process.stdin.write(name + "\n")
        self.process.stdin.flush()
        return float(self._line())

    def close(self) -> None:
        """End it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def main(rounds: int) -> None:
    """Measure by turns and print the table."""
    from rich.console import Console
    from rich.table import Table

    native, jit = Side("native"), Side("jit")
    figures = {name: np.zeros((rounds, 2)) for name in native.names}
    for turn in range(rounds + 1):  # the first one loads what is needed
        for name in native.names:
            pair = native.run(name), jit.run(name)
            if turn:
                figures[name][turn - 1] = pair
    native.close()
    jit.close()
    table = Table(title=f"A second of one processor, best of {rounds} rounds by turns")
    for heading in ("what", "native", "Numba", "ratio", "of the rounds", "required"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for name, found in figures.items():
        best, ratios = found.max(axis=0), found[:, 0] / found[:, 1]
        least = AT_LEAST.get(name)
        required = "" if least is None else f"≥ {least} {'yes' if best[0] / best[1] >= least else 'NO'}"
        middle = f"{np.median(ratios):.2f} ({ratios.min():.2f} to {ratios.max():.2f})"
        table.add_row(name, f"{best[0]:,.0f}", f"{best[1]:,.0f}", f"{best[0] / best[1]:.2f}", middle, required)
    Console().print(table)


if __name__ == "__main__":
    if "--serve" in sys.argv:
        serve()
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
