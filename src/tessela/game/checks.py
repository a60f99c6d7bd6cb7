"""Checks that every position goes through."""

from collections.abc import Iterator
from contextlib import contextmanager
from operator import index
from typing import Any

from tessela.game.errors import PositionError, quoted


def check(condition: object, reason: str) -> None:
    """Refuse a position for a reason."""
    if not condition:
        raise PositionError(reason)


def check_generator(text: str) -> int:
    """The state of the generator from its 16 hex digits."""
    digits = len(text) == 16 and all(digit in "0123456789abcdef" for digit in text)
    check(digits, f"rng must be 16 hex digits, not {quoted(text)}")
    return int(text, 16)


def whole(value: Any) -> int | None:
    """A whole number of any library, NumPy's among them, as Python's own; nothing for what is none, as true and false are not."""
    if type(value) is int:
        return value
    try:
        return None if isinstance(value, bool) else index(value)
    except TypeError:
        return None


def is_text(name: str) -> bool:
    """Whether a text can be written down; JSON can hold half a character, which no encoding has."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_seat(seat: object, players: int) -> bool:
    """Whether this is the number of a seat, and not something that merely equals one."""
    return type(seat) is int and 0 <= seat < players


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Refuse what goes too deep, or holds numbers and letters that nothing can hold."""
    try:
        yield
    except (RecursionError, OverflowError, UnicodeError) as error:
        raise PositionError(f"not {what}: {type(error).__name__}") from None
