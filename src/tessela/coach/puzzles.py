"""The puzzles of the package: one small file a game, read when it is first asked for."""

import hashlib
import lzma
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from tessela.coach.errors import CoachError
from tessela.coach.forms import VERSION, Puzzle
from tessela.coach.themes import THEMES
from tessela.files import written_whole
from tessela.game.errors import quoted, shortened

FOLDER: Final = Path(__file__).parent / "data"
PACKED: Final = ".jsonl.xz"  # how the names of packed files end
OF_A_GAME: Final = 5  # puzzles of one mined game that are kept, at most


class Puzzles(Sequence[Puzzle]):
    """The puzzles of a game, in an order that does not change within a version of the package."""

    def __init__(self, game: str, puzzles: Iterable[Puzzle]):
        self.game = game
        self._puzzles = tuple(puzzles)
        self._by_id = {puzzle.id: puzzle for puzzle in self._puzzles}

    def __len__(self) -> int:
        return len(self._puzzles)

    def __getitem__(self, index: int) -> Puzzle:  # type: ignore[override]
        return self._puzzles[index]

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(self._puzzles)

    def has(self, name: str) -> bool:
        """Whether there is a puzzle of this id."""
        return name in self._by_id

    def of(self, name: str) -> Puzzle:
        """The puzzle of this id."""
        if name not in self._by_id:
            raise CoachError(f"there is no puzzle {quoted(name)} of {self.game}")
        return self._by_id[name]

    def themes(self) -> dict[str, int]:
        """The themes that there are, with the number of their puzzles."""
        counts = {theme: sum(theme in puzzle.themes for puzzle in self) for theme in THEMES}
        return {theme: number for theme, number in counts.items() if number}

    def about(self, theme: str) -> list[Puzzle]:
        """The puzzles of a theme, the easiest first."""
        if theme not in self.themes():
            raise CoachError(f"{self.game} has no puzzles about {quoted(theme)}; there are {', '.join(self.themes())}")
        return sorted((puzzle for puzzle in self if theme in puzzle.themes), key=lambda puzzle: (puzzle.rating, puzzle.id))

    def near(self, rating: int, seen: Iterable[str] = ()) -> Puzzle:
        """The puzzle whose rating is nearest, of those that were not seen."""
        known = set(seen)
        left = [puzzle for puzzle in self if puzzle.id not in known] or list(self)
        return min(left, key=lambda puzzle: (abs(puzzle.rating - rating), puzzle.id))

    def of_the_day(self, day: date) -> Puzzle:
        """The puzzle of a day, the same for all who have this version: none comes again before all have come."""
        return self._puzzles[_order(len(self), self.game)[day.toordinal() % len(self)]]


@cache
def puzzles(game: str) -> Puzzles:
    """The puzzles of a game.

    >>> found = puzzles("azul")
    >>> found.of(found[0].id) == found[0]
    True
    """
    path = FOLDER / f"{game}{PACKED}"
    if not path.exists():
        raise CoachError(f"there are no puzzles of {quoted(game)}; there are of {shortened(games())}")
    return Puzzles(game, unpacked(path))


def games() -> list[str]:
    """The games of which there are puzzles."""
    return sorted(path.name.removesuffix(PACKED) for path in FOLDER.glob(f"*{PACKED}"))


def puzzle_of_the_day(game: str, day: date) -> Puzzle:
    """The puzzle of a day.

    >>> puzzle_of_the_day("duel", date(2026, 1, 1)) == puzzle_of_the_day("duel", date(2026, 1, 1))
    True
    """
    return puzzles(game).of_the_day(day)


@cache
def _order(number: int, game: str) -> list[int]:
    """All puzzles in an order that only their number decides."""
    return sorted(range(number), key=lambda i: hashlib.sha256(f"tessela day 1 {game} {i}".encode()).digest())


def unpacked(path: Path) -> list[Puzzle]:
    """The puzzles of a packed file."""
    try:
        found = [msgspec.json.decode(line, type=Puzzle) for line in lzma.decompress(path.read_bytes()).splitlines()]
    except OSError as error:
        raise CoachError(f"cannot read {path}: {error.strerror}") from None
    except (lzma.LZMAError, msgspec.MsgspecError) as error:
        raise CoachError(f"{path} is not a file of puzzles: {error}") from None
    check_versions(path, found)
    return found


def check_versions(path: Path, found: Iterable[Puzzle]) -> None:
    """Refuse puzzles of another version than is read here."""
    other = next((puzzle.version for puzzle in found if puzzle.version != VERSION), None)
    if other is not None:
        raise CoachError(f"{path} has puzzles of version {other}; this version of tessela reads version {VERSION}")


def named_in(path: Path) -> list[str]:
    """The ids in a file, one a line."""
    try:
        return path.read_text(encoding="utf-8").split()
    except (OSError, UnicodeDecodeError) as error:
        raise CoachError(f"cannot read the ids in {path}: {error}") from None


def pack(mined: Iterable[Sequence[Puzzle]], target: Path, most: int, without: Iterable[str] = ()) -> list[Puzzle]:
    """Write the clearest puzzles of mined games to a file: few of one game, and each once; those that were written."""
    kept, refused = dict[str, Puzzle](), set(without)
    for of_a_game in mined:
        clearest = sorted(of_a_game, key=lambda puzzle: (puzzle.second - puzzle.best, puzzle.id))
        kept |= {puzzle.id: puzzle for puzzle in clearest[:OF_A_GAME] if puzzle.id not in refused}
    chosen = sorted(kept.values(), key=lambda puzzle: (puzzle.second - puzzle.best, puzzle.id))[:most]
    lines = [msgspec.json.encode(puzzle) for puzzle in sorted(chosen, key=lambda puzzle: puzzle.id)]
    with written_whole(target) as unfinished:
        unfinished.write_bytes(lzma.compress(b"\n".join(lines), preset=9 | lzma.PRESET_EXTREME))
    return chosen
