"""A tree and what is needed to grow it: preallocated arrays, threads, a clock."""

import threading
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tessela.bots.bot import Budget
from tessela.bots.nets.moves import nets_of
from tessela.bots.nets.net import scratch_room
from tessela.bots.search import ends, looks, reuse, tree
from tessela.game import Game
from tessela.rules import kernels

CHUNK_SECONDS = 0.002
APART = 256  # bytes
EDGES_A_NODE = 8  # room for edges: most nodes have none
LINE = 64  # bytes of the memory that a processor fetches at once
DEEPEST_REUSE = 8  # decisions since the last search, at most
MOST_TRIES = 5_000  # positions that are looked at to find one again
REUSED_SHARE = 0.6  # of the tree that may be in use when it is used again


def knowledge_of(name: str) -> Any:
    """What is known about a game."""
    return looks.KNOWLEDGE[name]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move as the search sees it: how often it was tried, its worth, its chance to win, the margin, how it looked at first.

    The worth is what the search maximises, the chance with a share of the margin in it; it is exact where the move is proven.
    """

    edge: int
    action: int
    visits: int
    value: float
    chance: float
    margin: float
    prior: float
    proven: bool


def zeros(shape: int | tuple[int, ...], kind: Any) -> NDArray[Any]:
    """Zeros that begin a line of memory, with nothing beside them.

    Threads that write to neighbouring places slow each other down, and what lies across two lines is fetched twice.
    """
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    buffer = np.zeros(size + 2 * APART, np.uint8)
    start = APART - buffer.ctypes.data % LINE
    return buffer[start : start + size].view(kind).reshape(shape)


def apart(array: NDArray[Any]) -> NDArray[Any]:
    """A copy in lines of its own."""
    copy = zeros(array.shape, array.dtype)
    copy[...] = array
    return copy


class _Worker:
    """What a thread needs for itself: a generator, scratch, and a region of the tree."""

    def __init__(self, states: Any, seed: int, region: NDArray[np.int64], worth: NDArray[np.float32]):
        self.region, self.first = apart(region), region
        self.moves, self.path = zeros(kernels.MAX_MOVES, np.int16), zeros((tree.MAX_DEPTH, tree.STEP), np.int32)
        self.room, self.values = apart(scratch_room()), zeros(ends.VALUES, np.float64)
        self.later = zeros(worth.shape, np.float32)
        self.start(states, seed)

    def start(self, states: Any, seed: int) -> None:
        """Draw from a seed."""
        self.scratch = apart(states.repeat(2)).view(np.recarray)
        self.scratch.rng[0] = seed


class Searcher:
    """Searches one position after another on trees of a bounded size."""

    def __init__(self, nodes: int = 800_000, threads: int = 1, settings: NDArray[np.float32] | None = None):
        self.threads = threads
        self.own_settings = settings
        self.nodes = zeros(nodes, tree.NODE).view(np.recarray)
        self.edges = zeros(nodes * EDGES_A_NODE, tree.EDGE).view(np.recarray)
        self.simulations = 0
        self.states: Any = None
        self.top = 0
        self._counting = threading.Lock()

    def search(self, game: Game, seat: int, budget: Budget, seed: int) -> None:
        """Grow a new tree from the position of a game as a seat knows it."""
        self.begin(game, seat, seed)
        self.grow(budget)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A new tree for a position, of which only what the seat knows is used."""
        self.name, self.seat, self.knowledge, self.nets = game.name, seat, knowledge_of(game.name), nets_of(game.name)
        self.settings = self.knowledge.SETTINGS if self.own_settings is None else self.own_settings
        self.states = apart(game.states()).view(np.recarray)
        self.worth = zeros(self.knowledge.WORTH, np.float32)
        looks.prepare(self.states, self.worth)
        self.nodes[0] = np.zeros(1, tree.NODE)[0]
        self.top, self.simulations = 0, 0
        self._workers = [_Worker(self.states, seed + 1 + i, self._region(i), self.worth) for i in range(self.threads)]
        self._simulate(self._workers[0], 1)  # the root is expanded before threads share it
        self.simulations += 1

    def resume(self, game: Game, seat: int, seed: int) -> bool:
        """Go on in the tree if it has this position, else with a new one; whether it had it."""
        node = self._find(game, seat)
        if not node:
            self.begin(game, seat, seed)
            return False
        self.states, self.top, self.simulations = game.states(), node, 0
        for i, worker in enumerate(self._workers):
            worker.start(self.states, seed + 1 + i)
        return True

    def _find(self, game: Game, seat: int) -> int:
        """The node of a position that comes soon after the one last searched, 0 if the tree does not have it."""
        if self.states is None or self.name != game.name or self.seat != seat or self._fullness() > REUSED_SHARE:
            return 0
        levels = self.states.repeat(DEEPEST_REUSE + 1).view(np.recarray)
        numbers, places = np.zeros(DEEPEST_REUSE + 1, np.int64), np.zeros(DEEPEST_REUSE + 1, np.int64)
        places[0] = self.top
        seen = np.zeros(len(game.observation(seat)), np.int16)
        return int(
            reuse.find_position(
                levels, numbers, game.states(), seat, self.nodes, self.edges, places, seen, seen.copy(), self.worth, MOST_TRIES
            )
        )

    def _fullness(self) -> float:
        """The share of the tree that is in use, where it is most."""
        return max(
            max((w.region[0] - w.first[0]) / (w.region[1] - w.first[0]), (w.region[2] - w.first[2]) / (w.region[3] - w.first[2]))
            for w in self._workers
        )

    @property
    def proven(self) -> bool:
        """Whether the best move is proven: more thought changes nothing."""
        return bool(self.nodes.proven[self.top])

    @property
    def nodes_made(self) -> int:
        """How many nodes the tree has."""
        return int(sum(w.region[0] - w.first[0] for w in self._workers))

    def grow(self, budget: Budget) -> None:
        """Think on within a budget; with simulations and one thread, as if all budgets had been one."""
        deadline = time.perf_counter() + budget.seconds if budget.seconds else None
        each = None if budget.simulations is None else -(-budget.simulations // self.threads)
        others = [threading.Thread(target=self._run, args=(worker, each, deadline)) for worker in self._workers[1:]]
        for other in others:
            other.start()
        self._run(self._workers[0], each, deadline)
        for other in others:
            other.join()

    def _run(self, worker: _Worker, simulations: int | None, deadline: float | None) -> None:
        """Simulate in one thread, in pieces short enough to keep the deadline."""
        chunk, done = 16, 0
        while simulations is None or done < simulations:
            chunk = min(chunk, simulations - done) if simulations is not None else chunk
            began = time.perf_counter()
            ran = self._simulate(worker, chunk)
            done += ran
            now = time.perf_counter()
            if ran < chunk or (deadline is not None and now >= deadline):
                break
            chunk = max(16, min(100_000, int(chunk * CHUNK_SECONDS / max(1e-6, now - began))))
        with self._counting:
            self.simulations += done

    def _simulate(self, worker: _Worker, simulations: int) -> int:
        return int(
            tree.simulate(
                self.states, worker.scratch, self.nodes, self.edges, worker.region, self.top, self.seat, simulations, self.nets,
                self.worth, worker.later, self.settings, worker.moves, worker.path, worker.room, worker.values,
                kernels.NOTHING_GIVEN,
            )
        )  # fmt: skip

    def _region(self, thread: int) -> NDArray[np.int64]:
        """The nodes and edges that a thread may use: next node, end, next edge, end."""
        nodes, edges = len(self.nodes) // self.threads, len(self.edges) // self.threads
        first = max(1, thread * nodes)
        return np.array([first, (thread + 1) * nodes, thread * edges, (thread + 1) * edges], np.int64)

    def root(self) -> list[Candidate]:
        """What the search thinks of every move, the best first."""
        return self._candidates(self.top)

    def line(self, game: Game, action: int, length: int = 8) -> list[str]:
        """The moves that the search expects from here, beginning with an action, as far as it has looked."""
        game, node, moves = game.copy(), self.top, [str(game.move_of(action))]
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
            if not best or self._visits(child) > self._visits(best):
                best = child
            child = int(self.nodes.sibling[child])
        return best

    def _visits(self, node: int) -> int:
        first = int(self.nodes.first_edge[node])
        return int(self.edges.visits[first : first + int(self.nodes.edges[node])].sum())

    def _candidates(self, node: int) -> list[Candidate]:
        """The moves of a node: the preferred one, then the most visited; by their worth once all is proven."""
        first, number = int(self.nodes.first_edge[node]), int(self.nodes.edges[node])
        found = [self._candidate(edge) for edge in range(first, first + number)]
        if self.nodes.proven[node]:
            return sorted(found, key=lambda c: (-c.value, -c.visits, c.action))
        best = tree.preferred(self.nodes, self.edges, node)
        return sorted(found, key=lambda c: (c.edge != best, -c.visits, -c.value, c.action))

    def _candidate(self, edge: int) -> Candidate:
        e = self.edges[edge]
        proven = bool(not np.isnan(e.sure))
        value = float(e.sure) if proven else float(e.value)
        return Candidate(edge, int(e.action), int(e.visits), value, float(e.chance), float(e.margin), float(e.prior), proven)
