"""Train a net of a game: `python -m tessela.train boards azul --help`, `python -m tessela.train moves duel --help`."""

import argparse
import sys
from pathlib import Path

from tessela.extras import MissingExtraError, require


def parser() -> argparse.ArgumentParser:
    """What may be asked for."""
    found = argparse.ArgumentParser(
        prog="python -m tessela.train", description="Train one of the two nets that the search judges by."
    )
    found.add_argument("what", choices=["boards", "moves"], help="the net of boards, or the net of moves")
    found.add_argument("game", choices=["azul", "duel"])
    found.add_argument("--out", type=Path, required=True)
    found.add_argument("--start", type=Path, help="a net to go on from")
    found.add_argument("--stages", nargs="+", help="simulations:seconds:epochs")
    found.add_argument("--processes", type=int, default=2)
    found.add_argument("--rate", type=float)
    found.add_argument("--result-share", type=float, default=0.7, help="boards: share of the result in what searched games teach")
    found.add_argument("--afresh", action="store_true", help="boards: the net so far only plays; every stage's net begins anew")
    found.add_argument("--by-looks", action="store_true", help="moves: the games do not ask the net that is learning")
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
