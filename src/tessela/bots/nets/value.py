"""The value net: from the boards of all players between two rounds to expected points and chances to win.

Every player is looked at in turn: their own board through one set of weights, the mean of the others through a second one,
and two layers of units on top, which the last two units of the first layer bypass. Out come the points they will still gain
and their standing; standings and scores make the chances.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tessela.bots.games import KNOWN, in_each, known, rule
from tessela.bots.maths import exp
from tessela.bots.nets import files
from tessela.bots.nets.gathering import gather
from tessela.compiled import Array, kernel, local_array, record
from tessela.rules.azul.constants import MAX_PLAYERS
from tessela.rules.kernels import number_of_players

describe = rule("value", "describe")
context = rule("value", "context")

OUTPUTS = 2  # points to come in tens, and the standing
POINTS, STANDING = range(OUTPUTS)
FIRST_LAYER, SECOND_LAYER = 64, 32
HIDDEN = FIRST_LAYER - OUTPUTS  # the last units of the first layer go straight to the outputs


class ValueNet(NamedTuple):
    """The weights."""

    own: files.Weights
    others: files.Weights
    start: files.Weights
    second: files.Weights
    second_start: files.Weights
    last: files.Weights
    last_start: files.Weights
    scale: files.Weights


def shapes(game: str) -> dict[str, tuple[int, ...]]:
    """The shapes of the weights in a game, by their names."""
    features, contexts = known(game).value.BOARD.size, known(game).value.CONTEXTS
    return {
        "own": (features, FIRST_LAYER),
        "others": (features, FIRST_LAYER),
        "start": (contexts, FIRST_LAYER),
        "second": (HIDDEN, SECOND_LAYER),
        "second_start": (1, SECOND_LAYER),
        "last": (OUTPUTS, SECOND_LAYER),
        "last_start": (1, OUTPUTS),
        "scale": (contexts, 1),
    }


MOST_FEATURES = max(row.value.BOARD.size for row in KNOWN.values())
# Scratch: the features of a board and which of them are not nought, what each board gives to its owner and to the others,
# the two layers
SCRATCH = record(
    [
        ("features", np.float32, (MOST_FEATURES,)),
        ("active", np.uint16, (MOST_FEATURES + 1,)),
        ("to_owner", np.float32, (MAX_PLAYERS, FIRST_LAYER)),
        ("to_others", np.float32, (MAX_PLAYERS, FIRST_LAYER)),
        ("first", np.float32, (FIRST_LAYER,)),
        ("second", np.float32, (SECOND_LAYER,)),
    ]
)
# What players may expect
OUTLOOK = record(
    [
        ("value", np.float64, (MAX_PLAYERS,)),  # what a search maximises
        ("points", np.float64, (MAX_PLAYERS,)),  # at the end of the game
        ("chance", np.float64, (MAX_PLAYERS,)),  # to win
    ]
)

# As entry points take them
VALUE_NET = in_each(lambda game: files.kind_of(ValueNet, shapes(game)), of_nets=True)
VALUE_SCRATCH, OUTLOOKS = Array(SCRATCH, 1), Array(OUTLOOK, 1)

room_for_first = local_array(np.float32, FIRST_LAYER)
room_for_second = local_array(np.float32, SECOND_LAYER)


@cache
def value_net_of(game: str) -> ValueNet:
    """The trained value net of a game."""
    return load(known(game).weights / f"{game}-value.npz", game)


def load(path: Path, game: str) -> ValueNet:
    """A value net from a file."""
    return ValueNet(**files.read(path, shapes(game)))


@kernel
def add_up(features, active, number, weights, sums):
    """What these features give to the units of a layer."""
    units = room_for_first()  # nobody else's: so the compiler keeps the sums in registers
    for j in range(FIRST_LAYER):
        units[j] = 0.0
    for k in range(number):
        i = active[k]
        x = features[i]
        for j in range(FIRST_LAYER):
            units[j] += x * weights[i, j]
    for j in range(FIRST_LAYER):
        sums[j] = units[j]


@kernel
def read_board(state, player, net, scratch):
    """What the board of a player gives to the first layer of its owner and of the others."""
    features, active = scratch.features, scratch.active
    describe(state, player, features)
    number = gather(features, net.own.shape[0], active)
    add_up(features, active, number, net.own, scratch.to_owner[player])
    add_up(features, active, number, net.others, scratch.to_others[player])


@kernel
def first_layer(player, players, which, net, scratch):
    """The first layer as one player sees the boards."""
    share = np.float32(1.0 / (players - 1))
    for j in range(FIRST_LAYER):
        others = np.float32(0.0)
        for other in range(players):
            if other != player:
                others += scratch.to_others[other, j]
        scratch.first[j] = net.start[which, j] + scratch.to_owner[player, j] + share * others


@kernel
def second_layer(net, scratch):
    """From the first layer to the second."""
    weights, second = net.second, room_for_second()
    for k in range(SECOND_LAYER):
        second[k] = net.second_start[0, k]
    for j in range(HIDDEN):
        x = scratch.first[j]
        if x > 0.0:
            for k in range(SECOND_LAYER):
                second[k] += x * weights[j, k]
    for k in range(SECOND_LAYER):
        scratch.second[k] = max(np.float32(0.0), second[k])


@kernel
def output(net, scratch, which):
    """One output, from the second layer and straight from the first."""
    value = net.last_start[0, which] + scratch.first[HIDDEN + which]
    for k in range(SECOND_LAYER):
        value += scratch.second[k] * net.last[which, k]
    return value


@kernel
def predict(state, net, scratch, outlook):
    """The chance of each player to win, and the points each will have at the end."""
    players = number_of_players(state)
    which = context(state)
    chance = outlook.chance
    for player in range(players):
        read_board(state, player, net, scratch)
    top = np.float32(-1e9)
    for player in range(players):
        first_layer(player, players, which, net, scratch)
        second_layer(net, scratch)
        score = np.float32(int(state.score[player]))
        outlook.points[player] = score + output(net, scratch, POINTS) * np.float32(10.0)
        chance[player] = score * net.scale[which, 0] + output(net, scratch, STANDING)
        top = max(top, chance[player])
    total = 0.0
    for player in range(players):
        chance[player] = exp(chance[player] - top)
        total += chance[player]
    for player in range(players):
        chance[player] /= total
