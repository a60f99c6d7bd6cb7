"""One table: what is carried out, what is refused, what can be taken back, and what happens when nothing can be stored."""

import asyncio
import random

import pytest

from tessela.game.ruleset import Json
from tessela.server import seating
from tessela.server.advice import Advice
from tessela.server.course import Course
from tessela.server.frames import Explain, LetBotFinish, Play, Resign, Takeback
from tessela.server.house import HouseError
from tessela.server.memory_store import MemoryStore
from tessela.server.messages.tables import Clock, Joining, NewTable, SeatWish
from tessela.server.refusals import RefusedError
from tessela.server.results import Over
from tessela.server.store import Entry, GuestRow, Head, StoreError, TableRow
from tessela.server.table import Table
from tests.server.room import Ear, ear_at, house_on, open_house, play, run, table_for
from tests.variants import VARIANTS, choose


def legal(table: Table) -> list[str]:
    assert table.course is not None
    return [str(move) for move in table.course.game.legal_moves()]


def to_move(table: Table) -> int:
    assert table.course is not None
    assert table.course.to_move is not None
    return table.course.to_move


def ears(table: Table) -> list[Ear]:
    """An ear for each seat, then a spectator's."""
    return [*(ear_at(table, seat.guests[0]) for seat in table.row.seats if seat.guests), ear_at(table, "spectator")]


def test_a_move_is_told_to_everybody_and_its_id_to_one() -> None:
    async def check() -> None:
        table = await table_for(house_on(), "azul")
        heard = ears(table)
        mover = to_move(table)
        await play(table, legal(table)[0], "mine", heard[mover])
        told = [ear.last for ear in heard]
        assert [frame["id"] for frame in told] == ["mine" if seat == mover else None for seat in range(3)]
        assert [bool(frame["legal"]) for frame in told] == [seat == to_move(table) for seat in range(3)]
        assert [frame["viewer"] for frame in told] == [0, 1, None]
        assert all(frame["version"] == 1 and frame["what"] == "move" and frame["seat"] == mover for frame in told)

    run(check())


def test_resending_is_harmless() -> None:
    async def check() -> None:
        table = await table_for(house_on(), "azul")
        heard = ears(table)
        mover = heard[to_move(table)]
        move = legal(table)[0]
        seats = [to_move(table)]
        for _ in range(3):
            await table.play(seats, Play(0, move, "once"), mover)
        assert table.version == 1
        assert [frame["id"] for frame in mover.frames if frame["kind"] == "happened"] == ["once"] * 3
        await play(table, legal(table)[0])
        await table.play(seats, Play(0, move, "once"), mover)
        assert table.version == 2
        assert (mover.last["kind"], mover.last["id"], mover.last["version"]) == ("snapshot", "once", 2)

    run(check())


@pytest.mark.parametrize(
    ("version", "move", "who", "reason"),
    [(0, None, "mover", "stale"), (2, None, "mover", "resync"), (1, "9Z>1", "mover", "illegal"), (1, "9B>1", "mover", "illegal"),
     (1, None, "other", "not-your-turn"), (1, None, "spectator", "not-allowed")],
)  # fmt: skip
def test_what_is_refused_changes_nothing(version: int, move: str | None, who: str, reason: str) -> None:
    async def check() -> None:
        table = await table_for(house_on(), "azul")
        await play(table, legal(table)[0])
        seats = {"mover": [to_move(table)], "other": [1 - to_move(table)], "spectator": []}[who]
        assert table.course is not None
        before = table.course.game.state()
        with pytest.raises(RefusedError) as refusal:
            await table.play(seats, Play(version, move or legal(table)[0], "new"))
        assert refusal.value.reason == reason
        assert table.course.game.state() == before
        assert table.version == 1

    run(check())


class BrokenStore(MemoryStore):
    """A disk that is full while `broken`."""

    broken = False

    async def append(self, entry: Entry, head: Head, row: TableRow | None = None, over: Over | None = None) -> None:
        if self.broken:
            raise StoreError("the disk is full")
        await super().append(entry, head, row, over)


