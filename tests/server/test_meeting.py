"""Finding others: pairs of those who seek, challenges, friends, and those who keep away from each other."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessela.server import seating, seeking
from tessela.server.api import Api
from tessela.server.bounds import Bounds
from tessela.server.house import House, HouseError
from tessela.server.limits import Rate
from tessela.server.meeting import SeekRow
from tessela.server.meeting_api import MeetingApi
from tessela.server.messages.meeting import Bond, ChallengeWish, Seek
from tessela.server.messages.tables import Clock, Joining, NewTable, SeatWish
from tessela.server.pairing import ANYBODY_AFTER, pairs
from tessela.server.quotas import Quotas
from tessela.server.store import GuestRow, SeatRow, TableRow
from tests.server.room import ear_at, open_house, run, table_for, until

ADA, BOB = GuestRow("ada", "Ada", 1, kept=1, looks="ada"), GuestRow("bob", "Bob", 1)
FIVE = Clock("live", 300, 5)


class Desk:
    """A house where people look for each other."""

    def __init__(self, house: House, bounds: Bounds | None = None):
        self.house = house
        self.api = MeetingApi(house, Quotas(house.store, bounds))
        self.tables = Api(house, Quotas(house.store, None))

    async def ask(self, handler: Any, guest: GuestRow, body: Any = None, which: str = "") -> Any:
        return await handler(SimpleNamespace(me=guest, guest=guest, body=body, id=which, address="here"))

    async def challenge(self, guest: GuestRow, to: str) -> Any:
        return await self.ask(self.api.challenge, guest, ChallengeWish(to, "azul"))


@asynccontextmanager
async def desk(bounds: Bounds | None = None) -> AsyncIterator[Desk]:
    async with open_house() as house:
        for guest in (ADA, BOB):
            await house.store.save_guest(guest)
        yield Desk(house, bounds)


def seek(guest: str, rating: float = 1200, since: int = 0, terms: str = "") -> SeekRow:
    return SeekRow(guest, "azul", terms, rating, 0, since, since)


def names(found: list[tuple[SeekRow, SeekRow]]) -> list[tuple[str, str]]:
    return [(one.guest, other.guest) for one, other in found]


def nobody(one: str, other: str) -> bool:
    return False


def test_the_nearest_rating_within_the_reach_of_both_is_paired_and_reach_grows() -> None:
    three = [seek("a", 1200), seek("b", 1290, 1), seek("c", 1230, 2)]
    assert names(pairs(three, 10, nobody)) == [("a", "c")]
    far = [seek("a", 1200), seek("b", 1400)]
    assert names(pairs(far, 1_000, nobody)) == []
    assert names(pairs(far, 7_000, nobody)) == [("a", "b")]
    late = [seek("a", 1200), seek("b", 1400, 6_000)]
    assert names(pairs(late, 7_000, nobody)) == [], "nobody is reached who has only begun to look"
    ends = [seek("a", 0), seek("b", 3000)]
    assert names(pairs(ends, int(1000 * ANYBODY_AFTER), nobody)) == [("a", "b")]


GUESTS = st.sampled_from("abcdefgh")
SEEKS = st.lists(st.builds(seek, GUESTS, st.integers(800, 2000), st.integers(0, 90_000), st.sampled_from("xy")))


@given(SEEKS, st.sets(st.tuples(GUESTS, GUESTS)))
def test_nobody_is_paired_twice_nor_with_themselves_nor_with_a_stranger(seeks, apart) -> None:
    seeks = list({one.guest: one for one in seeks}.values())
    found = pairs(seeks, 90_000, lambda one, other: (one, other) in apart or (other, one) in apart)
    paired = [one.guest for pair in found for one in pair]
    assert len(set(paired)) == len(paired)
    for one, other in found:
        assert one.terms == other.terms
        assert (one.guest, other.guest) not in apart
        assert (other.guest, one.guest) not in apart


def test_two_who_seek_the_same_meet_at_a_table_and_nobody_meets_themselves() -> None:
    async def check() -> None:
        async with desk() as at:
            state = await at.ask(at.api.begin_seek, ADA, Seek("azul", {}, FIVE))
            again = await at.ask(at.api.begin_seek, ADA, Seek("azul", {}, FIVE))
            assert (state.seeking, again.seeking) == (True, True), "two tabs of somebody are one search"
            assert (await at.ask(at.api.begin_seek, BOB, Seek("azul", {}, None))).seeking, "another clock"
            found = await at.ask(at.api.begin_seek, BOB, Seek("azul", {"players": 2}, FIVE))
            assert not found.seeking
            table = await at.house.table(found.table)
            assert (await at.ask(at.api.seek, ADA)).table == found.table
            assert sorted(seat.name for seat in table.row.seats) == ["Ada", "Bob"]
            assert (table.row.status, table.row.clock) == ("playing", FIVE)
            await at.ask(at.api.end_seek, ADA)
            assert (await at.ask(at.api.seek, ADA)).table is None

    run(check())


def test_a_pair_whose_table_was_never_put_up_looks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server that has paired them died before it had their table."""
    monkeypatch.setattr(seeking, "PUT_UP_SECONDS", 0.05)

    async def check() -> None:
        async with desk() as at:
            await at.ask(at.api.begin_seek, ADA, Seek("azul", {}, FIVE))
            assert await at.house.store.match([ADA.id], "never")
            state = await at.ask(at.api.seek, ADA)
            assert (state.seeking, state.table) == (True, None)
            found = await at.ask(at.api.begin_seek, BOB, Seek("azul", {}, FIVE))
            assert (await at.ask(at.api.seek, ADA)).table == found.table != "never"

    run(check())


