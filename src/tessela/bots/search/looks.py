"""Decisions by their looks, in any game: what `bots/knowledge` knows of them, and rollouts that go by it."""

import numpy as np

from tessela.bots.games import in_each, known, rule
from tessela.compiled import INT, SINGLE, Array, entry, kernel
from tessela.rules.kernels import STATES, apply_move, deal, is_over, is_tiling_choice, needs_deal

note_worth = rule("knowledge", "note_worth")
judge = rule("knowledge", "judge")
likely_move = rule("knowledge", "likely_move")
redundant = rule("knowledge", "redundant")
signature = rule("knowledge", "signature")
odds = rule("knowledge", "odds")
repeats = rule("knowledge", "repeats")

WORTH = in_each(lambda game: Array(np.float32, *known(game).knowledge.WORTH))


@kernel
def rollout(state, worth, noise):
    """Finish the round with decisions that look right."""
    while not needs_deal(state) and not is_over(state):
        apply_move(state, likely_move(state, worth, noise))


@kernel
def rollout_to_the_end(state, later, given, noise):
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
