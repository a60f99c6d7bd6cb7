"""The whole state of a game of Azul Duel as one record of 440 bytes.

- a handful (see `handful`) counts tiles by colour: `sun`, `large_moon`, `bag`, `tower`;
- `offered` has bit `OFFERED_BITS * colour + source` where a source offers a colour, all moons being one source;
- `accepts` has bit `7 * colour + destination` where a player may put tiles of a colour; the broken space takes all;
- cells of the dome are bits `6 * row + column`: `filled` are those with a tile, `spaces` those of each kind;
- a stack has three bits a tile from the bottom, colour + 1; so has the broken space.
"""

import numpy as np

from tessela.compiled import Array, ByGame, kernel, record
from tessela.rules.duel.components import CHIP_KINDS, PLATES, SPACE_KINDS
from tessela.rules.duel.constants import (
    COLOURS,
    DESTINATIONS,
    DISPLAY,
    DOME,
    DOME_SPACES,
    LINES,
    OFFERED_BITS,
    PLAYERS,
    SMALL_FACTORIES,
)

STATE = record(
    [
        ("rng", np.uint64),  # the random generator
        ("offered", np.int64),  # which colours can be taken where
        ("accepts", np.int64, (PLAYERS,)),  # which colours may go where
        ("filled", np.int64, (PLAYERS,)),  # dome cells with a tile
        ("spaces", np.int64, (PLAYERS, SPACE_KINDS)),  # dome cells of each kind
        ("sun", np.uint32, (1 + SMALL_FACTORIES,)),  # handfuls: the large factory, then the small ones
        ("large_moon", np.uint32),
        ("bag", np.uint32),
        ("tower", np.uint32),
        ("pending_tiles", np.uint32),  # phase STACK: the tiles to be stacked
        ("stack", np.uint16, (SMALL_FACTORIES,)),
        ("broken", np.uint16, (PLAYERS,)),
        ("score", np.int16, (PLAYERS,)),
        ("stack_height", np.uint8, (SMALL_FACTORIES,)),
        ("chip", np.uint8, (SMALL_FACTORIES,)),  # kind of the chip on a small factory, or NO_CHIP
        ("chip_supply", np.uint8, (CHIP_KINDS,)),
        ("chips", np.uint8, (PLAYERS, CHIP_KINDS)),
        ("spent", np.uint8, (PLAYERS, CHIP_KINDS)),
        ("paid", np.uint8, (CHIP_KINDS,)),  # phase PAY: the chips chosen so far
        ("display", np.uint8, (DISPLAY,)),  # plate, or NO_PLATE
        ("pile", np.uint8, (PLATES,)),  # from the bottom
        ("pile_seen", np.uint8, (PLATES,)),  # bit 0, 1: seats that know the front; bit 2: all know the back
        ("pile_size", np.uint8),
        ("drawn", np.uint8, (PLATES,)),  # plates in hand, in the order drawn
        ("drawn_size", np.uint8),
        ("plates", np.uint8, (PLAYERS, DOME_SPACES)),  # plate on a dome space, or NO_PLATE
        ("turns", np.uint8, (PLAYERS, DOME_SPACES)),  # its quarter turns clockwise
        ("joker_colour", np.uint8, (PLAYERS, DOME_SPACES)),  # colour of the tile on its multicoloured space, or NO_COLOUR
        ("line_tiles", np.uint8, (PLAYERS, LINES)),
        ("line_colour", np.uint8, (PLAYERS, LINES)),
        ("broken_tiles", np.uint8, (PLAYERS,)),
        ("tokens", np.uint8, (PLAYERS,)),
        ("chips_taken", np.uint8, (PLAYERS,)),  # this round
        ("passed", np.uint8, (PLAYERS,)),
        ("tablets", np.uint8, (4,)),
        ("round_number", np.uint8),  # 0 during the set-up plates
        ("phase", np.uint8),
        ("to_move", np.uint8),  # who decides, or who is tiling
        ("first_player", np.uint8),  # of this round
        ("starting_tile", np.uint8),  # who holds it; NOBODY while it is on the large factory
        ("tiling_row", np.uint8),  # the line being tiled
        ("pending_plate", np.uint8),  # phase PLACE: the plate to be placed, else NO_PLATE
        ("pending_factory", np.uint8),  # phase STACK: the small factory
        ("from_pile", np.uint8),  # 1: the pending plate was drawn, so only its owner has seen it
        ("same_backs", np.uint8),  # 1: all plates being put back are of one type
        ("unused", np.uint8),  # so that equal states are equal bytes: no hidden padding
    ]
)
STATES = ByGame({"duel": Array(STATE, None)})  # as entry points take them

ALL_COLOURS_HERE = sum(1 << OFFERED_BITS * colour for colour in range(COLOURS))  # shifted by a source, all colours of that source
ALL_COLOURS_TO = sum(1 << DESTINATIONS * colour for colour in range(COLOURS))  # shifted by a destination, all colours to it
EVERYTHING = (1 << (DESTINATIONS * COLOURS)) - 1
SOURCE_SET = 63
DESTINATION_SET = 127
ROW_SET = 63


@kernel
def dome_row(cells, row):
    """The columns of the cells that lie in a row of the dome."""
    return (cells >> (DOME * row)) & ROW_SET
