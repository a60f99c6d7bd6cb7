"""Nets as files: arrays by name, in half precision, which is enough."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tessela.compiled import Array, Group

Weights = NDArray[np.float32]


def kind_of(form: type, shapes: Mapping[str, tuple[int, ...]]) -> Group:
    """A net as entry points take it."""
    return Group(tuple(Array(np.float32, *shape) for shape in shapes.values()), form)


def read(path: Path, shapes: Mapping[str, tuple[int, ...]]) -> dict[str, Weights]:
    """The arrays of a file by their names; refused if it was trained on another description of the game."""
    with np.load(path) as found:
        arrays = {name: np.ascontiguousarray(found[name], np.float32) for name in shapes}
    for name, array in arrays.items():
        if array.shape != shapes[name]:
            raise ValueError(f"{path.name}: {name} has shape {array.shape}, not {shapes[name]}: train the net anew")
    return arrays


def save(path: Path, net: Any) -> None:
    """Write a net to a file."""
    np.savez_compressed(path, **{name: array.astype(np.float16) for name, array in net._asdict().items()})
