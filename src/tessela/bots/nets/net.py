"""The net of boards, between two rounds: from the boards of all players to expected points and chances to win.

Every player is looked at in turn: their own board through one set of weights, the mean of the others through a second one,
and two layers of units on top, which the last two units of the first layer bypass. Out come the points they will still gain
and their standing; standings and scores make the chances.
"""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tessela.bots.maths import exp
from tessela.bots.nets import azul, duel, files
from tessela.compiled import Array, ByGame, Group, kernel, local_array
from tessela.rules.kernels import for_either_game, number_of_players

describe = for_either_game(azul, duel, "describe")
context = for_either_game(azul, duel, "context")

NAMES = ("own", "others", "start", "second", "second_start", "last", "last_start", "scale")
OUTPUTS = 2  # points to come in tens, and the standing
FIRST_LAYER, SECOND_LAYER = 64, 32
HIDDEN = FIRST_LAYER - OUTPUTS  # the last units of the first layer go straight to the outputs
OWN, OTHERS, START, SECOND, SECOND_START, LAST, LAST_START, SCALE = range(len(NAMES))
# Rows of the scratch: a board, what each board gives to its owner and to the others, the two layers; and for the net of moves the
# notes on a position, a description, what the position gives to the units
BOARD, TO_OWNER, TO_OTHERS, FIRST_ROOM, SECOND_ROOM = 0, 1, 5, 9, 10
NOTES_ROOM, LOOK_ROOM, POSITION_ROOM, ROOMS = 11, 12, 13, 14

POINTS = 4  # place of the points in the values of players, after the chances

Net = files.Arrays


def shapes(name: str) -> dict[str, tuple[int, ...]]:
    """The shapes of the arrays of a game's net."""
    game: Any = {"azul": azul, "duel": duel}[name]
    return {
        "own": (game.FEATURES, FIRST_LAYER),
        "others": (game.FEATURES, FIRST_LAYER),
        "start": (game.CONTEXTS, FIRST_LAYER),
        "second": (HIDDEN, SECOND_LAYER),
        "second_start": (1, SECOND_LAYER),
        "last": (OUTPUTS, SECOND_LAYER),
        "last_start": (1, OUTPUTS),
        "scale": (game.CONTEXTS, 1),
    }


GAMES = ("azul", "duel")
NET = ByGame({game: Group(tuple(Array(np.float32, *shape) for shape in shapes(game).values())) for game in GAMES})
ROOM_WIDTH = max(azul.FEATURES, duel.FEATURES, FIRST_LAYER)
ROOM = Array(np.float32, ROOMS, ROOM_WIDTH)


@cache
def net_of(name: str) -> Net:
    """The trained net of a game."""
    return load(files.WEIGHTS / f"{name}.npz", name)


def load(path: Path, name: str) -> Net:
    """A net from a file."""
    return files.read(path, shapes(name))


def save(path: Path, net: Net) -> None:
    """Write a net to a file."""
    files.write(path, NAMES, net)


room_for_first = local_array(np.float32, FIRST_LAYER)
room_for_second = local_array(np.float32, SECOND_LAYER)


def scratch_room() -> NDArray[np.float32]:
    """Scratch for the nets."""
    return np.zeros((ROOMS, ROOM_WIDTH), np.float32)


@kernel
def read_board(state, player, net, room):
    """What the board of a player gives to the first layer of its owner and of the others."""
    own, others = net[OWN], net[OTHERS]
    describe(state, player, room[BOARD])
    to_owner, to_others = room_for_first(), room_for_first()  # nobody else's: so the compiler keeps the sums in registers
    for j in range(FIRST_LAYER):
        to_owner[j] = 0.0
        to_others[j] = 0.0
    for i in range(own.shape[0]):
        x = room[BOARD, i]
        if x != 0.0:
            for j in range(FIRST_LAYER):
                to_owner[j] += x * own[i, j]
                to_others[j] += x * others[i, j]
    for j in range(FIRST_LAYER):
        room[TO_OWNER + player, j] = to_owner[j]
        room[TO_OTHERS + player, j] = to_others[j]


@kernel
def first_layer(player, players, which, net, room):
    """The first layer as one player sees the boards."""
    share = np.float32(1.0 / (players - 1))
    for j in range(FIRST_LAYER):
        others = np.float32(0.0)
        for other in range(players):
            if other != player:
                others += room[TO_OTHERS + other, j]
        room[FIRST_ROOM, j] = net[START][which, j] + room[TO_OWNER + player, j] + share * others


@kernel
def second_layer(net, room):
    """From the first layer to the second."""
    weights, second = net[SECOND], room_for_second()
    for k in range(SECOND_LAYER):
        second[k] = net[SECOND_START][0, k]
    for j in range(HIDDEN):
        x = room[FIRST_ROOM, j]
        if x > 0.0:
            for k in range(SECOND_LAYER):
                second[k] += x * weights[j, k]
    for k in range(SECOND_LAYER):
        room[SECOND_ROOM, k] = second[k]


@kernel
def output(net, room, which):
    """One output, from the second layer and straight from the first."""
    value = net[LAST_START][0, which] + room[FIRST_ROOM, HIDDEN + which]
    for k in range(SECOND_LAYER):
        value += max(np.float32(0.0), room[SECOND_ROOM, k]) * net[LAST][which, k]
    return value


@kernel
def foresee(state, net, room, values):
    """The chance of each player to win, then from POINTS the points each will have at the end."""
    players = number_of_players(state)
    which = context(state)
    for player in range(players):
        read_board(state, player, net, room)
    top = np.float32(-1e9)
    for player in range(players):
        first_layer(player, players, which, net, room)
        second_layer(net, room)
        score = np.float32(int(state.score[player]))
        values[POINTS + player] = score + output(net, room, 0) * np.float32(10.0)
        values[player] = score * net[SCALE][which, 0] + output(net, room, 1)
        top = max(top, values[player])
    total = 0.0
    for player in range(players):
        values[player] = exp(values[player] - top)
        total += values[player]
    for player in range(players):
        values[player] /= total
