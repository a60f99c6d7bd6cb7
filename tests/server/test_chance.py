"""Chance that nobody can compute: drawn by a key that stays in the log, the same after every reload."""

import json
import random
from collections import Counter

import pytest

from tessela.game import Game
from tessela.game.chance import bits_of, new_key
from tessela.game.errors import OptionError
from tessela.game.ruleset import Json
from tessela.server import mydata, replays, seating
from tessela.server.course import Course
from tessela.server.lessons import begin_lesson
from tessela.server.memory_store import MemoryStore
from tessela.server.messages.tables import SeatWish
from tessela.server.store import Entry, GuestRow, TableRow
from tessela.server.table import Table
from tests.server.room import Ear, ear_at, house_on, open_house, play, run, table_for
from tests.variants import choose

ADA = GuestRow("ada", "Ada", 1)


async def play_on(table: Table, deals: int, dice: random.Random) -> None:
    """Random moves until so many times tiles were dealt, or the game is over."""
    while table.course and not table.course.is_over and len(table.course.game.deals) < deals:
        await play(table, choose(table.course.game, dice, 2))


def deals_to_come(course: Course, seed: int) -> list[Json]:
    """What would be dealt if the game went on in some way."""
    game, dice = course.game.copy(), random.Random(seed)
    before = len(game.deals)
    while not game.is_over:
        game.play(choose(game, dice, 2))
    return game.deals[before:]


@pytest.mark.parametrize("how", ["set up", "from a position", "a lesson"])
@pytest.mark.parametrize("name", ["azul", "duel"])
def test_a_reload_changes_nothing_that_is_to_come(name: str, how: str) -> None:
    async def check() -> None:
        async with open_house() as house:
            if how == "set up":
                table = await table_for(house, name)
            elif how == "a lesson":
                house.players.wake = house.players.get_ready = lambda _: None  # type: ignore
                table = await begin_lesson(house, ADA, f"{name}-1")
            else:
                table = await seating.create_at(house, ADA, [SeatWish("me"), SeatWish("here")], Game(name, seed=3))
            await play_on(table, len(table.course.game.deals) + 1 if table.course else 0, random.Random(1))
            assert table.course is not None
            log = await house.store.entries(table.row.id)
            expected = deals_to_come(table.course, 7)
            assert expected
            assert [deals_to_come(Course.from_log(table.row, log), 7) for _ in range(2)] == [expected] * 2

    run(check())


def test_a_log_without_a_key_goes_on_by_a_new_one() -> None:
    async def check() -> None:
        store = MemoryStore()
        table = await table_for(house_on(store), "duel")
        await play_on(table, 2, random.Random(1))
        assert table.course is not None
        began, *moves = await store.entries("t")
        del began.payload["key"]
        folded = [Course.from_log(table.row, [began, *moves]) for _ in range(4)]
        assert all(course.game.view(None) == table.course.game.view(None) for course in folded)
        assert len({json.dumps(deals_to_come(course, 7)) for course in folded}) > 1

    run(check())


def test_nobody_is_told_the_key() -> None:
    async def check() -> None:
        async with open_house() as house:
            table = await table_for(house, "duel", "ada ben")
            heard = [ear_at(table, who) for who in ("ada", "ben", "somebody")]
            dice, said = random.Random(3), []
            while table.course and not table.course.is_over:
                await play(table, choose(table.course.game, dice, 2))
                if table.version % 20 == 0:
                    table.tell_snapshots()
                    said.append(json.dumps(await told_by_requests(table, heard)))
            key = (await house.store.entries("t"))[0].payload["key"]
            assert len(bytes.fromhex(key)) == 32
            said.append(json.dumps(await replays.record_of(house, "t")))
            said += [frame.decode() for ear in heard for frame in ear.raw]
            said.append(repr(await mydata.export(house, ADA)))
            assert len(said) > 100
            assert not [text for text in said if key in text or '"key": "' in text]

    async def told_by_requests(table: Table, heard: list[Ear]) -> list[str]:
        assert table.course is not None
        return [repr(table.info(ear.guest)) for ear in heard] + [
            json.dumps(table.course.game.view(seat)) for seat in (0, 1, None)
        ]

    run(check())


def test_the_derivation_is_that_of_the_page() -> None:
    key = bytes(range(32))
    vectors = {
        "tablets": 0x2FB50478A6B544B9, "set-up": 0x5580E35C0399CF29,
        "deal 1": 0xC3D4190609C489D6, "deal 2": 0xF2B1D5D67D1AB844,
    }  # fmt: skip
    assert {event: bits_of(key, event) for event in vectors} == vectors
    game, same = Game("duel", key=key, tablets="random"), Game("duel", key=key, tablets="random")
    assert game.state() == same.state()
    assert game.seed is None
    assert game.record()["seed"] is None


def test_every_outcome_comes_up() -> None:
    keys = [number.to_bytes(32, "big") for number in range(400)]
    games = [Game("azul", key=key) for key in keys]
    started = Counter(game.state()["first_player"] for game in games)
    assert min(started[0], started[1]) > 150
    tiles = Counter("".join("".join(game.deals[0]["factories"]) for game in games))
    assert len(tiles) == 5
    assert max(tiles.values()) < 1.1 * min(tiles.values())


def test_a_game_has_a_seed_or_a_key() -> None:
    with pytest.raises(OptionError, match="not both"):
        Game("azul", seed=1, key=new_key())
    for wrong in (b"short", "x" * 32, None):
        with pytest.raises(OptionError, match="32 bytes"):
            Game("azul", seed=1).draw_by(wrong)  # type: ignore[arg-type]


def test_the_log_of_a_table_holds_what_was_dealt() -> None:
    async def check() -> None:
        store = MemoryStore()
        table = await table_for(house_on(store), "azul")
        await play_on(table, 3, random.Random(1))
        log: list[Entry] = await store.entries("t")
        assert table.course is not None
        dealt = [*log[0].payload["chance"]["deals"], *(deal for entry in log for deal in entry.payload.get("deals", []))]
        assert dealt == table.course.game.deals
        other: TableRow = table.row
        log[0].payload["key"] = new_key().hex()
        assert Course.from_log(other, log).game.view(None) == table.course.game.view(None), "the past needs no key"

    run(check())
