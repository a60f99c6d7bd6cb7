"""A mine: games mined for puzzles by many processes, with a log that can be taken up again."""

from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from tessela.coach.errors import CoachError
from tessela.coach.forms import Puzzle
from tessela.coach.mining import mined, mined_from, number_of
from tessela.coach.processes import each
from tessela.coach.puzzles import PACKED, check_versions, unpacked
from tessela.game.ruleset import Json

OF_PEOPLE: Final = -1  # the seed of games that nobody played for the mine


class Claim(NamedTuple):
    """A game that is to be mined: one that bots are to play, or the record of one that was played."""

    game: str
    number: int
    seed: int
    record: Json | None = None

    @classmethod
    def of(cls, record: Json) -> "Claim":
        """A game that was played; its number tells nothing about who played it."""
        return cls(record["game"], number_of(record), OF_PEOPLE, record)


class Mined(msgspec.Struct, frozen=True):
    """A line of the log: what a game has given."""

    game: str
    number: int
    seed: int
    puzzles: tuple[Puzzle, ...]


def dig(claim: Claim) -> Mined:
    """Mine one game."""
    game, number, seed, record = claim
    return Mined(game, number, seed, tuple(mined(game, number, seed) if record is None else mined_from(record)))


def mine(
    log: Path, claims: Iterable[Claim], processes: int | None = None, seconds: float | None = None, ray: str | None = None
) -> Generator[Mined]:
    """Mine the games that a log does not have yet, and write what each has given; no more are begun after so many seconds."""
    done = {(line.game, line.number, line.seed) for line in read_log(log)}
    with log.open("ab") as file:
        for found in each(dig, (claim for claim in claims if claim[:3] not in done), processes, seconds, ray):
            file.write(msgspec.json.encode(found) + b"\n")
            file.flush()
            yield found


def puzzles_in(game: str, files: Iterable[Path]) -> list[tuple[Puzzle, ...]]:
    """The puzzles of a game in logs, by the game they were mined from, and in packed files, which do not say it."""
    found = [several for file in files for several in _in_file(game, file)]
    if not any(found):
        raise CoachError(f"there are no puzzles of {game} in {', '.join(map(str, files))}")
    return found


def _in_file(game: str, file: Path) -> list[tuple[Puzzle, ...]]:
    if file.name.endswith(PACKED):
        return [(puzzle,) for puzzle in unpacked(file) if puzzle.game == game]
    if not file.exists():
        raise CoachError(f"cannot read {file}: there is no such file")
    return [line.puzzles for line in read_log(file) if line.game == game]


def read_log(log: Path) -> list[Mined]:
    """What was mined so far; a last line that was not written whole is cut off."""
    if not log.exists():
        return []
    lines = log.read_bytes().splitlines(keepends=True)
    whole = [line for line in lines if line.endswith(b"\n")]
    if len(whole) < len(lines):
        log.write_bytes(b"".join(whole))
    try:
        mined = [msgspec.json.decode(line, type=Mined) for line in whole]
    except msgspec.MsgspecError as error:
        raise CoachError(f"{log} is not the log of a mine: {error}") from None
    check_versions(log, (puzzle for line in mined for puzzle in line.puzzles))
    return mined
