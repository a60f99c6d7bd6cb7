"""People at a table write to each other: where all agreed, to nobody else, so that nothing is lost and nobody is bothered."""

from typing import Any

import pytest
from msgspec.structs import replace

from tessela.game.ruleset import Json
from tessela.server import mydata, seating
from tessela.server.bounds import Bounds
from tessela.server.bus import LocalBus, News
from tessela.server.frames import LetBotFinish, Mute, Say, Talk
from tessela.server.house import House
from tessela.server.meeting import BondRow, Kind
from tessela.server.memory_store import MemoryStore
from tessela.server.messages.tables import Clock, Joining, NewTable, SeatWish
from tessela.server.quotas import Quotas
from tessela.server.refusals import RefusedError
from tessela.server.store import GuestRow, SeatRow
from tessela.server.table import Table
from tessela.server.talk import MOST_LINES, LineRow
from tests.server.conftest import Guest, Server
from tests.server.people import Tab
from tests.server.room import Ear, ear_at, house_on, open_house, run, table_for, until


async def agreed(house: House, game: str = "azul", who: str = "ada bob", **more: Any) -> tuple[Table, dict[str, Ear]]:
    """A table where everybody has switched the chat on, and an ear for each guest."""
    table = await table_for(house, game, who, **more)
    guests = [name for name in dict.fromkeys(who.split()) if name != "bot"]
    for guest in guests:
        await house.store.save_guest(GuestRow(guest, guest.title(), 1))
        await house.talking.agree(table, guest, Talk(on=True))
    return table, {guest: ear_at(table, guest) for guest in guests}


async def say(house: House, table: Table, guest: str, text: str, line: str | None = None) -> Ear:
    """Somebody writes; what they are answered."""
    asker = Ear(guest)
    await house.talking.say(table, guest, Say(text, line or text[:20]), asker)
    return asker


def read(ear: Ear) -> list[str]:
    """What somebody has been shown, one line after the other."""
    return [frame["line"]["text"] for frame in ear.frames if frame["kind"] == "said"]


async def whole(house: House, table: Table, guest: str) -> Json:
    """What somebody is given who comes to the table."""
    ear = Ear(guest)
    await house.talking.greet(table, ear)
    return ear.last if ear.raw else {}


def texts(chat: Json) -> list[str]:
    return [line["text"] for line in chat.get("lines", ())]


async def refused(house: House, table: Table, guest: str, text: str = "hello") -> str:
    with pytest.raises(RefusedError) as error:
        await say(house, table, guest, text)
    return error.value.reason


def test_nobody_writes_before_everybody_has_agreed_and_anyone_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with open_house() as house:
            monkeypatch.setattr(house.players, "get_ready", lambda game: None)
            monkeypatch.setattr(house.players, "wake", lambda table: None)
            table = await table_for(house, "azul", "ada bob bot cat", players=4)
            ears = [ear_at(table, guest) for guest in ("ada", "bob", "cat")]
            for guest in ("ada", "bob"):
                await house.talking.agree(table, guest, Talk(on=True))
                assert await refused(house, table, guest) == "no-chat"
            assert [seat.talks for seat in table.info("cat").seats] == [True, True, False, False], "it is seen who wants to"
            await house.talking.agree(table, "cat", Talk(on=True))
            await say(house, table, "ada", "Hello you two")
            assert [read(ear) for ear in ears] == [["Hello you two"]] * 3
            assert await refused(house, table, "bot") == "not-allowed"
            await house.talking.agree(table, "bob", Talk(on=False))
            assert await refused(house, table, "ada") == "no-chat"
            assert texts(await whole(house, table, "bob")) == ["Hello you two"], "what was written can still be read"

    run(check())


def test_those_who_look_on_neither_read_nor_write() -> None:
    async def check() -> None:
        async with open_house() as house:
            table, _ = await agreed(house)
            eve = ear_at(table, "eve")
            await say(house, table, "ada", "Between us")
            assert read(eve) == []
            assert await whole(house, table, "eve") == {}
            assert await refused(house, table, "eve") == "not-allowed"
            with pytest.raises(RefusedError, match="only those who sit"):
                await house.talking.agree(table, "eve", Talk(on=True))
            with pytest.raises(RefusedError, match="nobody else"):
                await house.talking.mute(table, "eve", Mute(0, on=True))

    run(check())


