"""The deal of the day: the same for everybody, one try each, nothing taken back, and a board."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date, timedelta

import httpx
import pytest

from tessela.coach.daily import OPPONENTS, opponent_of
from tessela.game import Game
from tessela.server.coaching import DealRow
from tessela.server.deals import Deals, key_of
from tessela.server.house import House
from tessela.server.store import GuestRow, Head, SeatRow, TableRow
from tests.server.conftest import Guest, Server
from tests.server.people import Json, Person, Tab
from tests.server.room import open_house, run

ADA = GuestRow("ada", "Ada", 1)
DAY = date(2026, 11, 18)


def play_on(tab: Tab, moves: int = 10_000) -> list[str]:
    """Play the first legal move, again and again; what was played."""
    played = []
    while tab.ending is None and len(played) < moves:
        if tab.legal:
            played.append(tab.legal[0])
            tab.play(tab.legal[0])
            tab.until("happened")
        else:
            tab.hear()
    return played


def begun(person: Person, game: str = "azul") -> Json:
    table: Json = person.ask("POST", f"/api/deals/{game}")
    return table


@pytest.mark.parametrize("game", ["azul", "duel"])
def test_everybody_gets_the_same_game_against_the_same_bot(server: Server, guest: Guest, game: str) -> None:
    ada, ben = guest(server, "Ada"), guest(server, "Ben")
    tables = [begun(one, game) for one in (ada, ben)]
    assert tables[0]["id"] != tables[1]["id"]
    assert tables[0]["seats"][1]["level"] in OPPONENTS
    assert tables[0]["options"] == tables[1]["options"]
    tabs = [ada.sit(tables[0]), ben.sit(tables[1])]
    for tab in tabs:
        while not tab.legal:
            tab.until("happened")
    assert tabs[0].view == tabs[1].view
    for tab in tabs:
        play_on(tab, 2)
        while not tab.legal:
            tab.until("happened")
    assert tabs[0].view == tabs[1].view, "to the same moves the bot has the same answers"


def test_there_is_one_try_and_it_goes_on_after_the_server_was_killed(own_server: Server, guest: Guest) -> None:
    """So do puzzles."""
    ada = guest(own_server)
    puzzle = ada.ask("POST", "/api/puzzles", {"game": "azul"})["id"]
    ada.ask("POST", f"/api/puzzles/{puzzle}/hint", {"strength": "nudge"})
    table = begun(ada)
    tab = ada.sit(table)
    while not tab.legal:
        tab.until("happened")
    tab.play(tab.legal[0])
    tab.until("happened")
    port = own_server.port
    own_server.kill()
    own_server.start(port)
    assert [hint["strength"] for hint in ada.get(f"/api/puzzles/{puzzle}")["hints"]] == ["nudge"]
    assert begun(ada)["id"] == table["id"]
    assert ada.get("/api/deals/azul")["table"] == table["id"]
    assert ada.sit(table).version >= 1


def test_there_are_no_hints_no_practice_and_nothing_is_taken_back(server: Server, guest: Guest) -> None:
    ada = guest(server)
    tab = ada.sit(begun(ada))
    while not tab.legal:
        tab.until("happened")
    for asked in ({"kind": "hint"}, {"kind": "judge", "move": tab.legal[0]}):
        tab.say(version=tab.version, **asked)
        assert tab.until("refused")["reason"] == "not-allowed"
    tab.say(kind="practice", on=True)
    assert tab.until("refused")["reason"] == "not-allowed"
    tab.play(tab.legal[0])
    happened = tab.until("happened")
    assert happened["back_to"] == []
    tab.say(kind="takeback", version=happened["version"], id="back")
    assert "taken back" in tab.until("refused")["text"]
    assert ada.sit(begun(ada)).frames[0]["back_to"] == []


def test_a_result_is_on_the_board_of_its_day_and_one_given_up_is_not(own_server: Server, guest: Guest) -> None:
    ada, ben, cleo = [guest(own_server, name) for name in ("Ada", "Ben", "Cleo")]
    tab = ada.sit(begun(ada))
    play_on(tab)
    quitter = ben.sit(begun(ben))
    quitter.say(kind="resign", version=quitter.version, id="r")
    quitter.until("ended")
    board = cleo.get("/api/deals/azul")
    assert [result["name"] for result in board["today"]] == ["Ada"]
    assert board["yesterday"] == []
    assert tab.ending
    scores = tab.ending["scores"]
    assert board["today"][0]["score"] == scores[0]
    assert board["today"][0]["margin"] == scores[0] - scores[1]
    assert board["today"][0]["won"] == (0 in tab.ending["winners"])
    assert [result["mine"] for result in ada.get("/api/deals/azul")["today"]] == [True]
    assert begun(ada)["status"] == "over", "there is no second try"
    with pytest.raises(httpx.HTTPStatusError):
        ada.get("/api/deals/chess")
    rematch = ada.ask("POST", f"/api/tables/{begun(ada)['id']}/rematch")
    assert rematch["daily"] is None


@asynccontextmanager
async def deals(day: date = DAY) -> AsyncIterator[tuple[House, Deals]]:
    async with open_house() as house:
        yield house, Deals(house, lambda: day)


def finished(name: str, scores: list[int]) -> TableRow:
    seats = [SeatRow("person", name, None, [name]), SeatRow("bot", "Mason", "mason")]
    winners = [int(scores[1] > scores[0])]
    return TableRow(
        name, "azul", {}, seats, "over", None, False, "chosen", 0, "x", winners=winners, daily=DAY.isoformat(),
        head=Head(9, None, 5, scores),
    )  # fmt: skip


def test_the_widest_margin_stands_first_and_a_board_is_bounded() -> None:
    async def check() -> None:
        async with deals() as (house, room):
            for number in range(60):
                await house.store.save_table(finished(f"p{number}", [40 + number % 7, 30 + number % 5]))
                await house.store.save_deal(DealRow(f"p{number}", "azul", DAY.isoformat(), f"p{number}"))
            board = (await room.of(ADA, "azul")).today
            assert len(board) == 50
            assert [one.margin for one in board] == sorted((one.margin for one in board), reverse=True)
            assert (await room.of(ADA, "duel")).today == []
            tomorrow = Deals(house, lambda: DAY + timedelta(1))
            assert (await tomorrow.of(ADA, "azul")).yesterday == board

    run(check())


def test_the_deal_follows_from_the_secret_of_the_server_and_the_date_alone() -> None:
    keys = {key_of(secret, game, day) for secret in (b"a" * 32, b"b" * 32) for game in ("azul", "duel") for day in ("1", "2")}
    assert len(keys) == 8
    first, second = (Game("azul", key=key_of(b"a" * 32, "azul", "1")) for _ in range(2))
    assert first.view(0) == second.view(0)
    assert {opponent_of(DAY + timedelta(ahead)) for ahead in range(7)} == set(OPPONENTS)
