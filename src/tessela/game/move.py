"""A move: one decision as readable text, in the notation of docs/notation.md."""

import re
from functools import cache, lru_cache

from tessela.game.errors import MoveSyntaxError, quoted
from tessela.game.notation import Form
from tessela.game.registry import RULESETS
from tessela.game.ruleset import Ruleset

MOST_KEPT, LONGEST_KEPT = 4096, 32  # texts that are not read twice, and their letters


class _Group(str):
    """A matched group that can be formatted in lower case with the format `l`."""

    def __format__(self, spec: str) -> str:
        return self.lower() if spec == "l" else str(self)


class Move(str):
    """A move in canonical text; it compares equal to that text.

    >>> Move.parse("3b > 2")
    Move('3B>2')
    """

    __slots__ = ()

    @classmethod
    def parse(cls, text: object) -> "Move":
        """Read a move; case and spaces do not matter."""
        if not isinstance(text, str):
            raise MoveSyntaxError(f"a move is text or a whole number, not {type(text).__name__}")
        return _read_again(text) if len(text) <= LONGEST_KEPT else _read(text)

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"


def _read(text: str) -> Move:
    squeezed = "".join(text.split()).upper()
    forms = _forms(*RULESETS.values())
    for pattern, form in forms:
        if match := pattern.fullmatch(squeezed):
            return Move(form.text.format(*map(_Group, match.groups())))
    examples = ", ".join(form.like for _, form in forms if form.like)
    raise MoveSyntaxError(f"{quoted(text)} is not a move; moves look like {examples} (see docs/notation.md)")


_read_again = lru_cache(MOST_KEPT)(_read)  # the same few moves are read again and again


@cache
def _forms(*rulesets: Ruleset) -> list[tuple[re.Pattern[str], Form]]:
    """The ways in which moves of these games are written."""
    forms = dict.fromkeys(form for ruleset in rulesets for form in ruleset.forms)
    return [(re.compile(form.pattern), form) for form in forms]
