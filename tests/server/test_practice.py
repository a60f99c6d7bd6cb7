"""Practice: where it may be, that it lasts, and what is judged before a move is made."""

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import msgspec
import pytest

from tessela.bots.analysis.warning import outlook
from tessela.server import advice, seating
from tessela.server.advice import Advice
from tessela.server.bounds import Bounds
from tessela.server.frames import Judge, Practise, Resign
from tessela.server.house import House
from tessela.server.limits import Rate
from tessela.server.memory_store import MemoryStore
from tessela.server.messages.tables import Clock, NewTable, SeatWish
from tessela.server.quotas import Quotas
from tessela.server.refusals import RefusedError
from tessela.server.store import GuestRow, StoreError, TableRow
from tessela.server.table import Table
from tests.patience import patiently
from tests.server.people import Json, Person, Tab
from tests.server.room import ear_at, open_house, play, run, table_for, until

Meet = Callable[[str], Person]


async def practising(house: House) -> tuple[Table, Advice]:
    """A table where the first seat is to move and practises."""
    table = await table_for(house, "azul", "a bot")
    await until(lambda: table.course and table.course.to_move == 0)
    await table.practise([0], Practise(True))
    return table, Advice(house.players.service)


def test_it_is_turned_on_and_off_and_lasts() -> None:
    async def check() -> None:
        async with open_house() as house:
            table = await table_for(house, "azul", "a a")
            ear, watcher = ear_at(table, "a"), ear_at(table, "w")
            await table.practise([0, 1], Practise(True))
            assert [one.last["table"]["practice"] for one in (ear, watcher)] == [True, True]
            kept = await house.store.table("t")
            assert kept is not None
            assert kept.practice
            await table.practise([0, 1], Practise(False))
            assert not ear.last["table"]["practice"]

    run(check())


@pytest.mark.parametrize(
    ("who", "seats", "change"),
    [
        ("a b", [0], {}),
        ("a b", [], {}),
        ("a a", [0, 1], {"clock": Clock("live", 900)}),
        ("a a", [0, 1], {"lesson": "azul-1"}),
    ],
)
def test_it_is_refused_where_it_would_be_unfair(who: str, seats: list[int], change: dict[str, Any]) -> None:
    async def check() -> None:
        async with open_house() as house:
            table = await table_for(house, "azul", who)
            table.row = msgspec.structs.replace(table.row, **change)
            with pytest.raises(RefusedError) as refusal:
                await table.practise(seats, Practise(True))
            assert refusal.value.reason == "not-allowed"
            assert not table.row.practice

    run(check())


def test_it_cannot_be_stored() -> None:
    class Full(MemoryStore):
        full = False

        async def save_table(self, row: TableRow) -> None:
            if self.full:
                raise StoreError("the disk is full")
            await super().save_table(row)

    async def check() -> None:
        store = Full()
        async with open_house(store) as house:
            table = await table_for(house, "azul", "a a")
            store.full = True
            with pytest.raises(RefusedError, match="full") as refusal:
                await table.practise([0, 1], Practise(True))
            assert refusal.value.reason == "not-stored"
            assert not table.row.practice

    run(check())


def test_a_new_table_and_its_rematch_practise() -> None:
    async def check() -> None:
        async with open_house() as house:
            ada = GuestRow("a", "Ada", 1)
            wish = NewTable("azul", [SeatWish("me"), SeatWish("here")], practice=True)
            table = await seating.create(house, ada, wish)
            await table.resign([0, 1], Resign(0, "r"))
            assert (await seating.rematch(house, table, ada)).row.practice

    run(check())


def test_a_new_table_that_may_not_is_refused(person: Meet) -> None:
    ada = person("Ada")
    for seats, clock in (("me open", None), ("me bot:mason", {"pace": "live", "seconds": 300})):
        with pytest.raises(httpx.HTTPStatusError) as refusal:
            ada.new_table(seats=seats, practice=True, clock=clock)
        assert refusal.value.response.json()["error"] == "no-practice"


def judgement(tab: Tab, move: str | None = None) -> Json:
    """What is said of a move, or of the position; where all workers are busy nothing is known, and one asks again."""
    for _ in patiently():
        tab.say(kind="judge", version=tab.version, **({"move": move} if move else {}))
        judged = tab.until("judged", move=move)
        if judged["fine"] or judged["lost"] is not None:
            return judged
    raise AssertionError


