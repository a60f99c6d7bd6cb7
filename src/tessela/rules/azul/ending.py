"""The end of the game: when it comes, the bonuses, and who wins."""

import numpy as np

from tessela.compiled import INT, Array, entry, kernel
from tessela.rules.azul.constants import (
    COLOUR_BONUS,
    COLOURS,
    COLUMN_BONUS,
    COLUMNS,
    DEAL,
    JOKER,
    JOKER_TILES,
    OVER,
    ROW_BONUS,
    ROWS,
)
from tessela.rules.azul.state import ROW_SET, STATES, colours_in_row, kind_at, wall_row
from tessela.rules.azul.tiling import COLUMN_BITS, columns_with
from tessela.rules.bits import size_of


@kernel
def someone_completed_a_row(state):
    """Whether any player has a complete horizontal row: the game ends with this round."""
    for player in range(state.players):
        if complete_rows(state, player) > 0:
            return True
    return False


@kernel
def complete_rows(state, player):
    """How many wall rows of a player are complete."""
    number = 0
    for row in range(ROWS):
        if wall_row(state, player, row) == ROW_SET:
            number += 1
    return number


@kernel
def complete_columns(state, player):
    """How many wall columns of a player are complete."""
    number = 0
    for column in range(COLUMNS):
        if (int(state.wall[player]) >> column) & COLUMN_BITS == COLUMN_BITS:
            number += 1
    return number


@kernel
def complete_colours(state, player):
    """How many colours lie five times on a player's wall; jokers do not count."""
    number = 0
    for colour in range(COLOURS):
        tiles_of_colour = 0
        for row in range(ROWS):
            tiles_of_colour += (colours_in_row(state, player, row) >> colour) & 1
        if tiles_of_colour == ROWS:
            number += 1
    return number


@entry(STATES, INT, INT, Array(np.int16, None))
def bonuses_in(states, i, player, out):
    """Write a player's final points into `out` as the wall is now: for rows, columns and colours."""
    state = states[i]
    out[0] = ROW_BONUS * complete_rows(state, player)
    out[1] = COLUMN_BONUS * complete_columns(state, player)
    out[2] = COLOUR_BONUS * complete_colours(state, player)


@kernel
def stuck(state):
    """Whether no row of any player can ever be completed (only on the grey wall)."""
    if state.grey == 0:
        return False
    jokers = jokers_in_play(state)
    for player in range(state.players):
        for row in range(ROWS):
            if can_be_completed(state, player, row, jokers):
                return False
    return True


@kernel
def jokers_in_play(state):
    """How many jokers are not yet on a wall."""
    number = int(JOKER_TILES[state.players]) if state.jokers != 0 else 0
    for player in range(state.players):
        for row in range(ROWS):
            for column in range(COLUMNS):
                if kind_at(state, player, row, column) == JOKER:
                    number -= 1
    return number


@kernel
def can_be_completed(state, player, row, jokers):
    """Whether each free column can get its own colour, new to the row and to that column, or one of the jokers.

    By Hall's theorem that works unless some set of free columns outnumbers the colours it can use by more than the jokers.
    """
    free = ROW_SET & ~wall_row(state, player, row)
    new_to_row = ROW_SET & ~colours_in_row(state, player, row)
    for columns in range(1, ROW_SET + 1):
        if columns & ~free == 0:
            usable = 0
            for colour in range(COLOURS):
                if (new_to_row >> colour) & 1 and columns & ~columns_with(state, player, colour):
                    usable |= 1 << colour
            if size_of(columns) - size_of(usable) > jokers:
                return False
    return True


@kernel
def finish(state):
    """Score the bonuses; the game is over."""
    for player in range(state.players):
        state.score[player] += (
            ROW_BONUS * complete_rows(state, player)
            + COLUMN_BONUS * complete_columns(state, player)
            + COLOUR_BONUS * complete_colours(state, player)
        )
    state.phase = OVER


@kernel
def rank_key(state, player):
    """Who has more of this is ahead: points, then complete rows."""
    return int(state.score[player]) * 8 + complete_rows(state, player)


@kernel
def number_of_players(state):
    """Two to four."""
    return int(state.players)


@kernel
def needs_deal(state):
    """Whether the factories are to be filled next."""
    return state.phase == DEAL


@kernel
def is_over(state):
    """Whether the game has ended."""
    return state.phase == OVER
