"""Wall-tiling: from full lines to the wall, line by line, and the points for it."""

from tessela.compiled import INT, entry, kernel
from tessela.rules.azul.constants import (
    COLUMN,
    COLUMNS,
    FLOOR_PENALTY,
    FLOOR_SPACES,
    JOKER,
    MARKER,
    NO_COLOUR,
    ROWS,
    SPACE,
    TILING,
)
from tessela.rules.azul.offer import drop_on_floor
from tessela.rules.azul.state import (
    ALL_KINDS_TO,
    COLOUR_OF,
    COLOURS_TO,
    COLUMN_OF,
    JOKERS_TO,
    ROW_SET,
    STATES,
    colours_in_row,
    kind_at,
    wall_row,
)
from tessela.rules.bits import first_of
from tessela.rules.handful import tiles
from tessela.rules.links import points_of_runs, run_table

COLUMN_BITS = 0x108421  # the first column of a wall
GATHER = 0x111110  # brings the five bits of a column together, at bit 20
RUN = run_table(COLUMNS)


@kernel
def tile_line(state):
    """Tile the current line of the current player, unless its space must be chosen."""
    player = int(state.to_move)
    row = int(state.tiling_row)
    if state.line_tiles[player, row] != row + 1:
        state.tiling_row = row + 1
        return
    columns = free_columns(state, player, row)
    if columns == 0:
        drop_line(state, player, row)
    elif columns & (columns - 1) == 0:
        move_tile(state, player, row, first_of(columns))
    else:
        state.phase = SPACE


@kernel
def is_tiling_choice(state):
    """Whether somebody has to choose something in the tiling."""
    return state.phase == SPACE


@kernel
def choose_space(state, action):
    """The chosen column takes the tile."""
    state.phase = TILING
    move_tile(state, int(state.to_move), int(state.tiling_row), action - COLUMN)


@kernel
def free_columns(state, player, row):
    """The set of columns to which the tile of a full line may go."""
    colour = int(state.line_colour[player, row])
    joker = state.line_jokers[player, row] > 0
    free = ROW_SET & ~wall_row(state, player, row)
    if state.grey == 0:
        return free if colour == NO_COLOUR else 1 << int(COLUMN_OF[row, colour])
    if joker:
        return free
    return free & ~columns_with(state, player, colour)


@kernel
def columns_with(state, player, colour):
    """The set of columns in which a colour already lies."""
    columns = 0
    for row in range(ROWS):
        for column in range(COLUMNS):
            if kind_at(state, player, row, column) == colour:
                columns |= 1 << column
    return columns


@kernel
def move_tile(state, player, row, column):
    """One tile goes to the wall (a joker if the line has one) and scores, the others go to the lid."""
    colour = int(state.line_colour[player, row])
    jokers = int(state.line_jokers[player, row])
    others = row + 1 - jokers
    kind = colour
    if jokers > 0:
        kind = JOKER
        state.lid += tiles(jokers - 1, JOKER)
    else:
        others -= 1
    if colour != NO_COLOUR:
        state.lid += tiles(others, colour)
    state.wall[player] |= 1 << (COLUMNS * row + column)
    state.wall_kinds[player, row] |= (kind + 1) << (3 * column)
    state.score[player] += points_of(int(state.wall[player]), row, column)
    clear_line(state, player, row)


@kernel
def points_of(wall, row, column):
    """Points of a tile just laid."""
    return points_of_runs(linked_across(wall, row, column), linked_down(wall, row, column))


@kernel
def linked_across(wall, row, column):
    """Tiles in the horizontal run of a space, itself counted."""
    return int(RUN[(wall >> (COLUMNS * row)) & ROW_SET, column])


@kernel
def linked_down(wall, row, column):
    """Tiles in the vertical run of a space, itself counted."""
    return int(RUN[((((wall >> column) & COLUMN_BITS) * GATHER) >> 20) & ROW_SET, row])


@kernel
def drop_line(state, player, row):
    """A full line without a space for its tile falls to the floor whole (grey wall; such a line has no joker)."""
    drop_on_floor(state, player, int(state.line_colour[player, row]), row + 1)
    clear_line(state, player, row)


@kernel
def clear_line(state, player, row):
    """The line is empty again."""
    state.line_tiles[player, row] = 0
    state.line_jokers[player, row] = 0
    state.line_colour[player, row] = NO_COLOUR
    note_line(state, player, row)
    state.tiling_row = row + 1


@kernel
def note_line(state, player, row):
    """Note which kinds a line takes: its colour, or every one that its wall row does not bar; and jokers."""
    state.accepts[player] &= ~(ALL_KINDS_TO << row)
    if state.line_tiles[player, row] <= row:
        colour = int(state.line_colour[player, row])
        colours = 1 << colour if colour != NO_COLOUR else open_colours(state, player, row)
        state.accepts[player] |= (COLOURS_TO[colours] | JOKERS_TO) << row


@entry(STATES, INT, INT, INT)
def note_line_in(states, i, player, row):
    """Note which kinds a line of the state at an index takes."""
    note_line(states[i], player, row)


@kernel
def open_colours(state, player, row):
    """The set of colours that a wall row does not bar from its line."""
    if state.grey != 0:
        return ROW_SET & ~colours_in_row(state, player, row)
    free = ROW_SET & ~wall_row(state, player, row)
    colours = 0
    for column in range(COLUMNS):
        colours |= ((free >> column) & 1) << int(COLOUR_OF[row, column])
    return colours


@kernel
def settle_floor(state):
    """The current player loses the points of the floor, never below 0, and clears it."""
    player = int(state.to_move)
    taken = int(state.floor_taken[player])
    state.score[player] = max(0, int(state.score[player]) - int(FLOOR_PENALTY[taken]))
    floor = int(state.floor[player])
    for space in range(FLOOR_SPACES):
        thing = (floor >> (3 * space)) & 7
        if 0 < thing < MARKER:
            state.lid += tiles(1, thing - 1)
    state.floor[player] = 0
    state.floor_taken[player] = 0
