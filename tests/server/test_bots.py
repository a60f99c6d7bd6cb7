"""Bots at the tables: each has its turn whatever others ask for, nobody else moves for one, and none is left behind."""

import asyncio
import hashlib
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from tessela.game import Game
from tessela.game.ruleset import Json
from tessela.server import advice, mydata, players
from tessela.server import house as houses
from tessela.server.course import STAND_IN
from tessela.server.frames import Hint, Takeback
from tessela.server.house import House
from tessela.server.memory_store import MemoryStore
from tessela.server.refusals import RefusedError
from tessela.server.results import Over
from tessela.server.store import Entry, GuestRow, Head, SeatRow, StoreError, TableRow
from tessela.server.table import Table
from tests.patience import PATIENCE
from tests.server.errands import choose_after_crashing, choose_after_hanging
from tests.server.room import ear_at, house_on, open_house, play, process, run, until


@pytest.fixture(autouse=True)
def without_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "SHORTEST_PAUSE", 0.01, raising=False)
    monkeypatch.setattr(players, "TOLD_AFTER", 0.0, raising=False)
    monkeypatch.setattr(houses, "RETRY_SECONDS", 0.01)
    for name in ("SWEEP_SECONDS", "TELL_SECONDS", "FIND_SECONDS", "STORED_BOTS_SECONDS"):
        monkeypatch.setattr(houses, name, 0.02, raising=False)


async def table_of(house: House, name: str, guest: str, *levels: str) -> Table:
    """A table of one person and bots at which a bot is to move; or of bots alone where there is no guest."""
    seats = [SeatRow("bot", level, level) for level in levels] + ([SeatRow("person", guest, None, [guest])] if guest else [])
    game = next(game for seed in range(99) if (game := Game("azul", players=len(seats), seed=seed)).to_move == 0)
    row = TableRow(name, "azul", game.options, seats, "waiting", None, False, "chosen", 0, "invitation")
    table = house.new_table(row)
    async with table.lock:
        await table.begin(row, game)
    house.take_in(table)
    return table


async def left_behind(store: MemoryStore, *names: str) -> None:
    """Tables in the store where a bot is to move, as a server leaves them that was stopped."""
    house = house_on(store, thinking=lambda *_: (_ for _ in ()).throw(RuntimeError("asleep")))
    for name in names:
        await table_of(house, name, "ada", "mason")
    await house.players.close()


def first(view: Json) -> str:
    return str(Game.from_view(view).legal_moves()[0])


def last(view: Json) -> str:
    return str(Game.from_view(view).legal_moves()[-1])


class Gate:
    """Strong bots that think only as often as they are let; who thought is noted."""

    def __init__(self) -> None:
        self.thought: list[str] = []
        self._let = threading.Semaphore(0)

    def think(self, name: str, seed: int, view: Json, seconds: float) -> str:
        if name in ("legend", "oracle"):
            self._let.acquire(timeout=PATIENCE)
        self.thought.append(name)
        return first(view)

    def let(self, number: int) -> None:
        self._let.release(number)


def test_a_gentle_bot_answers_while_another_guests_strong_ones_wait_in_line() -> None:
    async def check() -> None:
        gate = Gate()
        async with open_house(thinking=gate.think) as house:
            crowd = [await table_of(house, f"greedy {number}", "greedy", "legend") for number in range(100)]
            gentle = await table_of(house, "gentle", "ben", "mason")
            try:
                await until(lambda: gentle.version == 1)
                assert gate.thought == ["mason"]
                assert {table.version for table in crowd} == {0}
            finally:
                gate.let(1000)

    run(check())


@pytest.mark.parametrize("cookies", [1, 100])
def test_a_strong_bot_waits_for_one_of_another_guests_at_most(cookies: int) -> None:
    """Nor does it help to be many guests at one address."""

    async def check() -> None:
        gate = Gate()
        async with open_house(thinking=gate.think) as house:
            house.guests.seen("ben", "192.0.2.1")
            for number in range(100):
                guest = f"greedy {number % cookies}"
                house.guests.seen(guest, "192.0.2.2")
                await table_of(house, f"greedy {number}", guest, "legend")
            await until(lambda: house.players._playing)
            strong = await table_of(house, "strong", "ben", "oracle")
            try:
                await asyncio.sleep(0.1)
                gate.let(3)
                await until(lambda: len(gate.thought) == 3)
                assert "oracle" in gate.thought
                await until(lambda: strong.version == 1)
            finally:
                gate.let(1000)

    run(check())


