"""Monte-Carlo tree search over the taking of tiles, up to the end of the round.

A simulation walks down the tree by PUCT (`select`), adds one node, plays the round out with takes that look right (`rollout`),
and is worth what the boards then promise (`evaluate`): refills are not sampled. A node gets its edges when it is reached a second
time (`expand`). What the seat does not know is drawn anew for each simulation; where chance shows something, the edge has one
child for each thing that was seen. A node stores no state: the walk plays the moves.

Where the round ends the worth is exact, and it is handed up: an edge is proven when its children, with the odds of what chance
shows, are, and a node when all its edges are. So the last plies of a round are searched to the end, and the search stops when
its root is proven.

Several threads may run `simulate` on one tree. Each takes new nodes and edges from a region of its own. Visits are counted on the
way down, which makes the others less curious about the same moves; what an edge is worth does not change by that. Where two
give a node its edges at the same time, those of the first stay. An update that gets lost now and then does no harm. What every
visit changes is kept in the edges alone, so that threads get in each other's way as little as can be.
"""

import numpy as np

from tessela.bots.maths import exp
from tessela.bots.nets.policy import logit, read_position
from tessela.bots.search.desk import DESK, EDGES, MAX_DEPTH, NODES
from tessela.bots.search.ends import evaluate, margin_of
from tessela.bots.search.looks import judge, odds, redundant, rollout, rollout_to_the_end, signature, tile_out
from tessela.compiled import INT, entry, kernel
from tessela.rules.azul.constants import MAX_PLAYERS
from tessela.rules.kernels import MAX_MOVES, apply_move, is_over, legal_moves, needs_deal, number_of_players, resample


@entry(DESK, INT, gives=INT)
def simulate(desk, simulations):
    """Run simulations from the position on the desk; how many were run before its region was full or all was proven."""
    state, root, region = desk.scratch[0], desk.root[0], desk.region[0]
    for done in range(simulations):
        full = region.next_node >= region.end_of_nodes or region.next_edge + MAX_MOVES >= region.end_of_edges
        if full or desk.nodes[root.node].proven:
            return done
        generator = state.rng
        desk.scratch[0] = desk.states[0]
        state.rng = generator
        resample(state, root.seat)
        depth, proven = walk(desk, state)
        backpropagate(desk, depth, number_of_players(state))
        note_at_root(desk)
        if proven:
            backpropagate_proof(desk, depth)
    return simulations


@kernel
def walk(desk, state):
    """One simulation: the depth of the path walked, and whether it ended in a proven node; the outlook is what it was worth.

    What is proven is not walked again: the time is for the rest.
    """
    nodes, edges, settings, outlook = desk.nodes, desk.edges, desk.settings, desk.outlook[0]
    node = int(desk.root[0].node)
    depth = 0
    while True:
        if nodes[node].proven:
            copy_outlook(nodes[node], outlook)
            return depth, True
        if nodes[node].edges == 0:
            expand(desk, state, node)
        edge, proven = select(nodes, edges, node, settings)
        if edge < 0:  # another thread has just proven the last one
            prove_node(nodes, edges, node, outlook)
            continue
        edges[edge].visits += 1
        step = desk.path[depth]
        step.edge = edge
        step.player = nodes[node].player
        step.node = node
        step.proven = proven
        depth += 1
        desk.scratch[1] = desk.scratch[0]
        apply_move(state, int(edges[edge].action))
        tile_out(state, desk.worth)
        ended = needs_deal(state) or is_over(state)
        if depth == MAX_DEPTH or (ended and settings.to_the_end):
            break
        shown = signature(state)
        node = find_child(nodes, edges, edge, shown)
        if node == 0:
            node = add_child(desk, edge, shown, odds(desk.scratch[1], state))
            if not ended:
                break
            settle(desk, state, node)
    rollout(state, desk.worth, settings.noise)
    if settings.to_the_end:
        rollout_to_the_end(state, desk.later, desk.given, settings.noise)
    evaluate(desk, state, outlook)
    return depth, False


