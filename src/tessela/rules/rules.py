"""What every game of the family brings: its state, and its kernels under the names that all games share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Kernel = Callable[..., Any]  # its first argument is a state


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of one game: a row of `rules/games.py`."""

    name: str
    state: np.dtype[Any]
    max_dealt: int  # the most things that one deal draws
    legal_moves: Kernel
    mark_legal: Kernel
    sample_move: Kernel
    decide: Kernel
    advance: Kernel
    apply_move: Kernel
    deal: Kernel
    resample: Kernel
    observe: Kernel
    rank_key: Kernel
    number_of_players: Kernel
    needs_deal: Kernel
    is_over: Kernel
    begin_tiling: Kernel
    is_tiling_choice: Kernel
