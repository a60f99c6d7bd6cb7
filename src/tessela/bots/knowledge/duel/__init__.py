"""What a good player of Azul Duel knows: what a space of the dome is worth, turns that look right, what chance shows."""

import numpy as np
from numpy.typing import NDArray

from tessela.bots.knowledge.duel.chance import odds, signature
from tessela.bots.knowledge.duel.judging import judge
from tessela.bots.knowledge.duel.likely import likely_move
from tessela.bots.knowledge.duel.sameness import redundant, repeats
from tessela.bots.knowledge.duel.worth import SIGHT, note_worth
from tessela.bots.knowledge.settings import by_looks, settings

__all__ = ["judge", "likely_move", "note_worth", "odds", "redundant", "repeats", "signature"]

SETTINGS = settings(exploration=1.1, temperature=1.0, noise=2.5)  # of the search
BY_LOOKS = by_looks(SETTINGS, temperature=2.4)
WORTH = SIGHT


def dim(worth: NDArray[np.float32], sight: float) -> None:
    """Let lines look the more alike, the less sight a player has, from 0 to 1."""
    worth[:] = sight
