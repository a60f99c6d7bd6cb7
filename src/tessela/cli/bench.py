"""How fast the rules are: every number by its name, with its unit."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from tessela.cli import bench_kernels as loops
from tessela.game.duel.options import DEFAULT_TABLETS, tablet_sides
from tessela.game.duel.reading import NO_PILE
from tessela.game.registry import RULESETS
from tessela.game.ruleset import States
from tessela.rules.kernels import MAX_MOVES, NOTHING_GIVEN

REPEATS = 5
COPIED_STATES = 16  # few enough to stay in the nearest cache
DECISIONS = "decisions/s"
Loop = Callable[[int], Any]  # does something at least this many times; how many times it did


@dataclass(frozen=True, slots=True)
class Measurement:
    """A number with its name and unit."""

    name: str
    value: float
    unit: str


def bench(*, as_json: bool, seconds: float) -> None:
    """Measure and print everything."""
    results = list(measure(seconds))
    if as_json:
        print(json.dumps([asdict(result) for result in results], indent=1))
    else:
        Console(highlight=False).print(speed_table(results))


def measure(seconds: float) -> Iterator[Measurement]:
    """All measurements, each about `seconds` long."""
    for name, loop in playouts().items():
        yield Measurement(name, 1e9 / nanoseconds(loop, seconds), DECISIONS)
    for game, ruleset in RULESETS.items():
        yield Measurement(f"{game}.state.bytes", ruleset.dtype.itemsize, "bytes")
    for game, ruleset in RULESETS.items():
        copying = partial(loops.copy_around, ruleset.empty(COPIED_STATES))
        yield Measurement(f"{game}.copy.ns", nanoseconds(copying, seconds), "ns")
    yield Measurement("threads.2.ratio", threads_ratio(seconds), "x")
    stepping = partial(loops.chain_of_randoms, RULESETS["azul"].empty())
    yield Measurement("rng.step.ns", nanoseconds(stepping, seconds), "ns")


def azul_playouts(states: States, moves: Any) -> dict[str, Loop]:
    """Random games of Azul."""

    def sampled(players: int, grey: int = 0, jokers: int = 0) -> Loop:
        return lambda n: loops.azul_sampled(states, n, players, grey, jokers, NOTHING_GIVEN)

    return {
        "2p.sampled": sampled(2),
        "2p.listed": lambda n: loops.azul_listed(states, n, 2, 0, 0, NOTHING_GIVEN, moves),
        "3p.sampled": sampled(3),
        "4p.sampled": sampled(4),
        "2p.grey": sampled(2, grey=1),
        "2p.jokers": sampled(2, jokers=1),
    }


def duel_playouts(states: States, moves: Any) -> dict[str, Loop]:
    """Random games of Azul Duel."""
    tablets = tablet_sides(DEFAULT_TABLETS)
    return {
        "sampled": lambda n: loops.duel_sampled(states, n, tablets, NO_PILE, NOTHING_GIVEN),
        "listed": lambda n: loops.duel_listed(states, n, tablets, NO_PILE, NOTHING_GIVEN, moves),
    }


PLAYOUTS: dict[str, Callable[[States, Any], dict[str, Loop]]] = {"azul": azul_playouts, "duel": duel_playouts}


def playouts() -> dict[str, Loop]:
    """The random games that are timed, by their names."""
    moves = np.zeros(MAX_MOVES, np.int16)
    return {
        f"{game}.{name}": loop
        for game, of_game in PLAYOUTS.items()
        for name, loop in of_game(RULESETS[game].empty(), moves).items()
    }


def nanoseconds(loop: Loop, seconds: float) -> float:
    """How long one turn of a loop takes, the median of several runs that take `seconds` together."""
    enough = turns_for(loop, seconds / REPEATS)
    return median(timed(loop, enough) for _ in range(REPEATS))


def turns_for(loop: Loop, seconds: float) -> int:
    """How many turns of a loop take about `seconds`; it has been compiled by then."""
    loop(1)
    turns = 1000
    while timed(loop, turns) * turns < 1e9 * seconds / 4:
        turns *= 2
    return max(1, int(1e9 * seconds / timed(loop, turns)))


def timed(loop: Loop, turns: int) -> float:
    """Nanoseconds a turn in one run."""
    start = perf_counter()
    done = loop(turns)
    return float(1e9 * (perf_counter() - start) / done)


def threads_ratio(seconds: float) -> float:
    """How much more two threads play than one, the median of several pairs of runs."""
    mine, yours = ({"states": RULESETS["azul"].empty()} for _ in range(2))

    def loop(n: int, states: Any) -> Any:
        return loops.azul_sampled(states, n, 2, 0, 0, NOTHING_GIVEN)

    turns = turns_for(partial(loop, **mine), seconds / REPEATS)
    with ThreadPoolExecutor(2) as threads:
        return median(_one_against_two(threads, partial(loop, **mine), partial(loop, **yours), turns) for _ in range(REPEATS))


def _one_against_two(threads: ThreadPoolExecutor, first: Loop, second: Loop, turns: int) -> float:
    start = perf_counter()
    alone = first(turns) / (perf_counter() - start)
    start = perf_counter()
    together = sum(threads.map(lambda loop: loop(turns), (first, second))) / (perf_counter() - start)
    return float(together / alone)


def speed_table(results: list[Measurement], extra: dict[str, str] | None = None) -> Table:
    """The measurements as a table, speeds also in nanoseconds and in steps of the generator; `extra` is one more column."""
    step = next(result.value for result in results if result.name == "rng.step.ns")
    table = Table(title="Speed of the rules on one core", box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for heading in ("name", "value", "unit"):
        table.add_column(heading, justify="right" if heading == "value" else "left", no_wrap=True)
    for heading in ("ns per decision", "ratio to one RNG step", *(["required"] if extra else [])):
        table.add_column(heading, justify="right", min_width=8)
    for result in results:
        cost = 1e9 / result.value if result.unit == DECISIONS else None
        nanos = f"{cost:.1f}" if cost else ""
        ratio = f"{(cost or result.value) / step:.1f}" if cost or result.unit == "ns" else ""
        table.add_row(
            result.name, readable(result.value), result.unit, nanos, ratio, *([extra.get(result.name, "")] if extra else [])
        )
    return table


def readable(value: float) -> str:
    """A number with as many digits as are worth reading."""
    return f"{value:,.0f}" if value >= 1000 or value == int(value) else f"{value:.2f}"