@kernel
def expand(desk, state, node):
    """Give a node its edges with their priors, unless another thread was faster: simulations may be noted there already."""
    nodes, edges, region, by_policy = desk.nodes, desk.edges, desk.region[0], desk.settings.by_policy
    worth, net, scratch = desk.worth, desk.nets.policy, desk.for_policy[0]
    if by_policy:
        read_position(state, worth, net, scratch)
    first = int(region.next_edge)
    end = first
    for i in range(legal_moves(state, desk.moves)):
        action = int(desk.moves[i])
        if not redundant(state, action):
            prior = logit(state, worth, net, scratch, action) if by_policy else judge(state, worth, action)
            add_edge(edges[end], action, prior)
            end += 1
    normalise(edges, first, end, desk.settings.temperature)
    if nodes[node].edges == 0:
        nodes[node].player = state.to_move
        nodes[node].first_edge = first
        nodes[node].edges = end - first
        region.next_edge = end


@kernel
def add_edge(edge, action, prior):
    """Write an edge that nobody has walked."""
    edge.action = action
    edge.prior = prior
    edge.value = 0.0
    edge.margin = 0.0
    edge.chance = 0.0
    edge.sure = np.nan
    edge.visits = 0
    edge.child = 0


@kernel
def normalise(edges, first, end, temperature):
    """Make priors of logits: their softmax."""
    highest = np.float32(-1e9)
    for edge in range(first, end):
        highest = max(highest, edges[edge].prior)
    total = np.float32(0.0)
    for edge in range(first, end):
        edges[edge].prior = np.float32(exp((edges[edge].prior - highest) / temperature))
        total += edges[edge].prior
    for edge in range(first, end):
        edges[edge].prior /= total


@kernel
def select(nodes, edges, node, settings):
    """The edge to walk, by the best sum of value so far and of curiosity among those not yet proven; and the best proven one.

    Either may be missing, -1. An edge that is walked for the first time gets the value it is held to have till the walk is noted.
    """
    first = int(nodes[node].first_edge)
    value, seen = np.float32(0.0), 0
    for edge in range(first, first + int(nodes[node].edges)):
        n = int(edges[edge].visits)
        value += edges[edge].value * np.float32(n)
        seen += n
    mean = value / np.float32(seen) if seen > 0 else np.float32(0.5)
    unseen = mean * (np.float32(1.0) - settings.fpu_reduction)
    curiosity = settings.exploration * np.float32(np.sqrt(np.float32(seen + 1)))
    best, chosen, proven = np.float32(-1e9), -1, -1
    for edge in range(first, first + int(nodes[node].edges)):
        if np.isnan(edges[edge].sure):
            n = int(edges[edge].visits)
            worth = edges[edge].value if n > 0 else unseen
            worth += curiosity * edges[edge].prior / np.float32(1 + n)
            if worth > best:
                best, chosen = worth, edge
        elif proven < 0 or edges[edge].sure > edges[proven].sure:
            proven = edge
    if chosen >= 0 and edges[chosen].visits == 0:
        edges[chosen].value = unseen
    return chosen, proven


@entry(NODES, EDGES, INT, gives=INT)
def preferred(nodes, edges, node):
    """The edge that is best as far as one knows: the most visited one, or one that is proven to be as good."""
    first = int(nodes[node].first_edge)
    tried, proven = -1, -1
    for edge in range(first, first + int(nodes[node].edges)):
        if np.isnan(edges[edge].sure):
            if tried < 0 or edges[edge].visits > edges[tried].visits:
                tried = edge
        elif proven < 0 or edges[edge].sure > edges[proven].sure:
            proven = edge
    if tried < 0 or (proven >= 0 and edges[proven].sure >= edges[tried].value):
        return proven
    return tried


@kernel
def find_child(nodes, edges, edge, shown):
    """The child of an edge that belongs to what chance has shown, 0 if there is none yet."""
    child = int(edges[edge].child)
    while child != 0 and nodes[child].signature != shown:
        child = int(nodes[child].sibling)
    return child


@kernel
def add_child(desk, edge, shown, chance):
    """A new child of an edge, for what chance has shown."""
    nodes, edges, region = desk.nodes, desk.edges, desk.region[0]
    node = int(region.next_node)
    region.next_node += 1
    nodes[node].signature = shown
    nodes[node].odds = chance
    nodes[node].edges = 0
    nodes[node].proven = 0
    nodes[node].sibling = edges[edge].child
    edges[edge].child = node
    return node


@kernel
def settle(desk, state, node):
    """A node at the end of the round has its exact values."""
    outlook = desk.outlook[0]
    clear(outlook)
    evaluate(desk, state, outlook)
    copy_outlook(outlook, desk.nodes[node])
    desk.nodes[node].proven = 1


