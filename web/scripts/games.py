"""Whole games of both as the table server tells them, for the tests of the front end: views and events as JSON."""

import json
import random
import sys
from typing import Any

from tessela import Game, best_move
from tessela.server.sight import seen_view

VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    "azul": ({}, {"players": 4}, {"players": 3, "wall": "grey", "jokers": True}, {"jokers": True}),
    "duel": ({}, {"tablets": 4}, {"tablets": ["five-colours", "outer-spaces", "specials"]}, {"tablets": "random"}),
}


def told(name: str, seed: int, options: dict[str, Any], viewer: int | None) -> dict[str, Any]:
    """A game as a seat or a spectator sees it: of random moves, and of sensible ones where the seed is odd."""
    game, chance = Game(name, seed=seed, **options), random.Random(seed)
    first, entries = seen_view(game, viewer), []
    while not game.is_over:
        seat = game.to_move
        move = best_move(game, bot="greedy") if seed % 2 else chance.choice(list(game.legal_moves()))
        events = [event.seen_by(viewer).to_json() for event in game.play(move)]
        entry = {"what": "move", "seat": seat, "move": str(move), "events": events, "after": seen_view(game, viewer)}
        entries.append({"version": len(entries) + 1, **entry})
    return {"first": first, "entries": entries}


if __name__ == "__main__":
    viewers = (0, 1, 0, None)
    games = {
        name: [told(name, seed, options, viewers[seed]) for seed, options in enumerate(variants)]
        for name, variants in VARIANTS.items()
    }
    json.dump(games, sys.stdout)
