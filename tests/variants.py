"""Every variant of both games, and ways to play them at random."""

import random
from collections.abc import Iterator
from typing import Any

from tessela import Game
from tessela.rules import kernels

VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    f"azul-{players}p-{wall}{'-jokers' if jokers else ''}": ("azul", {"players": players, "wall": wall, "jokers": jokers})
    for players in (2, 3, 4)
    for wall in ("coloured", "grey")
    for jokers in (False, True)
}
VARIANTS["duel"] = ("duel", {})
VARIANTS["duel-backs"] = ("duel", {"tablets": ["five-colours", "outer-spaces", "corner-plates", "specials"]})
VARIANTS["duel-random"] = ("duel", {"tablets": "random"})


def new_game(variant: str, seed: int) -> Game:
    name, options = VARIANTS[variant]
    return Game(name, seed=seed, **options)


def choose(game: Game, dice: random.Random, style: int = 0) -> str:
    """A random legal move. Style 0 is uniform, 1 avoids dropping tiles, 2 draws plates and pays with chips a lot."""
    moves = game.legal_moves()
    if style:
        moves = [move for move in moves if not move.endswith((">F", ">X"))] or moves
    if style == 2:
        eager = [move for move in moves if move in ("draw", "done") or move.startswith(("pay", "chip"))]
        if eager and dice.random() < 0.6:
            moves = eager
    return dice.choice(moves)


def walk(variant: str, seed: int) -> Iterator[Game]:
    """The positions of one random game, the first and the last among them."""
    game = new_game(variant, seed)
    dice = random.Random(seed)
    yield game
    while not game.is_over:
        game.play(choose(game, dice, seed % 3))
        yield game


def resampled(game: Game, seat: int | None, seed: int = 0) -> Game:
    """A game that looks the same to a seat: what it does not know is drawn anew, from another generator with another seed."""
    other = game.copy()
    other._states.rng[0] ^= seed
    kernels.resample_in(other._states, 0, -1 if seat is None else seat)
    other._changed()
    return other
