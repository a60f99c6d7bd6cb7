"""The doorbell between processes that serve the same tables: it says how far a log has come, which edition the table has, how far
the chat is and who is there, never what is in them."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct


class Ring(Struct, frozen=True):
    """What one process tells the others about a table."""

    sender: str
    table: str
    version: int = 0
    edition: int = 0
    here: tuple[str, ...] = ()  # the players who are connected to the sender
    asks: bool = False  # whether the others shall say who is with them
    lines: int = 0


Listener = Callable[[Ring], None]


class Bus(Protocol):
    """Tells every listener that a table has changed. A lost ring is harmless: the next one, or a look at the heads, heals it."""

    def listen(self, listener: Listener) -> None:
        """Call this whenever somebody rings."""
        ...

    def ring(self, ring: Ring) -> None:
        """Tell the others."""
        ...

    def is_up(self) -> bool:
        """Whether rings arrive."""
        ...

    def begin(self) -> None:
        """Hear the others from now on."""
        ...

    async def close(self) -> None:
        """Hear nobody any more."""
        ...


class LocalBus:
    """A bus within one process."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Call this whenever somebody rings."""
        self._listeners.append(listener)

    def ring(self, ring: Ring) -> None:
        """Tell the others."""
        for listener in self._listeners:
            listener(ring)

    def is_up(self) -> bool:
        """Always."""
        return True

    def begin(self) -> None:
        """Everybody is heard anyway."""

    async def close(self) -> None:
        """Nothing to let go of."""
