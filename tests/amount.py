"""How much is tried: a well-chosen share in every run, all of it where `make test-long` sets TESSELA_THOROUGH."""

import os
from typing import TypeVar

THOROUGH = bool(os.environ.get("TESSELA_THOROUGH"))
Amount = TypeVar("Amount")


def amount(share: Amount, everything: Amount) -> Amount:
    """The share, or everything."""
    return everything if THOROUGH else share
