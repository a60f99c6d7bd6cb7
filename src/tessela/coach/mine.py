"""A mine: games mined for puzzles by many processes, with a log that can be taken up again."""

from collections.abc import Generator, Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec

from tessela.coach.errors import CoachError
from tessela.coach.forms import Puzzle
from tessela.coach.mining import mined
from tessela.coach.processes import each


class Claim(NamedTuple):
    """A game that is to be mined."""

    game: str
    number: int
    seed: int


class Mined(msgspec.Struct, frozen=True):
    """A line of the log: what a game has given."""

    game: str
    number: int
    seed: int
    puzzles: tuple[Puzzle, ...]


def dig(claim: Claim) -> Mined:
    """Mine one game."""
    return Mined(*claim, tuple(mined(*claim)))


def mine(
    log: Path, claims: Iterable[Claim], processes: int | None = None, seconds: float | None = None, ray: str | None = None
) -> Generator[Mined]:
    """Mine the games that a log does not have yet, and write what each has given; no more are begun after so many seconds."""
    done = {(line.game, line.number, line.seed) for line in read_log(log)}
    with log.open("ab") as file:
        for found in each(dig, (claim for claim in claims if claim not in done), processes, seconds, ray):
            file.write(msgspec.json.encode(found) + b"\n")
            file.flush()
            yield found


def read_log(log: Path) -> list[Mined]:
    """What was mined so far; a last line that was not written whole is cut off."""
    if not log.exists():
        return []
    lines = log.read_bytes().splitlines(keepends=True)
    whole = [line for line in lines if line.endswith(b"\n")]
    if len(whole) < len(lines):
        log.write_bytes(b"".join(whole))
    try:
        return [msgspec.json.decode(line, type=Mined) for line in whole]
    except msgspec.MsgspecError as error:
        raise CoachError(f"{log} is not the log of a mine: {error}") from None
