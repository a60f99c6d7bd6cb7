"""A table as a picture: the diagram that `print(game)` shows, with tiles in their colours in place of letters."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tessela.game.paints import PAINTS

COLUMNS, ROWS = 104, 22  # letters; the longest diagram has less
WIDTH, HEIGHT = 10, 20  # of a letter
GROUND, INK, SLOT = "#1c1c22", "#e8e8ee", "#3a3a42"
TILES = frozenset(PAINTS) | {letter.lower() for letter in PAINTS} | {"."}


def drawn(diagram: str, mode: str | None) -> Any:
    """A diagram as an environment renders it: text, a picture, or nothing."""
    if mode is None:
        return None
    return diagram if mode == "ansi" else picture(diagram)


def picture(diagram: str) -> NDArray[np.uint8]:
    """A diagram as an array of pixels (height, width, colours), always of the same size."""
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (COLUMNS * WIDTH, ROWS * HEIGHT), GROUND)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(HEIGHT - 6)
    for row, line in enumerate(diagram.splitlines()[:ROWS]):
        tiles = _tiles_of(line) if ":" not in line else set()  # not in titles and names
        for column, letter in enumerate(line[:COLUMNS]):
            if column in tiles:
                _draw_tile(draw, font, column, row, letter)
            elif letter != " ":
                draw.text(_middle(column, row), letter, INK, font, anchor="mm")
    return np.asarray(image)


def _tiles_of(line: str) -> set[int]:
    """The columns of a line where tiles and spaces for them stand: words of nothing but their letters."""
    found: set[int] = set()
    at = 0
    for word in line.split(" "):
        if word and TILES.issuperset(word):
            found.update(range(at, at + len(word)))
        at += len(word) + 1
    return found


def _middle(column: int, row: int) -> tuple[float, float]:
    return (column + 0.5) * WIDTH, (row + 0.5) * HEIGHT


def _draw_tile(draw: Any, font: Any, column: int, row: int, letter: str) -> None:
    """A tile, an empty space of a colour, or one of none."""
    x, y = column * WIDTH, row * HEIGHT
    box = (x, y + 4, x + WIDTH - 1, y + HEIGHT - 5)
    if letter == ".":
        draw.rectangle(box, None, SLOT)
        return
    full, ink, empty, rim = PAINTS[letter.upper()]
    if letter.isupper() or not letter.isalpha():
        draw.rectangle(box, full)
        draw.text(_middle(column, row), letter, ink, font, anchor="mm")
    else:
        draw.rectangle(box, empty, rim)
