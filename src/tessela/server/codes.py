"""Recovery codes: to be printed, kept in a drawer, and typed on another device years later.

A code has 24 letters of the alphabet of ids, which can be read aloud. The first eight say whose it is, the others prove it: 79
bits, of which only a slow hash is stored.
"""

import hashlib
import secrets
from typing import NamedTuple

from tessela.server.house import LETTERS, new_id

PLACE, PROOF, GROUP = 8, 16, 4
COST, BLOCK, BYTES = 1 << 14, 8, 32  # of scrypt: 16 MiB and some 50 ms


class Code(NamedTuple):
    """The two parts of a code."""

    place: str
    proof: str

    def __str__(self) -> str:
        whole = self.place + self.proof
        return "-".join(whole[first : first + GROUP] for first in range(0, len(whole), GROUP))


def new_code() -> Code:
    """A code that nobody can guess."""
    return Code(new_id(PLACE), new_id(PROOF))


def read_code(text: str) -> Code | None:
    """A code as people type it: case, spaces and strokes do not matter.

    >>> str(read_code("ABCD efgh—jkmn pqrs tuvw 2345"))
    'abcd-efgh-jkmn-pqrs-tuvw-2345'
    >>> read_code("abcd")
    """
    letters = "".join(letter for letter in text.casefold() if letter.isalnum())
    if len(letters) != PLACE + PROOF or not set(letters) <= set(LETTERS):
        return None
    return Code(letters[:PLACE], letters[PLACE:])


def hashed(proof: str, salt: str | None = None) -> str:
    """The slow hash of the second part, with its salt."""
    salt = salt or secrets.token_hex(16)
    digest = hashlib.scrypt(proof.encode(), salt=salt.encode(), n=COST, r=BLOCK, p=1, maxmem=64 << 20, dklen=BYTES)
    return f"{salt}${digest.hex()}"


def fits(proof: str, stored: str) -> bool:
    """Whether a second part is the one whose hash is stored."""
    return secrets.compare_digest(hashed(proof, stored.partition("$")[0]), stored)