def test_a_table_that_is_on_its_way_is_waited_for() -> None:
    async def check() -> None:
        async with desk() as at:
            await at.ask(at.api.begin_seek, ADA, Seek("azul", {}, FIVE))
            row = TableRow("soon", "azul", {}, [SeatRow("open")], "waiting", None, False, "random", 0, "i")
            assert await at.house.store.match([ADA.id], row.id)
            asked = asyncio.ensure_future(at.ask(at.api.seek, ADA))
            await asyncio.sleep(0)
            await at.house.store.save_table(row)
            assert (await asked).table == "soon"

    run(check())


def test_rated_games_are_found_and_asked_for_as_well() -> None:
    async def check() -> None:
        async with desk() as at:
            with pytest.raises(HouseError, match="needs a clock"):
                await at.ask(at.api.begin_seek, ADA, Seek("azul", rated=True))
            assert (await at.ask(at.api.begin_seek, ADA, Seek("azul", {}, FIVE))).seeking
            assert (await at.ask(at.api.begin_seek, BOB, Seek("azul", {}, FIVE, rated=True))).seeking, "for another stake"
            found = await at.ask(at.api.begin_seek, ADA, Seek("azul", {}, FIVE, rated=True))
            table = await at.house.table(found.table)
            assert table.row.rated
            assert [seat.rating.value for seat in table.row.seats if seat.rating] == [1200, 1200]
            asked = await at.ask(at.api.challenge, BOB, ChallengeWish("Ada", "azul", {}, FIVE, rated=True))
            assert (asked.rated, asked.seats[0].rating.value) == (True, 1200)
            with pytest.raises(HouseError, match="needs a clock"):
                await at.ask(at.api.challenge, BOB, ChallengeWish("Ada", "azul", rated=True))

    run(check())


def test_two_who_may_not_play_rated_games_are_paired_with_others() -> None:
    async def check() -> None:
        async with desk() as at:
            wish = Seek("azul", {}, FIVE, rated=True)
            for guest in (ADA, BOB):
                at.house.guests.seen(guest.id, "one address")
                assert (await at.ask(at.api.begin_seek, guest, wish)).seeking
            cleo = GuestRow("cleo", "Cleo", 1)
            await at.house.store.save_guest(cleo)
            at.house.guests.seen(cleo.id, "another address")
            found = await at.ask(at.api.begin_seek, cleo, wish)
            assert not found.seeking
            assert (await at.ask(at.api.seek, ADA)).table == found.table, "who waited longest"
            assert (await at.ask(at.api.seek, BOB)).seeking

    run(check())


