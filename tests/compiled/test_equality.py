"""All ways of running the kernels give the same bytes: games of every variant, and trees of the search."""

import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from tests.agreement import compare
from tests.equality import TOLD, lines, told_lines

ROOT = __file__.rpartition("/tests/")[0]


def lines_of(engine: str, *numbers: int, **settings: str) -> list[str]:
    command = [sys.executable, "-m", "tests.equality", *(str(number) for number in numbers), TOLD]
    settings = {"TESSELA_KERNELS": engine, **settings}
    result = subprocess.run(command, env={**os.environ, **settings}, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()


def test_numba_and_the_library_agree(tmp_path: Path) -> None:
    """Whatever is optimised: Numba here does hardly anything, which takes less time; nobody else shall use that."""
    assert lines_of("jit", 3, 3, NUMBA_OPT="1", TESSELA_CACHE=str(tmp_path)) == [*lines(3, 3), *told_lines()]


def test_two_games_are_told_apart() -> None:
    first, second = (list(islice(lines(1, 0, seed), 14)) for seed in (1, 2))
    assert not set(first) & set(second)


@pytest.mark.long
def test_numba_and_the_library_agree_in_a_thousand_games_of_every_variant() -> None:
    assert compare(1000, 40, os.cpu_count() or 1) == (60 + 2 * 40, [])
