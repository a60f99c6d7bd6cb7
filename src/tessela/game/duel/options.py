"""The tablets of a game of Azul Duel: chosen, or random."""

import random
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tessela.game.checks import whole
from tessela.game.errors import OptionError, quoted, shortened
from tessela.rules.duel.components import TABLETS

NUMBERS = (3, 4)  # of tablets in play
DEFAULT_TABLETS = ("rows", "columns", "diagonals")  # our choice for a first game
Tablet = Literal[
    "rows", "five-colours", "columns", "outer-spaces", "diagonals", "corner-plates", "jokers", "specials"
]  # fmt: skip
NAMES = tuple(side for tablet in TABLETS for side in tablet)


def choose_tablets(wish: Any, seed: int) -> list[str]:
    """The tablets in play: by name, `"random"`, or 3 or 4 for that many random ones."""
    if wish is None:
        return list(DEFAULT_TABLETS)
    number = whole(wish)
    if number in NUMBERS or (isinstance(wish, str) and wish == "random"):
        dice = random.Random(f"tablets {seed}")
        number = number or dice.choice(NUMBERS)
        return [dice.choice(TABLETS[tablet]) for tablet in sorted(dice.sample(range(len(TABLETS)), number))]
    if isinstance(wish, str) or not isinstance(wish, Sequence):
        raise OptionError(f"tablets must be 'random', 3, 4 or a list of names, not {quoted(wish)}; names are {shortened(NAMES)}")
    tablet_sides(wish)
    return sorted(wish, key=NAMES.index)


def tablet_sides(names: Sequence[str]) -> NDArray[np.int8]:
    """Which side of each tablet is in play, as the kernels take it."""
    sides = np.zeros(len(TABLETS), np.int8)
    for name in names:
        if name not in NAMES:
            raise OptionError(f"there is no tablet {quoted(name)}; tablets are {shortened(NAMES)}")
        tablet = NAMES.index(name) // 2
        if sides[tablet]:
            raise OptionError(f"{' and '.join(TABLETS[tablet])} are the two sides of one tablet: only one can be in play")
        sides[tablet] = 1 + NAMES.index(name) % 2
    if len(names) not in NUMBERS:
        raise OptionError(f"a game has 3 or 4 tablets, not {len(names)}")
    return sides
