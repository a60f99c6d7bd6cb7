"""Databases that earlier versions wrote are opened, shown and played on: samples/version-N.db has version N of the schema."""

import shutil
from pathlib import Path

import pytest

from tessela.server import mydata
from tessela.server.ratings import recomputed
from tessela.server.schema import MIGRATIONS
from tessela.server.sight import seats_of
from tessela.server.sqlite_store import FILE, SqliteStore
from tessela.server.store import Store
from tests.server.room import house_on, run
from tests.server.sample import ADA, BOB, SAMPLES, play_on

WITH_CLUBS = 14  # and clubs
WITH_PEOPLE = 12  # the version of the schema whose sample has names that are kept, ratings, tournaments
ALL = sorted(SAMPLES.glob("version-*.db"))


def test_there_are_samples() -> None:
    assert ALL
    assert all(int(path.stem.removeprefix("version-")) <= len(MIGRATIONS) for path in ALL)


@pytest.mark.parametrize("sample", ALL, ids=lambda path: path.stem)
def test_what_an_earlier_version_kept_is_there(sample: Path, tmp_path: Path) -> None:
    shutil.copy(sample, tmp_path / FILE)

    async def check() -> None:
        house = house_on(SqliteStore(tmp_path))
        ada = await house.store.guest(ADA.id)
        assert ada is not None
        assert (ada.nickname, ada.created) == (ADA.nickname, ADA.created)
        rows = {row.status: row for row in await house.store.tables_of(BOB.id, 99) if not row.rated}
        over = await house.table(rows["over"].id)
        assert (over.row.game, [seat.name for seat in over.row.seats]) == ("azul", ["Ada", "Bob"])
        assert over.course is not None
        assert over.course.is_over
        assert over.row.winners is not None
        duel = await house.table(rows["playing"].id)
        assert seats_of(duel.row, ADA.id) == [0]
        before = duel.version
        await play_on(duel, before + 3)
        assert duel.version == before + 3
        assert [row.id for row in await house.store.lobby()] == [rows["waiting"].id]
        assert await house.store.record("i0123456789") is not None
        if int(sample.stem.removeprefix("version-")) >= WITH_PEOPLE:
            assert ada.kept is not None
            await check_people(house.store)
        if int(sample.stem.removeprefix("version-")) >= WITH_CLUBS:
            await check_club(house.store)
        assert (await mydata.export(house, ada))["nickname"] == "Ada"
        await mydata.delete(house, ada)
        assert await house.store.tables_naming(ADA.id) == []
        await house.close()

    run(check())


async def check_club(store: Store) -> None:
    """What is kept since there are clubs."""
    (club_id,) = await store.clubs_of(ADA.id)
    club = await store.club(club_id)
    assert club is not None
    assert (club.name, club.host, club.has(ADA.id)) == ("Dragons", ADA.id, True)
    assert [one.name for one in await store.tournaments_in(club_id, 9)] == ["Inner cup"]


async def check_people(store: Store) -> None:
    """What is kept since there are names, ratings and tournaments."""
    assert (await store.guest_of_looks("ada") or ADA).kept is not None
    (rating,) = await store.ratings_of(ADA.id)
    assert rating.rating.value > 1200
    log = [game for _, game in await store.rated_games(0, 9)]
    assert recomputed(log)[ADA.id, "azul", "live"] == rating
    assert [bond.other for bond in await store.bonds_of(ADA.id)] == [BOB.id]
    assert [line.text for line in await store.lines_of(ADA.id)] == ["Good evening"]
    (held,) = await store.tournaments_of(BOB.id)
    cup = await store.tournament(held)
    assert cup is not None
    assert [one.name for one in cup.entrants] == ["Bob"]
