"""The rules of whichever game a state belongs to.

Inside other kernels, `legal_moves(state, moves)` and its siblings take a record; which game's rule they mean is settled by the
record's type when they are compiled. From Python, use the functions that take an array of states and an index: a lone
record is slow to pass.
"""

import numpy as np

from tessela.compiled import INT, TRUTH, Array, entry
from tessela.rules.chance import random_below
from tessela.rules.games import GAMES, for_games
from tessela.rules.games import STATES as STATES

MAX_MOVES = 512  # more than any position has
NOTHING_GIVEN = np.full(max(game.max_dealt for game in GAMES.values()), -1, np.int8)  # for `deal`: everything is drawn

GIVEN = Array(np.int8, None)
MOVES = Array(np.int16, None)

legal_moves = for_games(GAMES, "legal_moves")
mark_legal = for_games(GAMES, "mark_legal")
sample_move = for_games(GAMES, "sample_move")
decide = for_games(GAMES, "decide")
advance = for_games(GAMES, "advance")
apply_move = for_games(GAMES, "apply_move")
deal = for_games(GAMES, "deal")
resample = for_games(GAMES, "resample")
observe = for_games(GAMES, "observe")
rank_key = for_games(GAMES, "rank_key")
number_of_players = for_games(GAMES, "number_of_players")
needs_deal = for_games(GAMES, "needs_deal")
is_over = for_games(GAMES, "is_over")
begin_tiling = for_games(GAMES, "begin_tiling")
is_tiling_choice = for_games(GAMES, "is_tiling_choice")


@entry(STATES, INT, MOVES, gives=INT)
def list_moves_of(states, i, moves):
    """Write the legal decisions of a state into `moves`; how many there are."""
    return legal_moves(states[i], moves)


@entry(STATES, INT, gives=INT)
def sample_move_in(states, i):
    """A legal decision of a state, drawn from its generator."""
    return sample_move(states[i])


@entry(STATES, INT, INT)
def decide_in(states, i, action):
    """Carry out a legal decision in a state, and nothing more."""
    decide(states[i], action)


@entry(STATES, INT, gives=TRUTH)
def advance_in(states, i):
    """One step of a state that nobody decides; whether another may follow."""
    return advance(states[i])


@entry(STATES, INT, INT)
def begin_tiling_in(states, i, player):
    """Tile the lines of a player of a state next, as if nothing were left to take."""
    begin_tiling(states[i], player)


@entry(STATES, INT, gives=TRUTH)
def is_tiling_choice_in(states, i):
    """Whether somebody has to choose something in the tiling of a state."""
    return is_tiling_choice(states[i])


@entry(STATES, INT, INT)
def apply_in(states, i, action):
    """Carry out a legal decision in a state, and all that follows without a decision."""
    apply_move(states[i], action)


@entry(STATES, INT, GIVEN)
def deal_in(states, i, given):
    """Fill the factories of a state."""
    deal(states[i], given)


@entry(STATES, INT, INT, Array(np.int16, None))
def observe_in(states, i, seat, out):
    """Write what a seat sees of a state into `out`."""
    observe(states[i], seat, out)


@entry(STATES, INT, INT)
def resample_in(states, i, seat):
    """Draw anew what a seat does not know of a state; seat -1 knows nothing of its own."""
    resample(states[i], seat)


@entry(STATES, INT, INT, GIVEN, gives=INT)
def play_randomly(states, i, most, given):
    """Play at most `most` random decisions; how many were played."""
    state = states[i]
    played = 0
    while played < most and not is_over(state):
        if needs_deal(state):
            deal(state, given)
        apply_move(state, sample_move(state))
        played += 1
    return played


@entry(STATES, INT, INT, GIVEN, MOVES, gives=INT)
def play_randomly_from_lists(states, i, most, given, moves):
    """The same, but with the full list of legal decisions made each time."""
    state = states[i]
    played = 0
    while played < most and not is_over(state):
        if needs_deal(state):
            deal(state, given)
        number = legal_moves(state, moves)
        apply_move(state, int(moves[random_below(state, number)]))
        played += 1
    return played


@entry(STATES, INT, GIVEN, Array(np.int16, None, MAX_MOVES), Array(np.int64, None), gives=INT)
def count_leaves(states, depth, given, moves, numbers):
    """Perft: how many sequences of decisions of this length begin at `states[0]`; a game that ends early counts once.

    Deals are drawn from the generator of the state, which every line of play carries on for itself. `states` holds depth + 1
    states, `moves` and `numbers` the lists along the line.
    """
    leaves = 0
    level = 0
    numbers[0] = -1
    while level >= 0:
        state = states[level]
        if numbers[level] < 0:
            if needs_deal(state):
                deal(state, given)
            if level == depth or is_over(state):
                leaves += 1
                level -= 1
                continue
            numbers[level] = legal_moves(state, moves[level])
        if numbers[level] == 0:
            level -= 1
            continue
        numbers[level] -= 1
        states[level + 1] = states[level]
        apply_move(states[level + 1], int(moves[level, numbers[level]]))
        level += 1
        numbers[level] = -1
    return leaves
