"""Compare Numba with the native library over many games and trees, on all processors.

    python -m tests.agreement GAMES TREES [PROCESSES]

prints each line of `tests.equality` as soon as both have it, and ends with 1 where they differ. Nothing is taken from Numba's
cache: a process compiles what its part needs, so games of a kind, and trees of a kind, stay together.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.equality import PART, TREES, variants

ROOT = Path(__file__).parents[1]
ENGINES = ("jit", "native")


def parts(trees: int, processes: int) -> list[slice]:
    """What each process does: the trees of a game, or some of the variants."""
    number = len(list(variants()))
    sharing = max(1, processes - len(TREES))
    ends = [number * share // sharing for share in range(sharing + 1)]
    of_trees = [slice(number + trees * game, number + trees * (game + 1)) for game in range(len(TREES))]
    return of_trees + [slice(*ends[share : share + 2]) for share in range(sharing)]


def lines_of(engine: str, part: slice, games: int, trees: int, cache: str) -> Iterator[str]:
    """The lines of a part, made by an engine in a process of its own."""
    command = [sys.executable, "-m", "tests.equality", str(games), str(trees), f"{PART}{part.start}:{part.stop}"]
    settings = {**os.environ, "TESSELA_KERNELS": engine, "TESSELA_CACHE": cache}
    with subprocess.Popen(command, env=settings, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield from (line.rstrip("\n") for line in process.stdout)
    if process.returncode:
        raise RuntimeError(f"{engine} ended with {process.returncode}")


def differences(part: slice, games: int, trees: int) -> list[str]:
    """Tell the lines of a part; those that differ."""
    found = []
    with TemporaryDirectory() as cache:
        for ours, theirs in zip_longest(*(lines_of(engine, part, games, trees, cache) for engine in ENGINES)):
            same = ours == theirs
            print(ours if same else f"DIFFERENT: {' '.join(ENGINES)}: {ours} | {theirs}", flush=True)
            found += [] if same else [ours or theirs]
    return found


def compare(games: int, trees: int, processes: int) -> tuple[int, list[str]]:
    """How many lines there are, and those that differ."""
    shares = parts(trees, processes)
    with ThreadPoolExecutor(processes) as pool:
        found = pool.map(lambda part: differences(part, games, trees), shares)
        return sum(part.stop - part.start for part in shares), [line for part in found for line in part]


if __name__ == "__main__":
    asked = [int(argument) for argument in sys.argv[1:]]
    number, different = compare(asked[0], asked[1], asked[2] if len(asked) > 2 else os.cpu_count() or 1)
    print(f"{number} lines, {len(different)} different")
    sys.exit(bool(different))
