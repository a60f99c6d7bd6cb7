"""A position found again in the tree of an earlier one."""

import numpy as np

from tessela.bots.search.looks import WORTH, signature, tile_out
from tessela.bots.search.tree import EDGES, NODES, find_child
from tessela.compiled import INT, Array, entry, kernel
from tessela.rules.kernels import STATES, apply_move, observe


@entry(
    STATES, Array(np.int64, None), STATES, INT, NODES, EDGES, Array(np.int64, None), Array(np.int16, None), Array(np.int16, None),
    WORTH, INT, gives=INT,
)  # fmt: skip
def find_position(levels, numbers, target, seat, nodes, edges, places, seen, sought, worth, most):
    """The node of a tree that has the position of `target[0]`, 0 if it is not found within so many tries.

    `levels[0]` is the position of node `places[0]`; the other levels, and `numbers` and `places` beside them, are the line that
    is looked at. `seen` and `sought` are scratch for what a seat observes.
    """
    observe(target[0], seat, sought)
    level, tries = 0, 0
    numbers[0] = 0
    while level >= 0 and tries < most:
        node = places[level]
        if level > 0 and same_sight(levels[level], target[0], seat, seen, sought):
            return node
        if level == len(levels) - 1 or numbers[level] >= nodes[node].edges:
            level -= 1
            continue
        edge = int(nodes[node].first_edge) + numbers[level]
        numbers[level] += 1
        if edges[edge].child == 0:
            continue
        tries += 1
        levels[level + 1] = levels[level]
        apply_move(levels[level + 1], int(edges[edge].action))
        tile_out(levels[level + 1], worth)
        child = find_child(nodes, edges, edge, signature(levels[level + 1]))
        if child != 0 and nodes[child].edges > 0:
            level += 1
            numbers[level] = 0
            places[level] = child
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
