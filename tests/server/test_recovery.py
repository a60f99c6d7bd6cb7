"""A PostgreSQL store is brought back to a moment, as docs/scaling.md says: a base backup, and the log of all that followed."""

import asyncio
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from tests.databases import Postgres, _as_nobody, needed, program, running
from tests.patience import patiently
from tests.server.corpus import digests, known, unpacked
from tests.server.sample import SAMPLES

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("postgres")]


class Archiving(Postgres):
    """One whose log is kept, segment by segment."""

    def __init__(self) -> None:
        super().__init__()
        self.archive = self.folder / "archive"
        self.archive.mkdir(mode=0o777)
        self.archive.chmod(0o777)
        self.settings = ("archive_mode=on", f"archive_command=test ! -f {self.archive}/%f && cp %p {self.archive}/%f")

    def back_up(self) -> Path:
        """A base backup of the running database."""
        copy = self.folder / "base"
        command = [program("pg_basebackup"), "-h", str(self.folder), "-U", "tessela", "-D", str(copy), "--checkpoint=fast"]
        subprocess.run(command, check=True, cwd=self.folder, **_as_nobody())  # type: ignore[call-overload]
        return copy

    def bring_back(self, moment: str) -> None:
        """The backup takes the place of the data, and everything until a moment is carried out again."""
        shutil.rmtree(self.folder / "data")
        (self.folder / "base").rename(self.folder / "data")
        (self.folder / "data" / "recovery.signal").touch()
        self.settings = (
            *self.settings, f"restore_command=cp {self.archive}/%f %p", f"recovery_target_time={moment}",
            "recovery_target_action=promote",
        )  # fmt: skip


def test_a_store_is_brought_back_to_a_moment(tmp_path: Path) -> None:
    """Games, then a backup, more of them, then the mistake: all games are there, the mistake is not."""
    needed("postgres")
    import psycopg

    from tessela.server import copying
    from tessela.server.postgres_store import PostgresStore
    from tessela.server.sqlite_store import SqliteStore
    from tessela.server.store import GuestRow

    sample = sorted(SAMPLES.glob("games-*.db.gz"))[-1]
    unpacked(sample, tmp_path)

    async def fill(address: str) -> None:
        store, games = PostgresStore(address), SqliteStore(tmp_path)
        await copying.copy(games, store)
        games.close()
        await store.let_go()

    async def check(address: str) -> None:
        store = PostgresStore(address)
        assert await digests(store) == known(sample)
        assert await store.guest("later") == GuestRow("later", "Later", 1)
        assert await store.guest("after") is None
        await store.let_go()

    with running(Archiving()) as cluster:
        address = cluster.new()
        asyncio.run(fill(address))
        cluster.back_up()
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("INSERT INTO guest (id, nickname, created) VALUES ('later', 'Later', 1)")
            time.sleep(0.01)
            (moment,) = connection.execute("SELECT clock_timestamp()::text").fetchone()
            time.sleep(0.01)
            connection.execute("DELETE FROM event")
            connection.execute("INSERT INTO guest (id, nickname, created) VALUES ('after', 'After', 1)")
            connection.execute("SELECT pg_switch_wal()")
            (segment,) = connection.execute("SELECT pg_walfile_name(pg_current_wal_lsn())").fetchone()
            for _ in patiently():
                archived = connection.execute("SELECT last_archived_wal FROM pg_stat_archiver").fetchone()
                if archived and archived[0] and archived[0] >= _before(segment):
                    break
        cluster.kill()
        cluster.bring_back(moment)
        cluster.start()
        with psycopg.connect(address, autocommit=True) as connection:
            for _ in patiently():
                if connection.execute("SELECT NOT pg_is_in_recovery()").fetchone() == (True,):
                    break
        asyncio.run(check(address))


def _before(segment: str) -> str:
    """The segment before one, of the same timeline and log file."""
    return f"{segment[:-2]}{int(segment[-2:], 16) - 1:02X}"