def test_a_bot_of_measured_strength_comes_to_a_rated_game(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with desk() as at:
            monkeypatch.setattr(seeking, "BOT_AFTER", 0)
            monkeypatch.setattr(at.house.players, "get_ready", lambda game: None)
            monkeypatch.setattr(at.house.players, "wake", lambda table: None)
            found = await at.ask(at.api.begin_seek, ADA, Seek("duel", {}, FIVE, rated=True, bots=True))
            table = await at.house.table(found.table)
            assert table.row.rated
            assert all(seat.rating for seat in table.row.seats)

    run(check())


def test_a_bot_comes_where_nobody_does_and_only_if_one_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with desk() as at:
            monkeypatch.setattr(seeking, "BOT_AFTER", 0)
            monkeypatch.setattr(at.house.players, "get_ready", lambda game: None)
            monkeypatch.setattr(at.house.players, "wake", lambda table: None)
            await at.ask(at.api.begin_seek, BOB, Seek("azul", {}, FIVE))
            found = await at.ask(at.api.begin_seek, ADA, Seek("azul", {}, None, bots=True))
            table = await at.house.table(found.table)
            assert sorted(seat.who for seat in table.row.seats) == ["bot", "person"]
            assert (await at.ask(at.api.seek, BOB)).seeking

    run(check())


def test_who_does_not_ask_any_more_is_not_paired(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with desk() as at:
            await at.ask(at.api.begin_seek, ADA, Seek("azul", {}, FIVE))
            monkeypatch.setattr(seeking, "LISTENS", -1)
            assert (await at.ask(at.api.begin_seek, BOB, Seek("azul", {}, FIVE))).seeking

    run(check())


def test_a_challenge_keeps_a_seat_for_somebody_who_may_decline() -> None:
    async def check() -> None:
        async with desk() as at:
            table = await at.challenge(BOB, "ÀDA")  # as names are taken for each other
            (asked,) = await at.ask(at.tables.lobby, ADA)
            assert (asked.id, asked.asked) == (table.id, True)
            await at.ask(at.api.decline, ADA, which=table.id)
            assert await at.ask(at.tables.lobby, ADA) == []
            with pytest.raises(HouseError, match="nobody waits for you"):
                await at.ask(at.api.decline, ADA, which=table.id)
            other = await at.challenge(BOB, ADA.id)
            await seating.join(at.house, await at.house.table(other.id), ADA, Joining())
            assert (await at.house.table(other.id)).row.status == "playing"

    run(check())


@pytest.mark.parametrize("to", ["Nobody", "Bob", "\u200b\u2060", "Guest 1234"])
def test_only_who_keeps_a_name_is_found_by_it(to: str) -> None:
    async def check() -> None:
        async with desk() as at:
            with pytest.raises(HouseError, match="nobody keeps this name"):
                await at.challenge(ADA, to)
            with pytest.raises(HouseError, match="that is yourself"):
                await at.challenge(ADA, "Ada")

    run(check())


def test_challenges_are_counted() -> None:
    async def check() -> None:
        async with desk(Bounds(challenges_to_one=Rate(2, 60.0))) as at:
            for _ in range(2):
                await at.challenge(BOB, "Ada")
            with pytest.raises(HouseError, match="challenged enough") as refused:
                await at.challenge(BOB, "Ada")
            assert refused.value.status == 429

    run(check())


def test_friends_are_those_one_has_played_with() -> None:
    async def check() -> None:
        async with desk() as at:
            with pytest.raises(HouseError, match="you have played with"):
                await at.ask(at.api.say, ADA, Bond("friend"), "bob")
            await table_for(at.house, "azul", "ada bob")
            assert [one.name for one in (await at.ask(at.api.known, ADA)).met] == ["Bob"]
            at.house.guests.seen("bob", "there")
            people = await at.ask(at.api.say, ADA, Bond("friend"), "bob")
            assert [(one.name, one.here) for one in people.friends] == [("Bob", True)]
            assert people.met == []
            assert (await at.ask(at.api.known, BOB)).friends == [], "the other is not told"
            with pytest.raises(HouseError, match="that is yourself"):
                await at.ask(at.api.say, ADA, Bond("blocked"), "ada")
            assert (await at.ask(at.api.unsay, ADA, which="bob")).friends == []

    run(check())


def test_who_is_blocked_meets_one_nowhere() -> None:
    async def check() -> None:
        async with desk() as at:
            await table_for(at.house, "azul", "ada bob")
            await at.ask(at.api.say, BOB, Bond("friend"), "ada")
            open_one = await seating.create(at.house, ADA, NewTable("azul", [SeatWish("me"), SeatWish("open")], listed=True))
            assert len(await at.ask(at.tables.lobby, BOB)) == 1
            at.house.guests.seen("ada", "here")
            assert (await at.ask(at.api.known, BOB)).friends[0].here
            people = await at.ask(at.api.say, ADA, Bond("blocked"), "bob")
            assert [one.name for one in people.blocked] == ["Bob"]
            assert await at.ask(at.tables.lobby, BOB) == []
            assert not (await at.ask(at.api.known, BOB)).friends[0].here
            with pytest.raises(HouseError, match="do not challenge each other"):
                await at.challenge(BOB, "Ada")
            with pytest.raises(HouseError, match="do not play with each other"):
                await seating.join(at.house, open_one, BOB, Joining(invitation=open_one.row.invitation))
            for guest in (ADA, BOB):
                assert (await at.ask(at.api.begin_seek, guest, Seek("azul", {}, FIVE))).seeking

    run(check())


def test_who_looks_on_is_shown_by_name() -> None:
    async def check() -> None:
        async with open_house() as house:
            table = await table_for(house, "azul", "ada bob")
            for guest in ("cleo", "ada", "dan", "cleo"):
                ear_at(table, guest)
            await until(lambda: table.audience.sockets)
            info = table.info("ada")
            assert (info.watchers, info.onlookers) == (2, ["cleo", "dan"])

    run(check())
