"""What a game brings to the environments: its variants as numbers, and how a kernel begins a game of one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tessela.game.ruleset import Json

VARIANT = 4  # numbers that tell a variant


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A game: a row of `envs/games.py`. Options are as wished: what is drawn for each game is still a wish."""

    set_up: Callable[..., Any]  # a kernel: a new game of a variant, in a state whose generator was seeded
    variants: Callable[[Json], NDArray[np.int8]]  # those that options allow; each game draws one
    decisions: Callable[[Json], int]  # how many numbers of decisions may be used: beyond them none is ever legal
    observation: Callable[[Json], int]  # how many numbers of an observation may be used: beyond them all are 0
