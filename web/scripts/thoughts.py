"""What the bots think of some positions in Python, for the tests of the engine in the front end: JSON on standard output."""

import dataclasses
import json
import random
import sys
from typing import Any

import numpy as np

from tessela import Game
from tessela.bots.bot import Budget
from tessela.bots.search import looks
from tessela.bots.search.bots import best_tiling, worth_in
from tessela.bots.search.searcher import Searcher

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("azul", {"players": 2}), ("azul", {"players": 3, "wall": "grey", "jokers": True}), ("duel", {"tablets": "random"}),
)  # fmt: skip
SIMULATIONS = 700


def thoughts(game: Game) -> dict[str, Any]:
    """A position, and what is thought of it."""
    seat = game.to_move or 0
    about = {
        "game": game.name, "state": game.states().tobytes().hex(), "seat": seat, "phase": game.phase, "round": game.round,
        "scores": [int(score) for score in game.states().score[0][: game.players]], "legal": list(game.legal_actions()),
        "likely": int(looks.likely_move_in(game.states(), 0, worth_in(game), np.float32(0.0))),
    }  # fmt: skip
    if game.phase in ("space", "pay"):
        best = best_tiling(game)
        action = game.action_of(best.move)
        return {**about, "tiling": {"action": action, "value": best.value, "chance": best.chance, "compared": best.compared}}
    searcher = Searcher(nodes=5_000)
    searcher.search(game, seat, Budget(simulations=SIMULATIONS), seed=7)
    moves = [{k: v for k, v in dataclasses.asdict(candidate).items() if k != "edge"} for candidate in searcher.root()]
    return {**about, "simulations": searcher.simulations, "proven": searcher.proven, "candidates": moves}


def positions() -> list[Game]:
    """Every so many of the positions of random games: of the takes, of the smaller choices, of tilings."""
    found = []
    for seed, (name, options) in enumerate(GAMES):
        game, dice = Game(name, seed=seed, **options), random.Random(seed)
        while not game.is_over:
            if dice.random() < 0.15:
                found.append(game.copy())
            game.play(dice.choice(list(game.legal_moves())))
    return found


if __name__ == "__main__":
    json.dump([thoughts(game) for game in positions()], sys.stdout)
