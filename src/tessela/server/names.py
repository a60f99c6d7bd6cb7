"""Names of people as everybody may see them."""

import unicodedata

MOST_LETTERS = 24
MOST_MARKS = 2  # beside what a letter has of its own: more would stand on the neighbours
JOINERS = "\u200c\u200d"  # they shape Persian and Indic words, and families of pictures
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and marks that show nothing
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def plain_name(text: str) -> str:
    """A name without what cannot be seen or turns the text around it: controls, marks of direction, blanks of no width.

    White space is one space. Empty if nothing is left to see.
    """
    shown = ""
    for letter in unicodedata.normalize("NFC", " ".join(text.split())):
        if _may_follow(shown, letter):
            shown += letter
    name = " ".join(shown[:MOST_LETTERS].split()).strip(JOINERS)
    return name if any(_kind(letter)[0] not in "MZC" for letter in name) else ""


def _may_follow(shown: str, letter: str) -> bool:
    """Whether a letter of a name is kept after those that are shown."""
    if letter in JOINERS:
        return shown[-1:] not in ("", " ", *JOINERS)
    if letter in BLANK or _kind(letter) in UNSEEN:
        return False
    before = shown[-MOST_MARKS:]
    return _kind(letter)[0] != "M" or any(_kind(other)[0] != "M" for other in before)


def _kind(letter: str) -> str:
    return unicodedata.category(letter)
