"""Keeping the process small."""

import ctypes
import gc
import sys


def settle() -> None:
    """After loading: keep the collector from walking through all that was loaded again and again."""
    gc.collect()
    gc.freeze()
    give_back()


def give_back() -> None:
    """Let the system have what is free again, where the C library can."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
