"""Replays, records and reviews are made beside the event loop, once, and kept within bounds."""

import asyncio
import random
from typing import Any

import msgspec
import pytest

from tessela.coach import looks, luck
from tessela.coach.forms import Review
from tessela.game import TesselaError
from tessela.server import mydata, replays, reviews
from tessela.server.house import House, HouseError
from tessela.server.jobs import Job
from tessela.server.kept import Kept
from tessela.server.memory_store import MemoryStore
from tessela.server.messages.replays import Replay
from tessela.server.replays import Replays
from tessela.server.reviews import Reviews
from tessela.server.service import TooManyJobsError
from tessela.server.store import GuestRow
from tests.patience import PATIENCE
from tests.server.room import open_house, play, run, table_for
from tests.variants import choose


async def finished(house: House) -> str:
    """A finished game that nobody has in use any more."""
    table = await table_for(house, "azul")
    dice = random.Random(2)
    while table.course and not table.course.is_over:
        await play(table, str(choose(table.course.game, dice, 1)))
    house.let_go(table)
    return table.row.id


def noting(house: House, jobs: list[Job]) -> None:
    """Note every job of a house."""
    do = house.players.service.do

    async def noted(job: Job) -> Any:
        jobs.append(job)
        return await do(job)

    house.players.service.do = noted  # type: ignore[method-assign]


def test_a_replay_is_made_once_and_beside_the_event_loop() -> None:
    async def check() -> None:
        async with open_house() as house:
            game_id, jobs, store = await finished(house), [], house.store
            noting(house, jobs)
            made = Replays(house)
            first = await made.of(game_id, "a")
            assert [job.kind for job in jobs] == ["record", "replay"]
            assert {job.guests for job in jobs} == {("a",)}
            assert game_id not in house.tables, "to look at a game does not take its table into use"
            replay = msgspec.json.decode(bytes(first), type=Replay)
            assert len(replay.frames) == len(await store.entries(game_id)) - 1
            assert bytes(await made.of(game_id, "b")) == bytes(first)
            assert len(jobs) == 2

    run(check())


def test_an_imported_record_is_replayed_once_too() -> None:
    async def check() -> None:
        async with open_house() as house:
            record = await replays.record_of(house, await finished(house))
            record_id, _ = replays.checked(record)
            await house.store.save_record(record_id, record)
            jobs: list[Job] = []
            noting(house, jobs)
            made = Replays(house)
            assert bytes(await made.of(record_id, "a")) == bytes(await made.of(record_id, "b"))
            assert [job.kind for job in jobs] == ["replay"]

    run(check())


def test_a_replay_that_was_kept_forgets_who_is_forgotten() -> None:
    async def check() -> None:
        async with open_house() as house:
            game_id, made = await finished(house), Replays(house)
            assert msgspec.json.decode(bytes(await made.of(game_id, "a")), type=Replay).seats == ["a", "b"]
            await mydata.delete(house, GuestRow("a", "a", 0))
            assert msgspec.json.decode(bytes(await made.of(game_id, "b")), type=Replay).seats == ["Guest", "b"]

    run(check())


def test_no_record_of_a_game_that_goes_on() -> None:
    async def check() -> None:
        async with open_house() as house:
            made = Replays(house)
            with pytest.raises(HouseError, match="no such table"):
                await made.of("nothing", "a")
            table = await table_for(house, "azul")
            for _ in range(2):
                with pytest.raises(HouseError, match="not over"):
                    await made.of("t", "a")
                house.let_go(table)

    run(check())


def test_a_finished_game_that_cannot_be_read() -> None:
    async def check() -> None:
        store = MemoryStore()
        async with open_house(store) as house:
            game_id = await finished(house)
            store._logs[game_id][1] = store._logs[game_id][1].replace(b'"move":"', b'"move":"99')
            with pytest.raises(HouseError) as refusal:
                await Replays(house).of(game_id, "a")
            assert (refusal.value.status, refusal.value.error) == (500, "unreadable")

    run(check())


