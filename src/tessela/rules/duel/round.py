"""From round to round: what follows a tiling, phase 3, and filling the factories."""

from tessela.compiled import kernel
from tessela.rules.duel.constants import (
    ACQUIRE,
    COLOURS,
    DEAL,
    LARGE,
    LAST_ROUND,
    LINES,
    NOBODY,
    OFFERED_BITS,
    OVER,
    PLAYERS,
    SETUP,
    SMALL_FACTORIES,
    TILES_DEALT,
    TILES_ON_LARGE,
    TILES_ON_SMALL,
    TILING,
    TOKENS,
)
from tessela.rules.duel.hidden import draw_chip
from tessela.rules.duel.plates import refill_display
from tessela.rules.duel.tablets import score_tablets
from tessela.rules.duel.tiling import settle, tile_line
from tessela.rules.handful import count, draw_kind, running_totals, tiles


@kernel
def advance(state):
    """One step that nobody decides; whether another may follow."""
    if state.phase != TILING:
        return False
    if state.tiling_row < LINES:
        tile_line(state)
    else:
        settle(state)
        next_to_tile(state)
    return state.phase == TILING


@kernel
def next_to_tile(state):
    """The other player tiles, or the round is over."""
    following = 1 - int(state.to_move)
    state.tiling_row = 0
    state.to_move = following
    if following == state.first_player:
        end_round(state)


@kernel
def end_round(state):
    """After the last round the tablets are scored; else the next one is prepared, up to the filling of the factories."""
    if state.round_number == LAST_ROUND:
        score_tablets(state)
        state.phase = OVER
        return
    state.round_number += 1
    for player in range(PLAYERS):
        state.tokens[player] = TOKENS if state.round_number < LAST_ROUND else 0
        state.chips_taken[player] = 0
        state.passed[player] = 0
    if state.starting_tile != NOBODY:
        state.first_player = state.starting_tile
    state.starting_tile = NOBODY
    state.to_move = state.first_player
    refill_display(state)
    state.phase = DEAL


@kernel
def deal(state, given):
    """Fill the factories with tiles and chips: those given, in order, or drawn ones where what is given is negative."""
    fill_large_factory(state, given)
    dealt = TILES_ON_LARGE
    for factory in range(SMALL_FACTORIES):
        for _ in range(TILES_ON_SMALL):
            deal_tile(state, 1 + factory, int(given[dealt]))
            dealt += 1
    for factory in range(SMALL_FACTORIES):
        deal_chip(state, factory, int(given[TILES_DEALT + factory]))
    if state.round_number == 0:
        state.to_move = 1 - int(state.first_player)
        state.phase = SETUP
    else:
        state.phase = ACQUIRE


@kernel
def fill_large_factory(state, given):
    """Five tiles for the large factory; five equal ones are drawn again as long as the bag holds another colour."""
    for i in range(TILES_ON_LARGE):
        deal_tile(state, LARGE, int(given[i]))
    while given[0] < 0 and five_equal(int(state.sun[LARGE])) and int(state.bag) & ~field_of(int(state.sun[LARGE])) != 0:
        state.bag += state.sun[LARGE]
        state.offered = 0
        state.sun[LARGE] = 0
        for _ in range(TILES_ON_LARGE):
            deal_tile(state, LARGE, -1)


@kernel
def five_equal(handful):
    """Whether a handful is five tiles of one colour."""
    for colour in range(COLOURS):
        if handful == tiles(TILES_ON_LARGE, colour):
            return True
    return False


@kernel
def field_of(handful):
    """The bits in which a handful of one colour counts that colour."""
    for colour in range(COLOURS):
        if count(handful, colour) > 0:
            return tiles(31, colour)
    return 0


@kernel
def deal_tile(state, source, given):
    """Put a tile on a sun; an empty bag is restocked from the tower first, and without a tile nothing happens.

    A given tile that is not in the bag was drawn again after a restocking (five equal tiles): the tower is in the bag.
    """
    if state.bag == 0 or (given >= 0 and count(state.bag, given) == 0):
        state.bag += state.tower
        state.tower = 0
        if state.bag == 0:
            return
    colour = given if given >= 0 else draw_kind(state, running_totals(int(state.bag)))
    state.bag -= tiles(1, colour)
    put_on_sun(state, source, colour)


@kernel
def put_on_sun(state, source, colour):
    """A tile lies on a sun, for everyone to take."""
    state.sun[source] += tiles(1, colour)
    state.offered |= 1 << (OFFERED_BITS * colour + source)


@kernel
def deal_chip(state, factory, given):
    """Put a chip of the supply on a small factory, face down."""
    if given < 0:
        state.chip[factory] = draw_chip(state)
    else:
        state.chip_supply[given] -= 1
        state.chip[factory] = given
