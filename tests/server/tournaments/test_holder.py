"""Tournaments in a house: they begin, go on by themselves, survive a new start in the middle of a round, and end."""

import dataclasses
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tessela.server.frames import Resign
from tessela.server.house import House, HouseError
from tessela.server.memory_store import MemoryStore
from tessela.server.messages.tables import Clock
from tessela.server.messages.tournaments import NewTournament
from tessela.server.store import GuestRow, Store
from tessela.server.tournaments import holding
from tessela.server.tournaments.holder import Tournaments
from tessela.server.tournaments.ledger import forget
from tessela.server.tournaments.rows import TournamentRow
from tessela.server.tournaments.standings import Meeting, standings
from tests.server.room import open_house, play, run

CLOCK = Clock("live", 600, 5)
GUESTS = [GuestRow(name.lower(), name, 1) for name in ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")]


@dataclasses.dataclass
class Evening:
    """A house with tournaments, whose time goes as told."""

    house: House
    held: Tournaments
    minutes: float = 0.0

    async def new(self, guests: int = 4, **wish: object) -> TournamentRow:
        asked = NewTournament("Friday", "azul", CLOCK, **wish)  # type: ignore[arg-type]
        row = await self.held.create(GUESTS[0], asked, None)
        for guest in GUESTS[:guests]:
            row = await self.held.enter(row.id, guest, None)
        return row

    async def give_up(self, table_id: str, seat: int) -> None:
        """Everybody moves once, then a seat gives up."""
        table = await self.house.table(table_id)
        assert table.course is not None
        while not {0, 1} <= {step.seat for step in table.course.steps if step.kind == "move"}:
            await play(table, table.course.game.legal_texts()[0])
        await table.resign([seat], Resign(table.version, f"gone-{seat}"))

    async def play_round(self, row: TournamentRow, loser: int = 1) -> TournamentRow:
        for meeting in row.meetings:
            if meeting.table and not meeting.is_over:
                await self.give_up(meeting.table, loser)
        return await self.held.go_on(row.id)


@asynccontextmanager
async def evening(store: Store | None = None) -> AsyncIterator[Evening]:
    async with open_house(store) as house:
        found = Evening(house, None)  # type: ignore[arg-type]
        found.held = Tournaments(house, lambda: int(60_000 * found.minutes))
        yield found


def test_a_swiss_tournament_from_the_first_round_to_the_last() -> None:
    async def check() -> None:
        async with evening() as at:
            row = await at.new(5, rounds=3)
            row = await at.held.begin(row.id, GUESTS[0])
            for number in (1, 2, 3):
                playing = [one for one in row.meetings if not one.is_over]
                assert row.round == number
                assert len(playing) == 2
                seated = [seat.guests[0] for one in playing for seat in (await at.house.table(one.table or "")).row.seats]
                assert len(set(seated)) == 4
                row = await at.play_round(row)
            assert row.status == "over"
            table = standings(5, row.meetings)
            assert sum(one.points for one in table) == 3 * 2 + 3
            assert {len(one.entrants) for one in row.meetings} == {1, 2}

    run(check())


def test_a_house_that_starts_again_goes_on_in_the_middle_of_a_round() -> None:
    async def check() -> None:
        store = MemoryStore()
        async with evening(store) as at:
            row = await at.held.begin((await at.new(4, rounds=2)).id, GUESTS[0])
            done, going = [one.table or "" for one in row.meetings]
            await at.give_up(done, 0)
        async with evening(store) as at:
            row = await at.held.go_on(row.id)
            assert [one.is_over for one in row.meetings] == [True, False]
            await at.give_up(going, 1)
            row = await at.held.go_on(row.id)
            assert row.round == 2
            row = await at.play_round(row)
            assert row.status == "over"
            assert standings(4, row.meetings) == standings(4, [await retold(at, row, one) for one in row.meetings])

    run(check())


async def retold(at: Evening, row: TournamentRow, meeting: Meeting) -> Meeting:
    """What came of a meeting, told by its table once more."""
    table = await at.house.store.table(meeting.table or "")
    assert table is not None
    return holding.result_of(meeting, table, holding.seated_at(row, meeting, table))


def test_tables_that_were_planned_but_not_put_up_are_put_up_later() -> None:
    async def check() -> None:
        store = MemoryStore()
        async with evening(store) as at:
            row = await at.held.begin((await at.new(4, rounds=1)).id, GUESTS[0])
        lost = row.meetings[0].table or ""
        store._tables.pop(lost)
        store._logs.pop(lost)
        async with evening(store) as at:
            await at.held.go_on(row.id)
            assert (await at.house.table(lost)).course is not None

    run(check())


def test_an_arena_pairs_who_is_there_until_its_time_is_over() -> None:
    async def check() -> None:
        async with evening() as at:
            row = await at.new(4, form="arena", minutes=20)
            await at.held.leave(row.id, GUESTS[3])
            row = await at.held.begin(row.id, GUESTS[0])
            assert [one.name for one in row.entrants] == ["Ada", "Ben", "Cleo"]
            assert len(row.meetings) == 1
            met = {frozenset(one.entrants) for one in row.meetings}
            for _ in range(2):
                row = await at.play_round(row)
                met |= {frozenset(one.entrants) for one in row.meetings}
            assert len(met) == 3, "who waited plays next"
            at.minutes = 20.0
            row = await at.play_round(row)
            assert row.status == "over"

    run(check())


def test_who_never_moves_is_out_until_they_come_back() -> None:
    async def check() -> None:
        async with evening() as at:
            row = await at.held.begin((await at.new(4, rounds=3)).id, GUESTS[0])
            absent, other = (one.table or "" for one in row.meetings)
            table = await at.house.table(absent)
            assert table.course is not None
            away = table.course.to_move
            assert away is not None
            await table.resign([away], Resign(0, "r"))
            await at.give_up(other, 1)
            row = await at.held.go_on(row.id)
            out = [one.guest for one in row.entrants if one.out]
            assert table.row.seats[away].guests[0] in out
            back = next(guest for guest in GUESTS if guest.id == out[0])
            row = await at.held.enter(row.id, back, None)
            assert not row.entrants[row.entrant_of(back.id) or 0].out

    run(check())


def test_clocks_of_a_tournament_run_from_the_start() -> None:
    async def check() -> None:
        async with evening() as at:
            row = await at.held.begin((await at.new(2, rounds=1)).id, GUESTS[0])
            table = await at.house.table(row.meetings[0].table or "")
            assert table.course is not None
            assert table.ticking(table.course) == table.course.to_move
            assert table.row.tournament == row.id

    run(check())


def test_it_begins_at_its_time_or_when_all_are_there() -> None:
    async def check() -> None:
        async with evening() as at:
            by_number = await at.new(2, starts_with=3)
            assert (await at.held.go_on(by_number.id)).status == "waiting"
            await at.held.enter(by_number.id, GUESTS[2], None)
            assert (await at.held.go_on(by_number.id)).status == "playing"
            by_time = await at.held.create(GUESTS[0], NewTournament("Late", "azul", CLOCK), 60_000)
            lonely = await at.held.create(GUESTS[1], NewTournament("Alone", "azul", CLOCK), 60_000)
            for guest in GUESTS[:2]:
                await at.held.enter(by_time.id, guest, None)
            at.minutes = 1.0
            await at.held.look()
            assert (await at.held.find(by_time.id)).status == "playing"
            assert (await at.held.find(lonely.id)).status == "over"

    run(check())


def test_what_cannot_be_is_refused_in_a_line() -> None:
    async def check() -> None:
        async with evening() as at:
            row = await at.new(1)
            for refused, why in (
                (at.held.begin(row.id, GUESTS[1]), "only who holds"),
                (at.held.begin(row.id, GUESTS[0]), "two entrants"),
                (at.held.find("nothing"), "no such tournament"),
                (at.held.enter(row.id, GUESTS[1], "ada"), "of this name"),
                (at.held.add_bots(row.id, GUESTS[0], "nobody", 1), "no level"),
                (at.held.add_bots(row.id, GUESTS[0], "mason", 99), "at most 32 bots"),
                (at.new(form="round-robin", size=3), "two play at a table"),
            ):
                with pytest.raises(HouseError, match=why):
                    await refused
            assert len((await at.held.find(row.id)).entrants) == 1
            for _ in range(2):
                await at.new(0)
            with pytest.raises(HouseError, match="not over"):
                await at.new(0)

    run(check())


def test_who_is_forgotten_leaves_no_name() -> None:
    async def check() -> None:
        async with evening() as at:
            row = await at.held.begin((await at.new(3, rounds=2)).id, GUESTS[0])
            await forget(at.house.store, GUESTS[1])
            await forget(at.house.store, GUESTS[2], GUESTS[5])
            row = await at.held.find(row.id)
            assert [(one.name, one.guest, one.out) for one in row.entrants] == [
                ("Ada", "ada", False), ("Guest", None, True), ("Finn", "finn", False)
            ]  # fmt: skip
            await forget(at.house.store, GUESTS[0])
            assert (await at.held.find(row.id)).host is None

    run(check())


def test_one_tournament_that_cannot_go_on_keeps_no_other_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with evening() as at:
            rows = [await at.new(2, rounds=1, starts_with=2) for _ in range(3)]
            finished = holding.is_finished

            def broken(row: TournamentRow, now: int) -> bool:
                if row.id == rows[1].id:
                    raise RuntimeError("something is wrong with it")
                return finished(row, now)

            monkeypatch.setattr(holding, "is_finished", broken)
            await at.held.look()
            begun = [len((await at.held.find(row.id)).meetings) for row in (rows[0], rows[2])]
            assert begun == [1, 1]
            monkeypatch.undo()
            await at.held.look()
            assert (await at.held.find(rows[1].id)).round == 1

    run(check())
