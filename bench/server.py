"""The load, chaos and abuse clients of the table server: each figure beside its bar.

It starts servers of its own and talks to this machine only; run it on a quiet one. It ends by itself.

python -m bench.server            all of it
python -m bench.server R1 --kills 50
python -m bench.server R3 R6 --seconds 30
python -m bench.server R7 --moves 1000
python -m bench.server soak --minutes 60
"""

import argparse
import asyncio
import os
import resource
import sqlite3
import tempfile
from pathlib import Path

from bench.clients import abuse, disk, exactly_once, fuzz, kills, limits, live, restart, saturation, soak
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


def parsed(words: list[str] | None = None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bars", nargs="*", choices=[*MEASURES, []], default=[], help=f"which bars (all): {', '.join(MEASURES)}")
    parser.add_argument("--kills", type=int, default=50, help="R1: how often the server is killed")
    parser.add_argument("--seconds", type=float, default=30.0, help="R3, R6: how long moves are measured")
    parser.add_argument("--games", type=int, default=1000, help="R3, R6: live games")
    parser.add_argument("--rate", type=float, default=100.0, help="R3, R6: moves a second")
    parser.add_argument("--moves", type=int, default=10_000, help="R7: moves of each game")
    parser.add_argument("--fuzzed", type=int, default=500_000, help="R12, R13: frames, and as many requests")
    parser.add_argument("--tables", type=int, default=1000, help="R18: tables that one guest asks for")
    parser.add_argument("--minutes", type=float, default=60.0, help="soak: how long")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(words)


def main() -> int:
    """Measure what was asked for."""
    wish = parsed()
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; SQLite {sqlite3.sqlite_version}")
    kept = True
    for measure in (limits.measure, *(MEASURES[bar] for bar in wish.bars or MEASURES)):
        with (
            tempfile.TemporaryDirectory(prefix="tessela-bench-") as folder,
            asyncio.Runner(loop_factory=loop_factory()) as runner,
        ):
            kept &= runner.run(measure(Path(folder) / "data", wish))  # type: ignore[arg-type]
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
