"""What is in the database of a server: compared with what its people were told."""

import contextlib
import sqlite3
import tempfile
from collections.abc import Iterable
from pathlib import Path

from bench.crowd import Match

Row = tuple[int, str | None]  # version and id of an entry
_ENTRIES = (
    "SELECT version, client_move_id FROM event WHERE number = (SELECT number FROM game_table WHERE id = ?) ORDER BY version"
)


def compare(folder: Path, matches: Iterable[Match]) -> tuple[int, int, int]:
    """How many acknowledged moves are not in the log, how many logs have gaps, how many moves are in it twice."""
    lost = gaps = doubled = 0
    with contextlib.closing(reading(folder)) as connection:
        for match in matches:
            rows = entries(connection, match.table)
            ids = [move_id for _, move_id in rows if move_id is not None]
            lost += len(set(match.stored) - set(rows))
            gaps += [version for version, _ in rows] != list(range(len(rows)))
            doubled += len(ids) - len(set(ids))
    return lost, gaps, doubled


def entries(connection: sqlite3.Connection, table: str) -> list[Row]:
    """The log of a table."""
    return connection.execute(_ENTRIES, (table,)).fetchall()


def reading(folder: Path) -> sqlite3.Connection:
    """The database of a folder, to be read beside its server."""
    return sqlite3.connect(f"file:{folder / 'tessela.db'}?mode=ro", uri=True)


def is_sound(folder: Path) -> bool:
    """What SQLite says about its file after a crash, on a copy, so that the server finds it as it was."""
    with tempfile.TemporaryDirectory() as copy:
        for name in ("tessela.db", "tessela.db-wal"):
            if (folder / name).exists():
                (Path(copy) / name).write_bytes((folder / name).read_bytes())
        with contextlib.closing(sqlite3.connect(Path(copy) / "tessela.db")) as connection:
            return bool(connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok")
