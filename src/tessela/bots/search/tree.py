"""Monte-Carlo tree search over the taking of tiles, up to the end of the round.

A simulation walks down the tree by PUCT, adds one node, plays the round out with takes that look right, and is worth what the
boards then promise (`evaluate`): refills are not sampled. A node gets its edges when it is reached a second time. What the seat
does not know is drawn anew for each simulation; where chance shows something, the edge has one child for each thing that was
seen. A node stores no state: the walk plays the moves.

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
from tessela.bots.nets.moves import NETS, look_at, promise
from tessela.bots.nets.net import ROOM
from tessela.bots.search.ends import CHANCES, VALUES, VALUES_ROOM, blend_margin, evaluate, margin_of
from tessela.bots.search.looks import WORTH, judge, odds, play_on, play_out, redundant, signature, tile_out
from tessela.compiled import INT, Array, entry, kernel, record
from tessela.rules.kernels import (
    GIVEN,
    MAX_MOVES,
    STATES,
    apply_move,
    is_over,
    legal_moves,
    needs_deal,
    number_of_players,
    resample,
)

NODE = record(
    [
        ("signature", np.int64),  # what chance had shown when the node was made
        ("exact", np.float32, (12,)),  # of a proven node: the values of the players
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

BOARDS, MOVES = range(2)  # the nets of a search
MAX_DEPTH = 256
STEP = 4  # of a path: an edge, who moves there, its node, the best proven edge of the node or -1
# Places in the settings of a search, which each game brings (knowledge.SETTINGS): how curious it is, how little it
# trusts what it thinks of moves at first, the noise of its playing out, the share of the margin in its values, by what share an
# untried move is held to be worse, whether every simulation is played to the end of the game, and whether the net of moves says
# what to think of moves at first, not their looks
EXPLORATION, PRIOR_HEAT, NOISE, MARGIN_SHARE, FIRST_PLAY, TO_THE_END, BY_NET = range(7)

# As entry points take them
NODES, EDGES, REGION, PATH = Array(NODE, None), Array(EDGE, None), Array(np.int64, 4), Array(np.int32, MAX_DEPTH, STEP)
KNOBS, MOVES_ROOM = Array(np.float32, 7), Array(np.int16, MAX_MOVES)


@kernel
def expand(state, nodes, edges, node, used, net, worth, moves, settings, room):
    """Give a node its edges with their priors; the number of edges in use after that."""
    number = legal_moves(state, moves)
    first = used
    by_net = settings[BY_NET] > 0
    if by_net:
        look_at(state, worth, net, room)
    highest = np.float32(-1e9)
    for i in range(number):
        action = int(moves[i])
        if not redundant(state, action):
            edges[used].action = action
            edges[used].prior = promise(state, worth, net, room, action) if by_net else judge(state, worth, action)
            edges[used].value = 0.0
            edges[used].margin = 0.0
            edges[used].chance = 0.0
            edges[used].sure = np.nan
            edges[used].visits = 0
            edges[used].child = 0
            highest = max(highest, edges[used].prior)
            used += 1
    total = np.float32(0.0)
    for edge in range(first, used):
        edges[edge].prior = np.float32(exp((edges[edge].prior - highest) / settings[PRIOR_HEAT]))
        total += edges[edge].prior
    for edge in range(first, used):
        edges[edge].prior /= total
    if nodes[node].edges > 0:  # another thread was faster, and simulations may be noted there already
        return first
    nodes[node].player = state.to_move
    nodes[node].first_edge = first
    nodes[node].edges = used - first
    return used


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
    unseen = (value / np.float32(seen) if seen > 0 else np.float32(0.5)) * (np.float32(1.0) - settings[FIRST_PLAY])
    curiosity = settings[EXPLORATION] * np.float32(np.sqrt(np.float32(seen + 1)))
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
def add_child(nodes, edges, edge, region, shown, chance):
    """A new child of an edge, for what chance has shown."""
    node = int(region[0])
    region[0] += 1
    nodes[node].signature = shown
    nodes[node].odds = chance
    nodes[node].edges = 0
    nodes[node].proven = 0
    nodes[node].sibling = edges[edge].child
    edges[edge].child = node
    return node


@kernel
def exact_of_edge(nodes, edges, edge, out):
    """The values of an edge whose children cover all that chance can show; whether they do."""
    total = np.float32(0.0)
    for i in range(VALUES):
        out[i] = 0.0
    child = int(edges[edge].child)
    if nodes[child].odds == 0:
        return False
    while child != 0:
        if nodes[child].proven and find_child(nodes, edges, edge, nodes[child].signature) == child:
            total += nodes[child].odds
            for i in range(VALUES):
                out[i] += nodes[child].odds * nodes[child].exact[i]
        child = int(nodes[child].sibling)
    return total > np.float32(0.9999)


@kernel
def prove_node(nodes, edges, node, values):
    """Mark a node as proven if all its edges are; whether it is. `values` is scratch."""
    first = int(nodes[node].first_edge)
    best = first
    for edge in range(first, first + int(nodes[node].edges)):
        if np.isnan(edges[edge].sure):
            return False
        if edges[edge].sure > edges[best].sure:
            best = edge
    exact_of_edge(nodes, edges, best, values)
    for i in range(VALUES):
        nodes[node].exact[i] = values[i]
    nodes[node].proven = 1
    return True


@kernel
def hand_up(nodes, edges, path, depth, values):
    """Prove what follows from a proven node at the end of a path, as far up as it goes. `values` is scratch."""
    for i in range(depth - 1, -1, -1):
        edge, player, node = path[i, 0], path[i, 1], path[i, 2]
        if np.isnan(edges[edge].sure):
            if not exact_of_edge(nodes, edges, edge, values):
                return
            edges[edge].sure = np.float32(values[player])
        if not prove_node(nodes, edges, node, values):
            return


@entry(
    STATES, STATES, NODES, EDGES, REGION, INT, INT, INT, NETS, WORTH, WORTH, KNOBS, MOVES_ROOM, PATH, ROOM, VALUES_ROOM, GIVEN,
    gives=INT,
)  # fmt: skip
def simulate(
    states, scratch, nodes, edges, region, top, seat, simulations, nets, worth, later, settings, moves, path, room, values, given
):
    """Run simulations from `states[0]`, whose node is `top`; how many were run before the region was full or all was proven.

    `region` holds the next free node and edge of this thread and the ends of its region. `scratch` has two states, the first
    with a seeded generator of its own; `later` is scratch as large as `worth`.
    """
    root = states[0]
    state = scratch[0]
    for done in range(simulations):
        if nodes[top].proven or region[0] >= region[1] or region[2] + len(moves) >= region[3]:
            return done
        generator = state.rng
        scratch[0] = root
        state.rng = generator
        resample(state, seat)
        depth, proven = walk(scratch, nodes, edges, region, top, nets, worth, later, settings, moves, path, room, values, given)
        note(nodes, edges, path, depth, values, number_of_players(state))
        if proven:
            hand_up(nodes, edges, path, depth, values)
    return simulations


@kernel
def note(nodes, edges, path, depth, values, players):
    """Note on every edge of a path what the walk was worth. Above a node it is worth the best that is proven there, where the
    one who moves there would rather have that than what was walked."""
    for i in range(depth - 1, -1, -1):
        edge, player, proven = path[i, 0], path[i, 1], path[i, 3]
        share = np.float32(1.0) / np.float32(edges[edge].visits)
        edges[edge].value += share * (np.float32(values[player]) - edges[edge].value)
        edges[edge].margin += share * (np.float32(margin_of(values, players, player)) - edges[edge].margin)
        edges[edge].chance += share * (np.float32(values[CHANCES + player]) - edges[edge].chance)
        if proven >= 0 and edges[proven].sure > edges[edge].value:
            exact_of_edge(nodes, edges, proven, values)


@kernel
def walk(scratch, nodes, edges, region, top, nets, worth, later, settings, moves, path, room, values, given):
    """One simulation: the depth of the path walked, and whether it ended in a proven node; `values` hold what it was worth.

    What is proven is not walked again: the time is for the rest.
    """
    state = scratch[0]
    node = top
    depth = 0
    while True:
        if nodes[node].proven:
            for i in range(VALUES):
                values[i] = nodes[node].exact[i]
            return depth, True
        if nodes[node].edges == 0:
            region[2] = expand(state, nodes, edges, node, region[2], nets[MOVES], worth, moves, settings, room)
        edge, proven = select(nodes, edges, node, settings)
        if edge < 0:  # another thread has just proven the last one
            prove_node(nodes, edges, node, values)
            continue
        edges[edge].visits += 1
        path[depth, 0] = edge
        path[depth, 1] = nodes[node].player
        path[depth, 2] = node
        path[depth, 3] = proven
        depth += 1
        scratch[1] = scratch[0]
        apply_move(state, int(edges[edge].action))
        tile_out(state, worth)
        ended = needs_deal(state) or is_over(state)
        if depth == MAX_DEPTH or (ended and settings[TO_THE_END] > 0):
            break
        shown = signature(state)
        node = find_child(nodes, edges, edge, shown)
        if node == 0:
            node = add_child(nodes, edges, edge, region, shown, odds(scratch[1], state))
            if not ended:
                break
            settle(state, nodes, node, nets[BOARDS], settings, room, values)
    play_out(state, worth, settings[NOISE])
    if settings[TO_THE_END] > 0:
        play_on(state, later, given, settings[NOISE])
    evaluate(state, nets[BOARDS], room, values)
    blend_margin(state, values, settings[MARGIN_SHARE])
    return depth, False


@kernel
def settle(state, nodes, node, net, settings, room, values):
    """A node at the end of the round has its exact values."""
    for i in range(VALUES):
        values[i] = 0.0
    evaluate(state, net, room, values)
    blend_margin(state, values, settings[MARGIN_SHARE])
    for i in range(VALUES):
        nodes[node].exact[i] = values[i]
    nodes[node].proven = 1
