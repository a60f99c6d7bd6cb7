"""The desk of a search: a position, a tree, and all that is needed to grow it, in arrays that are made once.

Nothing else is passed around: `simulate(desk, simulations)`. Several threads have a desk each, with the same tree on it.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tessela.bots.games import known
from tessela.bots.knowledge.settings import SETTINGS, Settings
from tessela.bots.nets import policy, value
from tessela.bots.nets.nets import NETS, Nets
from tessela.bots.search.looks import WORTH
from tessela.compiled import Array, Group, record
from tessela.game.registry import ruleset_of
from tessela.rules.azul.constants import MAX_PLAYERS
from tessela.rules.kernels import GIVEN, MAX_MOVES, NOTHING_GIVEN, STATES

MAX_DEPTH = 256
APART = 256  # bytes
LINE = 64  # bytes of the memory that a processor fetches at once

NODE = record(
    [
        ("signature", np.int64),  # what chance had shown when the node was made
        ("value", np.float32, (MAX_PLAYERS,)),  # what it is worth to the players: exactly if it is proven, the root's as a mean
        ("points", np.float32, (MAX_PLAYERS,)),
        ("chance", np.float32, (MAX_PLAYERS,)),
        ("odds", np.float32),  # of what chance showed on the way from its parent; 0: not known
        ("first_edge", np.int32),
        ("sibling", np.int32),  # another child of the same edge, 0 if none
        ("edges", np.int16),
        ("player", np.int8),
        ("proven", np.int8),
    ]
)
EDGE = record(
    [
        ("value", np.float32),  # mean over the visits, for the player who moves here
        ("margin", np.float32),  # mean of the expected points ahead of the best of the others
        ("chance", np.float32),  # mean of the chances to win
        ("prior", np.float32),
        ("sure", np.float32),  # of a proven edge: its value for the player who moves here, else not a number
        ("visits", np.int32),
        ("child", np.int32),  # first child, 0 if none
        ("action", np.int32),
    ]
)
STEP = record(
    [
        ("edge", np.int32),  # that was walked
        ("player", np.int32),  # who moves there
        ("node", np.int32),
        ("proven", np.int32),  # the best proven edge of the node, -1 if none
    ]
)
ROOT = record(
    [
        ("node", np.int64),  # of the position
        ("seat", np.int64),  # whose knowledge counts
        ("walks", np.int64),  # from there, that its means rest on
        ("spread", np.float64),  # of the chances of the one who moves there: the sum of their squared distances from the mean
    ]
)
REGION = record(
    [
        ("next_node", np.int64),
        ("end_of_nodes", np.int64),
        ("next_edge", np.int64),
        ("end_of_edges", np.int64),
    ]
)


class Desk(NamedTuple):
    """What a search works with."""

    states: Any  # the position is the first
    scratch: Any  # two states, to play in; the first has the generator of all that is drawn
    nodes: Any
    edges: Any
    root: Any  # where the search begins
    region: Any  # nodes and edges that this desk may use
    nets: Nets
    settings: Settings
    worth: NDArray[np.float32]  # what lines are worth in this round
    later: NDArray[np.float32]  # scratch for the same in later rounds
    moves: NDArray[np.int16]  # scratch for legal moves
    path: Any  # the steps of a simulation
    outlook: Any  # what a simulation was worth to the players
    for_value: Any  # scratch of the nets
    for_policy: Any
    given: NDArray[np.int8]  # for deals: nothing, so that they are drawn


# As entry points take them
NODES, EDGES = Array(NODE, None), Array(EDGE, None)
DESK = Group(
    (
        STATES, STATES, NODES, EDGES, Array(ROOT, 1), Array(REGION, 1), NETS, SETTINGS, WORTH, WORTH, Array(np.int16, MAX_MOVES),
        Array(STEP, MAX_DEPTH), value.OUTLOOKS, value.VALUE_SCRATCH, policy.POLICY_SCRATCH, GIVEN,
    ),
    Desk,
)  # fmt: skip


def zeros(shape: int | tuple[int, ...], kind: Any) -> Any:
    """Zeros that begin a line of memory, with nothing beside them.

    Threads that write to neighbouring places slow each other down, and what lies across two lines is fetched twice.
    """
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    buffer = np.zeros(size + 2 * APART, np.uint8)
    start = APART - buffer.ctypes.data % LINE
    found = buffer[start : start + size].view(kind).reshape(shape)
    return found if found.dtype.names is None else found.view(np.recarray)


def new_desk(game: str, nodes: Any, edges: Any, nets: Nets, settings: Settings) -> Desk:
    """A desk for a game, with the whole of a tree to grow."""
    states, worth = zeros(1, ruleset_of(game).empty().dtype), zeros(known(game).knowledge.WORTH, np.float32)
    desk = Desk(
        states=states,
        nodes=nodes,
        edges=edges,
        root=zeros(1, ROOT),
        nets=nets,
        settings=settings,
        worth=worth,
        given=NOTHING_GIVEN,
        **_own_rooms(states, worth),
    )
    claim(desk, 0, 1)
    return desk


def another(desk: Desk) -> Desk:
    """A desk for another thread, with the same position and tree on it."""
    return desk._replace(**_own_rooms(desk.states, desk.worth))


def _own_rooms(states: Any, worth: Any) -> dict[str, Any]:
    """What no two desks share."""
    return {
        "scratch": zeros(2, states.dtype),
        "region": zeros(1, REGION),
        "later": zeros(worth.shape, np.float32),
        "moves": zeros(MAX_MOVES, np.int16),
        "path": zeros(MAX_DEPTH, STEP),
        "outlook": zeros(1, value.OUTLOOK),
        "for_value": zeros(1, value.SCRATCH),
        "for_policy": zeros(1, policy.SCRATCH),
    }


def claim(desk: Desk, number: int, desks: int) -> None:
    """Let a desk use its share of the tree, which several grow together; node 0 is the first root."""
    nodes, edges = len(desk.nodes) // desks, len(desk.edges) // desks
    desk.region[0] = (max(1, number * nodes), (number + 1) * nodes, number * edges, (number + 1) * edges)
