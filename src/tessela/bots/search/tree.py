"""Monte-Carlo tree search over the taking of tiles, up to the end of the round.

A simulation walks down the tree by PUCT, adds one node, plays the round out with takes that look right, and is worth what the
boards then promise (`evaluate`): refills are not sampled. What the seat does not know is drawn anew for each simulation; where
chance shows something, the edge has one child for each thing that was seen. A node stores no state: the walk plays the moves.

Several threads may run `simulate` on one tree. Each takes new nodes and edges from a region of its own; visits are counted on the
way down, which steers the others elsewhere, and an update that gets lost now and then does no harm.
"""

import numpy as np

from tessela.bots.knowledge import azul as azul_knowledge
from tessela.bots.knowledge import duel as duel_knowledge
from tessela.rules.jit import kernel
from tessela.rules.kernels import (
    apply_move,
    deal,
    for_either_game,
    is_over,
    legal_moves,
    needs_deal,
    number_of_players,
    rank_key,
    resample,
)

note_worth = for_either_game(azul_knowledge, duel_knowledge, "note_worth")
judge = for_either_game(azul_knowledge, duel_knowledge, "judge")
likely_move = for_either_game(azul_knowledge, duel_knowledge, "likely_move")
redundant = for_either_game(azul_knowledge, duel_knowledge, "redundant")
features = for_either_game(azul_knowledge, duel_knowledge, "features")
is_tiling_choice = for_either_game(azul_knowledge, duel_knowledge, "is_tiling_choice")
signature = for_either_game(azul_knowledge, duel_knowledge, "signature")

NODE = np.dtype(
    [
        ("signature", np.int64),  # what chance had shown when the node was made
        ("first_edge", np.int32),
        ("sibling", np.int32),  # another child of the same edge, 0 if none
        ("visits", np.int32),
        ("edges", np.int16),
        ("player", np.int16),
    ],
    align=True,
)
EDGE = np.dtype(
    [
        ("value", np.float32),  # sum over the visits, for the player who moves here
        ("margin", np.float32),  # sum of the expected points ahead of the best of the others
        ("prior", np.float32),
        ("visits", np.int32),
        ("child", np.int32),  # first child, 0 if none
        ("action", np.int32),
    ],
    align=True,
)

MAX_DEPTH = 256
# Places in the settings of a search, which each game brings (knowledge.SETTINGS): how curious it is, how little looks are
# trusted, the noise of its playing out, the share of the margin in its values, by what share an untried move is held to be worse,
# and whether every simulation is played to the end of the game
EXPLORATION, PRIOR_HEAT, NOISE, MARGIN_SHARE, FIRST_PLAY, TO_THE_END = range(6)
MARGIN_SCALE = 20.0


@kernel
def round_index(state, rounds):
    """Which of so many sets of weights belongs to a state between two rounds: by the round that comes next."""
    return min(rounds - 1, max(0, int(state.round_number) - 2))


@kernel
def expected_score(state, player, weights, room):
    """What a player will have at the end, by the weights of the coming round; `room` is scratch for the features."""
    features(state, player, room)
    chosen = round_index(state, weights.shape[0])
    value = 0.0
    for i in range(weights.shape[1] - 1):
        value += room[i] * weights[chosen, i]
    return value + int(state.score[player])


@kernel
def evaluate(state, weights, room, values):
    """What an end of round, or of the game, is worth to each player: the chance to win, and a little for the margin."""
    players = number_of_players(state)
    if is_over(state):
        best, winners = rank_key(state, 0), 0
        for player in range(players):
            best = max(best, rank_key(state, player))
        for player in range(players):
            winners += 1 if rank_key(state, player) == best else 0
        for player in range(players):
            values[players + player] = int(state.score[player])
            values[player] = 1.0 / winners if rank_key(state, player) == best else 0.0
        return
    top = -1e9
    for player in range(players):
        values[players + player] = expected_score(state, player, weights, room)
        top = max(top, values[players + player])
    total = 0.0
    scale = weights[round_index(state, weights.shape[0]), weights.shape[1] - 1]  # how far apart scores must be to tell the winner
    for player in range(players):
        values[player] = np.exp((values[players + player] - top) / scale)
        total += values[player]
    for player in range(players):
        values[player] /= total


@kernel
def margin_of(values, players, player):
    """How many points a player is ahead of the best of the others."""
    others = -1e9
    for other in range(players):
        if other != player:
            others = max(others, values[players + other])
    return values[players + player] - others


@kernel
def blend_margin(state, values, share):
    """Mix the squashed margin over the best of the others into the win chances."""
    players = number_of_players(state)
    for player in range(players):
        margin = margin_of(values, players, player)
        values[player] = (1.0 - share) * values[player] + share / (1.0 + np.exp(-margin / MARGIN_SCALE))


@kernel
def play_out(state, worth, noise):
    """Finish the round with decisions that look right."""
    while not needs_deal(state) and not is_over(state):
        apply_move(state, likely_move(state, worth, noise))