def test_what_cannot_be_stored_has_not_happened() -> None:
    async def check() -> None:
        store = BrokenStore()
        table = await table_for(house_on(store), "duel")
        heard = ears(table)
        for _ in range(40):
            store.broken = True
            assert table.course is not None
            before, frames = table.course.game.state(), [len(ear.raw) for ear in heard]
            with pytest.raises(RefusedError) as refusal:
                await play(table, legal(table)[0], "lost")
            assert refusal.value.reason == "not-stored"
            assert table.course.game.state() == before
            assert frames == [len(ear.raw) for ear in heard], "nobody was told"
            store.broken = False
            await play(table, legal(table)[0])
        assert table.version == 40

    run(check())


@pytest.mark.parametrize("variant", ["azul-2p-coloured", "azul-4p-grey-jokers", "duel", "duel-backs"])
def test_a_table_is_rebuilt_from_its_log(variant: str) -> None:
    async def check() -> None:
        house = house_on()
        game, options = VARIANTS[variant]
        who = " ".join("abcd"[: options.get("players", 2)])
        table = await table_for(house, game, who, **options)
        dice = random.Random(variant)
        while table.course and not table.course.is_over:
            if table.course.back_to([0, 1, 2, 3], freely=False) and dice.random() < 0.2:
                await table.takeback([0, 1, 2, 3], Takeback(table.version, f"b{table.version}"))
            else:
                await play(table, choose(table.course.game, dice, 2))
            if table.version % 20 == 0 or table.course.is_over:
                log = await house.store.entries("t")
                again = Course.from_log(table.row, log)
                for viewer in (None, 0, 1):
                    assert again.game.view(viewer) == table.course.game.view(viewer)
                assert again.steps == table.course.steps
                assert (again.to_move, again.head, again.ending) == (table.course.to_move, table.course.head, table.course.ending)

    run(check())


def test_undo_stops_at_what_was_revealed_dealt_or_decided_by_others() -> None:
    """Over whole games: after a takeback nobody's view knows more than before the move that was taken back."""

    async def check() -> None:
        for variant in ("azul-2p-coloured", "azul-3p-grey-jokers", "duel", "duel-backs"):
            game, options = VARIANTS[variant]
            players = options.get("players", 2)
            table = await table_for(house_on(), game, " ".join("abcd"[:players]), **options)
            dice = random.Random(7)
            while table.course and not table.course.is_over:
                mover = to_move(table)
                before = [table.course.game.view(viewer) for viewer in (*range(players), None)]
                await play(table, choose(table.course.game, dice, 2))
                for other in range(players):
                    if other != mover:
                        assert not table.course.back_to([other], freely=False)
                if table.course.back_to([mover], freely=False):
                    after = [table.course.game.view(viewer) for viewer in (*range(players), None)]
                    assert all(_hides_as_much(old, new) for old, new in zip(before, after, strict=True))
                    assert before[0]["round"] == after[0]["round"]

    run(check())


def _hides_as_much(before: Json, after: Json) -> bool:
    """Whether a view knows no plate and no chip that it did not know before."""
    if before["game"] == "azul":
        return True
    known = set(_plates(before)) >= set(_plates(after))
    return known and sum(before["chips_unseen"].values()) == sum(after["chips_unseen"].values())


def _plates(view: Json) -> list[str]:
    placed = [plate["plate"] for board in view["boards"] for plate in board["plates"] if plate]
    pending = [view["pending"]["plate"]] if view["pending"] and "plate" in view["pending"] else []
    names = [*view["display"], *view["pile"], *view["drawn"], *placed, *pending]
    return [name for name in names if name and len(name) == 4]


def test_nobody_sits_down_at_a_table_that_is_taken_away() -> None:
    """Getting up and sitting down at once: whoever comes second finds the table as the first has left it."""

    async def check() -> None:
        house = house_on()
        ada, ben = GuestRow("a", "Ada", 1), GuestRow("b", "Ben", 1)
        wish = NewTable("azul", [SeatWish("me"), SeatWish("open")], listed=True)
        for _ in range(5):
            table = await seating.create(house, ada, wish)
            left, joined = await asyncio.gather(
                seating.leave(house, table, ada), seating.join(house, table, ben, Joining()), return_exceptions=True
            )
            assert left is None
            assert isinstance(joined, HouseError)
            assert joined.error == "no-table"
            assert await house.store.table(table.row.id) is None

    run(check())


