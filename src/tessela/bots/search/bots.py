"""Bots that look ahead, and those that judge a move by its looks."""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from tessela.bots.bot import Budget, Choice
from tessela.bots.games import known
from tessela.bots.knowledge.settings import Settings, settings
from tessela.bots.nets.nets import nets_of
from tessela.bots.search import ends, looks
from tessela.bots.search.desk import EDGE, NODE, Desk, new_desk, zeros
from tessela.bots.search.searcher import Candidate, Searcher, leads
from tessela.bots.search.tiling import MAX_CHOICES, solve_tiling
from tessela.bots.simple import dice_for
from tessela.game import Game, Move
from tessela.game.registry import ruleset_of
from tessela.game.ruleset import Json, States
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
    action, value, chance, tilings = _solved(_tiling_desk(game.name), game.name, game.states())
    return Tiling(game.move_of(action), value, chance, tilings)


def tiled_out(name: str, states: States, players: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The chances and leads of all players once every tiling choice of a state is made as is best for the one who makes it."""
    desk = _tiling_desk(name)
    while kernels.is_tiling_choice_in(states, 0):
        kernels.apply_in(states, 0, _solved(desk, name, states)[0])
    ends.evaluate_in(desk, states, 0)
    outlook = desk.outlook[0]
    return tuple(outlook.chance[:players].tolist()), tuple(leads(outlook.points[:players]).tolist())


def _tiling_desk(name: str) -> Desk:
    return new_desk(name, zeros(1, NODE), zeros(1, EDGE), nets_of(name), known(name).knowledge.SETTINGS)


def _solved(desk: Desk, name: str, position: States) -> tuple[int, float, float, int]:
    """The number of the best tiling choice, what it is worth, its chance to win, and how many tilings were compared."""
    states = ruleset_of(name).empty(MAX_CHOICES + 2)
    states[0] = position[0]
    moves = np.zeros((MAX_CHOICES + 2, kernels.MAX_MOVES), np.int16)
    numbers = np.zeros(MAX_CHOICES + 2, np.int64)
    looks.prepare(states, desk.worth)
    action, value, chance, tilings = solve_tiling(desk, states, moves, numbers, MOST_TILINGS)
    return int(action), float(value), float(chance), int(tilings)


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
        self._searched: Game | None = None  # the position of the tree, if the last thought grew one

    def __getstate__(self) -> Json:
        return {**vars(self), "_searched": None}  # the tree is not copied

    def choose(self, view: Json, budget: Budget | None = None) -> Choice:
        """The move that the search likes best; in a tiling, the exact best."""
        seed = dice_for(self.seed, view).getrandbits(62)
        game = Game.from_view(view, seed=seed)
        legal, self._searched = game.legal_moves(), None
        if len(legal) == 1:
            return Choice(legal[0])
        if game.is_tiling:
            best = best_tiling(game)
            return Choice(best.move, {"chance": best.chance, "tilings": best.compared})
        began = time.perf_counter()
        reused = self._think(game, int(view["seat"]), budget or self.budget, seed)
        root, self._searched = self._searcher.root(), game
        thoughts = {
            "simulations": self._searcher.simulations,
            "reused": reused,
            "proven": self._searcher.proven,
            "seconds": time.perf_counter() - began,
            "moves": [_told(game, candidate) for candidate in root[:10]],
        }
        return Choice(game.move_of(root[0].action), thoughts)

    def lines(self, number: int) -> list[Json]:
        """The best moves as the last search left them, each with the moves that are expected from it on."""
        game = self._searched
        if game is None:
            return []
        return [{**_told(game, c), "line": self._searcher.line(game, c.action)} for c in self._searcher.root()[:number]]

    def visits(self) -> dict[str, int]:
        """How often the last search tried each move; none where there was nothing to search."""
        game = self._searched
        return {str(game.move_of(c.action)): c.visits for c in self._searcher.root() if c.visits} if game else {}

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


def _told(game: Game, candidate: Candidate) -> Json:
    """A move as a bot tells of it."""
    move = str(game.move_of(candidate.action))
    return {"move": move, "visits": candidate.visits, "chance": candidate.chance, "margin": candidate.margin}


class UctBot(SearchBot):
    """A plain tree search for comparison: no priors, no net, every simulation played to the end of the game."""

    name = "uct"

    def __init__(self, seed: int = 0, budget: Budget | None = None):
        super().__init__(seed, budget, settings=PLAIN)


PLAIN = settings(exploration=1.0, temperature=1e6, noise=1.0, to_the_end=True, by_policy=False)
