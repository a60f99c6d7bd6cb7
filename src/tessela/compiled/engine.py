"""The one place that decides how kernels run: from the native library, compiled by Numba as they are used, or as plain Python.

`TESSELA_KERNELS` may ask for one of the three; `NUMBA_DISABLE_JIT=1` asks for plain Python.
"""

import os
import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.util import find_spec
from typing import Any, Protocol, TypeVar

import numpy as np

from tessela.compiled.kinds import Group, Kind, Number, Signature
from tessela.compiled.plain import Plain

F = TypeVar("F", bound=Callable[..., Any])
ENGINES = ("native", "jit", "python")
EVERYTHING = "tessela"


class Engine(Protocol):
    """A way to run kernels."""

    def kernel(self, function: F) -> F:
        """A kernel that other kernels call."""
        ...

    def entry(self, function: F, signature: Signature) -> F:
        """A kernel that is called from outside."""
        ...

    def for_records(self, rules: Callable[[], Mapping[np.dtype[Any], F]], name: str) -> F:
        """One function that means the rule of the game whose record its first argument is."""
        ...

    def local_array(self, dtype: Any, size: int) -> Callable[[], Any]:
        """A function that gives room for numbers, which lasts as long as the kernel that calls it."""
        ...

    def is_ready(self) -> bool:
        """Whether nothing is left to compile."""
        ...

    def prepare(self, tell: Callable[[float], None], package: str) -> None:
        """Compile all entry points of a package that are declared so far, telling how much of it is done, from 0 to 1."""
        ...


def bound(entry_point: Callable[..., Any], *arguments: Any) -> Callable[[], Any]:
    """A call of an entry point with the same arguments again and again: arrays that are written to, and stay where they are.

    What is checked at each call of an entry point is checked here once. It gives nothing, or a whole number.
    """
    bind: Callable[..., Callable[[], Any]] | None = getattr(entry_point, "bind", None)
    return bind(*arguments) if bind else partial(entry_point, *arguments)


class NoEngineError(ImportError):
    """There is no way to run the kernels here."""


@cache
def engine() -> Engine:
    """The way kernels run in this process."""
    asked = os.environ.get("TESSELA_KERNELS", "")
    if asked and asked not in ENGINES:
        raise NoEngineError(f"TESSELA_KERNELS must be one of {', '.join(ENGINES)}, not {asked!r}")
    if asked == "python" or (not asked and os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")):
        return Plain()
    if asked == "jit":
        return _jit("TESSELA_KERNELS=jit")
    from tessela.compiled.library import NoLibraryError
    from tessela.compiled.native import Native

    try:
        return Native()
    except NoLibraryError as error:
        if asked == "native":
            raise NoEngineError(f"TESSELA_KERNELS=native: {error}") from None
        found = _jit(str(error))
        print(f"tessela: {error}; kernels are compiled as they are used", file=sys.stderr)
        return found


def _jit(why: str) -> Engine:
    if find_spec("numba") is None:
        raise NoEngineError(
            f"{why}, and Numba, which could compile the kernels, is not installed: pip install 'tessela[compile]'"
        )
    from tessela.compiled.jit import Jit

    return Jit()


def kernel(function: F) -> F:
    """Compile a function of the rules or of a search, for other kernels to call. Kernels do not raise, print or allocate."""
    return engine().kernel(function)


def entry(*takes: Kind, gives: Number | Group | None = None) -> Callable[[F], F]:
    """Compile a function that is also called from outside: from Python, and from the pages. What it takes is declared here."""
    return lambda function: engine().entry(function, Signature(takes, gives))


def for_records(rules: Callable[[], Mapping[np.dtype[Any], F]], name: str) -> F:
    """One function that means the rule of the game whose record its first argument is, for kernels to call.

    `rules` tells those there are; it is asked when a record is met for the first time.
    """
    return engine().for_records(rules, name)


def local_array(dtype: Any, size: int) -> Callable[[], Any]:
    """A function that gives a kernel room for `size` numbers while it runs, whatever they were before: nothing is allocated."""
    return engine().local_array(dtype, size)


def is_ready() -> bool:
    """Whether nothing is left to compile before kernels answer at once."""
    return engine().is_ready()


def prepare(tell: Callable[[float], None] = lambda share: None, package: str = EVERYTHING) -> None:
    """Compile whatever a package has declared and is not compiled yet, telling how much of it is done, from 0 to 1."""
    engine().prepare(tell, package)