def test_who_is_alone_with_others_at_the_same_screen_has_nobody_to_write_to() -> None:
    async def check() -> None:
        async with open_house() as house:
            alone = await table_for(house, "azul", "ada ada")
            with pytest.raises(RefusedError, match="bots do not read"):
                await house.talking.agree(alone, "ada", Talk(on=True))

    run(check())


def test_who_left_the_rest_to_a_bot_talks_no_more() -> None:
    async def check() -> None:
        async with open_house() as house:
            table, ears = await agreed(house, who="ada bob cat", players=3)
            await table.let_bot_finish([2], LetBotFinish(0, "x", 2))
            assert await refused(house, table, "cat") == "not-allowed"
            await say(house, table, "ada", "She is gone")
            assert [read(ears[name]) for name in ("bob", "cat")] == [["She is gone"], []]

    run(check())


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("  well\n\n played\t! ", "well played !"),
        ("a\u202eb\u200b\u0007c\u2066d", "abcd"),
        ("Zaaa" + "\u0301" * 9, "Zaaá\u0301\u0301"),
        ("x" * 300, "x" * 300),
        ("👩\u200d👧 ok", "👩\u200d👧 ok"),
    ],
)
def test_a_line_shows_what_can_be_seen(written: str, shown: str) -> None:
    async def check() -> None:
        async with open_house() as house:
            table, ears = await agreed(house)
            await say(house, table, "ada", written, "id")
            assert read(ears["bob"]) == [shown]
            for nothing in ("\u200b\u2060", " \n ", "\u3164", "\u202e"):
                assert await refused(house, table, "ada", nothing) == "no-chat"

    run(check())


def test_what_is_sent_twice_is_written_once_and_acknowledged_again() -> None:
    async def check() -> None:
        async with open_house() as house:
            table, ears = await agreed(house)
            for _ in range(2):
                await say(house, table, "ada", "Once", "one")
            asker = await say(house, table, "ada", "Once", "one")
            await say(house, table, "bob", "Once", "one")
            assert asker.last["line"]["id"] == "one"
            assert read(ears["bob"]) == ["Once", "Once"], "another one of another person"
            assert [frame["line"]["id"] for frame in ears["bob"].frames if frame["kind"] == "said"] == [None, "one"]
            assert [line.place for line in await house.store.lines("t")] == [1, 2]

    run(check())


def test_who_is_muted_is_not_read_here_nor_elsewhere_and_does_not_know() -> None:
    async def check() -> None:
        async with open_house() as house:
            table, ears = await agreed(house, who="ada bob cat", players=3)
            await say(house, table, "bob", "Blah")
            await house.talking.mute(table, "ada", Mute(1, on=True))
            assert (ears["ada"].last["lines"], ears["ada"].last["muted"]) == ([], [1]), "nothing of before either"
            answer = await say(house, table, "bob", "Blah blah")
            assert "Blah blah" not in read(ears["ada"])
            assert read(ears["cat"]) == read(ears["bob"]) == ["Blah", "Blah blah"]
            assert [frame["kind"] for frame in answer.frames] == []
            assert (await whole(house, table, "bob"))["muted"] == []
            people = [await house.store.guest(name) for name in ("ada", "bob")]
            assert people[0]
            assert people[1]
            later = await seating.create(house, people[0], NewTable("duel", [SeatWish("me"), SeatWish("open")]))
            await seating.join(house, later, people[1], Joining(later.row.invitation))
            for guest in ("ada", "bob"):
                await house.talking.agree(later, guest, Talk(on=True))
            ear = ear_at(later, "ada")
            await say(house, later, "bob", "Blah again")
            assert read(ear) == []
            await house.talking.mute(table, "ada", Mute(1, on=False))
            assert texts(ears["ada"].last) == ["Blah", "Blah blah"]

    run(check())


