"""The policy net: how promising each decision of a position is, before anything is searched.

One layer of units looks at a decision (`describe_move`) and at its position (`note_position`); out comes one number a decision,
the logarithm of its share of the search.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tessela.bots.games import KNOWN, in_each, known, rule
from tessela.bots.nets import files
from tessela.bots.nets.gathering import gather
from tessela.compiled import Array, kernel, local_array, record

note_position = rule("policy", "note_position")
describe_move = rule("policy", "describe_move")

UNITS = 16


class PolicyNet(NamedTuple):
    """The weights."""

    move: files.Weights
    position: files.Weights
    start: files.Weights
    last: files.Weights


def shapes(game: str) -> dict[str, tuple[int, ...]]:
    """The shapes of the weights in a game, by their names."""
    row = known(game).policy
    return {"move": (row.MOVE.size, UNITS), "position": (row.POSITION.size, UNITS), "start": (UNITS,), "last": (UNITS,)}


def _widest(*names: str) -> tuple[int]:
    return (max(getattr(row.policy, name).size for row in KNOWN.values() for name in names),)


# Scratch: notes on a position that all its decisions share, features of a position or of a decision, what the position gives,
# which features of a decision are not nought, what each unit adds to the outcome
SCRATCH = record(
    [
        ("notes", np.float32, _widest("NOTES")),
        ("features", np.float32, _widest("MOVE", "POSITION")),
        ("units", np.float32, (UNITS,)),
        ("active", np.uint16, (_widest("MOVE")[0] + 1,)),
        ("parts", np.float32, (UNITS,)),
    ]
)

# As entry points take them
POLICY_NET = in_each(lambda game: files.kind_of(PolicyNet, shapes(game)), of_nets=True)
POLICY_SCRATCH = Array(SCRATCH, 1)

room_for_units = local_array(np.float32, UNITS)


@cache
def policy_net_of(game: str) -> PolicyNet:
    """The trained policy net of a game."""
    return load(known(game).weights / f"{game}-policy.npz", game)


def load(path: Path, game: str) -> PolicyNet:
    """A policy net from a file."""
    return PolicyNet(**files.read(path, shapes(game)))


@kernel
def read_position(state, worth, net, scratch):
    """Read a position whose decisions are to be judged."""
    features = scratch.features
    note_position(state, worth, scratch.notes, features)
    units = room_for_units()
    for j in range(UNITS):
        units[j] = net.start[j]
    for i in range(net.position.shape[0]):
        x = features[i]
        for j in range(UNITS):
            units[j] += x * net.position[i, j]
    for j in range(UNITS):
        scratch.units[j] = units[j]


@kernel
def logit(state, worth, net, scratch, action):
    """How promising a decision is in the position that was last read."""
    features = scratch.features
    describe_move(state, worth, scratch.notes, action, features)
    units = room_for_units()
    for j in range(UNITS):
        units[j] = scratch.units[j]
    for k in range(gather(features, net.move.shape[0], scratch.active)):
        i = scratch.active[k]
        x = features[i]
        for j in range(UNITS):
            units[j] += x * net.move[i, j]
    for j in range(UNITS):  # written down before they are added: so the compiler works on several at once
        scratch.parts[j] = max(np.float32(0.0), units[j]) * net.last[j]
    value = np.float32(0.0)
    for j in range(UNITS):
        value += scratch.parts[j]
    return value
