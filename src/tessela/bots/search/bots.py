"""Bots that look ahead, and those that judge a move by its looks."""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from tessela.bots.bot import Budget, Choice
from tessela.bots.games import known
from tessela.bots.knowledge.settings import Settings, settings
from tessela.bots.nets.nets import nets_of
from tessela.bots.search import looks
from tessela.bots.search.desk import EDGE, NODE, new_desk, zeros
from tessela.bots.search.searcher import Searcher
from tessela.bots.search.tiling import MAX_CHOICES, solve_tiling
from tessela.bots.simple import dice_for
from tessela.game import Game, Move
from tessela.game.ruleset import Json
from tessela.rules import kernels

MOST_TILINGS = 200_000


def worth_in(game: Game) -> Any:
    """What lines are worth in the position of a game."""
    worth = np.zeros(known(game.name).knowledge.WORTH, np.float32)
    looks.prepare(game.states(), worth)
    return worth


@dataclass(frozen=True, slots=True)
class Tiling:
    """The best tiling choice: what it is worth to the search, its chance to win, how many tilings were compared."""

    move: Move
    value: float
    chance: float
    compared: int


def best_tiling(game: Game) -> Tiling:
    """The best choice in a position where one of the tiling is due."""
    states = game.ruleset.empty(MAX_CHOICES + 2)
    states[0] = game.states()[0]
    moves = np.zeros((MAX_CHOICES + 2, kernels.MAX_MOVES), np.int16)
    numbers = np.zeros(MAX_CHOICES + 2, np.int64)
    desk = new_desk(game.name, zeros(1, NODE), zeros(1, EDGE), nets_of(game.name), known(game.name).knowledge.SETTINGS)
    looks.prepare(states, desk.worth)
    action, value, chance, tilings = solve_tiling(desk, states, moves, numbers, MOST_TILINGS)
    return Tiling(game.move_of(int(action)), float(value), float(chance), int(tilings))


class GreedyBot:
    """Plays what looks best by itself; looks at nothing beyond. The less sight it has, the more alike all lines look to it."""

    name = "greedy"

    def __init__(self, seed: int = 0, sight: float = 1.0, tiles_exactly: bool = False):
        self.seed = seed
        self.sight = sight
        self.tiles_exactly = tiles_exactly

    def choose(self, view: Json, budget: Budget | None = None) -> Choice:
        """The move that looks best."""
        game = Game.from_view(view)
        if self.tiles_exactly and game.is_tiling:
            return Choice(best_tiling(game).move)
        states, worth = game.states(), worth_in(game)
        known(game.name).knowledge.dim(worth, self.sight)
        states.rng[0] = dice_for(self.seed, view).getrandbits(63)
        action = looks.likely_move_in(states, 0, worth, np.float32(0.0))
        return Choice(game.move_of(int(action)))


class SearchBot:
    """Searches the round and judges where it leaves everyone."""

    name = "search"
    default = Budget(seconds=0.5)

    def __init__(
        self,
        seed: int = 0,
        budget: Budget | None = None,
        threads: int = 1,
        settings: Settings | None = None,
        nodes: int = 800_000,
    ):
        self.seed = seed
        self.budget = budget or self.default
        self._searcher = Searcher(nodes, threads, settings)

    def choose(self, view: Json, budget: Budget | None = None) -> Choice:
        """The move that the search likes best; in a tiling, the exact best."""
        seed = dice_for(self.seed, view).getrandbits(62)
        game = Game.from_view(view, seed=seed)
        legal = game.legal_moves()
        if len(legal) == 1:
            return Choice(legal[0])
        if game.is_tiling:
            best = best_tiling(game)
            return Choice(best.move, {"chance": best.chance, "tilings": best.compared})
        began = time.perf_counter()
        reused = self._think(game, int(view["seat"]), budget or self.budget, seed)
        root = self._searcher.root()
        thoughts = {
            "simulations": self._searcher.simulations,
            "reused": reused,
            "proven": self._searcher.proven,
            "seconds": time.perf_counter() - began,
            "moves": [
                {"move": str(game.move_of(c.action)), "visits": c.visits, "chance": c.chance, "margin": c.margin}
                for c in root[:10]
            ],
        }
        return Choice(game.move_of(root[0].action), thoughts)

    def _think(self, game: Game, seat: int, budget: Budget, seed: int) -> bool:
        """Search; by the clock, in the tree of the last move where it holds this position. Whether it did."""
        if budget.simulations is not None:
            self._searcher.search(game, seat, budget, seed)
            return False
        began = time.perf_counter()
        reused = self._searcher.resume(game, seat, seed)
        assert budget.seconds is not None
        self._searcher.grow(Budget(seconds=max(1e-4, budget.seconds - (time.perf_counter() - began))))
        return reused


class UctBot(SearchBot):
    """A plain tree search for comparison: no priors, no net, every simulation played to the end of the game."""

    name = "uct"

    def __init__(self, seed: int = 0, budget: Budget | None = None):
        super().__init__(seed, budget, settings=PLAIN)


PLAIN = settings(exploration=1.0, temperature=1e6, noise=1.0, to_the_end=True, by_policy=False)
