"""What is seen of a table while an entry is being stored, and after one that could not be: only what is in the log."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from unittest.mock import patch

import msgspec
import pytest

from tessela.game.ruleset import Json
from tessela.server import mydata, replays
from tessela.server.advice import Advice
from tessela.server.frames import Explain, Hint, LetBotFinish, Look, Play, Resign, Takeback
from tessela.server.house import House, HouseError
from tessela.server.memory_store import MemoryStore
from tessela.server.messages.tables import Clock
from tessela.server.refusals import RefusedError
from tessela.server.results import Over
from tessela.server.sight import snapshot
from tessela.server.store import Entry, GuestRow, Head, StoreError, TableRow
from tessela.server.table import Table
from tests.server.room import Ear, ear_at, house_on, play, run, table_for
from tests.variants import choose

AT_ONCE = 5.0  # seconds; the store meanwhile takes for ever
Change = Callable[[Table], Awaitable[None]]


class SlowStore(MemoryStore):
    """A disk that takes an entry when it is told to, or fails with it."""

    def __init__(self) -> None:
        super().__init__()
        self.free, self.reached = asyncio.Event(), asyncio.Event()
        self.free.set()
        self.trouble: Exception | None = None

    async def append(self, entry: Entry, head: Head, row: TableRow | None = None, over: Over | None = None) -> None:
        self.reached.set()
        await self.free.wait()
        if self.trouble:
            raise self.trouble
        await super().append(entry, head, row, over)


async def by_the_mover(table: Table) -> None:
    """A move: the last one of a round or of a game too, if it comes to that."""
    await play(table, str(table.course.game.legal_moves()[0]), "new")


async def taken_back(table: Table) -> None:
    await table.takeback([0, 1], Takeback(table.version, "new"))


async def given_up(table: Table) -> None:
    await table.resign([0], Resign(table.version, "new"))


async def left_to_a_bot(table: Table) -> None:
    await table.let_bot_finish([0], LetBotFinish(table.version, "new", 0))


CHANGES = pytest.mark.parametrize("change", [by_the_mover, taken_back, given_up, left_to_a_bot])


@asynccontextmanager
async def storing(table: Table, store: SlowStore, change: Change) -> AsyncIterator[None]:
    """While a change of a table is on its way to the disk."""
    store.free.clear()
    store.reached.clear()
    task = asyncio.ensure_future(change(table))
    try:
        await store.reached.wait()
        yield
    finally:
        store.free.set()
        await task


async def begun(store: MemoryStore, game: str = "duel", who: str = "a b") -> tuple[House, Table]:
    """A game whose last decision can be taken back."""
    house = house_on(store)
    house._grace = 0.0
    table = await table_for(house, game, who, Clock("live", 600, 5))
    dice = random.Random(3)
    while not (table.version >= 6 and table.course and table.course.back_to([0, 1], freely=False)):
        assert table.course is not None
        await play(table, str(choose(table.course.game, dice, 2)))
    return house, table


def seen(table: Table) -> Json:
    """All that anybody can see, but for the time that runs."""
    whole = {}
    for guest, mine in (("a", [0]), ("b", [1]), (None, [])):
        told = snapshot(table.row, table.info(guest), table.course, mine, table.timing.left if table.timing else None)
        whole[str(guest)] = msgspec.json.decode(msgspec.json.encode(told))
    return whole


async def newcomer(table: Table) -> Json:
    """The snapshot of a spectator who comes now."""
    ear = ear_at(table, "spectator")
    await asyncio.wait_for(table.greet(ear), AT_ONCE)
    table.audience.sockets.discard(ear)
    return ear.last


@CHANGES
def test_nobody_sees_what_is_being_stored(change: Change) -> None:
    async def check() -> None:
        store = SlowStore()
        house, table = await begun(store)
        guest = GuestRow("a", "a", 0)
        before, version, spectator = seen(table), table.version, await newcomer(table)
        exported = msgspec.json.encode(await mydata.export(house, guest))
        async with storing(table, store, change):
            assert (seen(table), table.version) == (before, version)
            coming = await newcomer(table)
            assert {**coming, "clocks": None} == {**spectator, "clocks": None}
            assert msgspec.json.encode(await asyncio.wait_for(mydata.export(house, guest), AT_ONCE)) == exported
            with pytest.raises(HouseError, match="not over"):
                await replays.record_of(house, table.row.id)
        assert table.version == version + 1
        assert seen(table) != before
        assert (await newcomer(table))["version"] == version + 1
        await house.close()

    run(check())


@CHANGES
def test_looks_and_hints_do_not_wait_for_the_disk(change: Change) -> None:
    """Advice is thought of from the last stored position, at once."""

    async def check() -> None:
        store, views = SlowStore(), []
        house, table = await begun(store, who="a a")
        assert table.course is not None
        version, seats, move = table.version, [0, 1], str(table.course.game.legal_moves()[-1])
        advice = Advice(house.players.service)
        with patch("tessela.server.advice.advise", side_effect=lambda view: views.append(view) or []):
            looked = await advice.look(table, "a", seats, Look(version, move))
            await advice.hint(table, "a", seats, Hint(version))
            table.thoughts.clear()  # what is known already would not be thought of again
            async with storing(table, store, change):
                assert await asyncio.wait_for(advice.look(table, "a", seats, Look(version, move)), AT_ONCE) == looked
                await asyncio.wait_for(advice.hint(table, "a", seats, Hint(version)), AT_ONCE)
                with pytest.raises(RefusedError) as refusal:
                    await advice.look(table, "a", seats, Look(version + 1))
                assert refusal.value.reason == "resync"
            with pytest.raises(RefusedError) as refusal:
                await advice.look(table, "a", seats, Look(version))
            assert refusal.value.reason in ("stale", "not-allowed")
        assert views[0] == views[1]
        await house.close()

    run(check())


def test_a_why_does_not_wait_for_the_disk() -> None:
    async def check() -> None:
        store = SlowStore()
        house = house_on(store)
        table = await table_for(house, "azul", "a bot")
        while not (table.course and table.course.to_move == 0 and any(step.seat == 1 for step in table.course.steps[1:])):
            await (by_the_mover(table) if table.course and table.course.to_move == 0 else asyncio.sleep(0.01))
        version = table.version
        advice = Advice(house.players.service)
        async with storing(table, store, by_the_mover):
            assert (await asyncio.wait_for(advice.why(table, "a", Explain(version)), AT_ONCE)).version == version
            with pytest.raises(RefusedError, match="stands"):
                await advice.why(table, "a", Explain(version + 1))
        await house.close()

    run(check())


def test_the_end_of_a_game_is_a_secret_until_it_is_stored() -> None:
    """A record shows what is hidden: of a game whose last move is on its way to the disk there is none."""

    async def check() -> None:
        store = SlowStore()
        house = house_on(store)
        table = await table_for(house, "azul")
        dice = random.Random(1)
        over, refused = False, 0
        while not over:
            assert table.course is not None
            move = str(choose(table.course.game, dice, 2))
            async with storing(table, store, lambda table, move=move: play(table, move)):  # type: ignore[misc]
                assert not table.course.is_over
                with pytest.raises(HouseError, match="not over"):
                    await replays.record_of(house, table.row.id)
                refused += 1
            over = table.course.is_over
        assert refused == table.version
        assert (await replays.record_of(house, table.row.id))["result"] is not None
        await house.close()

    run(check())


@CHANGES
@pytest.mark.parametrize("trouble", [StoreError("the disk is full"), RuntimeError("a bug")])
def test_a_failed_store_changes_nothing(change: Change, trouble: Exception) -> None:
    async def check() -> None:
        store = SlowStore()
        house, table = await begun(store)
        heard = [ear_at(table, guest) for guest in ("a", "spectator")]
        course, row, log = table.course, table.row, await store.entries("t")
        assert table.timing is not None
        assert course is not None
        left, legal, state = list(table.timing.left), course.game.legal_moves(), course.game.state()
        before = seen(table)
        store.trouble = trouble
        with pytest.raises(RefusedError if isinstance(trouble, StoreError) else RuntimeError):
            await change(table)
        assert (table.course, table.row, table.timing.left) == (course, row, left)
        assert (course.game.state(), course.game.legal_moves(), seen(table)) == (state, legal, before)
        assert await store.entries("t") == log
        assert not any(ear.raw for ear in heard)
        store.trouble = None
        await change(table)
        assert table.version == len(log)
        assert [ear.last["kind"] in ("happened", "changed", "ended") for ear in heard] == [True, True]
        await house.close()

    run(check())


def test_a_failed_time_out_changes_nothing() -> None:
    async def check() -> None:
        store = SlowStore()
        house, table = await begun(store)
        assert table.timing is not None
        table.timing.resume([0, 0], 0)
        before = seen(table)
        store.trouble = StoreError("the disk is full")
        with pytest.raises(RefusedError):
            await table.time_out(table.version)
        assert seen(table) == before
        assert table.row.status == "playing"
        store.trouble = None
        await table.time_out(table.version)
        assert table.row.status == "over"  # type: ignore[comparison-overlap]
        await house.close()

    run(check())


def test_a_game_whose_beginning_cannot_be_stored_has_not_begun() -> None:
    async def check() -> None:
        store = SlowStore()
        store.trouble = StoreError("the disk is full")
        house = house_on(store)
        table = house.new_table(TableRow("t", "azul", {}, [], "waiting", Clock("live", 600), False, "chosen", 0, "i"))
        with pytest.raises(StoreError):
            await table.begin(table.row)
        assert (table.course, table.timing, table.row.status) == (None, None, "waiting")
        await house.close()

    run(check())


def test_who_is_cut_off_while_storing_finds_the_entry_in_the_log() -> None:
    """A request that is cancelled halfway leaves the table at what it knows to be stored; the next one catches up."""

    async def check() -> None:
        class Answerless(SlowStore):
            """Stores, and then never says so."""

            async def append(self, entry: Entry, head: Head, row: TableRow | None = None, over: Over | None = None) -> None:
                await MemoryStore.append(self, entry, head, row)
                self.reached.set()
                await self.free.wait()

        store = Answerless()
        house, table = await begun(store)
        version, before = table.version, seen(table)
        store.free.clear()
        store.reached.clear()
        task = asyncio.ensure_future(by_the_mover(table))
        await store.reached.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert seen(table) == before
        store.free.set()
        with pytest.raises(RefusedError) as refusal:
            await by_the_mover(table)
        assert refusal.value.reason == "stale"
        assert table.version == version + 1
        await house.close()

    run(check())


def test_who_sends_again_while_storing_is_acknowledged_once_it_is_stored() -> None:
    async def check() -> None:
        store = SlowStore()
        house, table = await begun(store)
        assert table.course is not None
        seat = table.course.to_move
        assert seat is not None
        ear: Ear = ear_at(table, "ab"[seat])
        ask = Play(table.version, str(table.course.game.legal_moves()[0]), "once")

        async def twice(table: Table) -> None:
            await asyncio.gather(*(table.play([seat], ask, ear) for _ in range(2)))

        async with storing(table, store, twice):
            assert not ear.raw
        assert table.version == ask.version + 1
        assert [frame["id"] for frame in ear.frames if frame["kind"] == "happened"] == ["once", "once"]
        await house.close()

    run(check())
