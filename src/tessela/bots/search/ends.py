"""What the end of a round, or of the game, is worth to each player."""

import numpy as np

from tessela.bots.maths import exp
from tessela.bots.nets.net import NET, POINTS, ROOM, foresee
from tessela.compiled import DOUBLE, INT, Array, entry, kernel
from tessela.rules.kernels import STATES, is_over, number_of_players, rank_key

MARGIN_SCALE = 20.0
# Values of the players come in three parts of four: what to maximise, from POINTS the points, from CHANCES the chance to win
CHANCES, VALUES = 8, 12
VALUES_ROOM = Array(np.float64, VALUES)  # as entry points take them


@kernel
def evaluate_end(state, values):
    """Who has won a game that is over, and the scores."""
    players = number_of_players(state)
    best, winners = rank_key(state, 0), 0
    for player in range(players):
        best = max(best, rank_key(state, player))
    for player in range(players):
        winners += 1 if rank_key(state, player) == best else 0
    for player in range(players):
        values[POINTS + player] = int(state.score[player])
        values[player] = 1.0 / winners if rank_key(state, player) == best else 0.0


@kernel
def evaluate(state, net, room, values):
    """What an end of round, or of the game, is worth to each player: their chance to win, then the points they will have."""
    if is_over(state):
        evaluate_end(state, values)
    else:
        foresee(state, net, room, values)


@kernel
def margin_of(values, players, player):
    """How many points a player is ahead of the best of the others."""
    others = -1e9
    for other in range(players):
        if other != player:
            others = max(others, values[POINTS + other])
    return values[POINTS + player] - others


@kernel
def blend_margin(state, values, share):
    """Mix the squashed margin over the best of the others into the win chances, which are kept from CHANCES."""
    players = number_of_players(state)
    for player in range(players):
        margin = margin_of(values, players, player)
        values[CHANCES + player] = values[player]
        values[player] = (1.0 - share) * values[player] + share / (1.0 + exp(-margin / MARGIN_SCALE))


@entry(STATES, INT, NET, DOUBLE, ROOM, VALUES_ROOM)
def evaluate_in(states, i, net, share, room, values):
    """What a state at the end of a round, or of the game, is worth to each player, with a share of the margin."""
    evaluate(states[i], net, room, values)
    blend_margin(states[i], values, share)
