"""A batch on a graphics card: arrays in its memory, which other libraries share."""

import os
import warnings
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tessela.compiled.cuda import Port
from tessela.envs import dlpack
from tessela.envs.host import Shape, new_arrays
from tessela.envs.options import check_decisions
from tessela.extras import require
from tessela.game.errors import OptionError

SHARED_BYTES = 48 * 1024  # what a block may share without asking for more
MOST_THREADS, WARP = 128, 32
WORD = 4  # bytes; as in `card_kernels.py`, which is imported where there is a card
NONE_REFUSED = 2**31 - 1  # in `refused`


@cache
def open_card() -> Any:
    """numba-cuda, where there is a card; NUMBA_ENABLE_CUDASIM=1 asks Numba to simulate one."""
    if os.environ.get("NUMBA_ENABLE_CUDASIM", "0") in ("", "0"):
        require("cuda", "a batch on a graphics card")
    if not hasattr(np, "row_stack"):  # numba-cuda asks for it, newer versions of NumPy have it no longer
        np.row_stack = np.vstack
    from numba import cuda

    if not cuda.is_available():
        raise OptionError("device 'cuda' needs a graphics card that CUDA can use; there is none here")
    return cuda


@cache
def functions(states: np.dtype[Any]) -> dict[str, Any]:
    """What can be launched for the games of these states, compiled when it first is."""
    port = Port(open_card(), states)
    from tessela.envs import card_kernels

    names = ("reset_games", "sample_games", "step_games")
    return {name: port.launched(getattr(card_kernels, name)) for name in names}


class CardArray:
    """An array in the memory of a card. `torch.from_dlpack` and `jax.dlpack.from_dlpack` share it, `numpy.asarray` copies it."""

    def __init__(self, memory: Any, dtype: Any, *rest: int):
        """Some memory as numbers of a type; `rest` is how many of them each of its elements has, where these are records."""
        self.memory, self.dtype, self.shape = memory, np.dtype(dtype), (*memory.shape, *rest)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        shared = {name: value for name, value in self.memory.__cuda_array_interface__.items() if name != "descr"}
        return {**shared, "typestr": self.dtype.str, "shape": self.shape, "strides": None}

    def __dlpack_device__(self) -> tuple[int, int]:
        return dlpack.CUDA, int(open_card().get_current_device().id)

    def __dlpack__(self, **wishes: Any) -> Any:
        """A capsule of this memory; whatever stream asks, all that was launched before is done by then."""
        open_card().synchronize()
        address = self.memory.device_ctypes_pointer.value
        return dlpack.capsule(self.memory, address, self.shape, self.dtype, self.__dlpack_device__()[1])

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        if copy is False:
            raise ValueError("memory of a card must be copied to be NumPy's")
        return np.asarray(self.memory.copy_to_host().view(self.dtype).reshape(self.shape), dtype)

    def __len__(self) -> int:
        return int(self.shape[0])


class Card:
    """Launches the kernels; nothing waits for them but who looks at what they wrote."""

    def __init__(self, dtype: np.dtype[Any], variants: NDArray[np.int8], shape: Shape, threads: int):
        self._cuda = open_card()
        self._words: list[Any] = []  # rows of observations, then of masks, as they are carried there
        self._arrays: Any = new_arrays(dtype, self._cuda.to_device(variants), shape, self._room, self._rows)
        arrays = self._arrays
        self.actions, self.rewards = CardArray(arrays.actions, np.int64), CardArray(arrays.rewards, np.float32)
        self.observations, self.masks = CardArray(arrays.observations, np.uint8), CardArray(arrays.masks, np.bool_)
        self.to_move = CardArray(arrays.seats, np.uint8)
        self.terminated, self.truncated = CardArray(arrays.terminated, np.bool_), CardArray(arrays.truncated, np.bool_)
        self.states = CardArray(arrays.states, np.uint8, dtype.itemsize)
        self._refused = self._cuda.to_device(np.array([NONE_REFUSED], np.int32))
        self._games, _, self._width, decisions = shape
        widest = max(self._width, decisions)
        block = max(WARP, min(MOST_THREADS, SHARED_BYTES // widest // WARP * WARP))
        grid, shared = (-(-self._games // block), block), (0, block * widest)  # on the stream that others use too
        made = functions(dtype)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a small batch does not fill a card: who asks for one knows
            self._reset, self._sample = made["reset_games"][grid], made["sample_games"][grid]
            self._step = made["step_games"][(*grid, *shared)]
        self._given = arrays.actions

    def __reduce__(self) -> Any:
        raise OptionError("a batch on a card cannot be copied or pickled; its states and masks can")

    def _room(self, shape: Any, dtype: Any) -> Any:
        return self._cuda.to_device(np.zeros(shape, dtype))

    def _rows(self, games: int, width: int) -> Any:
        """Memory for rows of bytes, up to a whole number of words."""
        memory = self._cuda.device_array(-(-games * width // WORD) * WORD, np.uint8)
        self._words.append(memory.view(np.uint32))
        return memory[: games * width].reshape(games, width)

    def reset(self, seed: int) -> None:
        """Begin all games."""
        a = self._arrays
        self._refused[0] = NONE_REFUSED
        self._reset(
            a.states,
            a.places,
            a.variants,
            a.observations,
            a.masks,
            a.rewards,
            a.seats,
            a.terminated,
            a.truncated,
            np.uint64(seed),
        )

    def step(self, rounds: int, by_margin: bool) -> None:
        """A step of all games; one that ends is followed by another."""
        a = self._arrays
        self._step(
            a.states, a.places, a.variants, self._given, a.masks, a.rewards, a.seats, a.terminated, a.truncated,
            *self._words, self._width, self._refused, rounds, int(by_margin),
        )  # fmt: skip

    def sample(self) -> None:
        """Random decisions."""
        self._given = self._arrays.actions
        self._sample(self._arrays.states, self._arrays.places, self._given)

    def take(self, actions: Any) -> None:
        """Decisions from outside, used where they lie if they lie on the card."""
        if actions is self.actions:
            self._given = self._arrays.actions
            return
        given = self._cuda.as_cuda_array(actions) if hasattr(actions, "__cuda_array_interface__") else np.asarray(actions)
        check_decisions(given, self._games)
        self._given = self._cuda.to_device(given) if isinstance(given, np.ndarray) else given

    def refused(self) -> int:
        """The first game whose decision was not legal since this was asked last, or -1; all that was launched is done by then."""
        found = int(self._refused[0])
        self._refused[0] = NONE_REFUSED
        return -1 if found == NONE_REFUSED else found

    def host(self, array: CardArray) -> NDArray[Any]:
        """An array in the memory of the processor."""
        return np.asarray(array)

    def seeds(self) -> NDArray[np.uint64]:
        """The seeds of the games, copied."""
        return np.asarray(self._arrays.places.copy_to_host()["seed"])

    def state(self, place: int) -> Any:
        """A copy of a state, as an array of one."""
        return self._arrays.states[place : place + 1].copy_to_host().view(np.recarray)
