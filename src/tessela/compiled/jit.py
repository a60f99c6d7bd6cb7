"""Kernels compiled by Numba when they are first used, and kept in a folder.

Numba's own cache only watches the file of the function it caches: after an edit in another file it would go on with the old
rules. So the folder is named by a digest of every source that holds a kernel, and of the compiler's version.
"""

import getpass
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic, overload
from numba.np import arrayobj

from tessela.compiled.kinds import TRUTH, Array, AsRead, Group, Kind, Number, Signature
from tessela.compiled.sources import PACKAGE, digest_of, games, kernel_sources

F = TypeVar("F", bound=Callable[..., Any])

# Functions of at most this many bytes of bytecode are always inlined: faster play for little more compile time
INLINE_UP_TO = 250

OVERLOAD_OPTIONS: Any = {"forceinline": True, "error_model": "numpy", "no_cfunc_wrapper": True, "no_cpython_wrapper": True}

config: Any = numba.config  # its options and some of those of njit are unknown to the stubs
njit: Any = numba.njit


@cache
def cache_folder() -> str:
    """Where compiled kernels of exactly these sources are kept: `TESSELA_CACHE`, or the user's cache folder."""
    versions = f"{numba.__version__} {np.__version__} {sys.version} {digest_of(kernel_sources())}"
    name = f"kernels-{hashlib.sha256(versions.encode()).hexdigest()[:16]}"
    root = os.environ.get("TESSELA_CACHE") or os.environ.get("NUMBA_CACHE_DIR")
    if not root:
        root = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "tessela")
    folder = os.path.join(root, name)
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError:
        folder = os.path.join(tempfile.gettempdir(), f"tessela-{getpass.getuser()}", name)
        os.makedirs(folder, exist_ok=True)
    return folder


def numba_type(kind: Kind) -> Any:
    """A kind as Numba knows it."""
    if isinstance(kind, Array):
        return types.Array(numba.from_dtype(kind.dtype), len(kind.shape), "C")
    if isinstance(kind, Group):
        return types.BaseTuple.from_types(tuple(numba_type(part) for part in kind.parts), kind.form)
    assert isinstance(kind, Number)
    return types.boolean if kind == TRUTH else getattr(types, kind.name)


class Compiled(CPUDispatcher):
    """A compiled function, which runs as it is written on what Python reads the fields of a state from."""

    def __call__(self, *arguments: Any) -> Any:
        """Run it."""
        if arguments and isinstance(arguments[0], AsRead):
            return self.py_func(*arguments)
        return super().__call__(*arguments)


class Jit:
    """Compiles kernels when they are first called."""

    def __init__(self) -> None:
        self._declared: list[tuple[Any, Signature]] = []

    def kernel(self, function: F) -> F:
        """A compiled function: cached on disk, the GIL released, arithmetic that never raises."""
        previous = config.CACHE_DIR
        config.CACHE_DIR = cache_folder()  # read once, while the function is decorated
        try:
            return self.compiled(function, cache=True)
        finally:
            config.CACHE_DIR = previous

    def compiled(self, function: F, **options: Any) -> F:
        """A function with the options that all kernels have."""
        small = len(function.__code__.co_code) <= INLINE_UP_TO
        made = njit(nogil=True, error_model="numpy", forceinline=small, no_cfunc_wrapper=True, **options)(function)
        made.__class__ = Compiled
        found: F = made
        return found

    def entry(self, function: F, signature: Signature) -> F:
        """The same: Numba looks at the arguments when it is called."""
        made = self.kernel(function)
        self._declared.append((made, signature))
        return made

    def is_ready(self) -> bool:
        """Whether everything was compiled once on this machine: then it is loaded."""
        return self._mark().exists()

    def _mark(self) -> Path:
        """The file that tells that all entry points are compiled; Numba keeps what it compiles by the folder of the sources."""
        return Path(cache_folder()) / f"ready-{hashlib.sha256(str(PACKAGE).encode()).hexdigest()[:16]}"

    def prepare(self, tell: Callable[[float], None], package: str) -> None:
        """Compile, or load, what each entry point of a package needs in each of its games."""
        asked = [(made, signature) for made, signature in self._declared if f"{made.__module__}.".startswith(f"{package}.")]
        for number, (made, signature) in enumerate(asked):
            for game in sorted(signature.games or games()[:1]):
                made.compile(tuple(numba_type(kind) for kind in signature.of(game).takes))
            tell((number + 1) / len(asked))
        if len(asked) == len(self._declared):
            self._mark().touch()

    def for_records(self, rules: Callable[[], Mapping[np.dtype[Any], F]], name: str) -> F:
        """Whose rule is meant is settled by the record's type when the caller is compiled."""
        by_type: dict[Any, F] = {}

        def found(kind: Any) -> F:
            if kind not in by_type:
                by_type.update((numba.from_dtype(dtype), rule) for dtype, rule in rules().items())
            return by_type[kind]

        def rule(state: Any, *arguments: Any) -> Any:
            return found(numba.from_dtype(state.dtype))(state, *arguments)

        @overload(rule, jit_options=OVERLOAD_OPTIONS)
        def compiled_rule(state, *arguments):  # type: ignore[no-untyped-def]  # Numba wants the same words as below
            chosen = found(state)
            return lambda state, *arguments: chosen(state, *arguments)

        rule.__name__, rule.rules = name, rules  # type: ignore[attr-defined]
        return rule  # type: ignore[return-value]

    def local_array(self, dtype: Any, size: int) -> Callable[[], Any]:
        """An array on the stack of the kernel that asks for it."""
        kind = types.Array(numba.from_dtype(np.dtype(dtype)), 1, "C")

        def place(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            intp = context.get_value_type(types.intp)
            number, item = ir.Constant(intp, size), ir.Constant(intp, np.dtype(dtype).itemsize)
            data = cgutils.alloca_once(builder, context.get_data_type(kind.dtype), size=number)
            array = context.make_array(kind)(context, builder)
            arrayobj.populate_array(array, data=data, shape=[number], strides=[item], itemsize=item, meminfo=None)
            return array._getvalue()

        @intrinsic
        def local(typing_context):  # type: ignore[no-untyped-def]
            return kind(), place

        return cast(Callable[[], Any], local)
