"""A move: one decision as readable text, in the notation of docs/notation.md."""

import re

from tessela.game.errors import MoveSyntaxError, quoted

# (pattern over the text without spaces, in capitals; how the canonical text is made of its groups)
_FORMS = (
    (r"([1-9CLM])([BYRKWTJ])(J?)>([1-6FX])", "{0}{1}{2}>{3}"),
    (r"DROP(10|[0-9])J", "drop {0}J"),
    (r"COL([1-6])", "col {0}"),
    (r"STACK([BYRKT]{2,3})", "stack {0}"),
    (r"(PLATE|KEEP|BACK)([BYRKTS*]{4})", "{0:l} {1}"),
    (r"(DRAW|STOP|PASS|DONE|SAVE)", "{0:l}"),
    (r"([ABC])([123])@(0|90|180|270)", "{0:l}{1}@{2}"),
    (r"CHIP([1-4])", "chip {0}"),
    (r"PAY([BYRKT]{1,2})", "pay {0}"),
)
_COMPILED = tuple((re.compile(pattern), form) for pattern, form in _FORMS)


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
            raise MoveSyntaxError(f"a move is text, not {type(text).__name__}")
        squeezed = "".join(text.split()).upper()
        for pattern, form in _COMPILED:
            if match := pattern.fullmatch(squeezed):
                return cls(form.format(*map(_Group, match.groups())))
        raise MoveSyntaxError(
            f"{quoted(text)} is not a move; moves look like '3B>2' (source, colour, destination), 'col 4', 'plate YKTS', "
            "'b2@90', 'chip 3', 'pay TY', 'pass' (see docs/notation.md)"
        )

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"
