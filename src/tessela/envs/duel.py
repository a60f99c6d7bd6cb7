"""Azul Duel in the environments."""

from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from tessela.compiled import kernel
from tessela.envs.row import Row
from tessela.game.duel.options import NUMBERS, tablet_sides
from tessela.game.ruleset import Json
from tessela.rules.duel.components import BACK, FRONT, PLATES, TABLETS
from tessela.rules.duel.constants import DECISIONS
from tessela.rules.duel.observe import OBSERVATION
from tessela.rules.duel.setup import set_up as set_up_duel

SHUFFLED = np.full(PLATES, -1, np.int8)


@kernel
def set_up(state, variant):
    """A new game: the side in play of each tablet."""
    set_up_duel(state, variant, -1, SHUFFLED)


def variants(options: Json) -> NDArray[np.int8]:
    """The sets of tablets that options allow. Without a number of them each number has the same chance."""
    wish = options["tablets"]
    if isinstance(wish, list):
        return tablet_sides(wish)[None]
    if wish != "random":
        return np.array(sets_of(int(wish)), np.int8)
    most = max(len(sets_of(number)) for number in NUMBERS)
    return np.array([one for number in NUMBERS for one in sets_of(number) * (most // len(sets_of(number)))], np.int8)


def sets_of(number: int) -> list[list[int]]:
    """All sets of so many tablets: the side of each that is in play, or 0."""
    return [
        [sides[chosen.index(tablet)] if tablet in chosen else 0 for tablet in range(len(TABLETS))]
        for chosen in combinations(range(len(TABLETS)), number)
        for sides in product((FRONT, BACK), repeat=number)
    ]


DUEL = Row(set_up=set_up, variants=variants, decisions=lambda options: DECISIONS, observation=lambda options: OBSERVATION)
