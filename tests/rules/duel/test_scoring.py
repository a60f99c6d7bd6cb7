"""Points for a tile: its horizontal and its vertical run."""

import random

import pytest

from tessela.game.events import Tiled
from tessela.rules.duel.tiling import points_of

from .table import of_kind, table


def run_length(tiles: set[tuple[int, int]], cell: tuple[int, int], step: tuple[int, int]) -> int:
    """How many tiles stand together with a cell along one direction, found by walking both ways."""
    length = 1
    for sign in (1, -1):
        row, column = cell[0] + sign * step[0], cell[1] + sign * step[1]
        while (row, column) in tiles:
            length += 1
            row, column = row + sign * step[0], column + sign * step[1]
    return length


def points_by_walking(tiles: set[tuple[int, int]], cell: tuple[int, int]) -> int:
    runs = [run_length(tiles, cell, (0, 1)), run_length(tiles, cell, (1, 0))]
    return sum(length for length in runs if length > 1) or 1


@pytest.mark.parametrize("chance", [0.1, 0.3, 0.5, 0.7, 0.9])
def test_points_of_a_tile_on_random_domes(chance: float):
    dice = random.Random(f"domes {chance}")
    for _ in range(300):
        cell = (dice.randrange(6), dice.randrange(6))
        tiles = {(row, column) for row in range(6) for column in range(6) if dice.random() < chance} | {cell}
        bits = sum(1 << (6 * row + column) for row, column in tiles)
        assert points_of(bits, *cell) == points_by_walking(tiles, cell)


def tiled(rows: str) -> Tiled:
    """What the tile scores that seat 0 moves from its only line."""
    events = table(f"""
        round 5  turn 1
        4  chip B
        seat 0
        {rows}
    """).play("chip 4")
    return of_kind(events, Tiled)[0]


def test_a_tile_that_stands_alone_scores_one():
    tile = tiled("""
        -    | y K   ? ?   ? ?
        -    | t s   ? ?   ? ?
        BBB  | k b   y s   t r
        -    | s r   k R   b s
        -    | ? ?   ? ?   ? ?
        -    | ? ?   ? ?   ? ?
    """)
    assert tile.points == 1


def test_a_horizontal_run():
    tile = tiled("""
        -    | y k   ? ?   ? ?
        -    | t s   ? ?   ? ?
        BBB  | y b   R K   T r
        -    | k s   s y   b s
        -    | ? ?   ? ?   ? ?
        -    | ? ?   ? ?   ? ?
    """)
    assert (tile.column, tile.across, tile.down, tile.points) == (2, 4, 1, 4)


def test_a_vertical_run_across_plates():
    tile = tiled("""
        -    | Y K   ? ?   ? ?
        -    | T S   ? ?   ? ?
        BBB  | y b   r k   t r
        -    | k s   s y   b s
        -    | ? ?   ? ?   ? ?
        -    | ? ?   ? ?   ? ?
    """)
    assert (tile.across, tile.down, tile.points) == (1, 3, 3)


def test_both_runs_are_added_and_the_tile_counts_twice():
    tile = tiled("""
        -    | Y K   ? ?   ? ?
        -    | T S   ? ?   ? ?
        BBB  | Y b   R k   t r
        -    | k s   s y   b s
        -    | ? ?   ? ?   ? ?
        -    | ? ?   ? ?   ? ?
    """)
    assert (tile.across, tile.down, tile.points) == (3, 3, 6)


def test_a_gap_ends_a_run():
    tile = tiled("""
        -    | y K   ? ?   ? ?
        -    | t s   ? ?   ? ?
        BBB  | y b   r K   T r
        -    | K s   s y   b s
        -    | ? ?   ? ?   ? ?
        -    | ? ?   ? ?   ? ?
    """)
    assert (tile.across, tile.down, tile.points) == (1, 1, 1)


def test_a_tile_placed_by_an_earlier_line_counts():
    game = table("""
        round 5  turn 1
        4  chip B
        seat 0
        -     | ? ?   ? ?   ? ?
        -     | ? ?   ? ?   ? ?
        KKK   | y b   r k   t r
        YYYY  | k s   s y   b s
        -     | ? ?   ? ?   ? ?
        -     | ? ?   ? ?   ? ?
    """)
    points = [(event.line, event.points, event.down) for event in of_kind(game.play("chip 4"), Tiled)]
    assert points == [(3, 1, 1), (4, 2, 2)]


def test_equal_colours_in_a_row_and_a_column_are_allowed():
    tile = tiled("""
        -    | t B   ? ?   ? ?
        -    | * y   ? ?   ? ?
        BBB  | s b   B r   ? ?
        -    | t k   k s   ? ?
        -    | ? ?   ? ?   ? ?
        -    | ? ?   ? ?   ? ?
    """)
    assert (tile.across, tile.down, tile.points) == (2, 1, 2)
