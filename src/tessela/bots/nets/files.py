"""Nets as files: arrays by name, in half precision, which is enough."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

WEIGHTS = Path(__file__).parent / "weights"

Arrays = tuple[NDArray[np.float32], ...]


def read(path: Path, shapes: dict[str, tuple[int, ...]]) -> Arrays:
    """The arrays of a file in the order of their shapes; refused if it was trained on another description of the game."""
    with np.load(path) as found:
        arrays = tuple(np.ascontiguousarray(found[part], np.float32) for part in shapes)
    for (part, shape), array in zip(shapes.items(), arrays, strict=True):
        if array.shape != shape:
            raise ValueError(f"{path.name}: {part} has shape {array.shape}, not {shape}: train the net anew")
    return arrays


def write(path: Path, names: tuple[str, ...], arrays: Arrays) -> None:
    """Write arrays to a file."""
    parts: dict[str, Any] = {name: array.astype(np.float16) for name, array in zip(names, arrays, strict=True)}
    np.savez_compressed(path, **parts)
