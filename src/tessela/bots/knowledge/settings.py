"""What a search is told, by name."""

from typing import NamedTuple

import numpy as np

from tessela.compiled import SINGLE, TRUTH, Group


class Settings(NamedTuple):
    """How a search explores, plays on and judges. Each game brings its own (`knowledge.SETTINGS`)."""

    exploration: np.float32  # how much priors count beside values: the c of PUCT
    temperature: np.float32  # of the priors: the higher, the more alike moves are at first
    noise: np.float32  # of rollouts: up to as many points are added to how a move looks
    margin_share: np.float32  # of the squashed margin in a value; the rest is the chance to win
    fpu_reduction: np.float32  # first-play urgency: an untried move has the value of its position, less this share
    to_the_end: bool  # whether rollouts go on to the end of the game
    by_policy: bool  # whether the policy net gives the priors; else how moves look does


def settings(
    *,
    exploration: float,
    temperature: float,
    noise: float,
    margin_share: float = 0.3,
    fpu_reduction: float = 0.0,
    to_the_end: bool = False,
    by_policy: bool = True,
) -> Settings:
    """Settings, their numbers in single precision, as kernels count."""
    return Settings(
        np.float32(exploration),
        np.float32(temperature),
        np.float32(noise),
        np.float32(margin_share),
        np.float32(fpu_reduction),
        to_the_end,
        by_policy,
    )


def by_looks(known: Settings, temperature: float) -> Settings:
    """The same for a search that has no policy net, and goes by how moves look."""
    return known._replace(temperature=np.float32(temperature), by_policy=False)


SETTINGS = Group((SINGLE, SINGLE, SINGLE, SINGLE, SINGLE, TRUTH, TRUTH), Settings)  # as entry points take them
