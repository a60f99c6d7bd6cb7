"""A state as a seat sees it, as a row of small whole numbers. The layout is frozen: docs/encodings.md, version 1."""

import numpy as np

from tessela.compiled import kernel
from tessela.rules.bits import first_of
from tessela.rules.duel.chips import face_up
from tessela.rules.duel.components import (
    CHIP_KINDS,
    DOME_SPACE_OF,
    IS_SPECIAL,
    JOKER_SPACE,
    NO_CHIP,
    NO_PLATE,
    PLATES,
    SPACE_KINDS,
)
from tessela.rules.duel.constants import (
    BROKEN_SPACES,
    COLOURS,
    DISPLAY,
    DOME,
    LINES,
    NOBODY,
    PAY,
    PLAYERS,
    SMALL_FACTORIES,
    SPACE,
    STACK,
)
from tessela.rules.duel.hidden import hides_chip, hides_hand, hides_pending, hides_pile_plate, mixes_hand, shows_backs
from tessela.rules.duel.plates import BACK_KNOWN
from tessela.rules.handful import write_counts

BOARD = (
    ("score", 1),
    ("line_tiles", LINES),
    ("line_colour", LINES),
    ("spaces", DOME * DOME),
    ("tiles", DOME * DOME),
    ("broken", BROKEN_SPACES),
    ("chips", CHIP_KINDS),
    ("tokens", 1),
    ("chips_taken", 1),
    ("passed", 1),
)
FIELDS = (
    ("round", 1),
    ("phase", 1),
    ("to_move", 1),
    ("first_player", 1),
    ("starting_tile", 1),
    ("tablets", 4),
    ("suns", 5 * COLOURS),
    ("large_moon", COLOURS),
    ("stacks", SMALL_FACTORIES * 3),
    ("factory_chips", SMALL_FACTORIES),
    ("display", DISPLAY),
    ("pile", PLATES),
    ("drawn", PLATES),
    ("chips_unseen", CHIP_KINDS),
    ("bag", COLOURS),
    ("tower", COLOURS),
    ("pending_plate", 1),
    ("pending_stack", COLOURS),
    ("pending_factory", 1),
    ("tiling_line", 1),
    ("paid", CHIP_KINDS),
    *((f"board_{seat}.{name}", size) for seat in range(PLAYERS) for name, size in BOARD),
)
OBSERVATION = sum(size for _, size in FIELDS)

# How a plate is written: 0 none, then hidden with unknown back, hidden joker plate, hidden special plate, then plate + FRONT
HIDDEN, HIDDEN_JOKER, HIDDEN_SPECIAL, FRONT = 1, 2, 3, 4
FACE_DOWN, FACE_UP = 1, 2  # a chip on a factory: 0 none, 1 face down, kind + 2 face up


@kernel
def observe(state, seat, out):
    """Write what a seat sees into `out`; seat 0 of the observation is the observer."""
    out[0] = state.round_number
    out[1] = state.phase
    out[2] = (np.int64(state.to_move) - seat) % PLAYERS
    out[3] = (np.int64(state.first_player) - seat) % PLAYERS
    out[4] = 0 if state.starting_tile == NOBODY else 1 + (np.int64(state.starting_tile) - seat) % PLAYERS
    for tablet in range(4):
        out[5 + tablet] = state.tablets[tablet]
    n = observe_factories(state, out, 9)
    n = observe_plates(state, seat, out, n)
    n = observe_stores(state, out, n)
    n = observe_pending(state, seat, out, n)
    for i in range(PLAYERS):
        n = observe_board(state, (seat + i) % PLAYERS, out, n)


@kernel
def observe_factories(state, out, n):
    """Suns, the large moon, the stacks from the bottom, and the chips."""
    for source in range(1 + SMALL_FACTORIES):
        n = write_counts(state.sun[source], COLOURS, out, n)
    n = write_counts(state.large_moon, COLOURS, out, n)
    for factory in range(SMALL_FACTORIES):
        for height in range(3):
            out[n] = (int(state.stack[factory]) >> (3 * height)) & 7
            n += 1
    for factory in range(SMALL_FACTORIES):
        chip = int(state.chip[factory])
        out[n] = 0 if chip == NO_CHIP else (FACE_UP + chip if face_up(state, factory) else FACE_DOWN)
        n += 1
    return n


@kernel
def plate_seen(plate, hidden, back_known):
    """How a plate looks to someone for whom its front is hidden or not."""
    if not hidden:
        return plate + FRONT
    if not back_known:
        return HIDDEN
    return HIDDEN_SPECIAL if IS_SPECIAL[plate] else HIDDEN_JOKER


