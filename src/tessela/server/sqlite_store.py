"""Everything in one SQLite file: written by one thread and connection, read through another that cannot write."""

import asyncio
import os
import secrets
import sqlite3
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from tessela.files import lock, written_whole
from tessela.game.ruleset import Json
from tessela.server.pulse import Pulse
from tessela.server.results import Over
from tessela.server.schema import SchemaError, migrate
from tessela.server.sql import AddMany, Ask, Engine, P, T, V, Work
from tessela.server.sql_results import SqlResults, settle
from tessela.server.sqlite_coaching import SqliteCoaching
from tessela.server.sqlite_guests import GuestTables
from tessela.server.store import Entry, Head, StoreError, TableRow, TokenRow
from tessela.server.writer import Writer

FILE = "tessela.db"
LOCK = "tessela.lock"
PULSE = "tessela.up"
MOST_IN_LOBBY = 100
_NUMBER = "(SELECT number FROM game_table WHERE id = ?)"
_TABLE = "SELECT about, version, to_move, round, scores FROM game_table JOIN head USING (number)"
_ADD_EVENTS = "INSERT INTO event VALUES ", f"({_NUMBER}, ?, ?, ?, ?, ?, ?)"
_MOVE_HEADS = "INSERT OR REPLACE INTO head VALUES ", f"({_NUMBER}, ?, ?, ?, ?)"
_KEEP_HEAD = f"INSERT OR IGNORE INTO head VALUES ({_NUMBER}, ?, ?, ?, ?)"
MOST_IN_STATEMENT = 50  # of 7 values each; old versions of SQLite take 999


class InUseError(StoreError):
    """Another server has this folder open."""


