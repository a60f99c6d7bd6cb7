"""The speed of the rules next to what is required of it: `python bench/rules.py [seconds for each measurement]`."""

import operator
import sys

from rich.console import Console

from tessela.cli.bench import Measurement, measure, speed_table

AT_LEAST = {"azul.2p.sampled": 8e6, "azul.2p.listed": 3e6, "duel.sampled": 2e6, "threads.2.ratio": 1.8}
AT_MOST = {
    "azul.copy.ns": 30,
    "duel.copy.ns": 30,
    "azul.state.bytes": 256,
    "duel.state.bytes": 512,
}


def verdict(result: Measurement) -> str:
    """What is required of a measurement, and whether it is met."""
    for sign, limits, fits in (("≥", AT_LEAST, operator.ge), ("≤", AT_MOST, operator.le)):
        if result.name in limits:
            limit = limits[result.name]
            short = f"{limit / 1e6:g}M" if limit >= 1e6 else f"{limit:g}"
            return f"{sign} {short} {'yes' if fits(result.value, limit) else 'NO'}"
    return ""


def main() -> None:
    """Measure everything and print the table."""
    results = list(measure(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0))
    Console(highlight=False).print(speed_table(results, {result.name: verdict(result) for result in results}))


if __name__ == "__main__":
    main()
