"""Tiles as letters: how handfuls are written."""

from collections.abc import Mapping
from functools import lru_cache

from tessela.game.errors import PositionError
from tessela.rules.handful import FIELD, ONE_FIELD

MOST_KEPT = 4096  # the same few handfuls are written again and again


@lru_cache(MOST_KEPT)
def bunch(handful: int, letters: str) -> str:
    """The tiles of a handful in colour order.

    >>> bunch(0b00001_00010, "BYRKW")
    'BBY'
    """
    return "".join(letter * number for letter, number in counts(handful, letters).items())


def counts(handful: int, letters: str) -> dict[str, int]:
    """How many tiles of each letter a handful holds."""
    return dict(_counted(handful, letters))


@lru_cache(MOST_KEPT)
def _counted(handful: int, letters: str) -> tuple[tuple[str, int], ...]:
    return tuple((letter, int(handful) >> (FIELD * kind) & ONE_FIELD) for kind, letter in enumerate(letters))


def numbers(handful: int, letters: str) -> str:
    """How many tiles of each colour a handful holds, as text.

    >>> numbers(0b00001_00010, "BYRKW")
    '2B 1Y'
    """
    return " ".join(f"{number}{letter}" for letter, number in counts(handful, letters).items() if number) or "-"


def handful_of(text: str, letters: str, where: str) -> int:
    """The handful that a bunch of letters means."""
    handful = 0
    for letter in text:
        if letter not in letters:
            raise PositionError(f"{where}: {letter!r} is no tile; tiles are {', '.join(letters)}")
        if text.count(letter) > ONE_FIELD:
            raise PositionError(f"{where}: {text.count(letter)} tiles of {letter} cannot be")
        handful += 1 << (FIELD * letters.index(letter))
    return handful


def handful_of_counts(numbers: Mapping[str, int], letters: str, where: str) -> int:
    """The handful that has this number of tiles of each letter."""
    if set(numbers) != set(letters):
        raise PositionError(f"{where}: expected exactly the keys {', '.join(letters)}, got {', '.join(numbers) or 'none'}")
    for letter, number in numbers.items():
        if not 0 <= number <= ONE_FIELD:
            raise PositionError(f"{where}: {number} tiles of {letter} cannot be")
    return sum(number << (FIELD * letters.index(letter)) for letter, number in numbers.items())


@lru_cache(MOST_KEPT)
def packed(value: int, letters: str, width: int = 3) -> str:
    """Things written three bits each, lowest first, value 1 being the first letter.

    >>> packed(0b001_010, "BY")
    'YB'
    """
    text = ""
    value = int(value)
    while value:
        text += letters[(value & ((1 << width) - 1)) - 1]
        value >>= width
    return text


def pack(text: str, allowed: str, where: str, letters: str | None = None, width: int = 3) -> int:
    """The inverse of `packed`; only some of the letters may be allowed."""
    letters = letters or allowed
    value = 0
    for position, letter in enumerate(text):
        if letter not in allowed:
            raise PositionError(f"{where}: {letter!r} is not one of {', '.join(allowed)}")
        value |= (letters.index(letter) + 1) << (width * position)
    return value


def dealing_order(bunches: list[str], bag: Mapping[str, int], discarded: Mapping[str, int]) -> str:
    """The tiles of a deal in an order in which they can have been drawn; a deal that cannot be is refused.

    A bag that runs out is restocked from the discarded tiles, so its last tiles are in the bunch during which that happens.
    """
    bag, discarded = dict(bag), dict(discarded)
    order = ""
    for bunch_text in bunches:
        rest = bunch_text
        if sum(bag.values()) < len(rest):
            last = "".join(letter * number for letter, number in bag.items())
            if any(rest.count(letter) < number for letter, number in bag.items()):
                raise PositionError(f"{bunch_text!r} must contain the last tiles of the bag, {last!r}")
            rest = "".join(letter * (rest.count(letter) - bag[letter]) for letter in bag)
            order += last
            bag, discarded = discarded, dict.fromkeys(discarded, 0)
        for letter in bag:
            bag[letter] -= rest.count(letter)
            if bag[letter] < 0:
                raise PositionError(f"{bunch_text!r} takes more {letter} than there are to draw from")
        order += rest
    return order


def dealt_sizes(sizes: list[int], left: int) -> list[int]:
    """How many tiles each factory gets when `left` are left in all."""
    dealt = []
    for size in sizes:
        dealt.append(min(size, left))
        left -= dealt[-1]
    return dealt
