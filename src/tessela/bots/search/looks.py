"""Decisions by their looks, in either game: what `bots/knowledge` knows of them, and rounds played out that way."""

import numpy as np

from tessela.bots.knowledge import azul as azul_knowledge
from tessela.bots.knowledge import duel as duel_knowledge
from tessela.rules.jit import kernel
from tessela.rules.kernels import apply_move, deal, for_either_game, is_over, needs_deal

note_worth = for_either_game(azul_knowledge, duel_knowledge, "note_worth")
judge = for_either_game(azul_knowledge, duel_knowledge, "judge")
likely_move = for_either_game(azul_knowledge, duel_knowledge, "likely_move")
redundant = for_either_game(azul_knowledge, duel_knowledge, "redundant")
is_tiling_choice = for_either_game(azul_knowledge, duel_knowledge, "is_tiling_choice")
signature = for_either_game(azul_knowledge, duel_knowledge, "signature")
odds = for_either_game(azul_knowledge, duel_knowledge, "odds")


@kernel
def play_out(state, worth, noise):
    """Finish the round with decisions that look right."""
    while not needs_deal(state) and not is_over(state):
        apply_move(state, likely_move(state, worth, noise))


@kernel
def play_on(state, worth, given, noise):
    """Finish the game with decisions that look right, deals drawn; the worths are those of each round."""
    later = np.zeros_like(worth)
    while not is_over(state):
        if needs_deal(state):
            deal(state, given)
            note_worth(state, later)
        apply_move(state, likely_move(state, later, noise))


@kernel
def tile_out(state, worth):
    """Make the tiling decisions that come up, as they look best."""
    while is_tiling_choice(state):
        apply_move(state, likely_move(state, worth, np.float32(0.0)))


@kernel
def prepare(states, worth):
    """What lines are worth on the walls of `states[0]`."""
    note_worth(states[0], worth)