class SqliteStore(GuestTables, SqliteCoaching, SqlResults):
    """The default store: a folder with one database, held by one server at a time."""

    def __init__(self, folder: Path):
        self.path = folder / FILE
        self._lock = _take_lock(folder / LOCK)
        try:
            connection = _open(self.path)
            self.secret = _secret(connection)
            self._writer = Writer(connection)
            uri = f"{self.path.resolve().as_uri()}?mode=ro"
            self._readable = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None)
            self._pulse, self._noted = Pulse(folder / PULSE), 0
            self._engine: Engine = Statements(self)
        except (sqlite3.Error, SchemaError, StoreError, OSError) as error:
            os.close(self._lock)
            raise error if isinstance(error, StoreError) else StoreError(f"cannot use {self.path}: {error}") from None
        self._reader = ThreadPoolExecutor(1, "reader")

    def close(self) -> None:
        """Write what is left and let go of the files."""
        self._writer.close()
        self._reader.shutdown()
        self._readable.close()
        self._pulse.close()
        os.close(self._lock)

    async def _read(self, question: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, question, self._readable)
        except sqlite3.Error as error:
            raise StoreError(f"the database cannot be read: {error}") from None

    async def _write(self, statement: str, values: tuple[object, ...]) -> None:
        await self._writer.do(lambda connection: connection.execute(statement, values) and None)

    # Tables and their logs

    async def append(self, entry: Entry, head: Head, row: TableRow | None = None, over: Over | None = None) -> None:
        """Add an entry to a log, with where the game is after it and, where it changed, its table; with the last one what is
        kept of the game."""
        event = (
            entry.table, entry.version, entry.seat, entry.kind, msgspec.json.encode(entry.payload), entry.move_id, entry.at,
        )  # fmt: skip
        await self._writer.do_with_others(_append, (event, _summary(entry.table, head), row, over))

    async def entries(self, table: str, after: int = -1) -> list[Entry]:
        """The log of a table after a version, in order."""
        columns = "version, seat, kind, payload, client_move_id, at"
        query = f"SELECT {columns} FROM event WHERE number = {_NUMBER} AND version > ? ORDER BY version"
        rows = await self._read(lambda connection: connection.execute(query, (table, after)).fetchall())
        try:
            return [Entry(table, r[0], r[1], r[2], msgspec.json.decode(r[3]), r[4], r[5]) for r in rows]
        except msgspec.MsgspecError as error:
            raise StoreError(f"a log cannot be read: {error}") from None

    async def save_table(self, row: TableRow) -> None:
        """Add a table or change it; its log is left alone."""
        await self._writer.do(lambda connection: _save(connection, row))

    async def delete_table(self, table: str) -> None:
        """Remove a table that was never played at."""

        def work(connection: sqlite3.Connection) -> None:
            for kept in ("seat_guest", "head", "game_table"):
                connection.execute(f"DELETE FROM {kept} WHERE number = {_NUMBER}", (table,))

        await self._writer.do(work)

    async def table(self, table: str) -> TableRow | None:
        """A table by its id."""
        rows = await self._rows("WHERE id = ?", table)
        return _table(rows[0]) if rows else None

    async def tables_of(self, guest: str, most: int) -> list[TableRow]:
        """The tables where a guest holds a seat, the newest of them first."""
        mine = "WHERE number IN (SELECT number FROM seat_guest WHERE guest = ?) ORDER BY number DESC LIMIT ?"
        return await self._tables(mine, guest, most)

    async def unfinished(self, guest: str) -> tuple[int, int]:
        """How many tables of a guest wait or are played at, and how many of them wait in the lobby."""
        query = (
            "SELECT count(*), coalesce(sum(listed AND status = 'waiting'), 0) FROM seat_guest JOIN game_table USING (number)"
            " WHERE guest = ? AND status != 'over'"
        )
        number, listed = await self._read(lambda connection: connection.execute(query, (guest,)).fetchone())
        return number, listed

    async def tables_naming(self, guest: str) -> list[str]:
        """The ids of all tables where a guest holds a seat or one is kept for them (while it waits), newest first."""
        held = "number IN (SELECT number FROM seat_guest WHERE guest = ?)"
        query = f"SELECT id FROM game_table WHERE {held} OR (status = 'waiting' AND instr(about, ?)) ORDER BY number DESC"
        values = (guest, msgspec.json.encode(guest))
        return await self._read(lambda connection: [row[0] for row in connection.execute(query, values)])

    async def lobby(self) -> list[TableRow]:
        """The listed tables that wait for players, newest first."""
        return await self._tables("WHERE status = 'waiting' AND listed = 1 ORDER BY number DESC LIMIT ?", MOST_IN_LOBBY)

    async def running(self) -> list[TableRow]:
        """The tables whose game goes on by itself: a bot is to move, or a clock runs."""
        return await self._tables("WHERE status = 'playing' AND (clocked = 1 OR bots >> to_move & 1)")

    async def bots_to_move(self) -> list[str]:
        """The ids of the tables where a bot is to move."""
        query = "SELECT id FROM game_table JOIN head USING (number) WHERE status = 'playing' AND bots >> to_move & 1"
        return await self._read(lambda connection: [row[0] for row in connection.execute(query)])

    async def _tables(self, where: str, *values: object) -> list[TableRow]:
        """Those tables of a list that can be read."""
        tables = []
        for row in await self._rows(where, *values):
            try:
                tables.append(_table(row))
            except StoreError as error:
                import structlog  # an extra: copies of the database are made without it

                structlog.get_logger().warning("table-left-out", error=str(error))
        return tables

    async def _rows(self, where: str, *values: object) -> list[Any]:
        return await self._read(lambda connection: connection.execute(f"{_TABLE} {where}", values).fetchall())

    # Records and reviews

    async def save_token(self, token: TokenRow) -> None:
        """Keep what lets a program in."""
        values = (token.digest, token.owner, token.bot, token.name, token.created)
        await self._write("INSERT OR REPLACE INTO bot_token VALUES (?, ?, ?, ?, ?)", values)

    async def token(self, digest: str) -> TokenRow | None:
        """The token of a digest."""
        found = await self._tokens("digest = ?", digest)
        return found[0] if found else None

    async def tokens_of(self, owner: str) -> list[TokenRow]:
        """The tokens of the bots of a guest, the oldest first."""
        return await self._tokens("owner = ? ORDER BY created, bot", owner)

    async def _tokens(self, where: str, value: str) -> list[TokenRow]:
        query = f"SELECT digest, owner, bot, name, created FROM bot_token WHERE {where}"
        return [TokenRow(*row) for row in await self._read(lambda c: c.execute(query, (value,)).fetchall())]

    async def delete_token(self, bot: str) -> None:
        """Let a program in no more."""
        await self._write("DELETE FROM bot_token WHERE bot = ?", (bot,))

    async def save_record(self, record_id: str, record: Json) -> None:
        """Keep an imported record."""
        values = (record_id, _encoded(record))
        await self._write("INSERT OR REPLACE INTO record VALUES (?, ?)", values)

    async def record(self, record_id: str) -> Json | None:
        """An imported record by its id."""
        rows = await self._read(lambda c: c.execute("SELECT record FROM record WHERE id = ?", (record_id,)).fetchall())
        return msgspec.json.decode(rows[0][0], type=Json) if rows else None

    async def save_review(self, game_id: str, engine: str, review: bytes) -> None:
        """Keep the review of a finished game, in place of one that another engine made."""
        values = (game_id, engine, zlib.compress(review))
        await self._write("INSERT OR REPLACE INTO review VALUES (?, ?, ?)", values)

    async def review(self, game_id: str, engine: str) -> bytes | None:
        """The review of a finished game that this engine made."""
        query = "SELECT review FROM review WHERE id = ? AND engine = ?"
        rows = await self._read(lambda connection: connection.execute(query, (game_id, engine)).fetchall())
        return zlib.decompress(rows[0][0]) if rows else None

    # Time

    async def uptime(self) -> int:
        """How long servers have been up on this store as far as was noted, in milliseconds."""
        rows = await self._read(lambda connection: connection.execute("SELECT milliseconds FROM uptime").fetchall())
        self._noted = rows[0][0] if rows else 0
        return self._pulse.last(self._noted)

    async def note_uptime(self, at: int) -> None:
        """Servers have been up for so long."""
        await self._write("INSERT OR REPLACE INTO uptime VALUES (1, ?)", (at,))
        self._noted = at

    async def beat(self, at: int, lasting: bool) -> None:
        """The same, cheaply: it outlives the process and, where it shall last, the machine."""
        try:
            self._pulse.beat(self._noted, at)
            if lasting:
                await asyncio.to_thread(self._pulse.flush)
        except OSError as error:
            raise StoreError(f"cannot write beside {self.path}: {error.strerror}") from None


