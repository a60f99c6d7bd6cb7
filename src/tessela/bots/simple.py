"""Bots that do not search."""

import hashlib
import json
import random

from tessela.bots.bot import Budget, Choice
from tessela.game import Game
from tessela.game.ruleset import Json


class RandomBot:
    """Plays any legal move."""

    name = "random"

    def __init__(self, seed: int = 0):
        self.seed = seed

    def choose(self, view: Json, budget: Budget | None = None) -> Choice:
        """A legal move, drawn from the seed and the view."""
        return Choice(dice_for(self.seed, view).choice(Game.from_view(view).legal_moves()))


def dice_for(seed: int, view: Json) -> random.Random:
    """A random generator that depends on a seed and on what the seat sees, and on nothing else."""
    text = json.dumps([seed, view], sort_keys=True)
    return random.Random(hashlib.sha256(text.encode()).digest())