@pytest.mark.parametrize(("one", "other"), [("ada", "bob"), ("bob", "ada")])
def test_who_is_blocked_is_shown_nothing_nor_read(one: str, other: str) -> None:
    async def check() -> None:
        async with open_house() as house:
            table, ears = await agreed(house, who="ada bob cat", players=3)
            await house.store.save_bond(BondRow(one, other, "blocked", 1))
            for guest in ("ada", "bob", "cat"):
                await say(house, table, guest, f"of {guest}")
            assert read(ears["ada"]) == ["of ada", "of cat"]
            assert read(ears["bob"]) == ["of bob", "of cat"]
            assert texts(await whole(house, table, "ada")) == ["of ada", "of cat"]
            assert (await whole(house, table, "ada"))["muted"] == [], "nobody is told"
            assert read(ears["cat"]) == ["of ada", "of bob", "of cat"]

    run(check())


def test_in_a_rated_game_only_those_talk_who_are_each_others_friends() -> None:
    async def check() -> None:
        async with open_house() as house:
            table = await table_for(house, "azul", "ada bob", clock=Clock("live", 600))
            table.row = replace(table.row, rated=True)
            await house.store.save_table(table.row)

            async def bond(one: str, other: str, kind: Kind) -> None:
                await house.store.save_bond(BondRow(one, other, kind, 1))

            async def try_to_agree(guest: str) -> str:
                try:
                    await house.talking.agree(table, guest, Talk(on=True))
                except RefusedError as error:
                    return error.reason
                return ""

            assert await try_to_agree("ada") == "strangers"
            await bond("ada", "bob", "friend")
            assert [await try_to_agree(guest) for guest in ("ada", "bob")] == ["", "strangers"], "each says it of the other"
            assert await refused(house, table, "ada") == "no-chat"
            await bond("bob", "ada", "friend")
            assert await try_to_agree("bob") == ""
            ear = ear_at(table, "bob")
            await say(house, table, "ada", "Hello, friend")
            assert read(ear) == ["Hello, friend"]
            await house.store.delete_bond("bob", "ada")
            assert await refused(house, table, "ada") == "strangers"
            await house.talking.agree(table, "ada", Talk(on=False))  # which anyone may at any time

    run(check())


def test_a_table_has_room_for_so_many_lines_and_people_write_so_fast() -> None:
    async def check() -> None:
        async with open_house() as house:
            table, _ = await agreed(house)
            for number in range(MOST_LINES):
                await house.store.save_line(LineRow("t", 0, "bob", 1, "x", f"{number}", 1))
            with pytest.raises(RefusedError, match=f"room for {MOST_LINES} messages"):
                await say(house, table, "ada", "one more")
        quotas = Quotas(MemoryStore(), Bounds())
        for _ in range(8):
            quotas.line("ada", "here")
        with pytest.raises(RefusedError, match="not so many messages at once; again in") as busy:
            quotas.line("ada", "here")
        assert busy.value.retry
        quotas.line("bob", "here")

    run(check())


@pytest.mark.parametrize("rings", [True, False])
def test_two_houses_of_a_store_tell_the_same_in_the_same_order(rings: bool) -> None:
    class Shared(MemoryStore):
        """One that houses share."""

        @property
        def is_shared(self) -> bool:
            return True

    class Silent(LocalBus):
        """Nobody hears anything."""

        def ring(self, news: News) -> None:
            pass

        def is_up(self) -> bool:
            return False

    async def check() -> None:
        store, bus = Shared(), LocalBus()
        here, there = house_on(store, bus), house_on(store, bus if rings else Silent())
        await there.open_up()
        table, ears = await agreed(here)
        far = await there.table("t")
        ear = ear_at(far, "bob")
        await say(here, table, "ada", "one")
        await until(lambda: read(ear) == ["one"])
        await say(here, table, "ada", "two")
        await say(there, far, "bob", "three")
        await until(lambda: read(ear) == ["one", "two", "three"])
        await here._look_at_heads()
        await until(lambda: read(ears["ada"]) == ["one", "two", "three"])
        await here.talking.agree(table, "ada", Talk(on=False))
        await until(lambda: not far.info("bob").seats[0].talks)
        ada = await store.guest("ada")
        assert ada is not None
        await mydata.delete(here, ada)
        await until(lambda: texts([frame for frame in ear.frames if "lines" in frame][-1]) == ["three"])
        await here.close()
        await there.close()

    run(check())


