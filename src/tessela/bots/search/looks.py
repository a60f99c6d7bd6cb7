"""Decisions by their looks, in either game: what `bots/knowledge` knows of them, and rounds played out that way."""

import numpy as np

from tessela.bots.knowledge import azul as azul_knowledge
from tessela.bots.knowledge import duel as duel_knowledge
from tessela.compiled import INT, SINGLE, Array, ByGame, entry, kernel
from tessela.rules.kernels import STATES, apply_move, deal, for_either_game, is_over, needs_deal

note_worth = for_either_game(azul_knowledge, duel_knowledge, "note_worth")
judge = for_either_game(azul_knowledge, duel_knowledge, "judge")
likely_move = for_either_game(azul_knowledge, duel_knowledge, "likely_move")
redundant = for_either_game(azul_knowledge, duel_knowledge, "redundant")
is_tiling_choice = for_either_game(azul_knowledge, duel_knowledge, "is_tiling_choice")
signature = for_either_game(azul_knowledge, duel_knowledge, "signature")
odds = for_either_game(azul_knowledge, duel_knowledge, "odds")

KNOWLEDGE = {"azul": azul_knowledge, "duel": duel_knowledge}
WORTH = ByGame({game: Array(np.float32, *knowledge.WORTH) for game, knowledge in KNOWLEDGE.items()})


@kernel
def play_out(state, worth, noise):
    """Finish the round with decisions that look right."""
    while not needs_deal(state) and not is_over(state):
        apply_move(state, likely_move(state, worth, noise))


@kernel
def play_on(state, later, given, noise):
    """Finish the game with decisions that look right, deals drawn; `later` is scratch for what lines are worth in each round."""
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


@entry(STATES, WORTH)
def prepare(states, worth):
    """What lines are worth on the walls of `states[0]`."""
    note_worth(states[0], worth)


@entry(STATES, INT, WORTH)
def tile_out_in(states, i, worth):
    """Make the tiling decisions that come up in a state, as they look best."""
    tile_out(states[i], worth)


@entry(STATES, INT, WORTH, SINGLE, gives=INT)
def likely_move_in(states, i, worth, noise):
    """A decision that looks good in a state."""
    return likely_move(states[i], worth, noise)