def test_people_are_told_how_long_their_bot_waits_its_turn() -> None:
    async def check() -> None:
        gate = Gate()
        async with open_house(thinking=gate.think) as house:
            await house.open_up()
            ears = []
            for number in range(40):
                table = await table_of(house, f"t{number}", "ada", "legend")
                ears.append(ear_at(table, "ada"))
            try:
                await until(lambda: any(frame["kind"] == "waiting" for frame in ears[-1].frames))
                told = [frame for frame in ears[-1].frames if frame["kind"] == "waiting"][-1]
                assert (told["seconds"] >= 1, told["again"]) == (True, False)
                assert not any(frame["kind"] == "waiting" for frame in ears[0].frames), "this one thinks"
            finally:
                gate.let(1000)

    run(check())


def test_a_bot_that_fails_thinks_again_and_nobody_moves_for_it() -> None:
    """However often: its turn stays, people are told, and in the end it makes its own move."""
    asked: list[tuple[str, int]] = []

    def thinking(name: str, seed: int, view: Json, seconds: float) -> str:
        asked.append((name, seed))
        if len(asked) <= 6:
            raise RuntimeError("a crash")
        return last(view)

    async def check() -> None:
        async with open_house(thinking=thinking) as house:
            await house.open_up()
            with capture_logs() as logs:
                table = await table_of(house, "t", "ada", "mason")
                ear = ear_at(table, "ada")
                assert table.course is not None
                own = last(table.course.game.view(0))
                await until(lambda: table.version == 1)
            failed = [line for line in logs if line["event"] == "bot-failed"]
            assert [(line["log_level"], line["bot"], line["failures"]) for line in failed] == [
                ("warning", "mason", number) for number in range(1, 7)
            ]
            assert table.course.last.move == own
            assert {name for name, _ in asked} == {"mason"}
            assert len({seed for _, seed in asked}) == len(asked) == 7, "the same seed might fail for ever"
            assert house.metrics.bot_failures._value.get() == 6
            assert any(frame["kind"] == "waiting" and frame["again"] for frame in ear.frames)

    run(check())


def test_a_bot_that_fails_for_ever_is_helped_by_another() -> None:
    """After many failures, not before, and by a thought: nobody plays just any move."""
    asked: list[str] = []

    def thinking(name: str, seed: int, view: Json, seconds: float) -> str:
        asked.append(name)
        if name == "mason":
            raise RuntimeError("whatever it draws")
        return last(view)

    async def check() -> None:
        async with open_house(thinking=thinking) as house:
            table = await table_of(house, "t", "ada", "mason")
            assert table.course is not None
            own = last(table.course.game.view(0))
            await until(lambda: table.version == 1)
            assert table.course.last.move == own
            assert asked[: players.HELP_AFTER + 1] == ["mason"] * players.HELP_AFTER + [STAND_IN]
            assert table.row.seats[0].level == "mason", "it stays its seat"

    run(check())


@pytest.mark.parametrize("wrong", ["9B>1", "nonsense"])
def test_a_bot_that_makes_no_legal_move_thinks_again(wrong: str) -> None:
    answers = [wrong, wrong]

    def thinking(name: str, seed: int, view: Json, seconds: float) -> str:
        return answers.pop() if answers else last(view)

    async def check() -> None:
        async with open_house(thinking=thinking) as house:
            table = await table_of(house, "t", "ada", "mason")
            assert table.course is not None
            own = last(table.course.game.view(0))
            await until(lambda: table.version == 1)
            assert table.course.last.move == own
            assert house.metrics.bot_failures._value.get() == 2

    run(check())


