"""Chance that nobody can compute beforehand: every event of chance has bits of its own, derived from a key (docs/chance.md).

What came of one event tells nothing about the bits of another. An event that hides something (the order of the plates, chips that
lie face down) has fewer outcomes than its bits have values, so that what it hides does not follow from what it shows.
"""

import hmac
import secrets
from collections.abc import Mapping, Sequence

from tessela.game.errors import OptionError
from tessela.game.ruleset import Json

KEY_BYTES = 32
TABLETS, SET_UP = "tablets", "set-up"


def new_key() -> bytes:
    """A key that nobody can guess."""
    return secrets.token_bytes(KEY_BYTES)


def check_key(key: object) -> bytes:
    """A key; what is none is refused.

    >>> check_key(b"too short")
    Traceback (most recent call last):
    tessela.game.errors.OptionError: a key is 32 bytes
    """
    if not isinstance(key, bytes) or len(key) != KEY_BYTES:
        raise OptionError(f"a key is {KEY_BYTES} bytes")
    return key


def bits_of(key: bytes, event: str) -> int:
    """The 64 bits of an event of chance, from which the generator of the state starts: version 1 of the derivation.

    >>> f"{bits_of(bytes(32), 'deal 1'):016x}"
    '0686a1777aba5bb3'
    """
    digest = hmac.digest(key, f"tessela chance 1 {event}".encode("ascii"), "sha256")
    return int.from_bytes(digest[:8], "big")


def deal_event(number: int) -> str:
    """The event of a deal, counted from 1: the first of the game, or of what is played from a position."""
    return f"deal {number}"


def also_seen(seen: Mapping[int, tuple[Json, ...]], deals: Sequence[Json], earlier: int) -> Mapping[int, tuple[Json, ...]]:
    """The deals that were seen, by their number and first seen first, with those of a game after its first `earlier` ones."""
    for number, deal in enumerate(deals[earlier:], start=earlier + 1):
        if deal not in seen.get(number, ()):
            seen = {**seen, number: (*seen.get(number, ()), deal)}
    return seen
