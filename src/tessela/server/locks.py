"""Locks by name, each as long as somebody holds it or waits for it."""

import asyncio
from weakref import WeakValueDictionary


class Locks:
    """Keeps apart what is done at the same time under one name."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[tuple[str, ...], asyncio.Lock] = WeakValueDictionary()

    def of(self, *name: str) -> asyncio.Lock:
        """The lock of a name."""
        lock = self._locks.get(name)
        if lock is None:
            lock = self._locks[name] = asyncio.Lock()
        return lock
