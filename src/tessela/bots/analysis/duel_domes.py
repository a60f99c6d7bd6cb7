"""Domes of Azul Duel: what the tiles of lines bring there, and what a player could take."""

from typing import NamedTuple

from tessela.bots.analysis.decision import decided, in_turn, legal_in
from tessela.bots.analysis.threats import Take
from tessela.game.duel.happenings import tiles_taken
from tessela.game.duel.notation import SOURCES
from tessela.game.fields import Arrays
from tessela.game.ruleset import States
from tessela.rules.duel import constants as c
from tessela.rules.duel.tiling import free_columns, points_of


class Spot(NamedTuple):
    """Where the tile of a line goes: its points, those of the special tile that it brings, and the dome then."""

    column: int
    points: int
    bonus: int
    after: Arrays


def best_spot(states: States, seat: int, row: int) -> Spot | None:
    """The free space of a row that brings most for the tile of its line, full or not, if there is one."""
    columns = int(free_columns(Arrays(states), seat, row))
    spots = [_spot(states, seat, row, column) for column in range(c.DOME) if columns >> column & 1]
    return max(spots, key=lambda spot: spot.points + spot.bonus, default=None)


def _spot(states: States, seat: int, row: int, column: int) -> Spot:
    choice = in_turn(states, seat, c.SPACE)
    choice.tiling_row[0] = row
    before, after = Arrays(choice), Arrays(decided(choice, c.COLUMN + column))
    points = points_of(int(before.filled[seat]) | 1 << (c.DOME * row + column), row, column)
    return Spot(column, points, int(after.score[seat] - before.score[seat]) - points, after)


def points_of_line(states: States, seat: int, row: int) -> int | None:
    """What the tile of a full line would score, its special tile counted."""
    spot = best_spot(states, seat, row)
    return spot.points + spot.bonus if spot else None


def takes(states: States, seat: int) -> list[Take]:
    """Every take of a seat for a line, by source, colour and line."""
    turn = in_turn(states, seat, c.ACQUIRE)
    s = Arrays(turn)
    tiles, found = dict[int, str](), []
    for action in legal_in(turn):
        bunch, row = divmod(action, c.DESTINATIONS)
        if action >= c.ORDER or row == c.BROKEN:
            continue
        if bunch not in tiles:
            tiles[bunch] = tiles_taken(s, action)
        missing = row + 1 - int(s.line_tiles[seat, row])
        found.append(Take(SOURCES[bunch // c.COLOURS], tiles[bunch], row, missing, turn, action))
    return found


def stacked(states: States) -> list[States]:
    """The states once any tiles in hand are stacked, in every order."""
    if states.phase[0] != c.STACK:
        return [states]
    return [decided(states, action) for action in legal_in(states)]
