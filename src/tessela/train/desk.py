"""What a game against itself is played on: a position, and a small search of it in compiled code."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tessela.bots.nets.moves import NETS, Nets
from tessela.bots.nets.net import ROOM, scratch_room
from tessela.bots.search import ends, looks, tree
from tessela.bots.search.searcher import knowledge_of
from tessela.compiled import Group, kernel
from tessela.game.registry import ruleset_of
from tessela.rules import kernels

EDGES_A_NODE = 40


class Desk(NamedTuple):
    """The position (`states[0]`), and what a search needs; all of it is used again and again."""

    states: Any
    scratch: Any
    nodes: Any
    edges: Any
    region: NDArray[np.int64]
    nets: Nets
    worth: NDArray[np.float32]
    later: NDArray[np.float32]
    settings: NDArray[np.float32]
    moves: NDArray[np.int16]
    path: NDArray[np.int32]
    room: NDArray[np.float32]
    values: NDArray[np.float64]


# As entry points take it
DESK = Group(
    (
        kernels.STATES, kernels.STATES, tree.NODES, tree.EDGES, tree.REGION, NETS, looks.WORTH, looks.WORTH, tree.KNOBS,
        tree.MOVES_ROOM, tree.PATH, ROOM, ends.VALUES_ROOM,
    ),
    Desk,
)  # fmt: skip


def desk_for(name: str, simulations: int, nets: Nets, seed: int, by_looks: bool = False) -> Desk:
    """A desk for searches of so many simulations, drawn from a seed, which ask the net of moves, or only see how moves look."""
    ruleset, knowledge = ruleset_of(name), knowledge_of(name)
    scratch = ruleset.empty(2)
    scratch.rng[0] = seed
    nodes = np.zeros(2 * simulations + 64, tree.NODE).view(np.recarray)
    return Desk(
        states=ruleset.empty(),
        scratch=scratch,
        nodes=nodes,
        edges=np.zeros(EDGES_A_NODE * len(nodes) + 1000, tree.EDGE).view(np.recarray),
        region=np.zeros(4, np.int64),
        nets=nets,
        worth=np.zeros(knowledge.WORTH, np.float32),
        later=np.zeros(knowledge.WORTH, np.float32),
        settings=knowledge.BY_LOOKS if by_looks else knowledge.SETTINGS,
        moves=np.zeros(kernels.MAX_MOVES, np.int16),
        path=np.zeros((tree.MAX_DEPTH, tree.STEP), np.int32),
        room=scratch_room(),
        values=np.zeros(ends.VALUES),
    )


def set_up(desk: Desk, name: str, options: dict[str, Any], seed: int) -> int:
    """Put a new game on the desk; the number of its players."""
    ruleset = ruleset_of(name)
    checked = ruleset.check_options(options, seed)
    desk.states[:] = ruleset.empty()
    desk.states.rng[0] = seed
    ruleset.set_up(desk.states, checked, None)
    return ruleset.players(checked)


@kernel
def think(desk, simulations):
    """Search the position anew; the edge that is best, edges and visits lying in the tree."""
    desk.nodes[0].edges = 0
    desk.nodes[0].proven = 0
    desk.region[0], desk.region[1], desk.region[2], desk.region[3] = 1, len(desk.nodes), 0, len(desk.edges)
    tree.simulate(
        desk.states, desk.scratch, desk.nodes, desk.edges, desk.region, 0, int(desk.states[0].to_move), simulations, desk.nets,
        desk.worth, desk.later, desk.settings, desk.moves, desk.path, desk.room, desk.values, kernels.NOTHING_GIVEN,
    )  # fmt: skip
    return tree.preferred(desk.nodes, desk.edges, 0)


@kernel
def begin_round(desk):
    """Deal, and note what lines are worth."""
    kernels.deal(desk.states[0], kernels.NOTHING_GIVEN)
    looks.note_worth(desk.states[0], desk.worth)
