"""What the tests have run of the code, as `coverage` counted it: a table by layer, and the files that fall short.

`make test-long` prints it. Nobody can count in machine code: the rules run once more uncompiled, other kernels stand apart.
"""

import json
import subprocess
import sys
from collections import defaultdict

from tessela.compiled.sources import kernel_sources

COMPILERS = ("ahead/", "compiled/")
ENOUGH = 85.0
SOURCES = "src/tessela/"


def counted() -> dict[str, dict[str, int]]:
    """What was counted of each file."""
    told = subprocess.run([sys.executable, "-m", "coverage", "json", "-q", "-o", "-"], check=True, capture_output=True).stdout
    files = json.loads(told)["files"]
    return {name.partition(SOURCES)[2]: found["summary"] for name, found in files.items() if found["summary"]["num_statements"]}


def share(summaries: list[dict[str, int]]) -> float:
    """How much of the statements and branches was run, in percent."""
    run = sum(found["covered_lines"] + found["covered_branches"] for found in summaries)
    return 100 * run / sum(found["num_statements"] + found["num_branches"] for found in summaries)


def main() -> None:
    """Print the table and the names."""
    files = counted()
    layers: dict[str, list[dict[str, int]]] = defaultdict(list)
    for name, found in files.items():
        layers[name.split("/")[0] if "/" in name else "(top)"].append(found)
    for layer, summaries in [*sorted(layers.items()), ("all", list(files.values()))]:
        print(f"{layer:<10} {sum(one['num_statements'] for one in summaries):>6} statements {share(summaries):6.1f} %")
    short = {name: share([found]) for name, found in files.items() if share([found]) < ENOUGH}
    native = {name for name in short if name in kernel_sources() and not name.startswith(("rules/", *COMPILERS))}
    tell(f"below {ENOUGH:g} %", {name: short[name] for name in short.keys() - native})
    tell(f"below {ENOUGH:g} %, with kernels that ran as machine code", {name: short[name] for name in native})


def tell(title: str, files: dict[str, float]) -> None:
    """Print some files, the least covered first."""
    print(f"\n{title}: {len(files)} files")
    for name, percent in sorted(files.items(), key=lambda item: (item[1], item[0])):
        print(f"{percent:6.1f} %  {name}")


if __name__ == "__main__":
    main()
