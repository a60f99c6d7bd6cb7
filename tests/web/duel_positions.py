"""Positions of Azul Duel in which seat 0 is asked for something, from random games."""

import random
from collections.abc import Callable
from functools import cache

from tessela import Game
from tests.variants import choose

FOUR_TABLETS = [
    ["rows", "columns", "diagonals", "jokers"],
    ["five-colours", "outer-spaces", "corner-plates", "specials"],
]


def _stacks(game: Game) -> int:
    return sum(len(factory["moon"]) > 1 for factory in game.state()["small"])


def _ways(game: Game) -> int:
    """How many payments are offered where none has begun."""
    return 0 if game.phase != "pay" or game.state()["pending"]["paid"] else len(game.prospects()["payments"])


ASKED: dict[str, Callable[[Game], bool]] = {
    "first plate": lambda game: game.phase == "setup",
    "turn": lambda game: game.phase == "acquire" and game.round > 2 and _stacks(game) > 1,
    "stack": lambda game: game.phase == "stack" and game.round > 1,
    "draw": lambda game: game.phase == "draw" and len(game.state()["drawn"]) > 1,
    "keep": lambda game: game.phase == "keep" and len(game.state()["drawn"]) > 2,
    "return": lambda game: game.phase == "return" and len(game.state()["drawn"]) > 1,
    "place": lambda game: game.phase == "place" and game.round > 2,
    "one payment": lambda game: _ways(game) == 1,
    "three payments": lambda game: _ways(game) == 3,
    "many payments": lambda game: _ways(game) > 5,
    "space": lambda game: game.phase == "space" and len(game.prospects()["openings"]) > 3,
    "pass": lambda game: game.legal_moves() == ["pass"],
    "last": lambda game: game.is_tiling and game.round == 5,
}


def asked(kind: str, tablets: int = 0) -> Game:
    """A game in which seat 0 is asked for this; of the two sets of four tablets one is in play."""
    return _reached(ASKED[kind], tablets)


def first_turn() -> Game:
    """A game in which seat 0 is to have its first turn of the first round."""
    return _reached(_has_begun, 0)


def _has_begun(game: Game) -> bool:
    return game.phase == "acquire"


def last_round(tablets: int = 0) -> Game:
    """A game in which seat 0 is to have its first turn of the last round."""
    return _reached(_begins_the_last_round, tablets)


def _begins_the_last_round(game: Game) -> bool:
    return game.phase == "acquire" and game.round == 5


@cache
def _reached(wanted: Callable[[Game], bool], tablets: int) -> Game:
    """The first position of a random game that is wanted and in which seat 0 is to move."""
    for seed in range(500):
        game, dice = Game("duel", seed=seed, tablets=FOUR_TABLETS[tablets]), random.Random(seed)  # type: ignore[arg-type]
        while not game.is_over:
            if game.to_move == 0 and wanted(game):
                return Game.from_state(game.state())
            game.play(choose(game, dice, 2))
    raise AssertionError("no random game comes to what is wanted")
