"""A state as a seat sees it, as a row of small whole numbers. The layout is frozen: docs/encodings.md, version 1."""

import numpy as np

from tessela.compiled import kernel
from tessela.rules.azul.constants import (
    COLUMNS,
    DROP,
    FLOOR_SPACES,
    MAX_PLAYERS,
    NOBODY,
    PLACES,
    ROWS,
    SPACE,
)
from tessela.rules.azul.state import kind_at
from tessela.rules.handful import KINDS, write_counts

BOARD = (("score", 1), ("line_tiles", 5), ("line_jokers", 5), ("line_colour", 5), ("wall", 25), ("floor", 7))
FIELDS = (
    ("players", 1),
    ("grey", 1),
    ("jokers", 1),
    ("round", 1),
    ("phase", 1),
    ("to_move", 1),
    ("first_player", 1),
    ("marker", 1),
    ("offer", PLACES * KINDS),
    ("bag", KINDS),
    ("lid", KINDS),
    ("pending", 5),
    *((f"board_{seat}.{name}", size) for seat in range(MAX_PLAYERS) for name, size in BOARD),
)
OBSERVATION = sum(size for _, size in FIELDS)


@kernel
def observe(state, seat, out):
    """Write what a seat sees into `out`; seats are counted from the observer, absent ones are all zeros or not in `out`."""
    players = np.int64(state.players)
    out[0] = players
    out[1] = state.grey
    out[2] = state.jokers
    out[3] = state.round_number
    out[4] = state.phase
    out[5] = (np.int64(state.to_move) - seat) % players
    out[6] = (np.int64(state.first_player) - seat) % players
    out[7] = 0 if state.marker == NOBODY else 1 + (np.int64(state.marker) - seat) % players
    n = 8
    for place in range(PLACES):
        n = write_counts(state.offer[place], KINDS, out, n)
    n = write_counts(state.bag, KINDS, out, n)
    n = write_counts(state.lid, KINDS, out, n)
    n = observe_pending(state, out, n)
    for i in range(players):
        n = observe_board(state, (seat + i) % players, out, n)
    while n < len(out):
        out[n] = 0
        n += 1


@kernel
def observe_pending(state, out, n):
    """Colour + 1, tiles, jokers and line of what is in hand; the line being tiled. Zeros where there is nothing."""
    dropping = state.phase == DROP
    out[n] = int(state.pending_colour) + 1 if dropping else 0
    out[n + 1] = state.pending_tiles
    out[n + 2] = state.pending_jokers
    out[n + 3] = int(state.pending_row) + 1 if dropping else 0
    out[n + 4] = int(state.tiling_row) + 1 if state.phase == SPACE else 0
    return n + 5


@kernel
def observe_board(state, player, out, n):
    """Score, lines, wall and floor of one player; colours and kinds are counted from 1, 0 is nothing."""
    out[n] = state.score[player]
    n += 1
    for row in range(ROWS):
        out[n + row] = state.line_tiles[player, row]
        out[n + ROWS + row] = state.line_jokers[player, row]
        coloured = state.line_tiles[player, row] > state.line_jokers[player, row]
        out[n + 2 * ROWS + row] = int(state.line_colour[player, row]) + 1 if coloured else 0
    n += 3 * ROWS
    for row in range(ROWS):
        for column in range(COLUMNS):
            out[n] = kind_at(state, player, row, column) + 1
            n += 1
    for space in range(FLOOR_SPACES):
        out[n] = (int(state.floor[player]) >> (3 * space)) & 7
        n += 1
    return n
