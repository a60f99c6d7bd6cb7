"""Train a net of a game: `python -m tessela.train value azul --help`, `python -m tessela.train policy duel --help`."""

import argparse
import sys
from pathlib import Path

from tessela.extras import MissingExtraError, require
from tessela.train.variants import VARIANTS


def parser() -> argparse.ArgumentParser:
    """What may be asked for."""
    found = argparse.ArgumentParser(
        prog="python -m tessela.train", description="Train one of the two nets that the search judges by."
    )
    found.add_argument("what", choices=["value", "policy"], help="the value net, or the policy net")
    found.add_argument("game", choices=list(VARIANTS))
    found.add_argument("--out", type=Path, required=True)
    found.add_argument("--start", type=Path, help="a net to go on from")
    found.add_argument("--stages", nargs="+", help="simulations:seconds:epochs")
    found.add_argument("--processes", type=int, default=2)
    found.add_argument("--rate", type=float)
    found.add_argument("--result-share", type=float, default=0.7, help="value: share of the result in what searched games teach")
    found.add_argument("--afresh", action="store_true", help="value: the net so far only plays; every stage's net begins anew")
    found.add_argument("--by-looks", action="store_true", help="policy: the games do not ask the net that is learning")
    found.add_argument("--seed", type=int, default=1)
    return found


def main() -> int:
    """Train as asked for; the exit code."""
    wish = parser().parse_args()
    try:
        require("train", "python -m tessela.train")
    except MissingExtraError as error:
        print(f"tessela: {error}", file=sys.stderr)
        return 1
    from tessela.train.training import Training

    Training(wish).run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
