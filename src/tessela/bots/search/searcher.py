"""A tree and what is needed to grow it: preallocated arrays, threads, a clock."""

import threading
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tessela.bots.bot import Budget
from tessela.bots.games import known
from tessela.bots.knowledge.settings import Settings
from tessela.bots.nets.nets import nets_of
from tessela.bots.search import desk as desks
from tessela.bots.search import looks, reuse, tree
from tessela.bots.search.desk import Desk
from tessela.game import Game, OptionError

CHUNK_SECONDS = 0.002
EDGES_A_NODE = 8  # room for edges: most nodes have none
DEEPEST_REUSE = 8  # decisions since the last search, at most
MOST_TRIES = 5_000  # positions that are looked at to find one again
REUSED_SHARE = 0.6  # of the tree that may be in use when it is used again


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


@dataclass(frozen=True, slots=True)
class Outlook:
    """What every player may expect: the chance to win, and the points ahead of the mean of the others; how many walks that rests
    on, and how far the chance of the one to move may be off by the luck of the walks (a standard error, 0 where it is proven)."""

    chance: tuple[float, ...]
    lead: tuple[float, ...]
    walks: int
    error: float


def leads(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """How many points each player is ahead of the mean of the others."""
    players = len(points)
    return (points * players - points.sum()) / (players - 1)


class Searcher:
    """Searches one position after another on trees of a bounded size."""

    def __init__(self, nodes: int = 800_000, threads: int = 1, settings: Settings | None = None):
        self.threads = threads
        self.own_settings = settings
        self.nodes, self.edges = desks.zeros(nodes, desks.NODE), desks.zeros(nodes * EDGES_A_NODE, desks.EDGE)
        self.simulations = 0
        self.game = ""
        self.desks: list[Desk] = []  # one for each thread
        self._counting = threading.Lock()

    def __reduce__(self) -> tuple[type["Searcher"], tuple[int, int, Settings | None]]:
        """A copy has no tree: that is large, and found again."""
        return Searcher, (len(self.nodes), self.threads, self.own_settings)

    def search(self, game: Game, seat: int, budget: Budget, seed: int) -> None:
        """Grow a new tree from the position of a game as a seat knows it."""
        self.begin(game, seat, seed)
        self.grow(budget)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A new tree for a position, of which only what the seat knows is used."""
        row = known(game.name)
        if not row.has_nets:
            raise OptionError(f"there are no nets of the game {game.name!r}: it cannot be searched")
        settings = self.own_settings or row.knowledge.SETTINGS
        desk = desks.new_desk(game.name, self.nodes, self.edges, nets_of(game.name), settings)
        self.game, self.desks = game.name, [desk, *(desks.another(desk) for _ in range(1, self.threads))]
        for number, one in enumerate(self.desks):
            desks.claim(one, number, self.threads)
        self.nodes[0] = np.zeros(1, desks.NODE)[0]
        self._lay(game, seat, 0, seed)
        looks.prepare(desk.states, desk.worth)
        tree.simulate(desk, 1)  # the root is expanded before threads share it
        self.simulations += 1

    def only(self, action: int) -> None:
        """Let every walk from now on begin with this action."""
        first = int(self.nodes.first_edge[self.top])
        self.edges[first] = np.zeros(1, desks.EDGE)[0]
        self.edges.action[first], self.edges.prior[first], self.edges.sure[first] = action, 1.0, np.nan
        self.nodes.edges[self.top], self.nodes.proven[self.top] = 1, 0
        self.desk.root.walks[0] = 0

    def outlook(self, players: int) -> Outlook:
        """What the only move is worth to everybody.

        The mean of all walks is too good for the one who moves, since they try worse replies as well; the mean after the best
        reply is too good for the one who replies. With two players the truth is taken to lie halfway.
        """
        node, root = self.nodes[self.top], self.desk.root[0]
        chance, lead = node.chance[:players].astype(float), leads(node.points[:players].astype(float))
        if node.proven or not root.walks:
            return Outlook(tuple(chance.tolist()), tuple(lead.tolist()), int(root.walks), 0.0)
        if players == 2:
            after_reply = self._after_best_reply(int(node.player), float(chance[node.player]), float(lead[node.player]))
            chance, lead = 0.5 * (chance + after_reply[0]), 0.5 * (lead + after_reply[1])
        error = max(0.0, float(root.spread)) ** 0.5 / int(root.walks)
        return Outlook(tuple(chance.tolist()), tuple(lead.tolist()), int(root.walks), error)

    def _after_best_reply(self, player: int, chance: float, lead: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The chances and leads of two players after the best reply to the first move of the root, as far as there was one."""
        child, total = int(self.edges.child[int(self.nodes.first_edge[self.top])]), 0
        sums = np.zeros(2)
        while child:
            found, visits = np.array([chance, lead]), max(1, self._visits(child))
            if self.nodes.proven[child]:
                found[:] = self.nodes.chance[child, player], leads(self.nodes.points[child, :2])[player]
            elif self.nodes.edges[child]:
                best = self.edges[tree.preferred(self.nodes, self.edges, child)]
                same = int(self.nodes.player[child]) == player
                found[:] = (best.chance, best.margin) if same else (1.0 - best.chance, -best.margin)
            sums, total, child = sums + visits * found, total + visits, int(self.nodes.sibling[child])
        own_chance, own_lead = sums / total if total else (chance, lead)
        chances, both = np.full(2, 1.0 - own_chance), np.full(2, -own_lead)
        chances[player], both[player] = own_chance, own_lead
        return chances, both

    def resume(self, game: Game, seat: int, seed: int) -> bool:
        """Go on in the tree if it has this position, else with a new one; whether it had it."""
        if self._is_at(game, seat):
            return True
        node = self._find(game, seat)
        if not node:
            self.begin(game, seat, seed)
            return False
        self._lay(game, seat, node, seed)
        return True

    def _is_at(self, game: Game, seat: int) -> bool:
        """Whether this very position was searched last, and there is room to think on."""
        if self.game != game.name or self.desk.root.seat[0] != seat or self._fullness() > REUSED_SHARE:
            return False
        return self.desk.states[:1].tobytes() == game.states()[:1].tobytes()

    def _lay(self, game: Game, seat: int, node: int, seed: int) -> None:
        """Put a position on the desks, which is that of a node; the simulations of each draw from a seed of its own."""
        self.desk.states[0] = game.states()[0]
        self.desk.root[0] = (node, seat, 0, 0.0)
        for number, desk in enumerate(self.desks):
            desk.scratch.rng[0] = seed + 1 + number
        self.simulations = 0

    def _find(self, game: Game, seat: int) -> int:
        """The node of a position that comes soon after the one last searched, 0 if the tree does not have it."""
        if self.game != game.name or self.desk.root.seat[0] != seat or self._fullness() > REUSED_SHARE:
            return 0
        states, line = game.ruleset.empty(DEEPEST_REUSE + 1), np.zeros(DEEPEST_REUSE + 1, reuse.PLACE)
        seen = np.zeros(len(game.observation(seat)), np.int16)
        return int(reuse.find_position(self.desk, game.states(), states, line, seen, seen.copy(), MOST_TRIES))

    def _fullness(self) -> float:
        """The share of the tree that is in use, where it is most."""
        nodes, edges = len(self.nodes) // self.threads, len(self.edges) // self.threads
        regions = [desk.region[0] for desk in self.desks]
        return max(
            max(1 - (region.end_of_nodes - region.next_node) / nodes, 1 - (region.end_of_edges - region.next_edge) / edges)
            for region in regions
        )

    @property
    def desk(self) -> Desk:
        """The desk of the first thread."""
        return self.desks[0]

    @property
    def top(self) -> int:
        """The node of the position that is searched."""
        return int(self.desk.root.node[0])

    @property
    def proven(self) -> bool:
        """Whether the best move is proven: more thought changes nothing."""
        return bool(self.nodes.proven[self.top])

    @property
    def nodes_made(self) -> int:
        """How many nodes the tree has."""
        nodes = len(self.nodes) // self.threads
        return sum(int(desk.region.next_node[0]) - max(1, i * nodes) for i, desk in enumerate(self.desks))

    def grow(self, budget: Budget) -> None:
        """Think on within a budget; with simulations and one thread, as if all budgets had been one."""
        deadline = time.perf_counter() + budget.seconds if budget.seconds else None
        each = None if budget.simulations is None else -(-budget.simulations // self.threads)
        others = [threading.Thread(target=self._run, args=(desk, each, deadline)) for desk in self.desks[1:]]
        for other in others:
            other.start()
        self._run(self.desk, each, deadline)
        for other in others:
            other.join()

    def _run(self, desk: Desk, simulations: int | None, deadline: float | None) -> None:
        """Simulate in one thread, in pieces short enough to keep the deadline."""
        chunk, done = 16, 0
        while simulations is None or done < simulations:
            chunk = min(chunk, simulations - done) if simulations is not None else chunk
            began = time.perf_counter()
            ran = int(tree.simulate(desk, chunk))
            done += ran
            now = time.perf_counter()
            if ran < chunk or (deadline is not None and now >= deadline):
                break
            chunk = max(16, min(100_000, int(chunk * CHUNK_SECONDS / max(1e-6, now - began))))
        with self._counting:
            self.simulations += done

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
