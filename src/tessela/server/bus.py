"""The doorbell between processes that serve the same tables: it says how far a log has come, and which edition the table has,
never what is in them."""

from collections.abc import Callable
from typing import Protocol

Listener = Callable[[str, int, int], None]


class Bus(Protocol):
    """Tells every listener that a table has changed. A lost ring is harmless: the next one, or a ping, heals it."""

    def listen(self, listener: Listener) -> None:
        """Call this with a table, the version at the head of its log and its edition, whenever one rings."""
        ...

    def ring(self, table: str, version: int, edition: int) -> None:
        """Say how far a table has come."""
        ...


class LocalBus:
    """A bus within one process."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Call this with a table, the version at the head of its log and its edition, whenever one rings."""
        self._listeners.append(listener)

    def ring(self, table: str, version: int, edition: int) -> None:
        """Say how far a table has come."""
        for listener in self._listeners:
            listener(table, version, edition)
