"""Clubs: founded, joined by invitation, left, run by whoever has been there longest; nobody else knows of them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tessela.server import mydata
from tessela.server.clubs import keeping
from tessela.server.clubs.keeping import MOST_CLUBS, Clubs
from tessela.server.clubs.rows import ClubRow
from tessela.server.clubs.seasons import SEASONS_KEPT, season_at
from tessela.server.house import House, HouseError
from tessela.server.meeting import BondRow
from tessela.server.messages.clubs import NewClub
from tessela.server.messages.tables import Clock
from tessela.server.messages.tournaments import NewTournament
from tessela.server.store import GuestRow
from tessela.server.tournaments.holder import Tournaments
from tests.server.room import open_house, run

ADA, BEN, CLEO, DAN = (GuestRow(name.lower(), name, 1, kept=1, looks=name.lower()) for name in ("Ada", "Ben", "Cleo", "Dan"))
DAY = 86_400_000


class Hall:
    """A house with clubs, whose days go as told."""

    def __init__(self, house: House):
        self.house = house
        self.day = 20_000
        self.clubs = Clubs(house, lambda: self.day * DAY)

    async def club(self, *guests: GuestRow, name: str = "Dragons") -> ClubRow:
        """A club of these, the first of whom has founded it."""
        row = await self.clubs.found(guests[0], NewClub(name))
        for guest in guests[1:]:
            self.day += 1
            row = await self.clubs.join(row.id, guest, row.invitation)
        return row


@asynccontextmanager
async def hall() -> AsyncIterator[Hall]:
    async with open_house() as house:
        for guest in (ADA, BEN, CLEO, DAN):
            await house.store.save_guest(guest)
        yield Hall(house)


def names(row: ClubRow) -> list[str]:
    return [one.guest for one in row.members]


def test_who_is_invited_joins_and_nobody_else_knows_of_it() -> None:
    async def check() -> None:
        async with hall() as at:
            row = await at.club(ADA, BEN)
            assert (row.host, names(row)) == ("ada", ["ada", "ben"])
            assert names(await at.clubs.join(row.id, BEN, row.invitation)) == ["ada", "ben"], "twice is once"
            for asked in (
                at.clubs.find(row.id, "cleo"),
                at.clubs.find("nothing", "ada"),
                at.clubs.invited(row.id, "wrong"),
                at.clubs.invited(row.id, ""),
                at.clubs.join(row.id, CLEO, row.invitation + "x"),
                at.clubs.leave(row.id, CLEO),
                at.clubs.close(row.id, CLEO),
                at.clubs.invite_anew(row.id, CLEO),
            ):
                with pytest.raises(HouseError) as refused:
                    await asked
                assert (refused.value.status, refused.value.error) == (404, "no-club"), "a club that is not theirs is none"
            assert [one.id for one in await at.clubs.of("ben")] == [row.id]
            assert await at.clubs.of("cleo") == []

    run(check())


def test_only_the_host_runs_it() -> None:
    async def check() -> None:
        async with hall() as at:
            row = await at.club(ADA, BEN, CLEO)
            for asked in (
                at.clubs.remove(row.id, BEN, "cleo"),
                at.clubs.hand_over(row.id, BEN, "ben"),
                at.clubs.change(row.id, BEN, NewClub("Bens")),
                at.clubs.close(row.id, BEN),
            ):
                with pytest.raises(HouseError, match="only who runs the club"):
                    await asked
            row = await at.clubs.hand_over(row.id, ADA, "ben")
            assert row.host == "ben"
            with pytest.raises(HouseError, match="only who runs"):
                await at.clubs.remove(row.id, ADA, "cleo")
            row = await at.clubs.change(row.id, BEN, NewClub("Phoenixes", "rated"))
            assert (row.name, row.counts) == ("Phoenixes", "rated")
            await at.clubs.close(row.id, BEN)
            assert await at.house.store.club(row.id) is None
            assert await at.clubs.of("ada") == []

    run(check())


def test_who_was_sent_away_does_not_come_back_by_the_same_invitation() -> None:
    async def check() -> None:
        async with hall() as at:
            before = await at.club(ADA, BEN)
            row = await at.clubs.remove(before.id, ADA, "ben")
            assert names(row) == ["ada"]
            assert row.invitation != before.invitation
            for asked in (at.clubs.join(row.id, BEN, before.invitation), at.clubs.find(row.id, "ben")):
                with pytest.raises(HouseError, match="no such club"):
                    await asked
            with pytest.raises(HouseError, match="yourself"):
                await at.clubs.remove(row.id, ADA, "ada")
            with pytest.raises(HouseError, match="nobody of this id"):
                await at.clubs.remove(row.id, ADA, "ben")
            with pytest.raises(HouseError, match="nobody of this id"):
                await at.clubs.hand_over(row.id, ADA, "ben")

    run(check())


def test_where_the_host_leaves_the_next_is_who_has_been_there_longest_and_the_last_closes_it() -> None:
    async def check() -> None:
        async with hall() as at:
            row = await at.club(ADA, BEN, CLEO)
            await at.clubs.leave(row.id, ADA)
            row = await at.clubs.find(row.id, "ben")
            assert (row.host, names(row)) == ("ben", ["ben", "cleo"])
            await keeping.forget(at.house.store, BEN)
            row = await at.clubs.find(row.id, "cleo")
            assert (row.host, [one.guest for one in row.people]) == ("cleo", ["ada", "cleo"])
            await at.clubs.leave(row.id, CLEO)
            assert await at.house.store.club(row.id) is None

    run(check())


def test_who_leaves_is_known_as_long_as_their_seasons_are_shown_and_back_as_if_never_gone() -> None:
    async def check() -> None:
        async with hall() as at:
            row = await at.club(ADA, BEN, CLEO)
            since = {one.guest: one.since for one in row.people}
            await at.clubs.leave(row.id, BEN)
            row = await at.clubs.join(row.id, BEN, row.invitation)
            assert sorted(names(row)) == ["ada", "ben", "cleo"]
            assert {one.guest: one.since for one in row.people} == since
            await at.clubs.leave(row.id, CLEO)
            row = await at.clubs.find(row.id, "ada")
            assert [one.until is None for one in row.people if one.guest == "cleo"] == [False]
            while season_at(at.day * DAY) != season_at(row.created).back(-SEASONS_KEPT - 1):
                at.day += 30
            row = await at.clubs.join(row.id, DAN, row.invitation)
            assert [one.guest for one in row.people] == ["ada", "ben", "dan"]

    run(check())


def test_what_cannot_be_is_refused_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with hall() as at:
            row = await at.club(ADA)
            passing = GuestRow("passing", "Passer-by", 1)
            await at.house.store.save_bond(BondRow("dan", "ada", "blocked", 1))
            monkeypatch.setattr(keeping, "MOST_MEMBERS", 2)
            for refused, error in (
                (at.clubs.found(ADA, NewClub("\u200b")), "no-club-name"),
                (at.clubs.found(ADA, NewClub("DRAG0NS")), "club-name"),
                (at.clubs.found(passing, NewClub("Passing")), "club-kept"),
                (at.clubs.join(row.id, passing, row.invitation), "club-kept"),
                (at.clubs.join(row.id, DAN, row.invitation), "club-welcome"),
            ):
                with pytest.raises(HouseError) as problem:
                    await refused
                assert problem.value.error == error
            await at.clubs.join(row.id, BEN, row.invitation)
            with pytest.raises(HouseError, match="at most 2"):
                await at.clubs.join(row.id, CLEO, row.invitation)
            other = await at.clubs.found(BEN, NewClub("Griffins"))
            with pytest.raises(HouseError, match="looks like it"):
                await at.clubs.change(other.id, BEN, NewClub("Drag\u043ens"))
            assert (await at.clubs.found(CLEO, NewClub("Dra\u202egons"))).name == "Dragons", "of others' clubs nobody is told"
            for number in range(MOST_CLUBS - 1):
                await at.clubs.found(DAN, NewClub(f"Club {'abcdefghjk'[number]}"))
            await at.clubs.found(DAN, NewClub("The tenth"))
            with pytest.raises(HouseError) as problem:
                await at.clubs.found(DAN, NewClub("One more"))
            assert problem.value.error == "too-many-clubs"

    run(check())


def test_many_who_join_at_once_all_belong_to_it() -> None:
    async def check() -> None:
        async with hall() as at:
            row = await at.club(ADA)
            others = Clubs(at.house)  # as another server has it
            await asyncio.gather(*(one.join(row.id, who, row.invitation) for one, who in ((at.clubs, BEN), (others, CLEO))))
            assert sorted(names(await at.clubs.find(row.id, "ada"))) == ["ada", "ben", "cleo"]

    run(check())


def test_who_is_shut_out_belongs_to_no_club() -> None:
    async def check() -> None:
        async with hall() as at:
            row = await at.club(ADA, BEN)
            await mydata.withdraw(at.house, ADA)
            row = await at.clubs.find(row.id, "ben")
            assert (row.host, names(row)) == ("ben", ["ben"])

    run(check())


def test_a_tournament_of_a_club_is_for_its_members() -> None:
    async def check() -> None:
        async with hall() as at:
            row, held = await at.club(ADA, BEN), Tournaments(at.house)
            wish = NewTournament("Friday", "azul", Clock("live", 300, 5), club=row.id)
            with pytest.raises(HouseError, match="no such club"):
                await held.create(CLEO, wish, None)
            cup = await held.create(ADA, wish, None)
            assert await at.house.store.listed_tournaments(9) == []
            await held.enter(cup.id, BEN, None)
            for asked in (held.enter(cup.id, CLEO, None), held.shown(cup.id, "cleo"), held.shown(cup.id, None)):
                with pytest.raises(HouseError, match="no such tournament"):
                    await asked
            await at.clubs.leave(row.id, BEN)
            assert (await held.shown(cup.id, "ben")).entrant_of("ben") == 0, "who takes part sees it to its end"
            assert [one.id for one in await at.house.store.tournaments_in(row.id, 9)] == [cup.id]
            await at.clubs.close(row.id, ADA)
            assert (await held.shown(cup.id, "ada")).id == cup.id

    run(check())
