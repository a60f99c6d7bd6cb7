"""Founding clubs, joining and leaving them, and what becomes of them where somebody is forgotten or shut out."""

import hmac
from collections.abc import Callable

from msgspec.structs import replace

from tessela.server.circles import circle_of
from tessela.server.clocks import now_ms
from tessela.server.clubs.rows import ClubRow, Member
from tessela.server.clubs.seasons import oldest_kept
from tessela.server.house import House, HouseError, new_id
from tessela.server.messages.clubs import NewClub
from tessela.server.names import looks_of, plain_name
from tessela.server.revising import Revising
from tessela.server.store import GuestRow, Store

MOST_MEMBERS = 100
MOST_CLUBS = 10  # of somebody
MOST_PEOPLE = 400  # who belong to a club or did lately
LETTERS = 12  # of an invitation


class Ledger(Revising[ClubRow]):
    """The clubs of a store."""

    def __init__(self, store: Store):
        super().__init__("club", store.club, store.save_club)
        self._store = store

    async def saved(self, before: ClubRow, after: ClubRow) -> ClubRow:
        """The next version, stored; without members there is none."""
        if after.host is None:
            await self._store.delete_club(before.id, before.version)
            return after
        return await super().saved(before, after)


class Clubs:
    """The clubs of a house. They are private: for everybody else there is no such club."""

    def __init__(self, house: House, now: Callable[[], int] = now_ms):
        self._house = house
        self._store = house.store
        self._ledger = Ledger(house.store)
        self.now = now

    async def of(self, guest: str) -> list[ClubRow]:
        """The clubs that somebody belongs to."""
        rows = [await self._store.club(club) for club in await self._store.clubs_of(guest)]
        return [row for row in rows if row is not None and row.has(guest)]

    async def find(self, club: str, guest: str) -> ClubRow:
        """A club that somebody belongs to."""
        row = await self._store.club(club)
        if row is None or not row.has(guest):
            raise no_club()
        return row

    async def found(self, guest: GuestRow, wish: NewClub) -> ClubRow:
        """A new club."""
        name = await self._checked(guest, wish.name)
        now = self.now()
        row = ClubRow(new_id(), guest.id, name, wish.counts, now, new_id(LETTERS), 1, [Member(guest.id, now)])
        await self._store.save_club(row)
        return row

    async def invited(self, club: str, invitation: str) -> ClubRow:
        """The club of an invitation."""
        row = await self._store.club(club)
        if row is None or not hmac.compare_digest(row.invitation.encode(), invitation.encode()):
            raise no_club()
        return row

    async def join(self, club: str, guest: GuestRow, invitation: str) -> ClubRow:
        """Belong to a club, or again."""
        row = await self.invited(club, invitation)
        if row.has(guest.id):
            return row
        if row.host in (await circle_of(self._store, guest.id)).strangers:
            raise HouseError(403, "club-welcome", "you and whoever runs the club do not play with each other")
        await self._checked(guest, row.name)

        def change(row: ClubRow) -> ClubRow:
            if row.invitation != invitation:
                raise no_club()
            if len(row.members) >= MOST_MEMBERS:
                raise HouseError(409, "club-full", f"a club has at most {MOST_MEMBERS} members")
            return row if row.has(guest.id) else _joined(row, guest.id, self.now())

        return await self._ledger.change(club, change)

    async def _checked(self, guest: GuestRow, wished: str) -> str:
        """The name of a club that somebody may found or join."""
        name = plain_name(wished)
        if not name:
            raise HouseError(422, "no-club-name", "a club needs a name that one can see")
        if guest.kept is None:
            raise HouseError(409, "club-kept", "members of clubs keep their names: keep yours first")
        mine = await self.of(guest.id)
        if len(mine) >= MOST_CLUBS:
            raise HouseError(409, "too-many-clubs", f"you belong to {len(mine)} clubs: leave one first")
        _check_looks(name, mine)
        return name

    async def change(self, club: str, guest: GuestRow, wish: NewClub) -> ClubRow:
        """The host calls it otherwise, or counts other games."""
        name = plain_name(wish.name)
        if not name:
            raise HouseError(422, "no-club-name", "a club needs a name that one can see")
        _check_looks(name, [row for row in await self.of(guest.id) if row.id != club])
        return await self._as_host(club, guest, lambda row: replace(row, name=name, counts=wish.counts))

    async def invite_anew(self, club: str, guest: GuestRow) -> ClubRow:
        """The host makes another invitation; the one before is worth nothing."""
        return await self._as_host(club, guest, _invited_anew)

    async def hand_over(self, club: str, guest: GuestRow, member: str) -> ClubRow:
        """The host makes another member the host."""
        return await self._as_host(club, guest, lambda row: replace(row, host=_member(row, member)))

    async def remove(self, club: str, guest: GuestRow, member: str) -> ClubRow:
        """The host sends a member away, who cannot come back by the same invitation."""

        def change(row: ClubRow) -> ClubRow:
            return _invited_anew(without(row, _member(row, member), self.now()))

        if member == guest.id:
            raise HouseError(422, "oneself", "that is yourself")
        return await self._as_host(club, guest, change)

    async def leave(self, club: str, guest: GuestRow) -> None:
        """Belong to a club no more. Where the host leaves, whoever has been there longest is the next; the last one closes it."""
        await self.find(club, guest.id)
        await self._ledger.change(club, lambda row: without(row, guest.id, self.now()))

    async def close(self, club: str, guest: GuestRow) -> None:
        """The host closes the club."""
        await self._as_host(club, guest, lambda row: replace(row, host=None))

    async def _as_host(self, club: str, guest: GuestRow, change: Callable[[ClubRow], ClubRow]) -> ClubRow:
        await self.find(club, guest.id)

        def by_host(row: ClubRow) -> ClubRow:
            if row.host != guest.id:
                raise HouseError(403, "not-club-host", "only who runs the club can do that")
            return change(row)

        return await self._ledger.change(club, by_host)


