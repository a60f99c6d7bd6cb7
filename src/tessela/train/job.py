"""What one process of the training is to play."""

from dataclasses import dataclass
from typing import Any

from tessela.bots.nets.nets import Nets


@dataclass(frozen=True, slots=True)
class Job:
    """Games of a variant by searches of `simulations`, drawn from a seed, in `seconds`; one game at least."""

    game: str
    options: dict[str, Any]
    simulations: int
    nets: Nets
    seconds: float
    seed: int
