"""What a move is worth to everybody: a search all of whose walks begin with it, or the exact tiling."""

from typing import NamedTuple

from tessela.bots.analysis.study import search_after
from tessela.bots.bot import Budget
from tessela.bots.search.bots import tiled_out
from tessela.coach.forms import Expected
from tessela.game import Game, Move
from tessela.rules import kernels


class Worth(NamedTuple):
    """What everybody may expect of a move, the simulations that tell it, and the standard error of the mover's chance."""

    expected: Expected
    simulations: int
    error: float
    line: tuple[str, ...] = ()


def worth_of(game: Game, move: Move, simulations: int, seed: int, length: int = 0) -> Worth:
    """What a move is worth in a game in which what its player does not know was drawn; before chance shows anything after it.

    Also the first `length` of the moves that are expected, itself before all.
    """
    return _tiled(game, move) if game.is_tiling else _searched(game, move, simulations, seed, length)


def _tiled(game: Game, move: Move) -> Worth:
    states = game.states()
    kernels.apply_in(states, 0, game.action_of(move))
    return Worth(Expected(*tiled_out(game.name, states, game.players)), 0, 0.0, (str(move),))


def _searched(game: Game, move: Move, simulations: int, seed: int, length: int) -> Worth:
    searcher = search_after(game, move, Budget(simulations=simulations), seed)
    outlook = searcher.outlook(game.players)
    line = tuple(searcher.line(game, game.action_of(move), length)) if length else ()
    return Worth(Expected(outlook.chance, outlook.lead), outlook.walks, outlook.error, line)
