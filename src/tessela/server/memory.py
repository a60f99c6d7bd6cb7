"""Keeping the process small."""

import ctypes
import gc
import sys

MADE_BETWEEN_COLLECTIONS = 20_000  # objects; next to none of ours are in circles


def settle() -> None:
    """After loading: keep the collector from walking through all that was loaded, and all tables, again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(MADE_BETWEEN_COLLECTIONS)
    give_back()


def give_back() -> None:
    """Let the system have what is free again, where the C library can."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
