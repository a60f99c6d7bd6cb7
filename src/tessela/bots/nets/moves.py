"""The net of moves: how promising each decision of a position is, before anything is searched.

One layer of units looks at a decision (`describe_move`) and at its position (`note_position`); out comes one number a decision,
the logarithm of its share of the search.
"""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tessela.bots.nets import azul_moves, duel_moves, files
from tessela.bots.nets.net import GAMES, LOOK_ROOM, NET, NOTES_ROOM, POSITION_ROOM, Net, net_of
from tessela.compiled import Array, ByGame, Group, kernel, local_array
from tessela.rules.kernels import for_either_game

note_position = for_either_game(azul_moves, duel_moves, "note_position")
describe_move = for_either_game(azul_moves, duel_moves, "describe_move")

UNITS = 16
NAMES = ("move", "position", "start", "last")
MOVE, POSITION, START, LAST = range(len(NAMES))

MovesNet = files.Arrays
Nets = tuple[Net, MovesNet]  # what a search judges by: boards, moves


def shapes(name: str) -> dict[str, tuple[int, ...]]:
    """The shapes of the arrays of a game's net."""
    game: Any = {"azul": azul_moves, "duel": duel_moves}[name]
    return {"move": (game.MOVE, UNITS), "position": (game.POSITION, UNITS), "start": (UNITS,), "last": (UNITS,)}


MOVES_NET = ByGame({game: Group(tuple(Array(np.float32, *shape) for shape in shapes(game).values())) for game in GAMES})
NETS = Group((NET, MOVES_NET))
room_for_units = local_array(np.float32, UNITS)


@cache
def moves_net_of(name: str) -> MovesNet:
    """The trained net of a game's moves."""
    return load(files.WEIGHTS / f"{name}-moves.npz", name)


def nets_of(name: str) -> Nets:
    """The trained nets of a game."""
    return net_of(name), moves_net_of(name)


def load(path: Path, name: str) -> MovesNet:
    """A net from a file."""
    return files.read(path, shapes(name))


def save(path: Path, net: MovesNet) -> None:
    """Write a net to a file."""
    files.write(path, NAMES, net)


@kernel
def look_at(state, worth, net, room):
    """Look at a position whose decisions will be judged."""
    note_position(state, worth, room[NOTES_ROOM], room[LOOK_ROOM])
    units = room_for_units()
    for j in range(UNITS):
        units[j] = net[START][j]
    for i in range(net[POSITION].shape[0]):
        x = room[LOOK_ROOM, i]
        for j in range(UNITS):
            units[j] += x * net[POSITION][i, j]
    for j in range(UNITS):
        room[POSITION_ROOM, j] = units[j]


@kernel
def promise(state, worth, net, room, action):
    """How promising a decision is in the position last noted."""
    describe_move(state, worth, room[NOTES_ROOM], action, room[LOOK_ROOM])
    units = room_for_units()
    for j in range(UNITS):
        units[j] = room[POSITION_ROOM, j]
    for i in range(net[MOVE].shape[0]):
        x = room[LOOK_ROOM, i]
        if x != 0.0:
            for j in range(UNITS):
                units[j] += x * net[MOVE][i, j]
    value = np.float32(0.0)
    for j in range(UNITS):
        value += max(np.float32(0.0), units[j]) * net[LAST][j]
    return value
