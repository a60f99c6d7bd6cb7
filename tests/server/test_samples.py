"""Databases that earlier versions wrote are opened, shown and played on: samples/version-N.db has version N of the schema."""

import shutil
from pathlib import Path

import pytest

from tessela.server.schema import MIGRATIONS
from tessela.server.sight import seats_of
from tessela.server.sqlite_store import FILE, SqliteStore
from tests.server.room import house_on, run
from tests.server.sample import ADA, BOB, SAMPLES, play_on

ALL = sorted(SAMPLES.glob("version-*.db"))


def test_there_are_samples() -> None:
    assert ALL
    assert all(int(path.stem.removeprefix("version-")) <= len(MIGRATIONS) for path in ALL)


@pytest.mark.parametrize("sample", ALL, ids=lambda path: path.stem)
def test_what_an_earlier_version_kept_is_there(sample: Path, tmp_path: Path) -> None:
    shutil.copy(sample, tmp_path / FILE)

    async def check() -> None:
        house = house_on(SqliteStore(tmp_path))
        assert await house.store.guest(ADA.id) == ADA
        rows = {row.status: row for row in await house.store.tables_of(BOB.id, 99)}
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
        await house.close()

    run(check())
