"""The load, chaos and abuse clients of the table server: each figure beside its bar.

It starts servers of its own and talks to this machine only; run it on a quiet one. It ends by itself.

python -m bench.server            every bar but the soak, each tried for a moment: about ten minutes in all
python -m bench.server --full     with the numbers that the bars are about: about half an hour, then an hour of soak
python -m bench.server R4 R7      some of them; their numbers can be chosen, as in
python -m bench.server R12 R13 --fuzzed 1000000
"""

import argparse
import asyncio
import contextlib
import os
import resource
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.clients import abuse, disk, exactly_once, figures, fuzz, kills, limits, live, restart, saturation, soak
from bench.clients.figures import Measure
from tessela.cli.serve import loop_factory

MEASURES: dict[str, Measure] = {
    "R1": kills.measure,
    "R2": restart.measure,
    "R3": live.IDLY,
    "R3b": live.BESIDE_BUSY_LOOPS,
    "R4": saturation.measure,
    "R6": live.BESIDE_SEARCHES,
    "R7": exactly_once.measure,
    "R12": fuzz.frames,
    "R13": fuzz.requests,
    "R16": disk.measure,
    "R18": abuse.measure,
    "soak": soak.measure,
}

NUMBERS: tuple[tuple[str, Callable[[str], float], str, float, float], ...] = (
    ("kills", int, "R1: how often the server is killed", 10, 50),
    ("seconds", float, "R3, R6, R18: how long is measured", 10.0, 30.0),
    ("moves", int, "R7: moves of each game", 1000, 10_000),
    ("fuzzed", int, "R12, R13: frames, and as many requests", 30_000, 1_000_000),
    ("minutes", float, "soak: how long", 1.0, 60.0),
)  # and what they are in short, and in full


def parsed(words: list[str] | None = None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bars", nargs="*", choices=[*MEASURES, []], default=[], help=f"which bars (all): {', '.join(MEASURES)}")
    parser.add_argument("--full", action="store_true", help="the numbers of the bars where no other are given")
    for name, kind, about, short, full in NUMBERS:
        parser.add_argument(f"--{name}", type=kind, help=f"{about} ({short}, with --full {full})")
    parser.add_argument("--games", type=int, default=1000, help="R3, R6: live games")
    parser.add_argument("--rate", type=float, default=100.0, help="R3, R6: moves a second")
    parser.add_argument("--tables", type=int, default=1000, help="R18: tables that one guest asks for")
    parser.add_argument("--keep", type=Path, help="a folder for the data and the logs of the servers, which are kept")
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args(words)
    for name, _, _, short, full in NUMBERS:
        if getattr(wish, name) is None:
            setattr(wish, name, full if wish.full else short)
    wish.bars = wish.bars or [bar for bar in MEASURES if wish.full or bar != "soak"]
    return wish


def main() -> int:
    """Measure what was asked for."""
    wish = parsed()
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; SQLite {sqlite3.sqlite_version}")
    began, kept = time.perf_counter(), tried([limits.measure], wish)
    for bars in together(wish.bars):
        kept &= tried([MEASURES[bar] for bar in bars], wish)
    figures.summary(time.perf_counter() - began)
    return 0 if kept else 1


def together(bars: list[str]) -> list[list[str]]:
    """The bars one after the other; but junk waits for memory most of the time, of either kind."""
    both = [bar for bar in bars if bar in ("R12", "R13")]
    return [both if bar == both[0] else [bar] for bar in bars if bar not in both[1:]] if both else [[bar] for bar in bars]


def tried(measures: list[Measure], wish: argparse.Namespace) -> bool:
    """Some measurements at the same time, each on an empty folder; whether all bars were kept."""

    async def all_of_them(folder: Path) -> bool:
        return all(await asyncio.gather(*(measure(folder / f"{place}", wish) for place, measure in enumerate(measures))))

    with folder_for(wish) as folder, asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(all_of_them(folder))


@contextlib.contextmanager
def folder_for(wish: argparse.Namespace) -> Iterator[Path]:
    """An empty folder, which stays where that was asked for."""
    if wish.keep:
        wish.keep.mkdir(parents=True, exist_ok=True)
        yield Path(tempfile.mkdtemp(prefix="tessela-bench-", dir=wish.keep))
        return
    with tempfile.TemporaryDirectory(prefix="tessela-bench-") as folder:
        yield Path(folder)


if __name__ == "__main__":
    raise SystemExit(main())
