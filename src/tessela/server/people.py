"""Whom people know: friends, and those they want to have nothing to do with. The others are told of neither."""

from tessela.server.circles import Circle, circle_of
from tessela.server.clocks import now_ms
from tessela.server.house import House, HouseError
from tessela.server.meeting import BondRow, Kind
from tessela.server.messages.meeting import People, PersonInfo
from tessela.server.names import looks_of
from tessela.server.store import GuestRow, TableRow, is_program

MOST_BONDS = 500  # of somebody
MOST_LOOKED_AT = 60  # tables, for those one has played with lately
MOST_MET = 30


async def known(house: House, guest: GuestRow) -> People:
    """Whom somebody knows, and whom they have played with lately."""
    bonds = await house.store.bonds_of(guest.id)
    circle = await circle_of(house.store, guest.id)
    met = [other for other in await _met(house, guest) if other not in {row.other for row in bonds}]
    friends = [row.other for row in bonds if row.kind == "friend"]
    return People(
        await _persons(house, friends, circle), await _persons(house, sorted(circle.blocked), circle),
        await _persons(house, met[:MOST_MET], circle),
    )  # fmt: skip


async def _persons(house: House, guests: list[str], circle: Circle) -> list[PersonInfo]:
    """People by name; who has blocked somebody is never there for them."""
    found = [await house.guests.find(guest) for guest in guests]
    here = {one.id for one in found if one and one.id not in circle.strangers and house.guests.is_here(one.id)}
    return [PersonInfo(one.id, one.nickname, one.id in here) for one in found if one]


async def _met(house: House, guest: GuestRow) -> list[str]:
    """Those one has played with lately, the last first."""
    rows = await house.store.tables_of(guest.id, MOST_LOOKED_AT)
    others = [other for row in rows if row.status != "waiting" for other in players_of(row)]
    return [other for other in dict.fromkeys(others) if other != guest.id and not is_program(other)]


def players_of(row: TableRow) -> list[str]:
    """The guests at a table."""
    return [guest for seat in row.seats for guest in seat.guests]


async def say(house: House, guest: GuestRow, other: str, kind: Kind) -> None:
    """Somebody is a friend, or blocked, from now on. Friends are those one has played with."""
    if other == guest.id:
        raise HouseError(422, "oneself", "that is yourself")
    if await house.guests.find(other) is None:
        raise no_player()
    bonds = await house.store.bonds_of(guest.id)
    if len(bonds) >= MOST_BONDS and other not in {row.other for row in bonds}:
        raise HouseError(409, "too-many-people", f"{len(bonds)} people are on your lists: take some off first")
    if kind == "friend" and other not in await _met(house, guest):
        raise HouseError(409, "never-met", "friends are people you have played with")
    await house.store.save_bond(BondRow(guest.id, other, kind, now_ms()))


async def find(house: House, to: str) -> GuestRow:
    """A person by id, or by a name that is kept."""
    found = await house.guests.find(to)
    looks = looks_of(to)
    if found is None and looks:
        found = await house.store.guest_of_looks(looks)
    if found is None or is_program(found.id):
        raise no_player()
    return found


def no_player() -> HouseError:
    """Nobody is called so, or nobody keeps that name."""
    return HouseError(404, "no-player", "nobody keeps this name")
