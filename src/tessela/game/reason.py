"""Why a game was won: a closed set, each with the text that people and pages read."""

from enum import StrEnum


class Reason(StrEnum):
    """Why the winners of a game have won; it is its text, too.

    >>> Reason.MOST_POINTS == "most points"
    True
    >>> print(Reason.MORE_ROWS)
    equal points, more complete rows
    """

    MOST_POINTS = "most points"
    MORE_ROWS = "equal points, more complete rows"
    STARTING_TILE = "equal points, the holder of the starting tile wins"
    SHARED_ROWS = "equal points and complete rows: the win is shared"
    SHARED_POINTS = "equal points and nobody holds the starting tile: the win is shared"

    @property
    def is_shared(self) -> bool:
        """Whether several seats have won together."""
        return self in (Reason.SHARED_ROWS, Reason.SHARED_POINTS)

    def __repr__(self) -> str:
        return f"Reason.{self.name}"
