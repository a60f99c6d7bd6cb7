"""Changing what is stored under a number that counts its changes: each change is made of the last version, and of two at once
one is made anew."""

from collections.abc import Awaitable, Callable
from typing import Generic, Protocol, TypeVar

from msgspec.structs import replace

from tessela.server.house import HouseError
from tessela.server.locks import Locks
from tessela.server.store import VersionTakenError

TRIES = 5  # another process may be faster


class Versioned(Protocol):
    """What has a version."""

    version: int


Row = TypeVar("Row", bound=Versioned)


class Revising(Generic[Row]):
    """Rows of one kind. `what` is the word for one, in what is refused."""

    def __init__(self, what: str, load: Callable[[str], Awaitable[Row | None]], save: Callable[[Row], Awaitable[None]]):
        self._what = what
        self._load = load
        self._save = save
        self.locks = Locks()

    async def find(self, row_id: str) -> Row:
        """A row by its id."""
        row = await self._load(row_id)
        if row is None:
            raise HouseError(404, f"no-{self._what}", f"there is no such {self._what}")
        return row

    async def change(self, row_id: str, change: Callable[[Row], Row]) -> Row:
        """Store what becomes of a row."""
        async with self.locks.of(row_id):
            for _ in range(TRIES):
                row = await self.find(row_id)
                try:
                    return await self.saved(row, change(row))
                except VersionTakenError:
                    continue
        raise HouseError(503, "busy", f"the {self._what} changes too fast; try again", 1.0)

    async def saved(self, before: Row, after: Row) -> Row:
        """The next version, stored; the same one if nothing has changed."""
        if after == before:
            return before
        after = replace(after, version=before.version + 1)  # type: ignore[type-var]
        await self._save(after)
        return after