@kernel
def play_on(state, worth, given, noise):
    """Finish the game with decisions that look right, deals drawn; the worths are those of each round."""
    later = np.zeros_like(worth)
    while not is_over(state):
        if needs_deal(state):
            deal(state, given)
            note_worth(state, later)
        apply_move(state, likely_move(state, later, noise))


@kernel
def tile_out(state, worth):
    """Make the tiling decisions that come up, as they look best."""
    while is_tiling_choice(state):
        apply_move(state, likely_move(state, worth, np.float32(0.0)))


@kernel
def expand(state, nodes, edges, node, used, worth, moves, settings):
    """Give a node its edges with their priors; the number of edges in use after that."""
    number = legal_moves(state, moves)
    first = used
    highest = np.float32(-1e9)
    for i in range(number):
        action = int(moves[i])
        if not redundant(state, action):
            edges[used].action = action
            edges[used].prior = judge(state, worth, action)
            edges[used].value = 0.0
            edges[used].margin = 0.0
            edges[used].visits = 0
            edges[used].child = 0
            highest = max(highest, edges[used].prior)
            used += 1
    total = np.float32(0.0)
    for edge in range(first, used):
        edges[edge].prior = np.exp((edges[edge].prior - highest) / settings[PRIOR_HEAT])
        total += edges[edge].prior
    for edge in range(first, used):
        edges[edge].prior /= total
    nodes[node].player = state.to_move
    nodes[node].first_edge = first
    nodes[node].edges = used - first
    return used


@kernel
def select(nodes, edges, node, settings):
    """The edge to walk: the best sum of value so far and of curiosity."""
    first = int(nodes[node].first_edge)
    visits = int(nodes[node].visits)
    value, seen = np.float32(0.0), 0
    for edge in range(first, first + int(nodes[node].edges)):
        value += edges[edge].value
        seen += int(edges[edge].visits)
    unseen = (value / np.float32(seen) if seen > 0 else np.float32(0.5)) * (np.float32(1.0) - settings[FIRST_PLAY])
    curiosity = settings[EXPLORATION] * np.float32(np.sqrt(np.float32(max(1, visits))))
    best, chosen = np.float32(-1e9), first
    for edge in range(first, first + int(nodes[node].edges)):
        n = int(edges[edge].visits)
        worth = edges[edge].value / np.float32(n) if n > 0 else unseen
        worth += curiosity * edges[edge].prior / np.float32(1 + n)
        if worth > best:
            best, chosen = worth, edge
    return chosen


@kernel
def find_child(nodes, edges, edge, shown):
    """The child of an edge that belongs to what chance has shown, 0 if there is none yet."""
    child = int(edges[edge].child)
    while child != 0 and nodes[child].signature != shown:
        child = int(nodes[child].sibling)
    return child


@kernel
def simulate(
    states, scratch, nodes, edges, region, seat, simulations, weights, worth, settings, moves, path, room, values, given
):
    """Run simulations from `states[0]`; how many were run before the region was full.

    `region` holds the next free node and edge of this thread and the ends of its region; node 0 is the root. `scratch` has a
    seeded generator of its own.
    """
    root = states[0]
    state = scratch[0]
    for done in range(simulations):
        if region[0] >= region[1] or region[2] + len(moves) >= region[3]:
            return done
        generator = state.rng
        scratch[0] = root
        state.rng = generator
        resample(state, seat)
        depth = walk(state, nodes, edges, region, weights, worth, settings, moves, path, room, values, given)
        blend_margin(state, values, settings[MARGIN_SHARE])
        for i in range(depth):
            edges[path[i, 0]].value += np.float32(values[path[i, 1]])
            edges[path[i, 0]].margin += np.float32(margin_of(values, number_of_players(state), path[i, 1]))
    return simulations


@kernel
def walk(state, nodes, edges, region, weights, worth, settings, moves, path, room, values, given):
    """One simulation: the depth of the path walked; `values` hold what it was worth."""
    node = 0
    depth = 0
    while True:
        nodes[node].visits += 1
        if nodes[node].edges == 0:
            region[2] = expand(state, nodes, edges, node, region[2], worth, moves, settings)
            play_out(state, worth, settings[NOISE])
            break
        edge = select(nodes, edges, node, settings)
        edges[edge].visits += 1
        path[depth, 0] = edge
        path[depth, 1] = nodes[node].player
        depth += 1
        apply_move(state, int(edges[edge].action))
        tile_out(state, worth)
        if needs_deal(state) or is_over(state):
            break
        if depth == MAX_DEPTH:
            play_out(state, worth, settings[NOISE])
            break
        shown = signature(state)
        node = find_child(nodes, edges, edge, shown)
        if node == 0:
            node = region[0]
            region[0] += 1
            nodes[node].signature = shown
            nodes[node].visits = 0
            nodes[node].edges = 0
            nodes[node].sibling = edges[edge].child
            edges[edge].child = node
    if settings[TO_THE_END] > 0:
        play_on(state, worth, given, settings[NOISE])
    evaluate(state, weights, room, values)
    return depth


@kernel
def prepare(states, worth):
    """What lines are worth on the walls of `states[0]`."""
    note_worth(states[0], worth)
