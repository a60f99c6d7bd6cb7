"""A batch on the processor: compiled kernels on NumPy's arrays, shared out among threads."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tessela.envs.kernels import PLACE, Arrays, batch_reset, batch_sample, batch_step
from tessela.envs.options import check_decisions

Shape = tuple[int, int, int, int]  # games, players, numbers of an observation, decisions


def new_arrays(dtype: np.dtype[Any], variants: Any, shape: Shape, room: Any = np.zeros, rows: Any = None) -> Arrays:
    """The arrays of a batch: `room` makes one of a shape and a dtype, `rows` one of rows of bytes, if otherwise."""
    games, players, observation, decisions = shape
    rows = rows or (lambda number, width: room((number, width), np.uint8))
    return Arrays(
        states=room(games, dtype),
        places=room(games, PLACE),
        variants=variants,
        actions=room(games, np.int64),
        observations=rows(games, observation),
        masks=rows(games, decisions),
        rewards=room((games, players), np.float32),
        seats=room(games, np.uint8),
        terminated=room(games, np.uint8),
        truncated=room(games, np.uint8),
    )


class Host:
    """Runs the kernels. Every game is worked on by itself: what comes out does not depend on the number of threads."""

    def __init__(self, dtype: np.dtype[Any], variants: NDArray[np.int8], shape: Shape, threads: int):
        self._refused = -1
        self._use(new_arrays(dtype, variants, shape), min(threads, shape[0]))

    def __getstate__(self) -> tuple[Arrays, int, int]:
        """What a copy is made of; all else are views of these arrays, and threads."""
        return self._arrays, len(self._slices), self._refused

    def __setstate__(self, state: tuple[Arrays, int, int]) -> None:
        arrays, parts, self._refused = state
        self._use(arrays, parts)

    def _use(self, arrays: Arrays, parts: int) -> None:
        """Work on these arrays, in so many slices."""
        self._arrays = arrays
        games, dtype = len(arrays.states), arrays.states.dtype
        self.actions, self.observations, self.rewards = arrays.actions, arrays.observations, arrays.rewards
        self.masks, self.to_move = arrays.masks.view(np.bool_), arrays.seats
        self.terminated, self.truncated = arrays.terminated.view(np.bool_), arrays.truncated.view(np.bool_)
        self.states = arrays.states.view(np.uint8).reshape(games, dtype.itemsize)
        self._slices = list(pairwise(games * part // parts for part in range(parts + 1)))
        self._threads = ThreadPoolExecutor(parts - 1, "batch") if parts > 1 else None

    def _each(self, work: Callable[[int, int], Any]) -> list[Any]:
        """Some work on all games, a slice a thread, this thread among them."""
        if self._threads is None:
            return [work(*self._slices[0])]
        others = [self._threads.submit(work, *part) for part in self._slices[1:]]
        return [work(*self._slices[0]), *(other.result() for other in others)]

    def reset(self, seed: int) -> None:
        """Begin all games."""
        self._refused = -1
        self._arrays.places["rng"] = seed
        self._each(lambda first, last: batch_reset(self._arrays, first, last))

    def step(self, rounds: int, by_margin: bool) -> None:
        """A step of all games; one that ends is followed by another."""
        found = self._each(lambda first, last: batch_step(self._arrays, rounds, by_margin, True, first, last))
        self._refused = min((place for place in found if place >= 0), default=-1)

    def sample(self) -> None:
        """Random decisions."""
        self._each(lambda first, last: batch_sample(self._arrays, first, last))

    def take(self, actions: Any) -> None:
        """Decisions from outside."""
        if actions is not self.actions:
            self.actions[:] = check_decisions(np.asarray(actions), len(self.actions))

    def refused(self) -> int:
        """The first game whose decision was not legal, or -1."""
        return self._refused

    def host(self, array: Any) -> NDArray[Any]:
        """An array in the memory of the processor."""
        return np.asarray(array)

    def seeds(self) -> NDArray[np.uint64]:
        """The seeds of the games."""
        return np.asarray(self._arrays.places["seed"])

    def state(self, place: int) -> Any:
        """A copy of a state, as an array of one."""
        return self._arrays.states[place : place + 1].copy().view(np.recarray)
