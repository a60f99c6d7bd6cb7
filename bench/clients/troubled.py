"""`tessela serve` on a disk with troubles that a file beside its folder names: `slow` or `read-only`. Used by R16."""

import sqlite3
import sys
import time
from pathlib import Path
from typing import Any

from tessela.cli.app import run
from tessela.server import sqlite_store
from tessela.server.sqlite_store import SqliteEngine

SLOW_SECONDS = 0.3  # for a flush


def note_in(folder: Path) -> Path:
    """The file that names the trouble of a folder."""
    return folder.with_suffix(".trouble")


class TroubledEngine(SqliteEngine):
    """Writes as the file says."""

    note = Path()

    def _commit(self, jobs: Any) -> Any:
        trouble = self.note.read_text() if self.note.exists() else ""
        self._connection.execute(f"PRAGMA query_only = {int(trouble == 'read-only')}")
        if trouble == "slow":
            time.sleep(SLOW_SECONDS)
        return super()._commit(jobs)

    def __init__(self, connection: sqlite3.Connection, path: Path):
        self.note = note_in(Path(sys.argv[sys.argv.index("--data") + 1]))
        super().__init__(connection, path)


if __name__ == "__main__":
    sqlite_store.SqliteEngine = TroubledEngine  # type: ignore[misc]
    sys.argv.insert(1, "serve")
    raise SystemExit(run())
