"""Whole games of Azul as the table server tells them, for the tests of the front end: views and events as JSON."""

import json
import random
import sys
from typing import Any

from tessela import Game

VARIANTS: tuple[dict[str, Any], ...] = ({}, {"players": 4}, {"players": 3, "wall": "grey", "jokers": True}, {"jokers": True})


def told(seed: int, options: dict[str, Any]) -> dict[str, Any]:
    """A game of random moves, as seat 0 sees it."""
    game, chance = Game("azul", seed=seed, **options), random.Random(seed)
    first, entries = game.view(0), []
    while not game.is_over:
        seat, move = game.to_move, chance.choice(list(game.legal_moves()))
        events = [event.seen_by(0).to_json() for event in game.play(move)]
        entries.append({"what": "move", "seat": seat, "move": str(move), "events": events, "after": game.view(0)})
    return {"first": first, "entries": entries}


if __name__ == "__main__":
    json.dump([told(seed, options) for seed, options in enumerate(VARIANTS)], sys.stdout)
