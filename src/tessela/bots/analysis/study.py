"""One position being thought about: by search while tiles are taken, exactly while lines are tiled."""

from dataclasses import dataclass
from typing import Final, Literal

from tessela.bots.analysis.reasons import reasons_in
from tessela.bots.analysis.texts import Argument
from tessela.bots.bot import Budget
from tessela.bots.search.bots import best_tiling
from tessela.bots.search.searcher import Outlook, Searcher
from tessela.bots.simple import dice_for
from tessela.game import Game, Move
from tessela.game.ruleset import Json

ENOUGH_FOR_ONE: Final = 500  # simulations that tell the chances where nothing is to choose
ENOUGH_FOR_TILING: Final = 1000  # and where every simulation is exact
SMALLEST_TREE: Final = 4_000  # nodes
LARGEST_TREE: Final = 800_000
NODES_PER_SIMULATION: Final = 14  # more than one: a tree keeps room for 8 edges a node; most need none, but one may need over 200
SPECTATOR: Final = -1  # the seat of whoever only looks on
LINE: Final = 8


@dataclass(frozen=True, slots=True)
class Weighed:
    """A move with its chance to win, the expected margin and its visits; without chance and margin if it was never tried."""

    move: Move
    value: float | None
    margin: float | None
    visits: int


class Study:
    """What is found out about the position of a view. What the view hides is drawn from the seed."""

    def __init__(self, view: Json, seed: int, whole: Budget):
        """A study that will think for a budget in all, in one piece or in several."""
        self.view = view
        self.seed = dice_for(seed, view).getrandbits(62)
        self.game = Game.from_view(view, seed=self.seed)
        self.moves = len(self.game.legal_actions())
        self._ranked: list[Weighed] = []
        self._reasons: dict[Move, tuple[Argument, ...]] = {}
        self._searcher = Searcher(nodes=nodes_for(whole))
        self._searcher.begin(self.game, SPECTATOR if view["seat"] is None else int(view["seat"]), self.seed)

    @property
    def kind(self) -> Literal["search", "tiling", "forced"]:
        """How the position is thought about."""
        if self.moves == 1:
            return "forced"
        return "tiling" if self.game.is_tiling else "search"

    @property
    def simulations(self) -> int:
        """How many simulations there were, all in all."""
        return self._searcher.simulations

    @property
    def settled(self) -> bool:
        """Whether more thought changes nothing."""
        return self._searcher.proven

    def think(self, budget: Budget) -> None:
        """Think on within a budget, and rank the moves."""
        if self.kind != "search":
            enough = ENOUGH_FOR_ONE if self.kind == "forced" else ENOUGH_FOR_TILING
            budget = Budget(budget.seconds, min(enough, budget.simulations or enough))
        self._searcher.grow(budget)
        found = [Weighed(self.game.move_of(c.action), c.chance, c.margin, c.visits) for c in self._searcher.root()]
        self._ranked = [weighed if weighed.visits else Weighed(weighed.move, None, None, 0) for weighed in found]
        if self.kind == "tiling":
            self._ranked = self._exactly(self._ranked)

    def _exactly(self, ranked: list[Weighed]) -> list[Weighed]:
        """The best tiling choice first, and the exact chances of those after which something is left to choose."""
        best = best_tiling(self.game)
        exact = [Weighed(w.move, best.chance if w.move == best.move else self._after(w), w.margin, w.visits) for w in ranked]
        return sorted(exact, key=lambda w: (w.move != best.move, w.value is None, -(w.value or 0.0)))

    def _after(self, weighed: Weighed) -> float | None:
        later = self.game.copy()
        later.play(weighed.move)
        return best_tiling(later).chance if self._goes_on(later) else weighed.value

    def _goes_on(self, later: Game) -> bool:
        """Whether the same player has to choose again in the same tiling."""
        return later.is_tiling and later.to_move == self.game.to_move and later.round == self.game.round

    def ranked(self) -> list[Weighed]:
        """The moves that were tried, best first; all others are left out."""
        return [weighed for weighed in self._ranked if weighed.value is not None]

    def line(self, move: Move) -> tuple[str, ...]:
        """The moves expected from here, beginning with this one."""
        if self.kind == "tiling":
            return self._tiling_line(move)
        return tuple(self._searcher.line(self.game, self.game.action_of(move), LINE))

    def _tiling_line(self, move: Move) -> tuple[str, ...]:
        """A tiling choice and the best ones of the same player that follow it."""
        later, line = self.game.copy(), [str(move)]
        later.play(move)
        while self._goes_on(later) and len(line) < LINE:
            line.append(str(best_tiling(later).move))
            later.play(line[-1])
        return tuple(line)

    def reasons(self, move: Move) -> tuple[Argument, ...]:
        """The reasons for and against a move."""
        if move not in self._reasons:
            self._reasons[move] = tuple(reasons_in(self.game, move))
        return self._reasons[move]


def outlook_after(game: Game, move: Move, budget: Budget, seed: int) -> Outlook:
    """What everybody may expect of a move, in a game in which what its player does not know was drawn."""
    return search_after(game, move, budget, seed).outlook(game.players)


def search_after(game: Game, move: Move, budget: Budget, seed: int) -> Searcher:
    """A search all of whose walks begin with a move."""
    searcher = Searcher(nodes_for(budget))
    searcher.begin(game, SPECTATOR if game.to_move is None else game.to_move, seed)
    searcher.only(game.action_of(move))
    searcher.grow(budget)
    return searcher


def nodes_for(budget: Budget) -> int:
    """Room enough for a number of simulations; as much as there may be for an amount of time."""
    if budget.simulations is None:
        return LARGEST_TREE
    return min(LARGEST_TREE, max(SMALLEST_TREE, NODES_PER_SIMULATION * budget.simulations))
