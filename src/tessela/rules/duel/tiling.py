"""Phase 2: from pattern lines to the dome, line by line, and the points for it."""

from tessela.compiled import kernel
from tessela.rules.bits import first_of
from tessela.rules.duel.chips import add_chip, can_pay, pay_options, spend_payment
from tessela.rules.duel.components import (
    DOME_SPACE_OF,
    JOKER_SPACE,
    NO_PLATE,
    PLATE_CELLS,
    SPECIAL_SPACE,
)
from tessela.rules.duel.constants import (
    BROKEN_PENALTY,
    BROKEN_SPACES,
    COLUMN,
    DOME,
    DONE,
    PAY,
    PAY_CHIP,
    PLATES_ACROSS,
    SAVE,
    SPACE,
    STARTING_TILE_PENALTY,
    TILING,
)
from tessela.rules.duel.lines import break_tiles, clear_line
from tessela.rules.duel.state import ROW_SET, dome_row
from tessela.rules.handful import tiles
from tessela.rules.links import points_of_runs, run_table

COLUMN_BITS = 0x41041041  # the first column of a dome
GATHER = 0x42108420  # brings the six bits of a column together, at bit 30
RUN = run_table(DOME)


@kernel
def tile_line(state):
    """Go through the current line of the current player, as far as nothing has to be chosen."""
    player = int(state.to_move)
    row = int(state.tiling_row)
    number = int(state.line_tiles[player, row])
    if number == 0:
        state.tiling_row = row + 1
    elif free_columns(state, player, row) != 0:
        if number == row + 1:
            find_space(state)
        elif can_pay(state, player, row):
            state.phase = PAY
        else:
            state.tiling_row = row + 1
    else:
        if has_all_plates(state, player, row):
            break_tiles(state, player, int(state.line_colour[player, row]), number)
            clear_line(state, player, row)
        state.tiling_row = row + 1


@kernel
def free_columns(state, player, row):
    """The set of columns in which a row has a free space for the colour of its line, multicoloured spaces counted."""
    colour = int(state.line_colour[player, row])
    matching = state.spaces[player, colour] | state.spaces[player, JOKER_SPACE]
    return dome_row(matching & ~state.filled[player], row)


@kernel
def has_all_plates(state, player, row):
    """Whether the three plates of a row lie on the dome."""
    first = PLATES_ACROSS * (row // 2)
    return (
        state.plates[player, first] != NO_PLATE
        and state.plates[player, first + 1] != NO_PLATE
        and state.plates[player, first + 2] != NO_PLATE
    )


@kernel
def find_space(state):
    """The tile of the current line moves, unless its owner must choose the space."""
    columns = free_columns(state, int(state.to_move), int(state.tiling_row))
    if columns & (columns - 1) == 0:
        move_tile(state, first_of(columns))
    else:
        state.phase = SPACE


@kernel
def is_tiling_choice(state):
    """Whether somebody has to choose something in the tiling."""
    return state.phase == SPACE or state.phase == PAY


@kernel
def choose_space(state, action):
    """The chosen column takes the tile."""
    move_tile(state, action - COLUMN)


@kernel
def pay(state, action):
    """Add a chip to the payment, finish it, or save the chips; what is then left without a choice happens by itself."""
    while True:
        if action == SAVE:
            state.phase = TILING
            state.tiling_row += 1
            return
        if action == DONE:
            spend_payment(state)
            find_space(state)
            return
        add_chip(state, action - PAY_CHIP)
        options = pay_options(state)
        if options & (options - 1) != 0:
            return
        action = PAY_CHIP + first_of(options)


@kernel
def move_tile(state, column):
    """One tile of the current line goes to the dome and scores; the others that are really there go to the tower."""
    player = int(state.to_move)
    row = int(state.tiling_row)
    colour = int(state.line_colour[player, row])
    cell = DOME * row + column
    lay_tile(state, player, cell, colour)
    state.score[player] += points_of(state.filled[player], row, column)
    state.tower += tiles(int(state.line_tiles[player, row]) - 1, colour)
    clear_line(state, player, row)
    place_special_tile(state, player, int(DOME_SPACE_OF[cell]))
    state.phase = TILING
    state.tiling_row = row + 1


@kernel
def lay_tile(state, player, cell, colour):
    """A tile lies on a cell of the dome; of a joker cell its colour is remembered."""
    state.filled[player] |= 1 << cell
    if (state.spaces[player, JOKER_SPACE] >> cell) & 1:
        state.joker_colour[player, DOME_SPACE_OF[cell]] = colour


@kernel
def points_of(filled, row, column):
    """Points of a tile just laid."""
    return points_of_runs(linked_across(filled, row, column), linked_down(filled, row, column))


@kernel
def linked_across(filled, row, column):
    """Tiles in the horizontal run of a cell, itself counted."""
    return int(RUN[dome_row(filled, row), column])


@kernel
def linked_down(filled, row, column):
    """Tiles in the vertical run of a cell, itself counted."""
    return int(RUN[((((filled >> column) & COLUMN_BITS) * GATHER) >> 30) & ROW_SET, row])


@kernel
def place_special_tile(state, player, dome_space):
    """A special plate whose other three cells are filled gets its special tile, for the points of that tile's row."""
    special = state.spaces[player, SPECIAL_SPACE] & PLATE_CELLS[dome_space]
    if special != 0 and PLATE_CELLS[dome_space] & ~state.filled[player] == special:
        state.filled[player] |= special
        state.score[player] += first_of(special) // DOME + 1


@kernel
def settle(state):
    """The current player loses the points of broken tiles and starting tile together, never below 0."""
    player = int(state.to_move)
    lying = int(state.broken_tiles[player])
    loss = int(BROKEN_PENALTY[lying])
    if state.starting_tile == player:
        loss += STARTING_TILE_PENALTY
    state.score[player] = max(0, int(state.score[player]) - loss)
    for space in range(BROKEN_SPACES):
        tile = (int(state.broken[player]) >> (3 * space)) & 7
        if tile > 0:
            state.tower += tiles(1, tile - 1)
    state.broken[player] = 0
    state.broken_tiles[player] = 0
