"""What a game against itself is played on: the desk of a small search, in compiled code."""

from typing import Any

from tessela.bots.games import known
from tessela.bots.nets.nets import Nets
from tessela.bots.search import looks, tree
from tessela.bots.search.desk import EDGE, NODE, Desk, new_desk, zeros
from tessela.compiled import kernel
from tessela.game.registry import ruleset_of
from tessela.rules import kernels

EDGES_A_NODE = 40


def desk_for(game: str, simulations: int, nets: Nets, seed: int, by_looks: bool = False) -> Desk:
    """A desk for searches of `simulations`, drawn from a seed, which ask the policy net, or only see how moves look."""
    knowledge, nodes = known(game).knowledge, 2 * simulations + 64
    settings = knowledge.BY_LOOKS if by_looks else knowledge.SETTINGS
    desk = new_desk(game, zeros(nodes, NODE), zeros(EDGES_A_NODE * nodes + 1000, EDGE), nets, settings)
    desk.scratch.rng[0] = seed
    return desk


def set_up(desk: Desk, game: str, options: dict[str, Any], seed: int) -> int:
    """Put a new game on the desk; the number of its players."""
    ruleset = ruleset_of(game)
    checked = ruleset.check_options(options, seed)
    desk.states[:] = ruleset.empty()
    desk.states.rng[0] = seed
    ruleset.set_up(desk.states, checked, None)
    return ruleset.players(checked)


@kernel
def think(desk, simulations):
    """Search the position anew; the edge that is best, edges and visits lying in the tree."""
    root, region, node = desk.root[0], desk.region[0], desk.nodes[0]
    root.node, root.seat, root.walks = 0, desk.states[0].to_move, 0
    node.edges, node.proven = 0, 0
    region.next_node, region.next_edge = 1, 0
    tree.simulate(desk, simulations)
    return tree.preferred(desk.nodes, desk.edges, 0)


@kernel
def begin_round(desk):
    """Deal, and note what lines are worth."""
    kernels.deal(desk.states[0], desk.given)
    looks.note_worth(desk.states[0], desk.worth)