@kernel
def backpropagate(desk, depth, players):
    """Note on every edge of a path what the walk was worth. Above a node it is worth the best that is proven there, where the
    one who moves there would rather have that than what was walked."""
    edges, outlook = desk.edges, desk.outlook[0]
    for i in range(depth - 1, -1, -1):
        edge, player, proven = desk.path[i].edge, desk.path[i].player, desk.path[i].proven
        share = np.float32(1.0) / np.float32(edges[edge].visits)
        edges[edge].value += share * (np.float32(outlook.value[player]) - edges[edge].value)
        edges[edge].margin += share * (np.float32(margin_of(outlook, players, player)) - edges[edge].margin)
        edges[edge].chance += share * (np.float32(outlook.chance[player]) - edges[edge].chance)
        if proven >= 0 and edges[proven].sure > edges[edge].value:
            exact_of_edge(desk.nodes, edges, proven, outlook)


@kernel
def note_at_root(desk):
    """Note what a walk was worth to all players: the root has the means, and how far apart the chances of its player lie."""
    root, node, outlook = desk.root[0], desk.nodes[desk.root[0].node], desk.outlook[0]
    root.walks += 1
    if root.walks == 1:
        root.spread = 0.0
        clear(node)
    share = np.float32(1.0) / np.float32(root.walks)
    distance = outlook.chance[node.player] - node.chance[node.player]
    for player in range(MAX_PLAYERS):
        node.value[player] += share * (np.float32(outlook.value[player]) - node.value[player])
        node.points[player] += share * (np.float32(outlook.points[player]) - node.points[player])
        node.chance[player] += share * (np.float32(outlook.chance[player]) - node.chance[player])
    root.spread += distance * (outlook.chance[node.player] - node.chance[node.player])


@kernel
def backpropagate_proof(desk, depth):
    """Prove what follows from a proven node at the end of a path, as far up as it goes. The outlook is scratch by now."""
    nodes, edges, outlook = desk.nodes, desk.edges, desk.outlook[0]
    for i in range(depth - 1, -1, -1):
        edge, player, node = desk.path[i].edge, desk.path[i].player, desk.path[i].node
        if np.isnan(edges[edge].sure):
            if not exact_of_edge(nodes, edges, edge, outlook):
                return
            edges[edge].sure = np.float32(outlook.value[player])
        if not prove_node(nodes, edges, node, outlook):
            return


@kernel
def prove_node(nodes, edges, node, outlook):
    """Mark a node as proven if all its edges are; whether it is. The outlook is scratch."""
    first = int(nodes[node].first_edge)
    best = first
    for edge in range(first, first + int(nodes[node].edges)):
        if np.isnan(edges[edge].sure):
            return False
        if edges[edge].sure > edges[best].sure:
            best = edge
    exact_of_edge(nodes, edges, best, outlook)
    copy_outlook(outlook, nodes[node])
    nodes[node].proven = 1
    return True


@kernel
def exact_of_edge(nodes, edges, edge, outlook):
    """What an edge is worth whose children cover all that chance can show; whether they do."""
    total = np.float32(0.0)
    clear(outlook)
    child = int(edges[edge].child)
    if nodes[child].odds == 0:
        return False
    while child != 0:
        if nodes[child].proven and find_child(nodes, edges, edge, nodes[child].signature) == child:
            total += nodes[child].odds
            for player in range(MAX_PLAYERS):
                outlook.value[player] += nodes[child].odds * nodes[child].value[player]
                outlook.points[player] += nodes[child].odds * nodes[child].points[player]
                outlook.chance[player] += nodes[child].odds * nodes[child].chance[player]
        child = int(nodes[child].sibling)
    return total > np.float32(0.9999)


@kernel
def clear(outlook):
    """Nothing is expected."""
    for player in range(MAX_PLAYERS):
        outlook.value[player] = 0.0
        outlook.points[player] = 0.0
        outlook.chance[player] = 0.0


@kernel
def copy_outlook(source, target):
    """Copy what players may expect, between a node and the desk."""
    for player in range(MAX_PLAYERS):
        target.value[player] = source.value[player]
        target.points[player] = source.points[player]
        target.chance[player] = source.chance[player]