class Statements(Engine):
    """Carries out work that is written as statements."""

    def __init__(self, store: SqliteStore):
        self._store = store

    async def read(self, ask: Ask) -> list[Any]:
        """The rows that a statement finds."""
        return await self._store._read(lambda connection: connection.execute(ask.sql, ask.values).fetchall())

    async def write(self, work: Callable[P, Work[T]], *values: P.args, **more: P.kwargs) -> T:
        """Have work done; returns when it is safe on disk."""
        done: T = await self._store._writer.do(lambda connection: carry_out(connection, work(*values, **more)))
        return done

    async def write_together(self, work: Callable[[list[V]], Work[None]], value: V) -> None:
        """Have work done that takes many values at once."""
        await self.write(work, [value])


def carry_out(connection: sqlite3.Connection, work: Work[T]) -> T:
    """Carry statements out one after the other, each answered with what it found."""
    found: Any = None
    while True:
        try:
            asked = work.send(found)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]
        if isinstance(asked, Ask):
            found = connection.execute(asked.sql, asked.values).fetchall()
        else:
            for one in asked.statements(MOST_IN_STATEMENT) if isinstance(asked, AddMany) else [asked]:
                found = connection.execute(one.sql, one.values).rowcount


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


# An event, the head after it, the table if it changed, and what is kept of a game that is over
Append = tuple[tuple[object, ...], tuple[object, ...], TableRow | None, Over | None]


def _append(connection: sqlite3.Connection, appends: list[Append]) -> None:
    """Add events to the logs of many tables."""
    for _, _, row, _ in appends:
        if row is not None:
            _save(connection, row)
    _insert(connection, *_ADD_EVENTS, [event for event, _, _, _ in appends])
    _insert(connection, *_MOVE_HEADS, [head for _, head, _, _ in appends])
    for _, _, _, over in appends:
        if over is not None:
            carry_out(connection, settle(over))


def _insert(connection: sqlite3.Connection, insert: str, row: str, rows: list[tuple[object, ...]]) -> None:
    """Add rows, many in one statement: each statement lets the interpreter go and has to wait until it gets it back."""
    for first in range(0, len(rows), MOST_IN_STATEMENT):
        some = rows[first : first + MOST_IN_STATEMENT]
        connection.execute(insert + ", ".join([row] * len(some)), [value for values in some for value in values])


def _save(connection: sqlite3.Connection, row: TableRow) -> None:
    about = msgspec.json.encode(msgspec.structs.replace(row, head=Head()))
    bots = sum(1 << seat for seat, held in enumerate(row.seats) if held.who == "bot")
    connection.execute(
        "INSERT INTO game_table (id, status, listed, clocked, bots, about) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET status = excluded.status, listed = excluded.listed, bots = excluded.bots,"
        " about = excluded.about",
        (row.id, row.status, row.listed, row.clock is not None, bots, about),
    )
    connection.execute(_KEEP_HEAD, _summary(row.id, row.head))
    guests = {guest for seat in row.seats for guest in seat.guests}
    connection.execute(f"DELETE FROM seat_guest WHERE number = {_NUMBER}", (row.id,))
    connection.executemany(f"INSERT INTO seat_guest VALUES (?, {_NUMBER})", [(guest, row.id) for guest in sorted(guests)])


def _encoded(record: Json) -> bytes:
    try:
        return msgspec.json.encode(record)
    except ValueError as error:  # half a character, say
        raise StoreError(f"it cannot be stored: {error}") from None


def _summary(table: str, head: Head) -> tuple[object, ...]:
    return (table, head.version, head.to_move, head.round, msgspec.json.encode(head.scores).decode())


def _table(row: Any) -> TableRow:
    try:
        table = msgspec.json.decode(row[0], type=TableRow)
        table.head = Head(row[1], row[2], row[3], msgspec.json.decode(row[4], type=list[int]))
    except msgspec.MsgspecError as error:
        raise StoreError(f"a table cannot be read: {error}") from None
    return table
