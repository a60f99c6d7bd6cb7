"""A toy of the family: tiles are taken from a heap, and everybody has a secret favourite colour.

A deal draws five tiles from the bag (chance). Whoever is to move takes one or two tiles of a colour, or, once a game, swaps their
favourite for one that they choose in secret (hidden information). When the heap is empty the hands are settled one by one, a
point a tile. After two rounds favourites are shown, two points for each tile of that colour, and pairs of colours give a bonus.
"""

import numpy as np

from tessela.compiled import INT, Array, ByGame, entry, kernel, record
from tessela.rules.chance import random_below
from tessela.rules.handful import count, tiles, total
from tessela.rules.rules import Rules

COLOURS = 2
MAX_PLAYERS = 3
TILES_PER_COLOUR = 10
HEAP = 5
ROUNDS = 2
PAIR_BONUS = 3
FAVOURITE_POINTS = 2
TURN, CHOICE, TILING, DEAL, OVER = range(5)
TAKE, SWAP, KEEP, DECISIONS = 0, 4, 5, 7  # TAKE + 2 * colour + number - 1, KEEP + colour

STATE = record(
    [
        ("rng", np.uint64),
        ("heap", np.uint32),
        ("bag", np.uint32),
        ("hand", np.uint32, (MAX_PLAYERS,)),  # taken this round
        ("taken", np.uint32, (MAX_PLAYERS,)),  # in earlier ones
        ("score", np.int16, (MAX_PLAYERS,)),
        ("favourite", np.uint8, (MAX_PLAYERS,)),
        ("swaps", np.uint8, (MAX_PLAYERS,)),  # left
        ("players", np.uint8),
        ("round_number", np.uint8),
        ("phase", np.uint8),
        ("to_move", np.uint8),
        ("first_player", np.uint8),
        ("tiling_row", np.uint8),
        ("unused", np.uint8, (6,)),
    ]
)
STATES = ByGame({"toy": Array(STATE, None)})


@entry(STATES, INT, INT, INT, Array(np.int8, None))
def set_up_in(states, i, players, first_player, favourites):
    """A new game before its first deal; what is negative is drawn."""
    state = states[i]
    state.players = players
    state.bag = tiles(TILES_PER_COLOUR, 0) + tiles(TILES_PER_COLOUR, 1)
    state.first_player = first_player if first_player >= 0 else random_below(state, players)
    for player in range(players):
        given = int(favourites[player])
        state.favourite[player] = given if given >= 0 else random_below(state, COLOURS)
        state.swaps[player] = 1
    state.to_move = state.first_player
    state.round_number = 1
    state.phase = DEAL


