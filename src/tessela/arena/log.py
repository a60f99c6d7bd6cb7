"""The log of a match: a file with one line of JSON for each finished game, which a later run continues."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from tessela.arena.match import Match
from tessela.arena.results import Played
from tessela.arena.schedule import Key
from tessela.files import lock
from tessela.game.errors import UNREADABLE, OptionError, RecordError

_lines = msgspec.json.Decoder(Played)
BEGINNING = b'{"format":"tessela-arena",'  # of every line that we write


class Log:
    """An open log of a match: the games that were finished before, and room for more. Nobody else may have it open."""

    def __init__(self, path: Path, match: Match):
        self.path = path
        self._file: BinaryIO = path.open("a+b")
        try:
            self._lock()
            self.finished = self._read(match)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> "Log":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def append(self, played: Played) -> None:
        """Write one more game; it is in the hands of the system when this returns."""
        self._file.write(msgspec.json.encode(played) + b"\n")
        self._file.flush()

    def _lock(self) -> None:
        try:
            lock(self._file.fileno())
        except OSError:
            raise OptionError(f"{self.path} is in use by another match") from None

    def _read(self, match: Match) -> dict[Key, Played]:
        """The finished games of this match; an unfinished last line is cut off."""
        finished: dict[Key, Played] = {}
        whole = 0
        line = b"\n"
        self._file.seek(0)
        while following := self._file.readline():
            number = len(finished) + 1
            played = self._decoded(following, number)
            if played is None:
                self._file.truncate(whole)
                break
            self._check(played, number, match)
            if played.key in finished:
                raise RecordError(f"{self.path}, line {number}: this game is there twice")
            finished[played.key] = msgspec.structs.replace(played, record={})
            line = following
            whole += len(line)
        if not line.endswith(b"\n"):
            self._file.write(b"\n")
        return finished

    def _decoded(self, line: bytes, number: int) -> Played | None:
        """The game of a line; nothing if it is the beginning of one, which happens when a run is killed."""
        try:
            return _lines.decode(line)
        except UNREADABLE as error:
            if _is_unfinished(line, number):
                return None
            if number == 1 and not line.startswith(BEGINNING):
                raise RecordError(f"{self.path} is no log of a match and is left as it is; choose another file") from None
            raise RecordError(f"{self.path}, line {number} is no game of a match: {error}") from None

    def _check(self, played: Played, number: int, match: Match) -> None:
        """Refuse games of other matches."""
        here = {"game": match.game, "options": match.full_options, "seed": match.seed}
        there = {"game": played.game, "options": played.options, "seed": played.match_seed}
        for name, value in here.items():
            if there[name] != value:
                raise OptionError(f"{self.path}, line {number} is of another match: its {name} is {there[name]!r}, not {value!r}")
        for label, text in played.bots.items():
            if label in match.labels and match.bot(label).text != text:
                raise OptionError(f"{self.path}, line {number} is of another match: {label!r} is {text!r} there")


def _is_unfinished(line: bytes, number: int) -> bool:
    """Whether we have begun this line; a file that has no other must say so, for it may be somebody's letter."""
    ours = line.startswith(BEGINNING) or (number > 1 and BEGINNING.startswith(line))
    return ours and not line.endswith(b"\n")


def read_log(path: Path) -> Iterator[Played]:
    """Every game of a log, with its record; a broken line is refused."""
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                yield _lines.decode(line)
            except UNREADABLE as error:
                raise RecordError(f"{path}, line {number} is no game of a match: {error}") from None
