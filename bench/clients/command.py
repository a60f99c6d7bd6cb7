"""What a program that prints figures beside their bars is asked on its command line, and how it goes about it."""

import argparse
import asyncio
import contextlib
import os
import resource
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from bench.clients import figures, limits
from bench.clients.figures import Measure
from tessela.cli.serve import loop_factory


class Number(NamedTuple):
    """A number that can be chosen: what it is in short, and in full."""

    name: str
    kind: Callable[[str], float]
    about: str
    short: float
    full: float


class Program(NamedTuple):
    """What can be measured."""

    about: str
    measures: Mapping[str, Measure]
    numbers: tuple[Number, ...]
    only_in_full: tuple[str, ...] = ()
    at_once: tuple[str, ...] = ()  # measured at the same time, for they wait for memory most of it

    def parsed(self, words: list[str] | None = None) -> argparse.Namespace:
        """What was asked for."""
        parser = argparse.ArgumentParser(description=self.about, formatter_class=argparse.RawDescriptionHelpFormatter)
        names = f"which bars (all): {', '.join(self.measures)}"
        parser.add_argument("bars", nargs="*", choices=[*self.measures, []], default=[], help=names)
        parser.add_argument("--full", action="store_true", help="the numbers of the bars where no other are given")
        for number in self.numbers:
            shown = number.short if number.short == number.full else f"{number.short}, with --full {number.full}"
            parser.add_argument(f"--{number.name}", type=number.kind, help=f"{number.about} ({shown})")
        parser.add_argument("--keep", type=Path, help="a folder for the data and the logs of the servers, which are kept")
        parser.add_argument("--seed", type=int, default=1)
        wish = parser.parse_args(words)
        for number in self.numbers:
            if getattr(wish, number.name) is None:
                setattr(wish, number.name, number.full if wish.full else number.short)
        wish.bars = wish.bars or [bar for bar in self.measures if wish.full or bar not in self.only_in_full]
        return wish

    def run(self) -> int:
        """Measure what was asked for; the exit code."""
        wish = self.parsed()
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
        print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; SQLite {sqlite3.sqlite_version}")
        began, kept = time.perf_counter(), tried([limits.measure], wish)
        for bars in self.together(wish.bars):
            kept &= tried([self.measures[bar] for bar in bars], wish)
        figures.summary(time.perf_counter() - began)
        return 0 if kept else 1

    def together(self, bars: list[str]) -> list[list[str]]:
        """The bars one after the other, but for those that are measured at once."""
        both = [bar for bar in bars if bar in self.at_once]
        return [both if bar in both else [bar] for bar in bars if bar not in both[1:]]


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