def no_club() -> HouseError:
    """There is none, or it is none of theirs: who asks cannot tell which."""
    return HouseError(404, "no-club", "there is no such club, or you do not belong to it")


def without(row: ClubRow, guest: str, now: int) -> ClubRow:
    """A club that somebody has left. The tables of the seasons when they belonged to it know them still."""
    people = [replace(one, until=now) if one.guest == guest and one.until is None else one for one in row.people]
    return _with_host(replace(row, people=_lately(people, now)))


async def forget(store: Store, guest: GuestRow) -> None:
    """Somebody is no more: no club knows them."""

    def forgotten(row: ClubRow) -> ClubRow:
        return _with_host(replace(row, people=[one for one in row.people if one.guest != guest.id]))

    ledger = Ledger(store)
    for club in await store.clubs_of(guest.id):
        await ledger.change(club, forgotten)


async def withdraw(store: Store, guest: GuestRow) -> None:
    """Somebody leaves all clubs."""
    ledger = Ledger(store)
    for club in await store.clubs_of(guest.id):
        await ledger.change(club, lambda row: without(row, guest.id, now_ms()))


def exported(row: ClubRow, guest: str) -> dict[str, object]:
    """What is kept of a guest in a club."""
    belonged = [{"since": one.since, "until": one.until} for one in row.people if one.guest == guest]
    return {"id": row.id, "name": row.name, "hosted": row.host == guest, "belonged": belonged}


def _check_looks(name: str, mine: list[ClubRow]) -> None:
    """Nobody belongs to two clubs that they could take for one another."""
    if looks_of(name) in {looks_of(row.name) for row in mine}:
        raise HouseError(409, "club-name", "you belong to a club of this name, or of one that looks like it")


def _joined(row: ClubRow, guest: str, now: int) -> ClubRow:
    """The club with somebody more; who comes back belongs to it since they first came."""
    since = min([now, *(one.since for one in row.people if one.guest == guest)])
    others = [one for one in row.people if one.guest != guest]
    return replace(row, people=[*_lately(others, now), Member(guest, since)])


def _lately(people: list[Member], now: int) -> list[Member]:
    """Those who belong to a club, and those who did in the seasons that are shown."""
    oldest = oldest_kept(now)
    gone = [one for one in people if one.until is not None and one.until >= oldest]
    kept = set(map(id, gone[-(MOST_PEOPLE - MOST_MEMBERS) :]))
    return [one for one in people if one.until is None or id(one) in kept]


def _with_host(row: ClubRow) -> ClubRow:
    """The club with a host: the one it had, else whoever has belonged to it longest."""
    if row.has(row.host):
        return row
    return replace(row, host=row.members[0].guest if row.members else None)


def _member(row: ClubRow, member: str) -> str:
    if not row.has(member):
        raise HouseError(404, "no-member", "nobody of this id belongs to the club")
    return member


def _invited_anew(row: ClubRow) -> ClubRow:
    return replace(row, invitation=new_id(LETTERS))
