"""The doorbell between processes that serve the same tables: it says how far a log has come, never what is in it."""

from collections.abc import Callable
from typing import Protocol

Listener = Callable[[str, int], None]


class Bus(Protocol):
    """Tells every listener that the log of a table has grown. A lost ring is harmless: the next one, or a ping, heals it."""

    def listen(self, listener: Listener) -> None:
        """Call this with the table and the version at its head, whenever one rings."""
        ...

    def ring(self, table: str, version: int) -> None:
        """Say that the log of a table has come to a version."""
        ...


class LocalBus:
    """A bus within one process."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Call this with the table and the version at its head, whenever one rings."""
        self._listeners.append(listener)

    def ring(self, table: str, version: int) -> None:
        """Say that the log of a table has come to a version."""
        for listener in self._listeners:
            listener(table, version)
