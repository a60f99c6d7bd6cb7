"""What becomes of tournaments where somebody is forgotten, renamed or shut out."""

from msgspec.structs import replace

from tessela.server.names import NAMELESS
from tessela.server.revising import Revising
from tessela.server.store import GuestRow, Store
from tessela.server.tournaments.rows import Entrant, TournamentRow


class Ledger(Revising[TournamentRow]):
    """The tournaments of a store."""

    def __init__(self, store: Store):
        super().__init__("tournament", store.tournament, store.save_tournament)


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