def test_a_takeback_is_an_entry() -> None:
    async def check() -> None:
        table = await table_for(house_on(), "azul")
        heard = ears(table)
        mover = to_move(table)
        assert table.course is not None
        before = table.course.game.view(None)
        await play(table, legal(table)[0])
        await table.takeback([mover], Takeback(1, "back"))
        assert table.version == 2
        assert table.course.game.view(None) == before
        told = heard[2].last
        assert (told["what"], told["seat"]) == ("takeback", mover)
        assert told["view"] == {**before, "bonuses": [{"rows": 0, "columns": 0, "colours": 0}] * 2, "openings": []}
        with pytest.raises(RefusedError, match="stands"):
            await table.takeback([mover], Takeback(2, "again"))

    run(check())


def test_resigning_ends_a_game_of_two() -> None:
    async def check() -> None:
        table = await table_for(house_on(), "duel")
        heard = ears(table)
        await table.resign([0], Resign(0, "r"))
        assert table.row.status == "over"
        ended = [frame for frame in heard[2].frames if frame["kind"] == "ended"]
        assert ended[0]["ending"]["winners"] == [1]
        assert ended[0]["ending"]["reason"] == "resigned"
        with pytest.raises(RefusedError):
            await table.play([0, 1], Play(1, legal(table)[0], "late"))

    run(check())


def test_one_may_give_up_while_the_others_decide() -> None:
    async def check() -> None:
        table = await table_for(house_on(), "azul", "a b c", players=3)
        await play(table, legal(table)[0])
        with pytest.raises(RefusedError) as refusal:
            await table.resign([0, 1], Resign(0, "whose?"))
        assert refusal.value.reason == "stale"
        with pytest.raises(RefusedError) as refusal:
            await table.resign([1], Resign(2, "early"))
        assert refusal.value.reason == "resync"
        await table.resign([1], Resign(0, "late"))
        await table.let_bot_finish([2], LetBotFinish(0, "late too", 2))
        assert [seat.who for seat in table.row.seats] == ["person", "bot", "bot"]

    run(check())


def test_with_three_a_bot_finishes_for_the_one_who_resigns() -> None:
    async def check() -> None:
        async with open_house() as house:
            table = await table_for(house, "azul", "a b c", players=3)
            await table.resign([1], Resign(0, "r"))
            assert [seat.who for seat in table.row.seats] == ["person", "bot", "person"]
            dice = random.Random(1)
            while table.course and not table.course.is_over:
                if table.bot_to_move():
                    await asyncio.sleep(0.01)
                else:
                    await play(table, choose(table.course.game, dice, 1))
            assert table.row.status == "over"

    run(check())


def test_what_somebody_played_before_giving_up_is_not_a_bots_move() -> None:
    async def check() -> None:
        async with open_house() as house:
            advice = Advice(house.players.service)
            table = await table_for(house, "azul", "a b c", players=3)
            assert table.course is not None
            seat = table.course.to_move
            assert seat is not None
            await play(table, legal(table)[0])
            await table.resign([seat], Resign(1, "r"))
            with pytest.raises(RefusedError, match="bots"):
                await advice.why(table, "a", Explain(1))
            while table.course.to_move != seat and not table.course.is_over:
                await play(table, legal(table)[0])
            version = table.version + 1
            while table.version < version:
                await asyncio.sleep(0.01)
            assert (await advice.why(table, "a", Explain(version))).version == version

    run(check())


def test_a_bot_finishes_for_somebody_who_is_gone_but_not_for_one_who_is_there() -> None:
    async def check() -> None:
        async with open_house() as house:
            table = await table_for(house, "azul")
            ear_at(table, "a")
            here = ear_at(table, "b")
            with pytest.raises(RefusedError, match="here"):
                await table.let_bot_finish([0], LetBotFinish(0, "x", 1))
            table.audience.leave(here)
            with pytest.raises(RefusedError, match="a moment ago"):
                await table.let_bot_finish([0], LetBotFinish(0, "x", 1))
            table.audience._grace = 0.0
            await table.let_bot_finish([0], LetBotFinish(0, "x", 1))
            assert table.row.seats[1].who == "bot"

    run(check())


