"""Plates, bonus chips and scoring tablets of Azul Duel."""

import numpy as np

from tessela.rules.duel.constants import COLOURS, DOME, DOME_SPACES, PLATES_ACROSS

LETTERS = "BYRKT"

# The four spaces of a plate as printed: top-left, top-right, bottom-left, bottom-right
PLATE_NAMES = (
    "YKTS", "*BTK", "TRB*", "KYR*", "KSTR", "TY*K", "SKRB", "YBKS", "TRBS",
    "YR*B", "YSKR", "TKR*", "BKST", "RTY*", "TB*Y", "STYB", "R*BK", "SYBR",
)  # fmt: skip
PLATES = len(PLATE_NAMES)
NO_PLATE = 255

JOKER_SPACE = 5  # kinds of dome spaces: the five colours, then these two
SPECIAL_SPACE = 6
SPACE_KINDS = 7
SPACE_LETTERS = LETTERS + "*S"  # by kind

_TURNED = ((0, 1, 2, 3), (2, 0, 3, 1), (3, 2, 1, 0), (1, 3, 0, 2))


def turned(plate: str, degrees: int) -> str:
    """The spaces of a plate as they lie once it is turned clockwise.

    >>> turned("YKTS", 90)
    'TYSK'
    """
    return "".join(plate[i] for i in _TURNED[degrees // 90])


# PLATE_SPACES[plate, turn, space]: the kind of each space after `turn` quarter turns clockwise
PLATE_SPACES = np.array(
    [[[SPACE_LETTERS.index(space) for space in turned(name, 90 * turn)] for turn in range(4)] for name in PLATE_NAMES], np.int8
)
IS_SPECIAL = np.array(["S" in name for name in PLATE_NAMES], np.int8)

# Cells of the dome are numbered 6 * row + column. PLATE_CELLS[dome space]: the set of its four cells;
# CELL_OF[dome space, space]: the cell of one of them; DOME_SPACE_OF[cell]: the dome space a cell belongs to
CELL_OF = np.array(
    [
        [DOME * (2 * (d // PLATES_ACROSS) + i // 2) + 2 * (d % PLATES_ACROSS) + i % 2 for i in range(4)]
        for d in range(DOME_SPACES)
    ],
    np.int8,
)
PLATE_CELLS = np.array([sum(1 << int(cell) for cell in cells) for cells in CELL_OF], np.int64)
DOME_SPACE_OF = np.array([next(d for d in range(DOME_SPACES) if cell in CELL_OF[d]) for cell in range(DOME * DOME)], np.int8)
ROW_OF_PLATES = 7  # three dome spaces side by side

CHIP_NAMES = ("B", "T", "R", "K", "Y", "TY", "BR", "RT", "KB", "YK")
CHIP_KINDS = len(CHIP_NAMES)
CHIPS_OF_A_KIND = 2
NO_CHIP = 255
# SHOWS[kind of chip, colour]: whether the chip shows the colour
SHOWS = np.array([[LETTERS[colour] in name for colour in range(COLOURS)] for name in CHIP_NAMES], np.int8)

# The four tablets, front and back; `state.tablets` holds 0 for one not in play, 1 for its front, 2 for its back
TABLETS = (
    ("rows", "five-colours"),
    ("columns", "outer-spaces"),
    ("diagonals", "corner-plates"),
    ("jokers", "specials"),
)
FRONT, BACK = 1, 2
ROW_POINTS = 3
FIVE_COLOURS_POINTS = 4
FIVE_COLOURS = 5
COLUMN_POINTS = 7
OUTER_SPACE_POINTS = 1
DIAGONAL_POINTS = 10
UPPER_CORNER_POINTS = 3
LOWER_CORNER_POINTS = 8
JOKER_POINTS = 2
EMPTY_SPECIAL_POINTS = -3