@pytest.mark.parametrize("trouble", [choose_after_hanging, choose_after_crashing])
def test_trouble_where_one_bot_thinks_is_nobody_elses(
    trouble: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots wait in line, and the process hangs or dies again and again: in the end every bot has made its own move."""
    monkeypatch.setattr(players, "PATIENCE", 0.0)
    monkeypatch.setattr(players, "LOADING", 3.0)
    times = 1 if trouble is choose_after_hanging else 8

    async def check() -> None:
        async with open_house(thinking=partial(trouble, str(tmp_path / "tries"), times), worker=process) as house:
            tables = [await table_of(house, f"t{number}", f"guest {number}", "legend") for number in range(6)]
            own = [last(table.course.game.view(0)) for table in tables if table.course]
            await until(lambda: all(table.version == 1 for table in tables))
            assert [table.course.last.move for table in tables if table.course] == own

    run(check())


def test_what_bots_draw_from_cannot_be_computed() -> None:
    """Their seeds follow from a secret of the server, and are others for every seat and every decision."""
    seeds: list[int] = []

    def thinking(name: str, seed: int, view: Json, seconds: float) -> str:
        seeds.append(seed)
        return first(view)

    async def check() -> None:
        for decisions in (9, 18):
            async with open_house(thinking=thinking) as house:
                await table_of(house, "t", "", "mason", "mason")
                await until(lambda decisions=decisions: len(seeds) >= decisions)  # type: ignore[misc]
        assert len(set(seeds)) == len(seeds) >= 18
        known = {int.from_bytes(hashlib.sha256(f"t {seat}".encode()).digest()[:6]) for seat in range(2)}
        assert known.isdisjoint(seeds)

    run(check())


def test_a_bot_that_waits_its_turn_thinks_of_the_table_as_it_is_then() -> None:
    """Somebody takes a move back while their bot waits in line: it is not thought for what was taken back."""
    gate = Gate()

    async def check() -> None:
        async with open_house(thinking=gate.think) as house:
            await table_of(house, "first", "ada", "legend")
            seats = [SeatRow("person", "ada", None, ["ada"]), SeatRow("bot", "oracle", "oracle")]
            game = next(game for seed in range(99) if (game := Game("azul", seed=seed)).to_move == 0)
            table = house.new_table(TableRow("t", "azul", game.options, seats, "waiting", None, False, "chosen", 0, "i"))
            async with table.lock:
                await table.begin(table.row, game)
            house.take_in(table)
            moves = [str(move) for move in game.legal_moves()[:2]]
            await play(table, moves[0])
            await asyncio.sleep(0.05)
            await table.takeback([0], Takeback(1, "back"))
            await play(table, moves[1], "again")
            assert gate.thought == []
            gate.let(2)
            await until(lambda: table.version == 4)
            await asyncio.sleep(0.05)
            assert gate.thought == ["legend", "oracle"]
            gate.let(1000)

    run(check())


def test_a_bot_whose_player_was_lost_is_found() -> None:
    """Whatever ended the task that plays for it: the supervisor begins another, and counts it."""

    def slowly(name: str, seed: int, view: Json, seconds: float) -> str:
        entered.set()
        go.wait(PATIENCE)
        return first(view)

    entered, go = threading.Event(), threading.Event()

    async def check() -> None:
        async with open_house(thinking=slowly) as house:
            await house.open_up()
            table = await table_of(house, "t", "ada", "mason")
            await until(entered.is_set)
            house.players._playing["t"].cancel()
            go.set()
            await until(lambda: table.version == 1)
            assert house.metrics.bots_found._value.get() >= 1

    run(check())


def test_a_table_that_waits_for_its_bot_in_the_store_is_found() -> None:
    async def check() -> None:
        store = MemoryStore()
        async with open_house(store) as house:
            await house.open_up()
            await asyncio.sleep(0.05)  # what was running at the start is taken up
            await left_behind(store, "t")
            assert "t" not in house.tables
            await until(lambda: store._heads["t"].version == 1)
            assert house.metrics.bots_found._value.get() >= 1

    run(check())


class Moody(MemoryStore):
    """Fails at what it is told to, as often as it is told to, in a way nobody expected or in the way of stores."""

    def __init__(self) -> None:
        super().__init__()
        self.moods: dict[str, int] = {}
        self.noted = 0
        self.error: Exception = StoreError("the disk is full")

    def _check(self, what: str) -> None:
        if self.moods.get(what, 0) > 0:
            self.moods[what] -= 1
            raise self.error

    async def append(self, entry: Entry, head: Head, row: TableRow | None = None, over: Over | None = None) -> None:
        self._check("append")
        await super().append(entry, head, row, over)

    async def table(self, table: str) -> TableRow | None:
        self._check("table")
        return await super().table(table)

    async def entries(self, table: str, after: int = -1) -> list[Entry]:
        self._check("entries")
        return await super().entries(table, after)

    async def running(self) -> list[TableRow]:
        self._check("running")
        return await super().running()

    async def bots_to_move(self) -> list[str]:
        self._check("bots_to_move")
        return await super().bots_to_move()

    async def note_uptime(self, at: int) -> None:
        self._check("note_uptime")
        self.noted += 1
        await super().note_uptime(at)


ERRORS = [StoreError("the disk is full"), RuntimeError("nobody expected this")]


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("what", ["running", "table", "entries"])
def test_bots_go_on_after_a_restart_whatever_the_store_fails_at(what: str, error: Exception) -> None:
    async def check() -> None:
        store = Moody()
        await left_behind(store, "first", "second", "third")
        store.error = error
        store.moods = {what: 5}
        async with open_house(store) as house:
            await house.open_up()
            await until(lambda: all(head.version == 1 for head in store._heads.values()))

    run(check())


@pytest.mark.parametrize("error", ERRORS)
def test_the_supervisor_survives_the_store(error: Exception) -> None:
    async def check() -> None:
        store = Moody()
        async with open_house(store) as house:
            await house.open_up()
            store.error = error
            store.moods = {"bots_to_move": 3, "note_uptime": 3}
            await until(lambda: not any(store.moods.values()))
            noted = store.noted
            await until(lambda: store.noted > noted)
            await left_behind(store, "t")
            await until(lambda: store._heads["t"].version == 1)

    run(check())


def test_a_bots_move_that_cannot_be_stored_is_kept_not_thought_again() -> None:
    thoughts: list[str] = []

    async def check() -> None:
        store = Moody()

        def thinking(name: str, seed: int, view: Json, seconds: float) -> str:
            thoughts.append(name)
            store.moods = {"append": 5}
            return first(view)

        async with open_house(store, thinking=thinking) as house:
            table = await table_of(house, "t", "ada", "mason")
            await until(lambda: table.version == 1)
            assert (thoughts, store.moods) == (["mason"], {"append": 0})

    run(check())


def test_a_fault_in_advice_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(view: Json) -> None:
        raise IndexError("a fault")

    async def check() -> None:
        monkeypatch.setattr(advice, "advise", broken)
        async with open_house() as house:
            table = await table_of(house, "t", "ada", "mason")
            await until(lambda: table.version == 1)
            with pytest.raises(RefusedError) as refusal:
                await advice.Advice(house.players.service).hint(table, "ada", [1], Hint(1))
            assert refusal.value.reason == "busy"

    run(check())


def test_ids_of_clients_bots_and_the_house_do_not_meet() -> None:
    """Whatever a client calls its request, it is neither taken for one of a bot or the house, nor the other way round."""

    async def check() -> None:
        async with open_house() as house:
            table = await table_of(house, "t", "ada", "mason")
            await until(lambda: table.version == 1)
            ear = ear_at(table, "ada")
            await play(table, str(table.course.game.legal_moves()[0]), "bot-0-0", ear)
            assert (table.version >= 2, ear.frames[0]["id"]) == (True, "bot-0-0")
            await until(lambda: table.bot_to_move() is None)
            version = table.version
            await play(table, str(table.course.game.legal_moves()[0]), f"bot-0-{version + 1}", ear)
            await until(lambda: table.version >= version + 2)
            await until(lambda: table.bot_to_move() is None)
            await play(table, str(table.course.game.legal_moves()[0]), "gone-1", ear)
            await mydata.delete(house, GuestRow("ada", "Ada", 0))
            assert [seat.who for seat in table.row.seats] == ["bot", "bot"]

    run(check())
