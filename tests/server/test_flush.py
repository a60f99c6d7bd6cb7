"""A disk that takes data and then cannot flush it: what was refused is not there after a kill."""

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tessela.server.sql import Do, alone
from tessela.server.store import StoreError
from tessela.server.writer import Writer
from tests.patience import PATIENCE
from tests.server.room import run

FAULT = """
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
static int fails(void) {
    const char *sign = getenv("FAIL_ONCE");
    return sign && unlink(sign) == 0;
}
int fdatasync(int fd) { if (fails()) { errno = EIO; return -1; } return 0; }
int fsync(int fd) { return fdatasync(fd); }
"""
PROGRAM = """
import asyncio, os, sys
from pathlib import Path
from tessela.server.sql import Do, alone
from tessela.server.sqlite_store import SqliteStore
from tessela.server.store import GuestRow, StoreError

async def work():
    store = SqliteStore(Path(sys.argv[1]))
    await store.save_guest(GuestRow("first", "x" * 5000, 1))
    Path(os.environ["FAIL_ONCE"]).touch()
    try:
        await store.save_guest(GuestRow("second", "y" * 5000, 1))
    except StoreError as error:
        print("refused:", error, flush=True)
    else:
        print("stored", flush=True)
    os._exit(9)  # as a kill would

asyncio.run(work())
"""


@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("cc"), reason="needs a compiler to make a disk fail")
def test_what_was_refused_after_a_failed_flush_is_not_there_after_a_kill(tmp_path: Path) -> None:
    (tmp_path / "fault.c").write_text(FAULT)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", tmp_path / "fault.so", tmp_path / "fault.c"], check=True, timeout=PATIENCE)
    env = {"LD_PRELOAD": str(tmp_path / "fault.so"), "FAIL_ONCE": str(tmp_path / "sign"), "PYTHONPATH": ":".join(sys.path)}
    command = [sys.executable, "-c", PROGRAM, str(tmp_path / "data")]
    ended = subprocess.run(command, env=env, capture_output=True, text=True, timeout=PATIENCE)
    assert ended.returncode == 9, ended.stderr
    assert not (tmp_path / "sign").exists(), "the flush failed"
    assert ended.stdout.startswith("refused:")
    with sqlite3.connect(tmp_path / "data" / "tessela.db") as connection:
        assert [row[0] for row in connection.execute("SELECT id FROM guest")] == ["first"]
    connection.close()


class Stuck(sqlite3.Connection):
    """A database on a disk that flushes nothing any more."""

    def execute(self, sql: str, *values: object) -> sqlite3.Cursor:
        if sql == "COMMIT" or sql.startswith("PRAGMA user_version ="):
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(sql, *values)  # type: ignore[arg-type]


def test_where_nobody_can_know_nobody_is_told_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tessela.server.writer.PAUSES", (0.0, 0.0))

    async def check() -> None:
        connection = sqlite3.connect(tmp_path / "db", check_same_thread=False, isolation_level=None, factory=Stuck)
        connection.execute("CREATE TABLE t (x)")
        writer = Writer(connection)
        with pytest.raises(StoreError, match="is known once it works again"):
            await writer.write(alone, Do("INSERT INTO t VALUES (1)"))
        writer.close()

    run(check())
