"""The table as text, and back: what both games share."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from textwrap import dedent
from typing import TypeVar

from tessela.game.checks import check
from tessela.game.errors import PositionError, quoted

NAME = 14  # letters of a name that are shown
BETWEEN = 3  # spaces between two boards
Prompt = TypeVar("Prompt")


def shown(name: str) -> str:
    """A name as far as it is shown."""
    return "".join(letter if letter.isprintable() else " " for letter in name[:NAME])


def called(seats: Sequence[str], seat: int) -> str:
    """A name in a sentence, with the seat where two share a name."""
    name = shown(seats[seat])
    return name if [shown(other) for other in seats].count(name) == 1 else f"{name} (seat {seat})"


def whose(seats: Sequence[str], to_move: int | None, prompt: str, first_player: int) -> str:
    """Who does what; and who started the round, unless it is the same seat (seat 0 once the game is over)."""
    text = "the game is over" if to_move is None else f"{called(seats, to_move)} {prompt}"
    return text if first_player == (to_move or 0) else f"{text}, {called(seats, first_player)} started"


def read_whose(text: str, seats: Sequence[str], prompts: Mapping[str, Prompt]) -> tuple[int | None, Prompt | None, int]:
    """The inverse of `whose`: who is to move, what it is about, and who started the round."""
    every: list[tuple[int | None, str]] = [(None, ""), *product(range(len(seats)), prompts)]
    found = [
        (to_move, prompts.get(prompt), first)
        for (to_move, prompt), first in product(every, range(len(seats)))
        if whose(seats, to_move, prompt, first) == text
    ]
    check(
        len(found) == 1, f"{quoted(text)} does not say who does what; it may be {quoted(whose(seats, 0, next(iter(prompts)), 0))}"
    )
    return found[0]


def lines_of(text: str) -> list[str]:
    """The lines of a diagram, without a margin and empty lines around it."""
    check(isinstance(text, str), f"a diagram is text, not {type(text).__name__}")
    return [line.rstrip() for line in dedent(text).strip("\n").rstrip().split("\n")]


def matched(pattern: str, text: str, like: str) -> tuple[str, ...]:
    """The parts of a line that looks as it should."""
    match = re.fullmatch(pattern, text)
    if not match:
        raise PositionError(f"{quoted(text)} should look like {like!r}")
    return match.groups(default="")


def board_rows(lines: Sequence[str], width: int) -> list[list[str]]:
    """The rows of each of the boards that stand side by side."""
    number = len(lines[0]) // (width + BETWEEN) + 1 if lines else 0
    starts = [(width + BETWEEN) * seat for seat in range(number)]
    return [[line[start : start + width].rstrip() for line in lines] for start in starts]


def side_by_side(boards: Iterable[Sequence[str]], width: int) -> list[str]:
    """Boards as rows of one text."""
    rows = zip(*boards, strict=True)
    return [(" " * BETWEEN).join(part.ljust(width) for part in parts).rstrip() for parts in rows]


def read_counts(text: str, letters: str) -> dict[str, int]:
    """How many tiles of each letter there are.

    >>> read_counts("2B 1Y", "BYR")
    {'B': 2, 'Y': 1, 'R': 0}
    """
    numbers = dict.fromkeys(letters, 0)
    for part in text.replace("-", "").split():
        number, letter = matched(rf"(\d{{1,3}})([{letters}])", part, f"12{letters[0]}")
        numbers[letter] = int(number)
    return numbers


def tiles_in(text: str) -> str:
    """A bunch of tiles, none where there is a dash."""
    return "" if text == "-" else text


def cells(text: str, start: int, number: int) -> str:
    """Every second letter of a row."""
    return text.ljust(start + 2 * number)[start : start + 2 * number : 2]
