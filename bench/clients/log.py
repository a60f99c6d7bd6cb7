"""What is in the database of a server: compared with what its people were told."""

import contextlib
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

from bench.crowd import Match

Row = tuple[int, str | None]  # version and id of an entry
Where = Path | str  # a folder, or the address of a PostgreSQL database
_ENTRIES = (
    "SELECT version, client_move_id FROM event WHERE number = (SELECT number FROM game_table WHERE id = ?) ORDER BY version"
)


class Stored(Protocol):
    """What somebody was told is stored at a table: version and id of every acknowledged move."""

    table: str
    stored: list[tuple[int, str]]


def compare(where: Where, matches: Iterable[Stored | Match]) -> tuple[int, int, int]:
    """How many acknowledged moves are not in the log, how many logs have gaps, how many moves are in it twice."""
    lost = gaps = doubled = 0
    with reading(where) as connection:
        for match in matches:
            rows = entries(connection, match.table)
            ids = [move_id for _, move_id in rows if move_id is not None]
            lost += len(set(match.stored) - set(rows))
            gaps += [version for version, _ in rows] != list(range(len(rows)))
            doubled += len(ids) - len(set(ids))
    return lost, gaps, doubled


def entries(connection: Any, table: str) -> list[Row]:
    """The log of a table."""
    asked = _ENTRIES if isinstance(connection, sqlite3.Connection) else _ENTRIES.replace("?", "%s")
    return [(version, move_id) for version, move_id in connection.execute(asked, (table,)).fetchall()]


@contextlib.contextmanager
def reading(where: Where) -> Iterator[Any]:
    """The database of a folder or at an address, to be read beside its servers."""
    if isinstance(where, Path):
        connection: Any = sqlite3.connect(f"file:{where / 'tessela.db'}?mode=ro", uri=True)
    else:
        import psycopg

        connection = psycopg.connect(where, autocommit=True)
    with contextlib.closing(connection):
        yield connection


def is_sound(folder: Path) -> bool:
    """What SQLite says about its file after a crash, on a copy, so that the server finds it as it was."""
    with tempfile.TemporaryDirectory() as copy:
        for name in ("tessela.db", "tessela.db-wal"):
            if (folder / name).exists():
                (Path(copy) / name).write_bytes((folder / name).read_bytes())
        with contextlib.closing(sqlite3.connect(Path(copy) / "tessela.db")) as connection:
            return bool(connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok")
