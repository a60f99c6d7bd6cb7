"""Bots that look ahead, and those that judge a move by its looks."""

import time
from typing import Any

import numpy as np

from tessela.bots.bot import Budget, Choice
from tessela.bots.search import tree
from tessela.bots.search.searcher import Searcher, knowledge_of, variant_key, weights_of
from tessela.bots.search.tiling import MAX_CHOICES, solve_tiling
from tessela.bots.simple import dice_for
from tessela.game import Game, Move
from tessela.game.ruleset import Json
from tessela.rules import kernels
from tessela.rules.jit import kernel

MOST_TILINGS = 200_000


@kernel
def likely_move_in(states, i, worth, noise):
    """A decision that looks good in a state."""
    return tree.likely_move(states[i], worth, noise)


def worth_in(game: Game) -> Any:
    """What lines are worth in the position of a game."""
    worth = np.zeros(knowledge_of(game.name).WORTH, np.float32)
    tree.prepare(game.states(), worth)
    return worth


def best_tiling(game: Game) -> tuple[Move, float, int]:
    """The best tiling choice in a position where one is due, its value, and how many tilings were compared."""
    states = game.ruleset.empty(MAX_CHOICES + 2)
    states[0] = game.states()[0]
    moves = np.zeros((MAX_CHOICES + 2, kernels.MAX_MOVES), np.int16)
    numbers = np.zeros(MAX_CHOICES + 2, np.int64)
    room, values = np.zeros(knowledge_of(game.name).FEATURES, np.float64), np.zeros(8, np.float64)
    weights = weights_of(variant_key(game.name, game.options))
    share = float(knowledge_of(game.name).SETTINGS[tree.MARGIN_SHARE])
    action, value, tilings = solve_tiling(
        states, moves, numbers, weights, worth_in(game), share, room, values, MOST_TILINGS
    )  # fmt: skip
    return game.move_of(int(action)), float(value), int(tilings)


class GreedyBot:
    """Plays what looks best by itself; looks at nothing beyond. One that sees no points finds all lines equally good."""

    name = "greedy"

    def __init__(self, seed: int = 0, sees_points: bool = True):
        self.seed = seed
        self.sees_points = sees_points

    def choose(self, view: Json, budget: Budget | None = None) -> Choice:
        """The move that looks best."""
        game = Game.from_view(view)
        states, worth = game.states(), worth_in(game)
        if not self.sees_points:
            worth[:] = 1.0 if game.name == "azul" else 0.0
        states.rng[0] = dice_for(self.seed, view).getrandbits(63)
        action = likely_move_in(states, 0, worth, np.float32(0.0))
        return Choice(game.move_of(int(action)))


class SearchBot:
    """Searches the round and judges where it leaves everyone."""

    name = "search"
    default = Budget(seconds=0.5)

    def __init__(self, seed: int = 0, budget: Budget | None = None, threads: int = 1, settings: Any = None, nodes: int = 400_000):
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
        if game.phase in ("space", "pay"):
            move, value, tilings = best_tiling(game)
            return Choice(move, {"value": value, "tilings": tilings})
        began = time.perf_counter()
        self._searcher.search(game, int(view["seat"]), budget or self.budget, seed)
        root = self._searcher.root()
        thoughts = {
            "simulations": self._searcher.simulations,
            "seconds": time.perf_counter() - began,
            "moves": [
                {"move": str(game.move_of(c.action)), "visits": c.visits, "value": c.value, "margin": c.margin} for c in root[:10]
            ],
        }
        return Choice(game.move_of(root[0].action), thoughts)
