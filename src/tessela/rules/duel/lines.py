"""Pattern lines and the broken space: where picked tiles go."""

from tessela.compiled import kernel
from tessela.rules.duel.constants import BROKEN, BROKEN_SPACES, DESTINATIONS, NO_COLOUR
from tessela.rules.duel.state import ALL_COLOURS_TO
from tessela.rules.handful import tiles


@kernel
def put_tiles(state, player, colour, number, destination):
    """Put picked tiles on a line as far as they fit, the rest, or all of them, on the broken space."""
    if destination == BROKEN:
        break_tiles(state, player, colour, number)
        return
    row = destination
    filled = int(state.line_tiles[player, row]) + number
    if filled > row + 1:
        break_tiles(state, player, colour, filled - (row + 1))
        filled = row + 1
    state.line_tiles[player, row] = filled
    state.line_colour[player, row] = colour
    state.accepts[player] &= ~(ALL_COLOURS_TO << row)
    if filled <= row:
        state.accepts[player] |= 1 << (DESTINATIONS * colour + row)


@kernel
def break_tiles(state, player, colour, number):
    """Lay tiles on the broken space; those beyond the fourth go to the tower."""
    lying = int(state.broken_tiles[player])
    laid = min(number, BROKEN_SPACES - lying)
    state.broken[player] |= ((0o1111 * (colour + 1)) & ((1 << (3 * laid)) - 1)) << (3 * lying)
    state.broken_tiles[player] = lying + laid
    state.tower += tiles(number - laid, colour)


@kernel
def clear_line(state, player, row):
    """The line is empty again and takes every colour."""
    state.line_tiles[player, row] = 0
    state.line_colour[player, row] = NO_COLOUR
    state.accepts[player] |= ALL_COLOURS_TO << row
