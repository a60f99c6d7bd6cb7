"""From round to round: what follows a tiling, and filling the factories."""

from tessela.compiled import kernel
from tessela.rules.azul.constants import (
    DEAL,
    FACTORIES,
    NOBODY,
    OFFER,
    OFFERED_BITS,
    ROWS,
    TILES_PER_FACTORY,
    TILING,
)
from tessela.rules.azul.ending import finish, someone_completed_a_row, stuck
from tessela.rules.azul.tiling import settle_floor, tile_line
from tessela.rules.handful import draw_kind, running_totals, tiles, without


@kernel
def advance(state):
    """One step that nobody decides; whether another may follow."""
    if state.phase != TILING:
        return False
    if state.tiling_row < ROWS:
        tile_line(state)
    else:
        settle_floor(state)
        next_to_tile(state)
    return state.phase == TILING


@kernel
def next_to_tile(state):
    """The next player tiles, or the round is over."""
    following = (int(state.to_move) + 1) % int(state.players)
    state.tiling_row = 0
    state.to_move = following
    if following == state.first_player:
        end_round(state)


@kernel
def end_round(state):
    """The game ends with a complete row, or when nobody can ever get one or be dealt a tile; else the factories are filled."""
    if someone_completed_a_row(state) or stuck(state) or (state.bag == 0 and state.lid == 0):
        finish(state)
        return
    if state.marker != NOBODY:
        state.first_player = state.marker
    state.marker = NOBODY
    state.to_move = state.first_player
    state.round_number += 1
    state.phase = DEAL


@kernel
def deal(state, given):
    """Fill the factories: with the kinds given, in order, or with drawn ones where what is given is negative."""
    totals = running_totals(int(state.bag))
    bag = int(state.bag)
    dealt = 0
    for place in range(1, FACTORIES[state.players] + 1):
        for _ in range(TILES_PER_FACTORY):
            if bag == 0:
                bag = int(state.lid)
                state.lid = 0
                totals = running_totals(bag)
                if bag == 0:
                    break
            kind = int(given[dealt])
            if kind < 0:
                kind = draw_kind(state, totals)
            totals = without(totals, kind)
            bag -= tiles(1, kind)
            put_on_offer(state, place, kind, 1)
            dealt += 1
    state.bag = bag
    state.phase = OFFER


@kernel
def put_on_offer(state, place, kind, number):
    """Tiles of a kind lie on a factory or in the centre, for everyone to take."""
    state.offer[place] += tiles(number, kind)
    state.offered |= 1 << (OFFERED_BITS * kind + place)
