"""Environments for learning: batches of games on the processor or a graphics card, and the interfaces of PettingZoo, Gymnasium
and OpenSpiel (docs/environments.md).
"""

from typing import Any

from tessela.envs.batch import Batch
from tessela.extras import require

__all__ = ["Batch", "aec_env"]


def aec_env(name: str = "azul", **options: Any) -> Any:
    """A game as an environment of PettingZoo, whose agents are the seats.

    >>> env = aec_env("azul", players=3)
    >>> env.reset(seed=7)
    >>> env.possible_agents, env.last()[0]["observation"].shape
    (['player_0', 'player_1', 'player_2'], (229,))
    """
    require("rl", "an environment of PettingZoo")
    from tessela.envs.aec import ordered

    return ordered(name, **options)
