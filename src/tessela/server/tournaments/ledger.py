"""Changing what is stored of a tournament: each change is made of the last version, and of two at once one is made anew."""

from collections.abc import Callable

from msgspec.structs import replace

from tessela.server.house import HouseError
from tessela.server.locks import Locks
from tessela.server.names import NAMELESS
from tessela.server.store import GuestRow, Store, VersionTakenError
from tessela.server.tournaments.rows import Entrant, TournamentRow

TRIES = 5  # another process may be faster
Change = Callable[[TournamentRow], TournamentRow]


class Ledger:
    """The tournaments of a store."""

    def __init__(self, store: Store):
        self._store = store
        self.locks = Locks()

    async def find(self, tournament: str) -> TournamentRow:
        """A tournament."""
        row = await self._store.tournament(tournament)
        if row is None:
            raise HouseError(404, "no-tournament", "there is no such tournament")
        return row

    async def change(self, tournament: str, change: Change) -> TournamentRow:
        """Store what becomes of a tournament."""
        async with self.locks.of(tournament):
            for _ in range(TRIES):
                row = await self.find(tournament)
                try:
                    return await self.saved(row, change(row))
                except VersionTakenError:
                    continue
        raise HouseError(503, "busy", "the tournament changes too fast; try again", 1.0)

    async def saved(self, before: TournamentRow, after: TournamentRow) -> TournamentRow:
        """The next version, stored; the same one if nothing has changed."""
        if after == before:
            return before
        after = replace(after, version=before.version + 1)
        await self._store.save_tournament(after)
        return after


async def forget(store: Store, guest: GuestRow, to: GuestRow | None = None) -> None:
    """Somebody is no more: their name goes from all tournaments, or what is theirs becomes another's."""
    ledger = Ledger(store)
    for tournament in await store.tournaments_of(guest.id):
        await ledger.change(tournament, lambda row: _without(row, guest, to))


async def rename(store: Store, guest: GuestRow, name: str) -> None:
    """Somebody is called otherwise, wherever they take part under the name that they had."""
    ledger = Ledger(store)
    for tournament in await store.tournaments_of(guest.id):
        await ledger.change(tournament, lambda row: _renamed(row, guest, name))


async def withdraw(store: Store, guest: GuestRow) -> None:
    """Somebody plays no more in any tournament that is not over."""
    ledger = Ledger(store)
    for tournament in await store.tournaments_of(guest.id):
        await ledger.change(tournament, lambda row: _withdrawn(row, guest))


def _renamed(row: TournamentRow, guest: GuestRow, name: str) -> TournamentRow:
    called = [replace(one, name=name) if _called(one, guest) else one for one in row.entrants]
    return replace(row, entrants=called)


def _called(entrant: Entrant, guest: GuestRow) -> bool:
    return entrant.guest == guest.id and entrant.name == guest.nickname


def _withdrawn(row: TournamentRow, guest: GuestRow) -> TournamentRow:
    if row.status == "over":
        return row
    return replace(row, entrants=[replace(one, out=True) if one.guest == guest.id else one for one in row.entrants])


def _without(row: TournamentRow, guest: GuestRow, to: GuestRow | None) -> TournamentRow:
    host = (to.id if to else None) if row.host == guest.id else row.host
    entrants = [_entrant_without(one, guest, to) if one.guest == guest.id else one for one in row.entrants]
    return replace(row, host=host, entrants=entrants)


def _entrant_without(entrant: Entrant, guest: GuestRow, to: GuestRow | None) -> Entrant:
    if to is None:
        return replace(entrant, guest=None, name=NAMELESS, out=True)
    return replace(entrant, guest=to.id, name=to.nickname if entrant.name == guest.nickname else entrant.name)
