"""Positions on one line: what both games share. docs/state.md specifies them."""

import re
from collections.abc import Mapping, Sequence

from tessela.game.checks import check
from tessela.game.errors import PositionError, quoted

NOTHING = "-"


def fields_of(text: str, name: str, number: int) -> list[str]:
    """The fields of a position after the name of the game."""
    fields = text.split()[1:]
    check(len(fields) == number, f"a position of {name} has {number} fields after {name}1, not {len(fields)}")
    return fields


def joined(parts: Sequence[str | None], by: str = "/") -> str:
    """Parts of a field, a dash for each that is nothing, and for none at all."""
    return by.join(part or NOTHING for part in parts) or NOTHING


def parted(text: str, number: int | None = None, by: str = "/") -> list[str]:
    """The parts of a field: `number` of them, or as many as there are."""
    parts = [] if number is None and text == NOTHING else ["" if part == NOTHING else part for part in text.split(by)]
    check(number in (None, len(parts)), f"{quoted(text)} has {len(parts)} parts, not {number}")
    return parts


def pieces(text: str, number: int) -> list[str]:
    """The fields of a board as they are written."""
    found = text.split("|")
    check(len(found) == number, f"{quoted(text)} has {len(found)} parts, not {number}")
    return found


def whole_number(text: str) -> int:
    """A number that is written."""
    check(re.fullmatch("[0-9]{1,5}", text), f"{quoted(text)} is no number")
    return int(text)


def seat_text(seat: int | None) -> str:
    """A seat, or nobody."""
    return NOTHING if seat is None else str(seat)


def seat_of(text: str) -> int | None:
    """The seat that is written, or nobody."""
    return None if text == NOTHING else whole_number(text)


def counts_text(counts: Mapping[str, int]) -> str:
    """How many tiles of each letter there are.

    >>> counts_text({"B": 12, "Y": 0, "R": 3})
    '12B3R'
    """
    return "".join(f"{number}{letter}" for letter, number in counts.items() if number) or NOTHING


def counts_of(text: str, letters: str) -> dict[str, int]:
    """The inverse of `counts_text`."""
    if not re.fullmatch(rf"-|([0-9]{{1,3}}[{letters}])+", text):
        raise PositionError(f"{quoted(text)} does not count tiles; it may be '12{letters[0]}3{letters[1]}'")
    found = {letter: int(number) for number, letter in re.findall(r"(\d+)(\D)", text)}
    return {letter: found.get(letter, 0) for letter in letters}


def row_text(row: str) -> str:
    """A row of spaces, the free ones as a number.

    >>> row_text("..B..")
    '2B2'
    """
    return re.sub(r"\.+", lambda free: str(len(free[0])), row)


def row_of(text: str) -> str:
    """The inverse of `row_text`."""
    return re.sub("[1-9]", lambda free: "." * int(free[0]), text)
