"""How long a test waits for what must happen: so long that no machine is too slow or too busy. What happens is not waited for any
longer than it takes; who wants to see a failure sooner sets TESSELA_PATIENCE."""

import os
import time
from collections.abc import Callable, Iterator

PATIENCE = float(os.environ.get("TESSELA_PATIENCE", "900"))  # seconds
PATIENCE_MS = 1000 * PATIENCE
PAUSE = 0.02


def patiently(pause: Callable[[float], object] = time.sleep) -> Iterator[None]:
    """For a loop that looks again and again until it has found what it waits for."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        yield
        pause(PAUSE)
    raise AssertionError(f"it has not happened within {PATIENCE:g} s")
