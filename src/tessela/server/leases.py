"""Who of several processes does something that one has to do: a lease that ends by itself where its owner dies."""

from contextlib import suppress

from tessela.server.store import Store, StoreError


class Leases:
    """The leases of one process. Without a store that others share there is nobody to ask."""

    def __init__(self, store: Store | None = None, owner: str = ""):
        self._store = store if store is not None and store.is_shared else None
        self._owner = owner

    async def take(self, name: str) -> bool:
        """Whether this process is the one. Where the store cannot say, nobody is."""
        try:
            return self._store is None or await self._store.lease(name, self._owner)
        except StoreError:
            return False

    async def leave(self, name: str) -> None:
        """Leave it to whoever comes next; a lease that cannot be given back ends by itself."""
        if self._store is not None:
            with suppress(StoreError):
                await self._store.release(name, self._owner)
