"""A tree and what is needed to grow it: preallocated arrays, threads, a clock."""

import threading
import time
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tessela.bots.bot import Budget
from tessela.bots.knowledge import azul as azul_knowledge
from tessela.bots.knowledge import duel as duel_knowledge
from tessela.bots.search import tree
from tessela.game import Game
from tessela.rules import kernels

WEIGHTS = Path(__file__).parent.parent / "weights.npz"
CHUNK_SECONDS = 0.002


def variant_key(name: str, options: dict[str, Any]) -> str:
    """The name under which the weights of a variant are kept."""
    if name == "duel":
        return "duel"
    return f"azul-{options['players']}p-{options['wall']}{'-jokers' if options['jokers'] else ''}"


@cache
def weights_of(key: str) -> NDArray[np.float32]:
    """The fitted weights of a variant."""
    with np.load(WEIGHTS) as found:
        weights: NDArray[np.float32] = found[key]
    return weights


class Searcher:
    """Searches one position after another on trees of a bounded size."""

    def __init__(self, nodes: int = 400_000, threads: int = 1, settings: NDArray[np.float32] | None = None):
        self.threads = threads
        self.settings = tree.SETTINGS.copy() if settings is None else settings
        self.nodes = np.rec.array(np.zeros(nodes, tree.NODE))
        self.edges = np.rec.array(np.zeros(nodes * 16, tree.EDGE))
        self.simulations = 0

    def search(self, game: Game, seat: int, budget: Budget, seed: int) -> None:
        """Grow a tree from the position of a game as a seat knows it."""
        knowledge: Any = azul_knowledge if game.name == "azul" else duel_knowledge
        self.states = game.states()
        self.worth = np.zeros(knowledge.WORTH, np.float32)
        tree.prepare(self.states, self.worth)
        self.weights = weights_of(variant_key(game.name, game.options))
        self.nodes[0] = np.zeros(1, tree.NODE)[0]
        self.simulations = 0
        deadline = time.perf_counter() + budget.seconds if budget.seconds else None
        each = None if budget.simulations is None else -(-budget.simulations // self.threads)
        # the root is expanded before threads share it
        self._run(game, knowledge, seat, 0, 1, None, seed)
        workers = [
            threading.Thread(target=self._run, args=(game, knowledge, seat, i, each, deadline, seed + 1 + i))
            for i in range(1, self.threads)
        ]
        for worker in workers:
            worker.start()
        self._run(game, knowledge, seat, 0, each, deadline, seed + 1)
        for worker in workers:
            worker.join()

    def _run(
        self, game: Game, knowledge: Any, seat: int, thread: int, simulations: int | None, deadline: float | None, seed: int
    ) -> None:
        scratch = game.ruleset.empty()
        scratch.rng[0] = seed
        region = self._region(thread)
        moves, path = np.zeros(kernels.MAX_MOVES, np.int16), np.zeros((tree.MAX_DEPTH, 2), np.int32)
        room, values = np.zeros(knowledge.FEATURES, np.float64), np.zeros(8, np.float64)
        chunk, done = 16, 0
        while simulations is None or done < simulations:
            chunk = min(chunk, simulations - done) if simulations is not None else chunk
            began = time.perf_counter()
            ran = tree.simulate(
                self.states, scratch, self.nodes, self.edges, region, seat, chunk,
                self.weights, self.worth, self.settings, moves, path, room, values, kernels.NOTHING_GIVEN,
            )  # fmt: skip
            done += ran
            now = time.perf_counter()
            if ran < chunk or (deadline is not None and now >= deadline):
                break
            chunk = max(16, min(100_000, int(chunk * CHUNK_SECONDS / max(1e-6, now - began))))
        self._regions[thread] = region
        self.simulations += done

    def _region(self, thread: int) -> NDArray[np.int64]:
        """The nodes and edges that a thread may use: next node, end, next edge, end."""
        if thread == 0 and self.simulations == 0:
            self._regions: dict[int, NDArray[np.int64]] = {}
        if thread in self._regions:
            return self._regions[thread]
        nodes, edges = len(self.nodes) // self.threads, len(self.edges) // self.threads
        first = max(1, thread * nodes)
        return np.array([first, (thread + 1) * nodes, thread * edges, (thread + 1) * edges], np.int64)

    def root(self) -> list[tuple[int, int, float, float]]:
        """Action, visits, mean value and prior of every edge of the root, most visited first."""
        first, number = int(self.nodes.first_edge[0]), int(self.nodes.edges[0])
        edges = self.edges[first : first + number]
        found = [(int(e.action), int(e.visits), float(e.value) / max(1, int(e.visits)), float(e.prior)) for e in edges]
        return sorted(found, key=lambda edge: (-edge[1], -edge[2]))
