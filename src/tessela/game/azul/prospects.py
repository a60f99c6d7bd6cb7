"""What anybody could work out from a table of Azul: the points of free spaces."""

from tessela.game.fields import Arrays, Fields
from tessela.game.prospects import Opening
from tessela.game.ruleset import States
from tessela.rules.azul import constants as c
from tessela.rules.azul.tiling import free_columns, points_of


def openings(states: States, s: Fields) -> list[Opening]:
    """While somebody is asked for a space of the wall, those that the tile of the line at hand may go to."""
    if s.phase != c.SPACE:
        return []
    player, row = s.to_move, s.tiling_row
    wall, columns = s.wall[player], int(free_columns(Arrays(states), player, row))
    return [
        Opening(row + 1, column + 1, int(points_of(wall | 1 << (c.COLUMNS * row + column), row, column)))
        for column in range(c.COLUMNS)
        if columns >> column & 1
    ]
