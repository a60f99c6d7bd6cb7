"""The one decorator of every compiled function, and the folder where compiled code is kept.

Numba's own cache only watches the file of the function it caches: after an edit in another file it would go on with the old
rules. So the folder is named by a digest of every source that holds a kernel, and of the compiler's version.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

# Functions of at most so many bytes of bytecode are always inlined: faster play for little more compile time
INLINE_UP_TO = 250

config: Any = numba.config  # its options and some of those of njit are unknown to the stubs
njit: Any = numba.njit

PACKAGE = Path(__file__).resolve().parent.parent


@cache
def kernel_digest() -> str:
    """A digest of the sources of all kernels of the package, with the versions of Numba, NumPy and Python."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version}".encode())
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_bytes()
        if b"@kernel" in source or path.is_relative_to(PACKAGE / "rules"):
            digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + source)
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> str:
    """Where compiled kernels of exactly these sources are kept: `TESSELA_CACHE`, or the user's cache folder."""
    root = os.environ.get("TESSELA_CACHE") or os.environ.get("NUMBA_CACHE_DIR")
    if not root:
        root = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "tessela")
    folder = os.path.join(root, f"kernels-{kernel_digest()}")
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError:
        folder = os.path.join(tempfile.gettempdir(), f"tessela-{os.getuid()}", f"kernels-{kernel_digest()}")
        os.makedirs(folder, exist_ok=True)
    return folder


def kernel(function: F) -> F:
    """Compile a function of the rules or of a search: cached on disk, the GIL released, arithmetic that never raises.

    With `NUMBA_DISABLE_JIT=1` the same source runs as plain Python and leaves the same bytes in the state.
    """
    if config.DISABLE_JIT:
        return _wrapping(function)
    previous = config.CACHE_DIR
    config.CACHE_DIR = cache_folder()  # read once, while the function is decorated
    try:
        small = len(function.__code__.co_code) <= INLINE_UP_TO
        compiled: F = njit(cache=True, nogil=True, error_model="numpy", forceinline=small, no_cfunc_wrapper=True)(function)
    finally:
        config.CACHE_DIR = previous
    return compiled


def _wrapping(function: F) -> F:
    """Let unsigned arithmetic wrap around silently, as compiled code does."""

    @wraps(function)
    def run(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return run  # type: ignore[return-value]
