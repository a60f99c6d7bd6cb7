"""Tiles and spaces as cells of text: the letter always says what the colour says.

A tile is a capital on its colour, an empty space a small letter (or a dot) on a dark shade of it. Without colours a tile stands
in brackets.
"""

from dataclasses import dataclass

from rich.console import Console
from rich.style import Style
from rich.text import Text

from tessela.game.paints import PAINTS

_SHADE_OF_FEW = "#303030"  # where a terminal has too few colours for dark shades, all empty spaces lie on this one
_SLOT = Style(color="#8a8a94", bgcolor="#2a2a30")
_BARE = Style(color="#7c7c86")

COLOUR_WORDS = {"B": "blue", "Y": "yellow", "R": "red", "K": "black", "W": "white", "T": "turquoise", "J": "joker"}


@dataclass(frozen=True, slots=True)
class Brush:
    """How cells are drawn: two or three characters wide, without colours, with few, or with all of them."""

    width: int = 3
    plain: bool = False
    few: bool = False

    @classmethod
    def for_console(cls, console: Console, width: int = 3) -> "Brush":
        """The brush for what a terminal can show."""
        plain = console.color_system is None or console.no_color
        return cls(width, plain, console.color_system != "truecolor")

    def tile(self, letter: str, mark: str = " ") -> Text:
        """A tile; a mark may follow its letter."""
        background, ink, _, _ = PAINTS[letter]
        style = Style(color=ink, bgcolor=background, bold=True)
        if self.plain and self.width == 3:
            return Text(f"[{letter}]" if mark == " " else f"[{letter}{mark}")
        return self._cell(letter, style, mark)

    def space(self, letter: str) -> Text:
        """An empty space for tiles of this letter."""
        _, _, background, ink = PAINTS[letter]
        return self._cell(letter.lower(), Style(color=ink, bgcolor=_SHADE_OF_FEW if self.few else background))

    def slot(self) -> Text:
        """An empty space for any tile."""
        return self._cell("·", _SLOT)

    def bare(self, label: str = "·") -> Text:
        """A place where not even a space lies."""
        return Text(label.rjust(self.width - 1).ljust(self.width), _BARE)

    def nothing(self) -> Text:
        """As much room as a cell."""
        return Text(" " * self.width)

    def bunch(self, tiles: str) -> Text:
        """Tiles in a row, a gap between different ones; a dash for none."""
        cells = Text()
        for i, letter in enumerate(tiles):
            if i and tiles[i - 1] != letter:
                cells.append(" ")
            cells.append_text(self.tile(letter))
        return cells if tiles else Text("–", _BARE)

    def row(self, tiles: str) -> Text:
        """Tiles side by side."""
        return Text().join(self.tile(letter) for letter in tiles)

    def chip(self, letters: str) -> Text:
        """A bonus chip: its colours without any room around them."""
        styles = [Style() if self.plain else Style(color=PAINTS[c][1], bgcolor=PAINTS[c][0], bold=True) for c in letters]
        return Text.assemble(*zip(letters, styles, strict=True))

    def _cell(self, letter: str, style: Style, mark: str = " ") -> Text:
        text = f" {letter}{mark}" if self.width == 3 else f"{letter}{mark}"
        return Text(text, Style() if self.plain else style)
