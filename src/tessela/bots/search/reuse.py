"""A position found again in the tree of an earlier one."""

import numpy as np

from tessela.bots.search.desk import DESK
from tessela.bots.search.looks import signature, tile_out
from tessela.bots.search.tree import find_child
from tessela.compiled import INT, Array, entry, kernel, record
from tessela.rules.kernels import STATES, apply_move, observe

PLACE = record([("node", np.int64), ("edges", np.int64)])  # on a line through the tree: a node, and how many edges were looked at


@entry(DESK, STATES, STATES, Array(PLACE, None), Array(np.int16, None), Array(np.int16, None), INT, gives=INT)
def find_position(desk, target, states, line, seen, sought, most):
    """The node of the tree on the desk that has the position of `target[0]`, 0 if it is not found within `most` tries.

    `states` and `line` are scratch for the line that is looked at, `seen` and `sought` for what a seat observes.
    """
    nodes, edges, seat = desk.nodes, desk.edges, int(desk.root[0].seat)
    observe(target[0], seat, sought)
    states[0] = desk.states[0]
    line[0].node, line[0].edges = desk.root[0].node, 0
    level, tries = 0, 0
    while level >= 0 and tries < most:
        node = line[level].node
        if level > 0 and same_sight(states[level], target[0], seat, seen, sought):
            return node
        if level == len(states) - 1 or line[level].edges >= nodes[node].edges:
            level -= 1
            continue
        edge = int(nodes[node].first_edge) + line[level].edges
        line[level].edges += 1
        if edges[edge].child == 0:
            continue
        tries += 1
        states[level + 1] = states[level]
        apply_move(states[level + 1], int(edges[edge].action))
        tile_out(states[level + 1], desk.worth)
        child = find_child(nodes, edges, edge, signature(states[level + 1]))
        if child != 0 and nodes[child].edges > 0:
            level += 1
            line[level].node, line[level].edges = child, 0
    return 0


@kernel
def same_sight(state, target, seat, seen, sought):
    """Whether a seat sees the same in two positions; `sought` is what it sees in the second."""
    if state.to_move != target.to_move or state.offered != target.offered or state.phase != target.phase:
        return False
    observe(state, seat, seen)
    for i in range(len(seen)):
        if seen[i] != sought[i]:
            return False
    return True
