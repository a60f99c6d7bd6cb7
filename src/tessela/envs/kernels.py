"""A batch of games, compiled: a decision in each, and what the seat to move sees then.

What is done to one game stands in kernels that the graphics card runs too (`device.py`); the entry points do it for some games of
a batch, so that several threads can share it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tessela.compiled import INT, Array, Group, entry, kernel, record
from tessela.envs.games import ROWS
from tessela.envs.row import VARIANT
from tessela.rules.chance import next_random, random_below
from tessela.rules.games import STATES, for_games
from tessela.rules.kernels import (
    NOTHING_GIVEN,
    apply_move,
    deal,
    is_over,
    mark_legal,
    needs_deal,
    number_of_players,
    observe,
    rank_key,
    sample_move,
)

set_up = for_games(ROWS, "set_up")

# What a place of the batch has beside its game: the generator of seeds, the seed of this game, the generator of `sample`
PLACE = record([("rng", np.uint64), ("seed", np.uint64), ("dice", np.uint64)])

RUNNING, OVER, CUT, REFUSED = range(4)  # what became of a game: it goes on, ended, was cut off, or the decision was not legal

MOST_PLAYERS = 4
# RESULT[players, winners, whether one of them]: who wins alone has 1, and all together have 0; in doubles, for OpenSpiel adds up
RESULT = np.zeros((MOST_PLAYERS + 1, MOST_PLAYERS + 1, 2), np.float64)
for _players in range(2, MOST_PLAYERS + 1):
    for _winners in range(1, _players + 1):
        RESULT[_players, _winners] = [-1 / (_players - 1), (_players / _winners - 1) / (_players - 1)]


class Arrays(NamedTuple):
    """All that a batch works with; the first axis of each array but `variants` is the game."""

    states: NDArray[np.void]
    places: NDArray[np.void]
    variants: NDArray[np.int8]  # each game draws one
    actions: NDArray[np.int64]  # the decisions to carry out
    observations: NDArray[np.uint8]  # what the seat to move sees
    masks: NDArray[np.uint8]  # which decisions it has
    rewards: NDArray[np.float32]  # of each seat, in the game that has just ended
    seats: NDArray[np.uint8]  # who is to move
    terminated: NDArray[np.uint8]  # whether a game has just ended, and another begun
    truncated: NDArray[np.uint8]  # whether it was cut off, and another begun


BYTES, TABLE = Array(np.uint8, None), Array(np.uint8, None, None)
ARRAYS = Group(
    (
        STATES,
        Array(PLACE, None),
        Array(np.int8, None, VARIANT),
        Array(np.int64, None),
        TABLE,
        TABLE,
        Array(np.float32, None, None),
        BYTES,
        BYTES,
        BYTES,
    ),
    Arrays,
)


@kernel
def seed_place(place, number):
    """The generators of a place of the batch, from its number and the seed of the batch, which stands in `rng`."""
    place.rng = next_random(place) + np.uint64(number)
    place.rng = next_random(place)
    place.dice = next_random(place)


@kernel
def begin(state, place, variants):
    """A new game, dealt: the one that `Game` has with the same options and seed."""
    chosen = random_below(place, len(variants)) if len(variants) > 1 else 0
    place.seed = next_random(place)
    state.rng = place.seed
    set_up(state, variants[chosen])
    deal(state, NOTHING_GIVEN)


@kernel
def play_on(state, action, rounds):
    """Carry out a legal decision and all that follows, up to the next one; what became of the game."""
    apply_move(state, action)
    if needs_deal(state):
        if state.round_number > rounds:
            return CUT
        deal(state, NOTHING_GIVEN)
    return OVER if is_over(state) else RUNNING


@kernel
def reward_result(state, rewards):
    """Write who has won: 1 for a win and -1 for a loss, between two; in all they are 0."""
    players = number_of_players(state)
    best, winners = rank_key(state, 0), 1
    for player in range(1, players):
        key = rank_key(state, player)
        if key == best:
            winners += 1
        elif key > best:
            best, winners = key, 1
    for player in range(players):
        rewards[player] = RESULT[players, winners, 1 if rank_key(state, player) == best else 0]


@kernel
def reward_margin(state, rewards):
    """Write by how many points each is ahead of the best of the others."""
    players = number_of_players(state)
    for player in range(players):
        best = -1
        for other in range(players):
            if other != player:
                best = max(best, int(state.score[other]))
        rewards[player] = int(state.score[player]) - best


@kernel
def step_game(state, place, variants, action, legal, rewards, rounds, by_margin, again):
    """A step of one game: a decision, and where it ends the game, the rewards and if `again`, a new game; what became of it."""
    clear(rewards)
    if not legal:
        return REFUSED
    became = play_on(state, action, rounds)
    if became != RUNNING:
        if became == OVER:
            if by_margin != 0:
                reward_margin(state, rewards)
            else:
                reward_result(state, rewards)
        if again != 0:
            begin(state, place, variants)
    return became


@kernel
def clear(rewards):
    """Nobody gets anything."""
    for player in range(len(rewards)):
        rewards[player] = 0.0


@kernel
def is_marked(mask, action):
    """Whether a decision is one of those marked as legal."""
    return action >= 0 and action < len(mask) and mask[action] != 0


@kernel
def show_observation(state, observation):
    """Write what the seat to move sees."""
    observe(state, np.int64(state.to_move), observation)


@kernel
def show_mask(state, mask):
    """Write which decisions are legal."""
    for decision in range(len(mask)):
        mask[decision] = 0
    mark_legal(state, mask)


@kernel
def sample_game(state, place):
    """A random legal decision, by the dice of the place: the chance of the game stays as it is."""
    chance = state.rng
    state.rng = place.dice
    action = sample_move(state)
    place.dice = state.rng
    state.rng = chance
    return action


@entry(ARRAYS, INT, INT)
def batch_reset(arrays, first, last):
    """Begin the games from `first` up to `last`; the seed of the batch stands in the `rng` of their places."""
    for i in range(first, last):
        seed_place(arrays.places[i], i)
        begin(arrays.states[i], arrays.places[i], arrays.variants)
        clear(arrays.rewards[i])
        note(arrays, i, RUNNING)


@entry(ARRAYS)
def batch_show(arrays):
    """Note how the first game stands, which was set up by somebody else."""
    clear(arrays.rewards[0])
    note(arrays, 0, RUNNING)


@entry(ARRAYS, INT, INT, INT, INT, INT, gives=INT)
def batch_step(arrays, rounds, by_margin, again, first, last):
    """A step of the games from `first` up to `last`; the first whose decision was not legal and which stayed as it was, or -1."""
    refused = -1
    for i in range(first, last):
        action = int(arrays.actions[i])
        legal = is_marked(arrays.masks[i], action)
        state, place, rewards = arrays.states[i], arrays.places[i], arrays.rewards[i]
        became = step_game(state, place, arrays.variants, action, legal, rewards, rounds, by_margin, again)
        if became == REFUSED and refused < 0:
            refused = i
        note(arrays, i, became)
    return refused


@kernel
def note(arrays, i, became):
    """Write down how a game stands."""
    state = arrays.states[i]
    arrays.terminated[i] = became == OVER
    arrays.truncated[i] = became == CUT
    arrays.seats[i] = state.to_move
    show_observation(state, arrays.observations[i])
    show_mask(state, arrays.masks[i])


@entry(ARRAYS, INT, INT)
def batch_sample(arrays, first, last):
    """Choose a random legal decision in the games from `first` up to `last`."""
    for i in range(first, last):
        arrays.actions[i] = sample_game(arrays.states[i], arrays.places[i])


@entry(STATES, INT, BYTES)
def observe_bytes_in(states, seat, out):
    """Write what a seat sees of the first state, as an environment shows it."""
    observe(states[0], seat, out)