@kernel
def is_legal(state, action):
    """Whether a decision can be made now."""
    if state.phase == TURN:
        if action < SWAP:
            return count(state.heap, action // 2) > action % 2
        return action == SWAP and state.swaps[state.to_move] > 0
    return state.phase == CHOICE and action >= KEEP


@kernel
def legal_moves(state, moves):
    """Write the legal decisions; how many there are."""
    number = 0
    for action in range(DECISIONS):
        if is_legal(state, action):
            moves[number] = action
            number += 1
    return number


@kernel
def mark_legal(state, mask):
    """Write 1 for each legal decision."""
    for action in range(DECISIONS):
        mask[action] = is_legal(state, action)


@kernel
def sample_move(state):
    """A random legal decision."""
    number = 0
    for action in range(DECISIONS):
        if is_legal(state, action):
            number += 1
    left = random_below(state, number)
    for action in range(DECISIONS):
        if is_legal(state, action):
            if left == 0:
                return action
            left -= 1
    return -1


@kernel
def decide(state, action):
    """Carry out a legal decision, and nothing more."""
    player = int(state.to_move)
    if action == SWAP:
        state.swaps[player] -= 1
        state.phase = CHOICE
        return
    if action >= KEEP:
        state.favourite[player] = action - KEEP
    else:
        took = tiles(action % 2 + 1, action // 2)
        state.heap -= np.uint32(took)
        state.hand[player] += np.uint32(took)
    state.phase = TURN
    state.to_move = (player + 1) % int(state.players)
    if state.heap == 0:
        begin_tiling(state, int(state.first_player))


@kernel
def begin_tiling(state, player):
    """The hand of a player is settled next."""
    state.phase = TILING
    state.to_move = player


@kernel
def is_tiling_choice(state):
    """Hands are settled without a choice."""
    return False


@kernel
def advance(state):
    """Settle one hand; whether another step may follow."""
    if state.phase != TILING:
        return False
    player = int(state.to_move)
    state.score[player] += total(state.hand[player])
    state.taken[player] += state.hand[player]
    state.hand[player] = 0
    state.to_move = (player + 1) % int(state.players)
    if state.to_move == state.first_player:
        end_round(state)
    return state.phase == TILING


@kernel
def end_round(state):
    """Deal again, or finish."""
    if state.round_number < ROUNDS:
        state.round_number += 1
        state.first_player = (int(state.first_player) + 1) % int(state.players)
        state.to_move = state.first_player
        state.phase = DEAL
        return
    for player in range(state.players):
        state.score[player] += favourite_points(state, player) + PAIR_BONUS * pairs(state, player)
    state.phase = OVER


@kernel
def favourite_points(state, player):
    """What the favourite colour of a player gives."""
    return FAVOURITE_POINTS * count(state.taken[player], int(state.favourite[player]))


@kernel
def pairs(state, player):
    """How many pairs of both colours a player has."""
    return min(count(state.taken[player], 0), count(state.taken[player], 1))


@kernel
def apply_move(state, action):
    """A decision and all that follows without one."""
    decide(state, action)
    while advance(state):
        pass


@kernel
def deal(state, given):
    """Five tiles from the bag: those given, in order, or drawn ones."""
    for i in range(HEAP):
        kind = int(given[i])
        if kind < 0:
            kind = 0 if random_below(state, total(state.bag)) < count(state.bag, 0) else 1
        state.bag -= np.uint32(tiles(1, kind))
        state.heap += np.uint32(tiles(1, kind))
    state.phase = TURN


@kernel
def resample(state, seat):
    """Draw anew the favourites that a seat does not know."""
    for player in range(state.players):
        if player != seat:
            state.favourite[player] = random_below(state, COLOURS)


FIELDS = (("players", 1), ("round", 1), ("phase", 1), ("to_move", 1), ("favourite", 1), ("heap", 2), ("boards", 3 * MAX_PLAYERS))


@kernel
def observe(state, seat, out):
    """What a seat sees, seats counted from it."""
    players = int(state.players)
    out[0], out[1], out[2] = players, state.round_number, state.phase
    out[3] = (int(state.to_move) - seat) % players
    out[4] = state.favourite[seat]
    out[5], out[6] = count(state.heap, 0), count(state.heap, 1)
    for i in range(players):
        player = (seat + i) % players
        out[7 + 3 * i] = state.score[player]
        out[8 + 3 * i] = state.hand[player]
        out[9 + 3 * i] = state.taken[player]


@kernel
def rank_key(state, player):
    """Points decide."""
    return int(state.score[player])


@kernel
def number_of_players(state):
    """Two or three."""
    return int(state.players)


@kernel
def needs_deal(state):
    """Whether the heap is to be filled next."""
    return state.phase == DEAL


@kernel
def is_over(state):
    """Whether the game has ended."""
    return state.phase == OVER


TOY = Rules(
    name="toy",
    state=STATE,
    max_dealt=HEAP,
    legal_moves=legal_moves,
    mark_legal=mark_legal,
    sample_move=sample_move,
    decide=decide,
    advance=advance,
    apply_move=apply_move,
    deal=deal,
    resample=resample,
    observe=observe,
    rank_key=rank_key,
    number_of_players=number_of_players,
    needs_deal=needs_deal,
    is_over=is_over,
    begin_tiling=begin_tiling,
    is_tiling_choice=is_tiling_choice,
)
