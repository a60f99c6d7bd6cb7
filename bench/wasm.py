"""The search in WebAssembly, in Node, next to the native one.

    python -m bench.wasm [SECONDS] [OPTIONS OF NODE...]

SECONDS are those of native search for each game. Options of Node tell where the time goes: with `--no-wasm-bounds-checks
--no-wasm-stack-checks` nothing is checked at run time, as it is in the native library.

Both grow the same trees in turns, so that a busy machine slows both; they must find the same move with as many nodes. The time of
the processor leaves out what others use of it, though not that they share its caches.
"""

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.search import OPTIONS, at_least, positions
from tessela import Game
from tessela.bots.bot import Budget
from tessela.bots.search.searcher import Searcher

WEB = Path(__file__).parents[1] / "web"
AT_LEAST = {"azul": 0.6, "duel": 0.8}  # of the native speed
NODES = 200_000
SEED = 1
TURNS = 3  # each position so often


@dataclass
class Spent:
    """What searches took: by the clock, and of the processor."""

    simulations: int = 0
    seconds: float = 0.0
    processor: float = 0.0

    def add(self, simulations: int, seconds: float, processor: float) -> None:
        """One search more."""
        self.simulations += simulations
        self.seconds += seconds
        self.processor += processor

    @property
    def speed(self) -> float:
        """Simulations a second by the clock."""
        return self.simulations / self.seconds

    @property
    def processor_speed(self) -> float:
        """Simulations a second of the processor."""
        return self.simulations / self.processor


class Node:
    """A process of Node that searches."""

    def __init__(self, options: list[str]) -> None:
        self.process = subprocess.Popen(
            ["node", *options, "scripts/searching.mjs"], cwd=WEB, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def search(self, game: Game, simulations: int) -> dict[str, Any]:
        """Search a position."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        asked = {
            "game": game.name, "state": game.states().tobytes().hex(), "seat": game.to_move, "seed": SEED, "nodes": NODES,
            "simulations": simulations,
        }  # fmt: skip
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def close(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()


def native(searcher: Searcher, game: Game, simulations: int) -> dict[str, Any]:
    """The same search here."""
    searcher.begin(game, game.to_move or 0, SEED)
    began, used = time.perf_counter(), time.process_time()
    searcher.grow(Budget(simulations=simulations))
    seconds, processor = time.perf_counter() - began, time.process_time() - used
    return {
        "simulations": searcher.simulations, "nodes": searcher.nodes_made, "action": searcher.root()[0].action,
        "seconds": seconds, "processor": processor,
    }  # fmt: skip


def compare(name: str, node: Node, seconds: float) -> tuple[Spent, Spent]:
    """Both searches of some positions of a game, in turns."""
    games, searcher = positions(name), Searcher(NODES)
    for game in games:  # until the browser's compiler has done its best
        native(searcher, game, 1_000)
        node.search(game, 1_000)
    simulations = int(seconds * 1_000 / (TURNS * len(games)) / native(searcher, games[0], 1_000)["seconds"])
    ours, theirs = Spent(), Spent()
    for _ in range(TURNS):
        for game in games:
            here, there = native(searcher, game, simulations), node.search(game, simulations)
            assert [here[key] for key in ("simulations", "nodes", "action")] == [
                there[key] for key in ("simulations", "nodes", "action")
            ]
            ours.add(here["simulations"], here["seconds"], here["processor"])
            theirs.add(there["simulations"], there["seconds"], there["processor"])
    return ours, theirs


def main() -> None:
    """Measure and print the table."""
    options = [argument for argument in sys.argv[1:] if argument.startswith("--")]
    seconds = float(next((argument for argument in sys.argv[1:] if argument not in options), 6.0))
    table = Table("figure", "native", "WebAssembly", "ratio", "required")
    node = Node(options)
    for name in OPTIONS:
        ours, theirs = compare(name, node, seconds)
        for what, here, there in (
            ("simulations/s", ours.speed, theirs.speed),
            ("simulations/s of the processor", ours.processor_speed, theirs.processor_speed),
        ):
            table.add_row(
                f"{name}: {what}", f"{here:,.0f}", f"{there:,.0f}", f"{there / here:.2f}", at_least(there / here, AT_LEAST[name])
            )
    node.close()
    Console(highlight=False).print(table)


if __name__ == "__main__":
    main()
