"""How moves are written: the forms that each game declares, and those that all games of the family share."""

from typing import NamedTuple


class Form(NamedTuple):
    """One way to write a move: a pattern over the text without spaces, in capitals, and the canonical text of its groups.

    In the canonical text the format `l` writes a group in lower case. `like` is an example for who wrote no move at all.
    """

    pattern: str
    text: str
    like: str = ""


TAKE = Form(r"([1-9CLM])([BYRKWTJ])(J?)>([1-6FX])", "{0}{1}{2}>{3}", "'3B>2' (source, colour, destination)")
COLUMN = Form(r"COL([1-6])", "col {0}", "'col 4'")
