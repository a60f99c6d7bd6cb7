"""Kernels on a graphics card: the same sources, compiled by numba-cuda as functions of its threads.

However kernels run on the processor, each of them has its source. A function for the card is that source with every kernel that
it names replaced by the function for the card; which game's rule a dispatching kernel means is settled by the record.
"""

from inspect import unwrap
from types import FunctionType
from typing import Any

import numpy as np


class Port:
    """The kernels of one game as functions of a card, each made once."""

    def __init__(self, cuda: Any, states: np.dtype[Any]):
        self._cuda, self._states = cuda, states
        self._made: dict[FunctionType, Any] = {}

    def function(self, kernel: Any) -> Any:
        """The function of the card for a kernel."""
        source = source_of(kernel)
        assert source is not None, f"{kernel!r} is no kernel"
        if source not in self._made:
            self._made[source] = self._cuda.jit(device=True)(self._with_ported(source))
        return self._made[source]

    def launched(self, function: FunctionType) -> Any:
        """What the processor launches: a function that calls kernels."""
        return self._cuda.jit(self._with_ported(function))

    def _with_ported(self, source: FunctionType) -> FunctionType:
        """A function with the kernels that it names replaced."""
        named = {name: source.__globals__[name] for name in source.__code__.co_names if name in source.__globals__}
        ported = {name: self.function(self._meant(value)) for name, value in named.items() if self._is_kernel(value)}
        made = FunctionType(source.__code__, {**source.__globals__, **ported}, source.__name__, source.__defaults__)
        made.__module__ = source.__module__
        return made

    def _meant(self, kernel: Any) -> Any:
        """The rule of this game where a kernel dispatches between games."""
        rules = getattr(kernel, "rules", None)
        return rules()[self._states] if rules else kernel

    @staticmethod
    def _is_kernel(value: Any) -> bool:
        return hasattr(value, "rules") or source_of(value) is not None


def source_of(kernel: Any) -> FunctionType | None:
    """The Python function that a kernel is made from; None for what is no kernel."""
    if not str(getattr(kernel, "__module__", "")).startswith("tessela."):
        return None
    found = getattr(kernel, "py_func", None) or unwrap(kernel)
    return found if isinstance(found, FunctionType) and found is not kernel else None
