"""Replays, records and reviews are made beside the event loop, once, and kept within bounds."""

import asyncio
import random
from typing import Any

import msgspec
import pytest

from tessela.game.ruleset import Json
from tessela.server import mydata, replays, reviews
from tessela.server.house import House, HouseError
from tessela.server.jobs import Job
from tessela.server.kept import Kept
from tessela.server.memory_store import MemoryStore
from tessela.server.messages import Replay, ReviewedMove, Reviewing
from tessela.server.replays import Replays
from tessela.server.reviews import Reviews
from tessela.server.service import TooManyJobsError
from tessela.server.store import GuestRow
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


def quick(record: Json, plies: range) -> list[ReviewedMove]:
    return [ReviewedMove(ply, 0, "x", 2, 1, 0.5, "x", 0.5, 0.0) for ply in plies]


def test_a_review_is_thought_of_once_for_all_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks while it is thought of joins, and it goes on as soon as the turn of either comes."""
    monkeypatch.setattr(reviews, "judged", quick)

    async def check() -> None:
        async with open_house() as house:
            game_id, jobs = await finished(house), []
            noting(house, jobs)
            made = Reviews(house)
            both = await asyncio.gather(made.of(game_id, "a"), made.of(game_id, "b"))
            assert bytes(both[0]) == bytes(both[1])
            review = msgspec.json.decode(bytes(both[0]), type=Reviewing)
            thought = [job for job in jobs if job.kind == "review"]
            assert len(thought) == -(-len(review.moves) // reviews.AT_ONCE)
            assert all(set(job.guests) == {"a", "b"} for job in thought)
            await made.of(game_id, "c")
            assert [job for job in jobs if job.kind == "review"] == thought

    run(check())


def test_one_guests_reviews_keep_no_other_from_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "judged", quick)

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
            assert b"r5" in bytes(await others)

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