def test_a_move_is_judged_before_it_is_made(person: Meet) -> None:
    """Over a real socket: the fine moves as soon as one is to move, then a move by itself; a late question is told so."""
    ada = person("Ada")
    tab = ada.sit(ada.new_table(seats="me bot:mason", practice=True))
    while not tab.legal:
        tab.until("happened")
    first = judgement(tab)
    assert (first["move"], first["lost"], first["blunder"]) == (None, None, False)
    assert first["fine"]
    assert set(first["fine"]) <= set(tab.legal)
    worst = max((move for move in tab.legal if move.endswith(">F")), key=lambda move: move not in first["fine"])
    judged = judgement(tab, worst)
    assert judged["lost"] is not None
    assert judged["blunder"] == (judged["lost"] >= 0.15)
    tab.say(kind="judge", version=tab.version, move="9B>1")
    assert tab.until("refused")["reason"] == "illegal"
    tab.say(kind="judge", version=tab.version + 5)
    assert tab.until("refused")["reason"] == "resync"
    tab.say(kind="practice", on=False)
    assert not tab.until("changed")["table"]["practice"]
    tab.say(kind="judge", version=tab.version)
    assert tab.until("refused")["reason"] == "not-allowed"


def test_the_decision_at_hand_is_thought_of_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []

    def counted(*arguments: Any) -> Any:
        looks.append(1)
        return outlook(*arguments)

    monkeypatch.setattr(advice, "outlook", counted)

    async def check() -> None:
        async with open_house() as house:
            table, judges = await practising(house)
            ask = Judge(table.version)
            both = await asyncio.gather(*(judges.judge(table, "a", [0], ask, allowed=True) for _ in range(3)))
            assert len({tuple(one.fine) for one in both}) == 1
            assert len(looks) == 1
            assert table.course is not None
            await play(table, str(table.course.game.legal_moves()[0]))
            await until(lambda: table.course and table.course.to_move == 0)
            await judges.judge(table, "a", [0], Judge(table.version), allowed=True)
            assert len(looks) == 2

    run(check())


def test_what_is_not_known_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too much asked for, or a fault of ours: nobody is warned, and nobody is told of a trouble either."""

    def fails(*arguments: Any) -> Any:
        raise RuntimeError("a fault")

    async def check() -> None:
        async with open_house() as house:
            table, judges = await practising(house)
            assert table.course is not None
            move = str(table.course.game.legal_moves()[0])
            told = await judges.judge(table, "a", [0], Judge(table.version, move), allowed=False)
            assert (told.lost, told.blunder, told.fine) == (None, False, [])
            monkeypatch.setattr(advice, "outlook", fails)
            told = await judges.judge(table, "a", [0], Judge(table.version, move), allowed=True)
            assert (told.lost, told.blunder) == (None, False)
            monkeypatch.undo()
            assert (await judges.judge(table, "a", [0], Judge(table.version), allowed=True)).fine

    run(check())


def test_judgements_are_bounded_by_guest_and_address() -> None:
    quotas = Quotas(MemoryStore(), Bounds(judgements_of_guest=Rate(2, 60.0), judgements_of_address=Rate(3, 60.0)))
    assert [quotas.judgement("ada", "here") for _ in range(3)] == [True, True, False]
    assert quotas.judgement("ben", "here")
    assert not quotas.judgement("cleo", "here"), "many guests of one address"
    assert quotas.judgement("cleo", "there")
    assert Quotas(MemoryStore(), None).judgement("ada", "here")


def test_it_does_not_last_when_somebody_is_there_again() -> None:
    """Practice is asked about anew with every judgement: what the seats are now counts."""

    async def check() -> None:
        async with open_house() as house:
            table = await table_for(house, "azul", "a a")
            await table.practise([0, 1], Practise(True))
            assert table.course is not None
            mine = [table.course.to_move or 0]  # the other seat is somebody else's now
            with pytest.raises(RefusedError, match="practises"):
                await Advice(house.players.service).judge(table, "a", mine, Judge(0), allowed=True)

    run(check())
