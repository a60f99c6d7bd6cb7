"""A tree and what is needed to grow it: preallocated arrays, threads, a clock."""

import threading
import time
from dataclasses import dataclass
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


def knowledge_of(name: str) -> Any:
    """What is known about a game."""
    return {"azul": azul_knowledge, "duel": duel_knowledge}[name]


@cache
def weights_of(key: str) -> NDArray[np.float32]:
    """The fitted weights of a variant."""
    with np.load(WEIGHTS) as found:
        weights: NDArray[np.float32] = found[key]
    return weights


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move as the search sees it: how often it was tried, its chance to win, the expected margin, how it looked at first."""

    edge: int
    action: int
    visits: int
    value: float
    margin: float
    prior: float


class Searcher:
    """Searches one position after another on trees of a bounded size."""

    def __init__(self, nodes: int = 400_000, threads: int = 1, settings: NDArray[np.float32] | None = None):
        self.threads = threads
        self.own_settings = settings
        self.nodes = np.zeros(nodes, tree.NODE).view(np.recarray)
        self.edges = np.zeros(nodes * 16, tree.EDGE).view(np.recarray)
        self.simulations = 0

    def search(self, game: Game, seat: int, budget: Budget, seed: int) -> None:
        """Grow a tree from the position of a game as a seat knows it."""
        weights = weights_of(variant_key(game.name, game.options))
        self.search_state(game.states(), knowledge_of(game.name), weights, seat, budget, seed)

    def search_state(self, states: Any, knowledge: Any, weights: Any, seat: int, budget: Budget, seed: int) -> None:
        """Grow a tree from a compiled state, of which only what the seat knows is used."""
        self.states, self.knowledge, self.weights = states.copy(), knowledge, weights
        self.settings = knowledge.SETTINGS if self.own_settings is None else self.own_settings
        self.worth = np.zeros(knowledge.WORTH, np.float32)
        tree.prepare(self.states, self.worth)
        self.nodes[0] = np.zeros(1, tree.NODE)[0]
        self.simulations = 0
        self._regions: dict[int, NDArray[np.int64]] = {}
        deadline = time.perf_counter() + budget.seconds if budget.seconds else None
        each = None if budget.simulations is None else -(-budget.simulations // self.threads)
        self._run(seat, 0, 1, None, seed)  # the root is expanded before threads share it
        workers = [
            threading.Thread(target=self._run, args=(seat, i, each, deadline, seed + 1 + i)) for i in range(1, self.threads)
        ]
        for worker in workers:
            worker.start()
        self._run(seat, 0, each, deadline, seed + 1)
        for worker in workers:
            worker.join()

    def _run(self, seat: int, thread: int, simulations: int | None, deadline: float | None, seed: int) -> None:
        """Simulate in one thread, in pieces short enough to keep the deadline."""
        scratch = self.states.copy()
        scratch.rng[0] = seed
        region = self._region(thread)
        moves, path = np.zeros(kernels.MAX_MOVES, np.int16), np.zeros((tree.MAX_DEPTH, 2), np.int32)
        room, values = np.zeros(self.knowledge.FEATURES, np.float64), np.zeros(8, np.float64)
        chunk, done = 16, 0
        while simulations is None or done < simulations:
            chunk = min(chunk, simulations - done) if simulations is not None else chunk
            began = time.perf_counter()
            ran = tree.simulate(
                self.states, scratch, self.nodes, self.edges, region, seat, chunk, self.weights, self.worth, self.settings,
                moves, path, room, values, kernels.NOTHING_GIVEN,
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
        if thread in self._regions:
            return self._regions[thread]
        nodes, edges = len(self.nodes) // self.threads, len(self.edges) // self.threads
        first = max(1, thread * nodes)
        return np.array([first, (thread + 1) * nodes, thread * edges, (thread + 1) * edges], np.int64)

    def root(self) -> list[Candidate]:
        """What the search thinks of every move, most visited first."""
        return self._candidates(0)

    def line(self, game: Game, action: int, length: int = 8) -> list[str]:
        """The moves that the search expects from here, beginning with an action, as far as it has looked."""
        game, node, moves = game.copy(), 0, [str(game.move_of(action))]
        rounds = game.round
        while len(moves) <= length:
            game.play(action)
            edge = next(c.edge for c in self._candidates(node) if c.action == action)
            node = self._most_visited_child(edge)
            if not node or game.round != rounds or game.is_over:
                break
            legal = set(game.legal_actions())
            best = [c for c in self._candidates(node) if c.visits and c.action in legal]
            if not best:
                break
            action = best[0].action
            moves.append(str(game.move_of(action)))
        return moves[:length]

    def _most_visited_child(self, edge: int) -> int:
        best, child = 0, int(self.edges.child[edge])
        while child:
            if not best or self.nodes.visits[child] > self.nodes.visits[best]:
                best = child
            child = int(self.nodes.sibling[child])
        return best

    def _candidates(self, node: int) -> list[Candidate]:
        first, number = int(self.nodes.first_edge[node]), int(self.nodes.edges[node])
        found = [self._candidate(edge) for edge in range(first, first + number)]
        return sorted(found, key=lambda candidate: (-candidate.visits, -candidate.value, candidate.action))

    def _candidate(self, edge: int) -> Candidate:
        e = self.edges[edge]
        visits = int(e.visits)
        seen = max(1, visits)
        return Candidate(edge, int(e.action), visits, float(e.value) / seen, float(e.margin) / seen, float(e.prior))
