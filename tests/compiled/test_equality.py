"""All ways of running the kernels give the same bytes: games of every variant, and trees of the search."""

import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from tests.agreement import compare
from tests.compiled.conftest import UNOPTIMISED
from tests.equality import PART, TOLD, lines, told_lines

ROOT = __file__.rpartition("/tests/")[0]


def lines_of(engine: str, *arguments: str, **settings: str) -> list[str]:
    command = [sys.executable, "-m", "tests.equality", *arguments]
    settings = {"TESSELA_KERNELS": engine, **settings}
    result = subprocess.run(command, env={**os.environ, **settings}, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()


def test_numba_and_the_library_agree(tmp_path: Path) -> None:
    """All variants of Azul and its search, whatever is optimised: Numba here does nothing of that, which takes less time; nobody
    else shall use what it makes. To compile Azul Duel as well takes three times as long: see the long tests."""
    azul, trees = slice(0, 12), slice(60, 63)
    parts = [f"{PART}{part.start}:{part.stop}" for part in (azul, trees)]
    numba = lines_of("jit", "6", "3", *parts, **UNOPTIMISED, TESSELA_CACHE=str(tmp_path))
    assert numba == [*lines(6, 3, part=azul), *lines(6, 3, part=trees)]
    assert {line.split()[0] for line in numba} == {"azul"}
    assert sum(" tree " in line for line in numba) == 3


def test_two_games_are_told_apart() -> None:
    first, second = (list(islice(lines(1, 0, seed), 14)) for seed in (1, 2))
    assert not set(first) & set(second)


@pytest.mark.long
def test_numba_and_the_library_agree_in_a_thousand_games_of_every_variant() -> None:
    assert compare(1000, 40, os.cpu_count() or 1) == (60 + 2 * 40, [])


@pytest.mark.long
def test_numba_and_the_library_tell_the_same() -> None:
    """What is told of both games, and why moves were good or bad."""
    assert lines_of("jit", "0", "0", f"{PART}0:0", TOLD) == list(told_lines())
