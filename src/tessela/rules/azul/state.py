"""The whole state of a game of Azul as one record of 256 bytes.

Sets and bunches are integers so that a move is a few instructions:

- a handful (see `handful`) counts tiles by kind: `offer`, `bag`, `lid`;
- `offered` has bit `OFFERED_BITS * kind + place` where a place holds tiles of a kind;
- `accepts` has bit `6 * kind + destination` where a player may put tiles of a kind; the floor takes everything;
- `wall` has bit `5 * row + column` where a space is taken; `wall_kinds` says by what, three bits a column, kind + 1;
- `floor` says what lies on each space from the left, three bits a space: kind + 1, or the marker.
"""

import numpy as np

from tessela.compiled import Array, ByGame, kernel, record
from tessela.rules.azul.constants import (
    COLOURS,
    COLUMNS,
    DESTINATIONS,
    JOKER,
    MAX_PLAYERS,
    OFFERED_BITS,
    PLACES,
    ROWS,
)

STATE = record(
    [
        ("rng", np.uint64),  # the random generator
        ("offered", np.int64),  # which kinds lie where
        ("accepts", np.int64, (MAX_PLAYERS,)),  # which kinds may go where
        ("offer", np.uint32, (PLACES,)),  # handfuls: the centre, then the factories
        ("bag", np.uint32),
        ("lid", np.uint32),
        ("wall", np.uint32, (MAX_PLAYERS,)),  # taken spaces
        ("floor", np.uint32, (MAX_PLAYERS,)),  # what lies on the floor spaces
        ("wall_kinds", np.uint16, (MAX_PLAYERS, ROWS)),  # what lies on the wall spaces
        ("score", np.int16, (MAX_PLAYERS,)),
        ("round_number", np.uint16),
        ("line_tiles", np.uint8, (MAX_PLAYERS, ROWS)),  # tiles in a line, jokers counted
        ("line_jokers", np.uint8, (MAX_PLAYERS, ROWS)),
        ("line_colour", np.uint8, (MAX_PLAYERS, ROWS)),
        ("floor_taken", np.uint8, (MAX_PLAYERS,)),  # floor spaces taken
        ("players", np.uint8),
        ("grey", np.uint8),  # 1: the grey wall
        ("jokers", np.uint8),  # 1: with joker tiles
        ("phase", np.uint8),
        ("to_move", np.uint8),  # who decides, or who is tiling
        ("first_player", np.uint8),  # of this round
        ("marker", np.uint8),  # who holds it; NOBODY while it is in the centre
        ("tiling_row", np.uint8),  # the line being tiled
        ("pending_colour", np.uint8),  # phase DROP: the tiles in hand and their line
        ("pending_tiles", np.uint8),
        ("pending_jokers", np.uint8),
        ("pending_row", np.uint8),
        ("unused", np.uint8, (2,)),  # so that equal states are equal bytes: no hidden padding
    ]
)
STATES = ByGame({"azul": Array(STATE, None)})  # as entry points take them

ALL_COLOURS_HERE = sum(1 << OFFERED_BITS * colour for colour in range(COLOURS))  # shifted by a place, all colours at that place
ALL_KINDS_HERE = ALL_COLOURS_HERE | 1 << (OFFERED_BITS * JOKER)  # the same with the jokers
ALL_KINDS_TO = sum(1 << DESTINATIONS * kind for kind in range(COLOURS + 1))  # shifted by a destination, all kinds to it
JOKERS_TO = 1 << (DESTINATIONS * JOKER)
EVERYTHING = (1 << 36) - 1
DESTINATION_SET = 63
PLACE_SET = 1023
ROW_SET = 31

# COLOURS_TO[set of colours]: bit 6 * colour for each colour of the set
COLOURS_TO = np.array([sum(1 << (DESTINATIONS * c) for c in range(COLOURS) if s >> c & 1) for s in range(32)], np.int64)
# COLUMN_OF[row, colour] and COLOUR_OF[row, column] on the coloured wall
COLUMN_OF = np.array([[(c + r) % COLUMNS for c in range(COLOURS)] for r in range(ROWS)], np.int8)
COLOUR_OF = np.array([[(k - r) % COLUMNS for k in range(COLUMNS)] for r in range(ROWS)], np.int8)


@kernel
def wall_row(state, player, row):
    """The set of taken columns of a wall row."""
    return (int(state.wall[player]) >> (COLUMNS * row)) & ROW_SET


@kernel
def kind_at(state, player, row, column):
    """The kind of the tile on a taken wall space."""
    return ((int(state.wall_kinds[player, row]) >> (3 * column)) & 7) - 1


@kernel
def colours_in_row(state, player, row):
    """The set of colours whose tiles lie in a wall row; jokers have none."""
    kinds = int(state.wall_kinds[player, row])
    colours = 0
    for column in range(COLUMNS):
        colours |= 1 << ((kinds >> (3 * column)) & 7)
    return (colours >> 1) & ROW_SET
