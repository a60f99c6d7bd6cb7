"""Where the features of a net lie: named, and counted by nobody."""

from collections import namedtuple
from typing import Any


def layout(*parts: str | tuple[str, int]) -> Any:
    """The first place of each part by name, and the `size` of all together. A part is one number, or as many as it says.

    >>> board = layout("starts", ("line", 5), "lead")
    >>> board.line, board.lead, board.size
    (1, 6, 7)
    """
    places, end = {}, 0
    for part in parts:
        name, size = (part, 1) if isinstance(part, str) else part
        if name in places:
            raise ValueError(f"{name!r} is laid out twice")
        places[name] = end
        end += size
    make: Any = namedtuple
    return make("Layout", [*places, "size"])(*places.values(), end)
