"""Kernels as plain Python: the same source leaves the same bytes in the state, slowly."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

import numpy as np

from tessela.compiled.kinds import AsRead, Signature

F = TypeVar("F", bound=Callable[..., Any])


class Plain:
    """Runs kernels as they are written."""

    def kernel(self, function: F) -> F:
        """The function, in which unsigned arithmetic wraps around silently, as in compiled code; Python's own numbers never do,
        so who reads fields as Python does need not pay for that."""

        @wraps(function)
        def run(*arguments: Any) -> Any:
            if arguments and isinstance(arguments[0], AsRead):
                return function(*arguments)
            with np.errstate(over="ignore"):
                return function(*arguments)

        return run  # type: ignore[return-value]

    def entry(self, function: F, signature: Signature) -> F:
        """The same."""
        return self.kernel(function)

    def for_records(self, rules: Callable[[], Mapping[np.dtype[Any], F]], name: str) -> F:
        """A look at the record tells whose rule is meant."""
        by_names: dict[Any, F] = {}

        def rule(state: Any, *arguments: Any) -> Any:
            names = state.dtype.names
            if names not in by_names:
                by_names.update((dtype.names, rule) for dtype, rule in rules().items())
            return by_names[names](state, *arguments)

        rule.__name__, rule.rules = name, rules  # type: ignore[attr-defined]
        return rule  # type: ignore[return-value]

    def local_array(self, dtype: Any, size: int) -> Callable[[], Any]:
        """A new array each time."""
        return lambda: np.empty(size, dtype)

    def is_ready(self) -> bool:
        """Always."""
        return True

    def prepare(self, tell: Callable[[float], None], package: str) -> None:
        """There is nothing to prepare."""