def test_what_somebody_wrote_is_exported_and_forgotten_and_comes_along() -> None:
    async def check() -> None:
        async with open_house() as house:
            table, ears = await agreed(house, who="ada bob")
            await say(house, table, "ada", "My secret")
            await say(house, table, "bob", "Mine too")
            await house.talking.mute(table, "bob", Mute(0, on=True))
            ada, bob = [await house.store.guest(name) for name in ("ada", "bob")]
            assert ada
            assert bob
            assert [line.text for line in (await mydata.export(house, ada))["chat"]] == ["My secret"]
            assert [row.other for row in (await mydata.export(house, bob))["muted"]] == ["ada"]
            anna = GuestRow("anna", "Anna", 1)
            await house.store.save_guest(anna)
            await mydata.hand_over(house, ada, anna)
            assert [line.text for line in await house.store.lines_of("anna")] == ["My secret"]
            assert [row.other for row in await house.store.mutes_of("bob")] == ["anna"], "nobody sheds a mute by signing in"
            await mydata.delete(house, anna)
            assert [*await house.store.lines_of("anna"), *await house.store.mutes_of("bob")] == []
            assert texts(ears["bob"].last) == ["Mine too"], "those who have it before their eyes are told"
            await house.store.save_line(LineRow("t", 0, "bob", 1, "next", "n", 1))
            assert [line.place for line in await house.store.lines("t")] == [2, 3], "nothing is counted anew"

    run(check())


def test_who_was_blocked_stays_so_under_another_name() -> None:
    async def check() -> None:
        async with open_house() as house:
            for guest in ("ada", "bob", "anna"):
                await house.store.save_guest(GuestRow(guest, guest.title(), 1))
            await house.store.save_bond(BondRow("bob", "ada", "blocked", 1))
            ada, anna = [await house.store.guest(name) for name in ("ada", "anna")]
            assert ada
            assert anna
            await mydata.hand_over(house, ada, anna)
            assert [(row.other, row.kind) for row in await house.store.bonds_of("bob")] == [("anna", "blocked")]

    run(check())


def test_a_seat_of_a_program_neither_agrees_nor_reads() -> None:
    async def check() -> None:
        async with open_house() as house:
            table, ears = await agreed(house, who="ada bob")
            program = SeatRow("person", "Robo", None, ["bot-0123"])
            table.row = replace(table.row, seats=[*table.row.seats, program])
            await say(house, table, "ada", "Only you and me")
            assert read(ears["bob"]) == ["Only you and me"]

    run(check())


def said(tab: Tab) -> Json:
    line: Json = tab.until("said")["line"]
    return line


def test_a_chat_survives_a_new_start_and_is_bounded(own_server: Server, guest: Guest) -> None:
    """Over real sockets, with what a page would send."""
    ada, bob = guest(own_server, "Ada"), guest(own_server, "Bob")
    table = ada.new_table()
    bob.join(table)
    tabs = [ada.sit(table), bob.sit(table)]
    for tab in tabs:
        tab.say(kind="talk", on=True)
    for tab in tabs:
        while not all(seat["talks"] for seat in tab.until("changed")["table"]["seats"]):
            pass
    tabs[0].say(kind="say", text="See you tomorrow", id="a1")
    assert [said(tab)["text"] for tab in tabs] == ["See you tomorrow"] * 2
    tabs[1].say(kind="say", text="x" * 301, id="b1")
    assert tabs[1].until("refused")["reason"] == "bad-frame"
    tabs[1].say(kind="say", text="\u200b", id="b2")
    assert (tabs[1].until("refused")["reason"], tabs[1].frames[-1]["id"]) == ("no-chat", "b2")
    port = own_server.port
    own_server.kill()
    own_server.start(port)
    again = bob.sit(table)
    assert [line["text"] for line in again.until("chat")["lines"]] == ["See you tomorrow"]
    again.say(kind="say", text="And so we did", id="b3")
    assert said(again)["place"] == 2
