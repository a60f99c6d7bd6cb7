"""Walls and domes as cells, and what tiles on them score."""

from collections.abc import Container

Cell = tuple[int, int]  # row and column, from 0


def points_at(filled: Container[Cell], cell: Cell) -> int:
    """Points of a tile on a cell: its horizontal and its vertical run, each if longer than itself; 1 if it stands alone."""
    row, column = cell
    across = 1 + _run(filled, row, column, 0, -1) + _run(filled, row, column, 0, 1)
    down = 1 + _run(filled, row, column, -1, 0) + _run(filled, row, column, 1, 0)
    return sum(run for run in (across, down) if run > 1) or 1


def _run(filled: Container[Cell], row: int, column: int, down: int, right: int) -> int:
    """How many cells in a direction hold tiles without a gap."""
    number = 0
    while (row + down * (number + 1), column + right * (number + 1)) in filled:
        number += 1
    return number
