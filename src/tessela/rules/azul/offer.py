"""Factory offer: taking tiles and putting them on a pattern line or the floor."""

from tessela.compiled import kernel
from tessela.rules.azul.constants import (
    CENTRE,
    COLOURS,
    DESTINATIONS,
    DROP,
    DROP_JOKERS,
    FLOOR,
    FLOOR_SPACES,
    JOKER,
    MARKER,
    NO_COLOUR,
    NOBODY,
    OFFER,
    OFFERED_BITS,
    TAKE_BOTH,
    TAKE_JOKERS,
    TILING,
)
from tessela.rules.azul.state import ALL_KINDS_HERE, ALL_KINDS_TO, JOKERS_TO
from tessela.rules.handful import count, tiles


@kernel
def take(state, action):
    """Take one colour, the jokers, or both, from one place, and put them on a line or the floor."""
    place, colour, destination, with_jokers = take_parts(action)
    player = int(state.to_move)
    handful = int(state.offer[place])
    number = count(handful, colour) if colour != NO_COLOUR else 0
    jokers = count(handful, JOKER) if with_jokers else 0
    leave_rest_in_centre(state, place, colour, with_jokers, handful - tiles(number, colour) - tiles(jokers, JOKER))
    if place == CENTRE and state.marker == NOBODY:
        take_marker(state, player)
    if destination == FLOOR:
        drop_on_floor(state, player, colour, number)
        drop_on_floor(state, player, JOKER, jokers)
    else:
        put_on_line(state, player, colour, number, jokers, destination)
    if state.phase == OFFER:
        end_turn(state)


@kernel
def take_parts(action):
    """What the number of a take means: place, colour, destination, and whether the jokers are taken."""
    if action < TAKE_JOKERS:
        source = action // DESTINATIONS
        return source // COLOURS, source % COLOURS, action - source * DESTINATIONS, False
    if action < TAKE_BOTH:
        return (action - TAKE_JOKERS) // DESTINATIONS, NO_COLOUR, (action - TAKE_JOKERS) % DESTINATIONS, True
    source = (action - TAKE_BOTH) // DESTINATIONS
    return source // COLOURS, source % COLOURS, (action - TAKE_BOTH) % DESTINATIONS, True


@kernel
def leave_rest_in_centre(state, place, colour, with_jokers, rest):
    """Move what was not taken to the centre, where it already is if it was taken from there."""
    left = (state.offered >> place) & ALL_KINDS_HERE
    if colour != NO_COLOUR:
        left &= ~(1 << (OFFERED_BITS * colour))
    if with_jokers:
        left &= ~(1 << (OFFERED_BITS * JOKER))
    state.offered = (state.offered & ~(ALL_KINDS_HERE << place)) | left
    state.offer[place] = 0
    state.offer[CENTRE] += rest


@kernel
def take_marker(state, player):
    """The first to take from the centre gets the marker, on the leftmost free floor space if there is one."""
    state.marker = player
    taken = int(state.floor_taken[player])
    if taken < FLOOR_SPACES:
        state.floor[player] |= MARKER << (3 * taken)
        state.floor_taken[player] = taken + 1


@kernel
def drop_on_floor(state, player, kind, number):
    """Lay tiles on the floor from the left; those for which there is no space go to the lid."""
    taken = int(state.floor_taken[player])
    laid = min(number, FLOOR_SPACES - taken)
    state.floor[player] |= ((0o1111111 * (kind + 1)) & ((1 << (3 * laid)) - 1)) << (3 * taken)
    state.floor_taken[player] = taken + laid
    state.lid += tiles(number - laid, kind)


@kernel
def put_on_line(state, player, colour, number, jokers, row):
    """Fill the line; the excess falls to the floor, and its owner chooses how many of it are jokers if they can."""
    free = row + 1 - int(state.line_tiles[player, row])
    excess = number + jokers - free
    if excess <= 0:
        add_to_line(state, player, colour, number, jokers, row)
        return
    fewest = max(0, excess - number)
    if fewest == min(jokers, excess):
        split_excess(state, player, colour, number, jokers, row, fewest)
        return
    state.pending_colour = colour
    state.pending_tiles = number
    state.pending_jokers = jokers
    state.pending_row = row
    state.phase = DROP


@kernel
def split_excess(state, player, colour, number, jokers, row, dropped_jokers):
    """Fill the line and drop the excess, of which `dropped_jokers` are jokers."""
    excess = number + jokers - (row + 1 - int(state.line_tiles[player, row]))
    dropped = excess - dropped_jokers
    add_to_line(state, player, colour, number - dropped, jokers - dropped_jokers, row)
    drop_on_floor(state, player, colour, dropped)
    drop_on_floor(state, player, JOKER, dropped_jokers)


@kernel
def drop(state, action):
    """The choice of how many jokers fall."""
    split_excess(
        state,
        int(state.to_move),
        int(state.pending_colour),
        int(state.pending_tiles),
        int(state.pending_jokers),
        int(state.pending_row),
        action - DROP_JOKERS,
    )
    state.pending_colour = 0
    state.pending_tiles = 0
    state.pending_jokers = 0
    state.pending_row = 0
    state.phase = OFFER
    end_turn(state)


@kernel
def add_to_line(state, player, colour, number, jokers, row):
    """Put tiles on a line that has room for them all, and note which kinds it takes from now on."""
    filled = int(state.line_tiles[player, row]) + number + jokers
    state.line_tiles[player, row] = filled
    state.line_jokers[player, row] += jokers
    if number > 0:
        state.line_colour[player, row] = colour
    if filled == row + 1:
        state.accepts[player] &= ~(ALL_KINDS_TO << row)
    elif number > 0:
        state.accepts[player] &= ~(ALL_KINDS_TO << row)
        state.accepts[player] |= ((1 << (DESTINATIONS * colour)) | JOKERS_TO) << row


@kernel
def end_turn(state):
    """The next player takes, or the tiling begins with the one who started the round."""
    if state.offered != 0:
        following = int(state.to_move) + 1
        state.to_move = following if following < state.players else 0
    else:
        begin_tiling(state, int(state.first_player))


@kernel
def begin_tiling(state, player):
    """The lines of a player are tiled next, from the first one on."""
    state.phase = TILING
    state.to_move = player
    state.tiling_row = 0
