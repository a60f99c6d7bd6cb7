"""Azul in the environments."""

import numpy as np
from numpy.typing import NDArray

from tessela.compiled import kernel
from tessela.envs.row import Row
from tessela.game.ruleset import Json
from tessela.rules.azul.constants import COLOURS, DECISIONS, DESTINATIONS, FACTORIES, MAX_PLAYERS
from tessela.rules.azul.observe import BOARD, OBSERVATION
from tessela.rules.azul.setup import set_up as set_up_azul


@kernel
def set_up(state, variant):
    """A new game: the players, whether the wall is grey, whether there are jokers."""
    set_up_azul(state, int(variant[0]), int(variant[1]), int(variant[2]), -1)


def variants(options: Json) -> NDArray[np.int8]:
    """The variant that options mean."""
    return np.array([[options["players"], options["wall"] == "grey", options["jokers"], 0]], np.int8)


def decisions(options: Json) -> int:
    """Those of as many factories as there are; all where there are choices beyond the takes of a colour."""
    if options["wall"] == "grey" or options["jokers"]:
        return DECISIONS
    return (1 + int(FACTORIES[options["players"]])) * COLOURS * DESTINATIONS


def observation(options: Json) -> int:
    """The boards of absent players stand at the end."""
    return OBSERVATION - (MAX_PLAYERS - int(options["players"])) * sum(size for _, size in BOARD)


AZUL = Row(set_up=set_up, variants=variants, decisions=decisions, observation=observation)
