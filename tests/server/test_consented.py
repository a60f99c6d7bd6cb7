"""Games of people become puzzles only if everybody who played them has said so, and nothing of theirs but the moves leaves."""

import asyncio
import random
from contextlib import closing
from pathlib import Path

import pytest

from tessela.game.record import verify
from tessela.server.consented import consented_games, may_be_mined, records_in
from tessela.server.memory_store import MemoryStore
from tessela.server.sqlite_store import SqliteStore
from tessela.server.store import GuestRow, SeatRow, Store, StoreError, TableRow
from tests.server.room import house_on, play, table_for
from tests.variants import choose

ADA, BEN = "ada-0123456789", "ben-0123456789"


async def play_out(store: Store) -> None:
    """A finished game of Ada and Ben."""
    for guest in (ADA, BEN):
        await store.save_guest(GuestRow(guest, guest, 1))
    table, dice = await table_for(house_on(store), "azul", f"{ADA} {BEN}", players=2), random.Random(3)
    while table.course is not None and not table.course.is_over:
        await play(table, str(choose(table.course.game, dice, 2)))


def test_a_game_is_taken_when_everybody_has_consented_and_not_before() -> None:
    async def check() -> None:
        store = MemoryStore()
        await play_out(store)
        for guest, found in ((ADA, 0), (BEN, 1)):
            await store.save_consent(guest, True)
            assert len(await records_in(store, "azul")) == found
        assert await records_in(store, "duel") == []
        (record,) = await records_in(store, "azul")
        assert verify(record).is_over
        assert not any(guest.split("-")[0] in str(record).lower() for guest in (ADA, BEN))
        await store.save_consent(ADA, False)
        assert await records_in(store, "azul") == []

    asyncio.run(check())


def test_a_store_is_read_while_a_server_uses_it_and_left_as_it_was(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path)) as store:

        async def prepare() -> None:
            await play_out(store)
            for guest in (ADA, BEN):
                await store.save_consent(guest, True)

        asyncio.run(prepare())
        assert len(consented_games(tmp_path, "azul")) == 1  # the folder is locked meanwhile
    with pytest.raises(StoreError, match="no database"):
        consented_games(tmp_path / "nowhere", "azul")


def row(*seats: SeatRow, **changes: object) -> TableRow:
    made = TableRow("t", "azul", {"players": 2}, list(seats), "over", None, False, "chosen", 0, "x")
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def person(*guests: str) -> SeatRow:
    return SeatRow("person", "somebody", None, list(guests))


@pytest.mark.parametrize(
    ("table", "may"),
    [
        (row(person(ADA), SeatRow("bot", "Mason", "mason")), True),
        (row(person(ADA), SeatRow("person", "Program", None, ["bot-1"])), True),
        (row(person(ADA), person(BEN)), False),
        (row(person(ADA), person()), False),  # somebody who is forgotten
        (row(person(ADA), person(ADA, BEN)), False),
        (row(person(ADA), SeatRow("bot", "Ben", "mason", [BEN])), False),  # for whom a bot played on
        (row(person(ADA), person(ADA)), True),  # two at one screen
        (row(person(ADA), person(ADA), person(ADA)), False),
        (row(person(ADA), person(ADA), status="playing"), False),
        (row(person(ADA), person(ADA), lesson="first"), False),
        (row(person(ADA), person(ADA), daily="2026-11-18"), False),
    ],
)
def test_who_has_to_be_asked(table: TableRow, may: bool) -> None:
    assert bool(may_be_mined(table, {ADA})) is may