@kernel
def observe_plates(state, seat, out, n):
    """The display, the pile from the top, and the plates in hand."""
    for place in range(DISPLAY):
        out[n] = 0 if state.display[place] == NO_PLATE else int(state.display[place]) + FRONT
        n += 1
    size = int(state.pile_size)
    for i in range(size):
        below = size - 1 - i
        back_known = int(state.pile_seen[below]) & BACK_KNOWN != 0
        out[n + i] = plate_seen(int(state.pile[below]), hides_pile_plate(state, seat, below), back_known)
    for i in range(size, PLATES):
        out[n + i] = 0
    n += PLATES
    size = int(state.drawn_size)
    for i in range(size):
        out[n + i] = plate_seen(int(state.drawn[i]), hides_hand(state, seat), shows_backs(state))
    for i in range(size, PLATES):
        out[n + i] = 0
    n += PLATES
    if mixes_hand(state, seat):
        sort_backs(out, n - PLATES, int(state.drawn_size))
    return n


@kernel
def sort_backs(out, first, number):
    """Put the backs of a hand in order: their places would tell which of several like ones was kept."""
    for i in range(first + 1, first + number):
        for j in range(i, first, -1):
            if out[j - 1] > out[j]:
                out[j - 1], out[j] = out[j], out[j - 1]


@kernel
def observe_stores(state, out, n):
    """Chips not yet seen by kind, bag and tower."""
    for kind in range(CHIP_KINDS):
        out[n + kind] = state.chip_supply[kind]
    for factory in range(SMALL_FACTORIES):
        if hides_chip(state, factory):
            out[n + int(state.chip[factory])] += 1
    n = write_counts(state.bag, COLOURS, out, n + CHIP_KINDS)
    return write_counts(state.tower, COLOURS, out, n)


@kernel
def observe_pending(state, seat, out, n):
    """The plate to be placed, the tiles to be stacked and where, the line being tiled, the chips chosen."""
    plate = int(state.pending_plate)
    out[n] = 0 if plate == NO_PLATE else plate_seen(plate, hides_pending(state, seat), True)
    n = write_counts(state.pending_tiles, COLOURS, out, n + 1)
    out[n] = int(state.pending_factory) + 1 if state.phase == STACK else 0
    out[n + 1] = int(state.tiling_row) + 1 if state.phase == PAY or state.phase == SPACE else 0
    n += 2
    for kind in range(CHIP_KINDS):
        out[n] = state.paid[kind]
        n += 1
    return n


@kernel
def observe_board(state, player, out, n):
    """Score, lines, dome, broken tiles, chips and tokens of one player; colours and kinds are counted from 1."""
    out[n] = state.score[player]
    n += 1
    for row in range(LINES):
        out[n + row] = state.line_tiles[player, row]
        out[n + LINES + row] = int(state.line_colour[player, row]) + 1 if state.line_tiles[player, row] > 0 else 0
    n += 2 * LINES
    observe_dome(state, player, out, n)
    n += 2 * DOME * DOME
    for space in range(BROKEN_SPACES):
        out[n] = (int(state.broken[player]) >> (3 * space)) & 7
        n += 1
    for kind in range(CHIP_KINDS):
        out[n] = state.chips[player, kind]
        n += 1
    out[n] = state.tokens[player]
    out[n + 1] = state.chips_taken[player]
    out[n + 2] = state.passed[player]
    return n + 3


@kernel
def observe_dome(state, player, out, n):
    """The kinds of the cells, then the tiles on them; 0 for nothing."""
    ones, twos, fours = 0, 0, 0  # the cells whose number has this bit
    for kind in range(SPACE_KINDS):
        cells = state.spaces[player, kind]
        ones |= cells * ((kind + 1) & 1)
        twos |= cells * ((kind + 1) >> 1 & 1)
        fours |= cells * ((kind + 1) >> 2)
    jokers = state.filled[player] & state.spaces[player, JOKER_SPACE]
    filled = state.filled[player] & ~jokers
    for cell in range(DOME * DOME):
        kind = ((ones >> cell) & 1) | (((twos >> cell) & 1) << 1) | (((fours >> cell) & 1) << 2)
        out[n + cell] = kind
        out[n + DOME * DOME + cell] = kind * ((filled >> cell) & 1)
    while jokers != 0:
        cell = first_of(jokers)
        jokers &= jokers - 1
        out[n + DOME * DOME + cell] = int(state.joker_colour[player, DOME_SPACE_OF[cell]]) + 1