def test_kept_answers_take_no_more_than_their_bytes() -> None:
    kept = Kept(1000)
    for number in range(100):
        kept.keep(number, b"x" * 90)
        assert kept.get(0 if number < 11 else number) is not None
    assert kept.bytes <= 1000
    kept.keep("large", b"x" * 2000)
    assert (kept.get("large"), kept.bytes) == (None, 0)
    for size in (10, 30, 20):
        kept.keep("again", b"x" * size)
    assert kept.bytes == 20


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The coach hardly looks, and whoever asks is patient."""
    monkeypatch.setattr(reviews, "PATIENCE", PATIENCE)
    monkeypatch.setattr(looks, "SIMULATIONS", {"glance": 8, "look": 8, "check": 8, "proof": 8})
    monkeypatch.setattr(luck, "DRAWS", {"deal": 2, "reveal": 2})


async def whole(made: Reviews, game_id: str, guest: str) -> list[Review]:
    """Every review that somebody is told who asks until it is whole."""
    told = [msgspec.json.decode(bytes(await made.of(game_id, guest)), type=Review)]
    while not told[-1].final:
        told.append(msgspec.json.decode(bytes(await made.of(game_id, guest, told[-1].done)), type=Review))
    return told


def test_a_review_is_thought_of_once_for_all_who_ask(quick: None) -> None:
    """Who asks while it is thought of joins, and it goes on as soon as the turn of either comes. It is told as it grows."""

    async def check() -> None:
        async with open_house() as house:
            game_id, jobs = await finished(house), []
            noting(house, jobs)
            made = Reviews(house)
            first, second = await asyncio.gather(whole(made, game_id, "a"), whole(made, game_id, "b"))
            assert first[-1] == second[-1]
            grown = [review.done for review in first]
            assert grown == sorted(set(grown))
            assert len(grown) > 2
            assert (bool(first[0].curve), first[0].moves) == (True, ()), "the curve comes first"
            thought = [job for job in jobs if job.kind == "review"]
            assert all(set(job.guests) == {"a", "b"} for job in thought[1:])
            assert all("Ada" not in str(job.arguments) for job in thought), "nobody is named"
            assert (await whole(made, game_id, "c")) == [first[-1]]
            assert [job for job in jobs if job.kind == "review"] == thought

    run(check())


def test_a_review_is_stored_until_another_engine_makes_it_anew(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with open_house() as house:
            game_id, jobs = await finished(house), []
            (*_, review) = await whole(Reviews(house), game_id, "a")
            noting(house, jobs)
            again = Reviews(house)
            assert await again.is_known(game_id)
            assert await whole(again, game_id, "b") == [review]
            assert jobs == []
            monkeypatch.setattr(reviews, "engine_digest", lambda: "another")
            other = Reviews(house)
            assert not await other.is_known(game_id)
            assert (await whole(other, game_id, "b"))[-1] == review
            assert jobs

    run(check())


def test_one_guests_reviews_keep_no_other_from_theirs(quick: None) -> None:
    async def check() -> None:
        async with open_house() as house:
            record = await replays.record_of(house, await finished(house))
            for number in range(6):
                await house.store.save_record(f"r{number}", record)
            made = Reviews(house)
            asked = [asyncio.ensure_future(made.of(f"r{number}", "greedy")) for number in range(5)]
            others = asyncio.ensure_future(made.of("r5", "ben"))
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert [isinstance(answer, HouseError) for answer in answers] == [False, False, True, True, True]
            assert msgspec.json.decode(bytes(await others), type=Review).curve

    run(check())


def test_what_cannot_be_reviewed_is_told_to_who_asks() -> None:
    async def check() -> None:
        async with open_house() as house:
            record = await replays.record_of(house, await finished(house))
            await house.store.save_record("short", {**record, "moves": record["moves"][:3], "result": None})
            made = Reviews(house)
            for _ in range(2):  # and nothing stays behind
                with pytest.raises(TesselaError):
                    await made.of("short", "a")

    run(check())


def test_who_asks_for_too_much_is_told_when_to_come_back() -> None:
    async def check() -> None:
        async with open_house() as house:
            game_id = await finished(house)

            async def refuse(job: Job) -> Any:
                raise TooManyJobsError(7)

            house.players.service.do = refuse  # type: ignore[method-assign]
            with pytest.raises(HouseError, match="in 7 s") as refusal:
                await Replays(house).of(game_id, "a")
            assert (refusal.value.status, refusal.value.error) == (503, "busy")

    run(check())