@pytest.mark.parametrize("who", ["the one to move", "another"])
def test_nobody_is_replaced_before_their_days_are_over(who: str) -> None:
    async def check() -> None:
        async with open_house() as house:
            house._grace = 0.0
            table = await table_for(house, "azul", "a b c", clock=Clock("days", 3 * 86_400), players=3)
            seat = to_move(table) if who == "the one to move" else (to_move(table) + 1) % 3
            asker = (seat + 1) % 3
            ask = LetBotFinish(table.version, "at last", seat)
            with pytest.raises(RefusedError, match=r"has time until 20|theirs has not come") as refusal:
                await table.let_bot_finish([asker], ask)
            assert refusal.value.reason == "not-allowed"
            assert table.timing is not None
            table.timing.resume([0 if number == seat else 1000 for number in range(3)], 0)
            await table.let_bot_finish([asker], ask)
            assert table.row.seats[seat].who == "bot"
            own = LetBotFinish(table.version, "myself", asker)
            await table.let_bot_finish([asker], own)
            assert table.row.seats[asker].who == "bot", "one's own seat can be left at any time"

    run(check())


@pytest.mark.parametrize("way", ["let-bot-finish", "play"])
def test_no_id_of_a_client_stops_a_bot(way: str) -> None:
    """Bots name their moves `bot-SEAT-VERSION`; a client may do so too, and the bot goes on all the same."""

    async def check() -> None:
        house = house_on()
        table = await table_for(house, "azul", "a b c", players=3)
        seat = to_move(table)
        ear = ear_at(table, "abc"[seat])
        if way == "play":
            await play(table, legal(table)[0], f"bot-{seat}-4", ear)
            while to_move(table) != seat:
                await play(table, legal(table)[0])
            await table.let_bot_finish([seat], LetBotFinish(3, "bye", seat), ear)
        else:
            await table.let_bot_finish([seat], LetBotFinish(0, f"bot-{seat}-1", seat), ear)
        version = table.version
        for _ in range(1000):
            await asyncio.sleep(0.01)
            if table.version > version:
                break
        assert table.version > version
        await house.close()

    run(check())


def test_time_runs_out() -> None:
    async def check() -> None:
        async with open_house() as house:
            table = await table_for(house, "azul", clock=Clock("live", 10))
            await play(table, legal(table)[0])
            heard = ears(table)
            mover = to_move(table)
            assert table.timing is not None
            table.timing.resume([10_000, 10_000], 9_950)
            assert table.clocks() is not None
            house.stirred(table)
            while table.row.status != "over":
                await asyncio.sleep(0.02)
            told = [frame for frame in heard[2].frames if frame["kind"] == "happened"][-1]
            assert (told["what"], told["seat"], told["clocks"][mover]) == ("timed-out", mover, 0)
            assert table.course is not None
            assert table.course.ending is not None
            assert table.course.ending.winners == [1 - mover]

    run(check())


def test_a_live_clock_stands_until_the_first_move() -> None:
    async def check() -> None:
        async with open_house() as house:
            table = await table_for(house, "azul", clock=Clock("live", 10))
            assert table.timing is not None
            table.timing.resume([10_000, 10_000], 60_000)  # a minute has passed since everybody sat down
            assert table.clocks() == [10_000, 10_000]
            await table.time_out(0)
            assert table.row.status == "playing"
            first = to_move(table)
            await play(table, legal(table)[0])
            assert table.timing.left[first] == 10_000
            table.timing.resume([10_000, 10_000], 9_000)
            clocks = table.clocks()
            assert clocks is not None
            assert clocks[first] == 10_000
            assert clocks[1 - first] <= 1_000

    run(check())


def test_a_clock_of_days_runs_from_the_beginning() -> None:
    async def check() -> None:
        async with open_house() as house:
            table = await table_for(house, "azul", clock=Clock("days", 100))
            assert table.timing is not None
            table.timing.resume([100_000, 100_000], 60_000)
            clocks = table.clocks()
            assert clocks is not None
            assert clocks[to_move(table)] <= 40_000

    run(check())


def test_clocks_are_kept() -> None:
    async def check() -> None:
        store = MemoryStore()
        table = await table_for(house_on(store), "azul", clock=Clock("live", 3600, 5))
        await play(table, legal(table)[0])
        mover = to_move(table)
        assert table.timing is not None
        left = table.timing.left
        assert 3_600_000 < left[1 - mover] <= 3_605_000, "the increment"
        async with open_house(store) as again:
            clocks = (await again.table("t")).clocks()
            assert clocks is not None
            assert clocks[1 - mover] == left[1 - mover]
            assert 3_500_000 < clocks[mover] <= left[mover]

    run(check())
