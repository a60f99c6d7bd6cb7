"""Checks that every position goes through."""

from tessela.game.errors import PositionError


def check(condition: object, reason: str) -> None:
    """Refuse a position for a reason."""
    if not condition:
        raise PositionError(reason)


def check_generator(text: str) -> int:
    """The state of the generator from its 16 hex digits."""
    digits = len(text) == 16 and all(digit in "0123456789abcdef" for digit in text)
    check(digits, f"rng must be 16 hex digits, not {text!r}")
    return int(text, 16)
