"""Everything in one SQLite file: written by one thread and connection, read through another that cannot write."""

import asyncio
import os
import secrets
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

from tessela.files import lock, written_whole
from tessela.server.pulse import Pulse
from tessela.server.schema import SchemaError, migrate
from tessela.server.sql import Ask
from tessela.server.sql_store import KEEP_UPTIME, SqlStore
from tessela.server.store import StoreError
from tessela.server.writer import Writer

FILE = "tessela.db"
LOCK = "tessela.lock"
PULSE = "tessela.up"


class InUseError(StoreError):
    """Another server has this folder open."""


class SqliteEngine(Writer):
    """One connection that writes, with the thread of the writer, and one that reads, with another."""

    def __init__(self, connection: sqlite3.Connection, path: Path):
        self._readable = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False, isolation_level=None
        )
        self._reader = ThreadPoolExecutor(1, "reader")
        super().__init__(connection)

    async def read(self, ask: Ask) -> list[Any]:
        """The rows that a statement finds."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, self._found, ask)
        except sqlite3.Error as error:
            raise StoreError(f"the database cannot be read: {error}") from None

    def _found(self, ask: Ask) -> list[Any]:
        return self._readable.execute(ask.sql, ask.values).fetchall()

    def close(self) -> None:
        """Finish what was asked for, then stop."""
        super().close()
        self._reader.shutdown()
        self._readable.close()


class SqliteStore(SqlStore):
    """The default store: a folder with one database, held by one server at a time."""

    def __init__(self, folder: Path):
        self.path = folder / FILE
        self._lock = _take_lock(folder / LOCK)
        try:
            connection = _open(self.path)
            self.secret = _secret(connection)
            self._engine: SqliteEngine = SqliteEngine(connection, self.path)
            self._pulse, self._noted = Pulse(folder / PULSE), 0
        except (sqlite3.Error, SchemaError, StoreError, OSError) as error:
            os.close(self._lock)
            raise error if isinstance(error, StoreError) else StoreError(f"cannot use {self.path}: {error}") from None

    def close(self) -> None:
        """Write what is left and let go of the files."""
        self._engine.close()
        self._pulse.close()
        os.close(self._lock)

    async def uptime(self) -> int:
        """How long servers have been up on this store as far as was noted, in milliseconds."""
        rows = await self._ask("SELECT milliseconds FROM uptime")
        self._noted = rows[0][0] if rows else 0
        return self._pulse.last(self._noted)

    async def note_uptime(self, at: int) -> None:
        """Servers have been up for so long."""
        await self._do(KEEP_UPTIME, 1, at)
        self._noted = at

    async def beat(self, at: int, lasting: bool) -> int:
        """The same, cheaply: it outlives the process and, where it shall last, the machine. Nobody else has a say."""
        try:
            self._pulse.beat(self._noted, at)
            if lasting:
                await asyncio.to_thread(self._pulse.flush)
            return at
        except OSError as error:
            raise StoreError(f"cannot write beside {self.path}: {error.strerror}") from None


def back_up(folder: Path, target: Path) -> None:
    """Copy the database of a folder to a file while a server may be writing to it; the file is whole or not there."""
    source = folder / FILE
    if not source.is_file():
        raise StoreError(f"there is no database in {folder}")
    try:
        with written_whole(target) as copy:
            _own(copy)
            _copy(source, copy)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"cannot back up to {target}: {error}") from None


def _copy(source: Path, target: Path) -> None:
    readable = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)
    with closing(readable) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")
        sound = new.execute("PRAGMA integrity_check").fetchone()[0]
    if sound != "ok":
        raise StoreError(f"the copy is not sound: {sound}")


def _take_lock(path: Path) -> int:
    """Hold the folder for this process; the system lets go of it whatever happens to us."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreError(f"cannot write in {path.parent}: {error.strerror}") from None
    try:
        lock(held)
    except OSError:
        os.close(held)
        raise InUseError(f"another server is using {path.parent}: stop it, or choose another folder with --data") from None
    return held


def _open(path: Path) -> sqlite3.Connection:
    """The connection that writes, with the newest schema."""
    _own(path)
    connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA wal_autocheckpoint = 1000")
        migrate(connection)
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    except BaseException:
        connection.close()
        raise
    return connection


def _own(path: Path) -> None:
    """Make a database, or what is there of one, its owner's alone before anything is in it; SQLite makes its log alike."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
            if file.exists():
                file.chmod(0o600)
    except OSError as error:
        raise StoreError(f"cannot use {path}: {error.strerror}") from None


def _secret(connection: sqlite3.Connection) -> bytes:
    """The key that signs cookies and links, made at the first start and kept with the games, so that a backup has it too."""
    connection.execute("INSERT OR IGNORE INTO secret VALUES (1, ?)", (secrets.token_hex(32),))
    return str(connection.execute("SELECT key FROM secret").fetchone()[0]).encode()
