"""Long measurements in pieces: done by many processes, told how far they are, ended in time, and taken up again."""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

from tessela.coach.processes import each

EVERY = 10.0  # seconds between two lines that tell how far it is
Piece = tuple[Any, ...]
Found = dict[str, Any]  # has the piece that it was found for


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options that `measured` reads."""
    parser.add_argument("--processes", type=int, default=None, help="all cores where it is not told")
    parser.add_argument("--seconds", type=float, default=1e9, help="nothing is begun after so long; what was done is reported")
    parser.add_argument("--out", type=Path, default=None, help="write every result to this file, and go on from what it has")


def measured(
    wish: argparse.Namespace,
    what: str,
    work: Callable[[Piece], Found],
    pieces: Iterable[Piece],
    enough: Callable[[list[Found]], bool] = lambda _: False,
    share: float = 1.0,
) -> list[Found]:
    """What was found for all pieces, those of an earlier run among them; till it is enough, or a share of the time is over."""
    found = [one for one in _kept(wish.out) if one["what"] == what]
    done = {tuple(one["piece"]) for one in found}
    left = takewhile(lambda _: not enough(found), (piece for piece in pieces if piece not in done))
    for one in _told(what, each(work, left, wish.processes, wish.seconds * share)):
        found.append({"what": what, **one})
        _keep(wish.out, found[-1])
    return found


def _kept(path: Path | None) -> list[Found]:
    """The results in a file; a last line that was not written whole is cut off."""
    if path is None or not path.exists():
        return []
    text = path.read_text()
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole)
    return [json.loads(line) for line in whole.splitlines()]


def _keep(path: Path | None, one: Found) -> None:
    if path is not None:
        with path.open("a") as file:
            file.write(json.dumps(one) + "\n")


def _told(what: str, found: Iterator[Found]) -> Iterator[Found]:
    """The same, with a line now and then about how far it is."""
    began = said = time.monotonic()
    for number, one in enumerate(found, start=1):
        yield one
        if time.monotonic() - said >= EVERY:
            said = time.monotonic()
            print(f"{what}: {number} pieces in {said - began:.0f} s", file=sys.stderr, flush=True)
