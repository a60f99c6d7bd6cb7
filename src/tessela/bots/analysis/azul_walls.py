"""Walls of Azul: where the tiles of full lines go, what they score there, and what a player could take."""

from typing import NamedTuple

from tessela.bots.analysis.decision import in_turn, legal_in
from tessela.bots.analysis.threats import Take
from tessela.game.azul.happenings import tiles_taken
from tessela.game.azul.notation import SOURCES
from tessela.game.fields import Arrays
from tessela.game.ruleset import States
from tessela.rules import kernels
from tessela.rules.azul import constants as c
from tessela.rules.azul.offer import take_parts
from tessela.rules.azul.state import wall_row
from tessela.rules.azul.tiling import free_columns, points_of
from tessela.rules.bits import first_of, size_of


class Landing(NamedTuple):
    """Where the tile of a full line goes and what it scores; `settled` if nothing about it is left to choose."""

    column: int
    points: int
    settled: bool


def tiled(states: States, seat: int, rows: int = c.ROWS) -> tuple[States, bool]:
    """The states once the first full lines of a player are tiled, and whether that left nothing to choose: other lines stay."""
    later, settled = states.copy(), True
    kernels.begin_tiling_in(later, 0, seat)
    while later.tiling_row[0] < rows:
        kernels.advance_in(later, 0)
        if kernels.is_tiling_choice_in(later, 0):
            later.phase[0], settled = c.TILING, False
            later.tiling_row[0] += 1
    return later, settled


def landing(states: States, seat: int, row: int) -> Landing | None:
    """Where the tile of a full line goes if the lines were tiled now, nowhere if no column takes it.

    Full lines above are tiled first where nothing has to be chosen; else the best column of the wall as it is counts.
    """
    s = Arrays(states)
    if not s.grey and (spot := _settled(states, seat, row)):
        return spot
    wall, columns = int(s.wall[seat]), int(free_columns(s, seat, row))
    points = {k: points_of(wall | 1 << (c.COLUMNS * row + k), row, k) for k in range(c.COLUMNS) if columns >> k & 1}
    if not points:
        return None
    best = max(points, key=points.__getitem__)
    return Landing(best, points[best], False)


def _settled(states: States, seat: int, row: int) -> Landing | None:
    after, settled = tiled(states, seat, row + 1)
    if not settled:
        return None
    was, now = Arrays(tiled(states, seat, row)[0]), Arrays(after)
    space = first_of(int(now.wall[seat]) & ~int(was.wall[seat]))
    return Landing(space % c.COLUMNS, int(now.score[seat] - was.score[seat]), True)


def points_of_line(states: States, seat: int, row: int) -> int | None:
    """What the tile of a full line would score."""
    spot = landing(states, seat, row)
    return spot.points if spot else None


def may_end(s: Arrays) -> bool:
    """Whether a full line may bring the last tile of a wall row, which ends the game."""
    return any(
        s.line_tiles[seat, row] == row + 1 and size_of(wall_row(s, seat, row)) == c.COLUMNS - 1
        for seat in range(s.players)
        for row in range(c.ROWS)
    )


def takes(states: States, seat: int) -> list[Take]:
    """Every take of a seat for a line, by place, colour and line: a colour, with the jokers or without, or the jokers."""
    turn = in_turn(states, seat, c.OFFER)
    s = Arrays(turn)
    tiles, found = dict[tuple[int, int, bool], str](), []
    for (place, colour, row, with_jokers), action in sorted(((take_parts(a), a) for a in legal_in(turn)), key=_by_place):
        bunch = place, colour, with_jokers
        if bunch not in tiles:
            tiles[bunch] = tiles_taken(s, action)
        if row != c.FLOOR:
            found.append(Take(SOURCES[place], tiles[bunch], row, row + 1 - int(s.line_tiles[seat, row]), turn, action))
    return found


def _by_place(take: tuple[tuple[int, int, int, bool], int]) -> tuple[int, int, bool, int]:
    (place, colour, row, with_jokers), _ = take
    return place, colour, with_jokers, row
