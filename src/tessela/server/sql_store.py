"""Tables, their logs, records and reviews in a database, whichever it is (`sql.py`)."""

import zlib
from collections.abc import Callable
from typing import Any

import msgspec

from tessela.game.ruleset import Json
from tessela.server.admin.sql import SqlAdmin
from tessela.server.clubs.sql import SqlClubs
from tessela.server.results import Over
from tessela.server.sql import AddMany, Do, P, T, Work, changing, keeping
from tessela.server.sql_calling import SqlCalling
from tessela.server.sql_coaching import SqlCoaching
from tessela.server.sql_guests import SqlGuests
from tessela.server.sql_meeting import SqlMeeting
from tessela.server.sql_results import SqlResults, settle
from tessela.server.sql_talk import SqlTalk
from tessela.server.store import Entry, Head, HowFar, RowChangedError, StoreError, TableRow
from tessela.server.tournaments.sql import SqlTournaments

Values = tuple[object, ...]
MOST_IN_LOBBY = 100
MOST_ASKED = 500  # ids in one statement
_NUMBER = "(SELECT number FROM game_table WHERE id = ?)"
_TABLE = "SELECT about, version, to_move, round, scores, edition FROM game_table JOIN head USING (number)"
_HEAD = "number", "version", "to_move", "round", "scores"
_EVENT = "number", "version", "seat", "kind", "payload", "client_move_id", "at"
_ADD_EVENTS = f"INSERT INTO event ({', '.join(_EVENT)}) VALUES", f"({_NUMBER}, ?, ?, ?, ?, ?, ?)"
_ADD_HEADS = f"INSERT INTO head ({', '.join(_HEAD)}) VALUES", f"({_NUMBER}, ?, ?, ?, ?)"
_KEEP_TABLE = keeping(
    "game_table", "id", ("id", "status", "listed", "clocked", "bots", "about", "edition"),
    "WHERE game_table.edition = excluded.edition - 1",
)  # fmt: skip
_KEEP_HEAD = f"{' '.join(_ADD_HEADS)} ON CONFLICT DO NOTHING"
_KEEP_RECORD = keeping("record", "id", ("id", "record"))
_KEEP_REVIEW = keeping("review", "id", ("id", "engine", "review"))
_LINES = "(SELECT coalesce(max(place), 0) FROM chat_line WHERE game_table = id)"
_BOT_TO_MOVE = "(bots >> CAST(to_move AS INTEGER)) & 1 = 1"
KEEP_UPTIME = keeping("uptime", "only_one", ("only_one", "milliseconds"))


class SqlStore(SqlGuests, SqlCoaching, SqlCalling, SqlMeeting, SqlTalk, SqlTournaments, SqlClubs, SqlResults, SqlAdmin):
    """A store in a database. What is special about one database is with its engine."""

    secret: bytes

    async def rows(self, sql: str, *values: object) -> list[Any]:
        """What a statement finds, for those who copy a store."""
        return await self._ask(sql, *values)

    async def carry_out(self, work: Callable[P, Work[T]], *values: P.args, **more: P.kwargs) -> T:
        """Have work done, for those who copy a store."""
        return await self._engine.write(work, *values, **more)

    async def arrived(self) -> None:
        """Rows were copied here with the numbers they had: the next ones go on from there."""

    async def let_go(self) -> None:
        """Answer what was asked, and let go of what belongs to the event loop."""

    def close(self) -> None:
        """Write what is left and let go of the files."""
        raise NotImplementedError

    async def uptime(self) -> int:
        """How long servers have been up on this store."""
        raise NotImplementedError

    async def note_uptime(self, at: int) -> None:
        """Servers have been up for so long."""
        raise NotImplementedError

    async def beat(self, at: int, lasting: bool) -> int:
        """The same, cheaply, every second; the time that all servers agree on."""
        raise NotImplementedError

    @property
    def is_shared(self) -> bool:
        """Whether other servers may use this store at the same time."""
        return False

    async def lease(self, name: str, owner: str) -> bool:
        """Be the one who does something; where a store is one server's alone, it always is."""
        return True

    async def renew(self, owner: str) -> None:
        """Go on being the one."""

    async def release(self, name: str, owner: str) -> None:
        """Leave it to whoever comes next."""

    async def heads(self, tables: list[str]) -> dict[str, HowFar]:
        """How far each of these tables is."""
        parts = [tables[first : first + MOST_ASKED] for first in range(0, len(tables), MOST_ASKED)]
        query = f"SELECT id, version, edition, {_LINES} FROM game_table JOIN head USING (number) WHERE id IN ({{}})"
        found = [await self._ask(query.format(", ".join("?" * len(part))), *part) for part in parts]
        return {table: HowFar(*how) for rows in found for table, *how in rows}

    # Tables and their logs

    async def append(self, entry: Entry, head: Head, row: TableRow | None = None, over: Over | None = None) -> None:
        """Add an entry to a log, with where the game is after it and, where it changed, its table; with the last one what is
        kept of the game, and what it does to ratings."""
        event: Values = (
            entry.table, entry.version, entry.seat, entry.kind, msgspec.json.encode(entry.payload), entry.move_id, entry.at,
        )  # fmt: skip
        await self._engine.write_together(_append, (event, _summary(entry.table, head), row, over))
        if row is not None:
            row.edition += 1

    async def entries(self, table: str, after: int = -1) -> list[Entry]:
        """The log of a table after a version, in order."""
        query = f"SELECT {', '.join(_EVENT[1:])} FROM event WHERE number = {_NUMBER} AND version > ? ORDER BY version"
        rows = await self._ask(query, table, after)
        try:
            return [Entry(table, r[0], r[1], r[2], msgspec.json.decode(r[3]), r[4], r[5]) for r in rows]
        except msgspec.MsgspecError as error:
            raise StoreError(f"a log cannot be read: {error}") from None

    async def save_table(self, row: TableRow) -> None:
        """Add a table or change it; its log is left alone."""
        await self._engine.write(_save, row)
        row.edition += 1

    async def delete_table(self, table: str, edition: int) -> None:
        """Remove a table that was never played at; a `RowChangedError` where it is not of the edition that was read."""
        await self._engine.write(_delete, table, edition)

    async def table(self, table: str) -> TableRow | None:
        """A table by its id."""
        rows = await self._ask(f"{_TABLE} WHERE id = ?", table)
        return _table(rows[0]) if rows else None

    async def tables_of(self, guest: str, most: int) -> list[TableRow]:
        """The tables where a guest holds a seat, the newest of them first."""
        mine = "WHERE number IN (SELECT number FROM seat_guest WHERE guest = ?) ORDER BY number DESC LIMIT ?"
        return await self._tables(mine, guest, most)

    async def unfinished(self, guest: str) -> tuple[int, int]:
        """How many tables of a guest wait or are played at, and how many of them wait in the lobby."""
        query = (
            "SELECT count(*), coalesce(sum(CASE WHEN listed = 1 AND status = 'waiting' THEN 1 ELSE 0 END), 0)"
            " FROM seat_guest JOIN game_table USING (number) WHERE guest = ? AND status != 'over'"
        )
        number, listed = (await self._ask(query, guest))[0]
        return number, int(listed)

    async def tables_naming(self, guest: str) -> list[str]:
        """The ids of all tables where a guest holds a seat or one is kept for them (while it waits), newest first."""
        held = "number IN (SELECT number FROM seat_guest WHERE guest = ?)"
        query = f"SELECT id FROM game_table WHERE {held} OR (status = 'waiting' AND instr(about, ?) > 0) ORDER BY number DESC"
        return [table for (table,) in await self._ask(query, guest, msgspec.json.encode(guest))]

    async def lobby(self) -> list[TableRow]:
        """The listed tables that wait for players, newest first."""
        return await self._tables("WHERE status = 'waiting' AND listed = 1 ORDER BY number DESC LIMIT ?", MOST_IN_LOBBY)

    async def asked(self, guest: str) -> list[TableRow]:
        """The tables that wait for a guest: a seat is kept for them; newest first."""
        waits = "WHERE status = 'waiting' AND instr(about, ?) > 0 ORDER BY number DESC LIMIT ?"
        rows = await self._tables(waits, msgspec.json.encode(guest), MOST_IN_LOBBY)
        return [row for row in rows if any(seat.reserved == guest for seat in row.seats)]

    async def running(self) -> list[TableRow]:
        """The tables whose game goes on by itself: a bot is to move, or a clock runs."""
        return await self._tables(f"WHERE status = 'playing' AND (clocked = 1 OR {_BOT_TO_MOVE})")

    async def bots_to_move(self) -> list[str]:
        """The ids of the tables where a bot is to move."""
        query = f"SELECT id FROM game_table JOIN head USING (number) WHERE status = 'playing' AND {_BOT_TO_MOVE}"
        return [table for (table,) in await self._ask(query)]

    async def _tables(self, where: str, *values: object) -> list[TableRow]:
        """Those tables of a list that can be read."""
        tables = []
        for row in await self._ask(f"{_TABLE} {where}", *values):
            try:
                tables.append(_table(row))
            except StoreError as error:
                import structlog  # an extra: copies of the database are made without it

                structlog.get_logger().warning("table-left-out", error=str(error))
        return tables

    # Records and reviews

    async def save_record(self, record_id: str, record: Json) -> None:
        """Keep an imported record."""
        await self._do(_KEEP_RECORD, record_id, _encoded(record))

    async def record(self, record_id: str) -> Json | None:
        """An imported record by its id."""
        rows = await self._ask("SELECT record FROM record WHERE id = ?", record_id)
        return msgspec.json.decode(rows[0][0], type=Json) if rows else None

    async def save_review(self, game_id: str, engine: str, review: bytes) -> None:
        """Keep the review of a finished game, in place of one that another engine made."""
        await self._do(_KEEP_REVIEW, game_id, engine, zlib.compress(review))

    async def review(self, game_id: str, engine: str) -> bytes | None:
        """The review of a finished game that this engine made."""
        rows = await self._ask("SELECT review FROM review WHERE id = ? AND engine = ?", game_id, engine)
        return zlib.decompress(rows[0][0]) if rows else None


# An event, the head after it, the table if it changed, and what is kept of a game that is over
Append = tuple[Values, Values, TableRow | None, Over | None]


def _append(appends: list[Append]) -> Work[None]:
    """Add events to the logs of many tables."""
    for _, _, row, _ in appends:
        if row is not None:
            yield from _save(row)
    yield AddMany(*_ADD_EVENTS, [event for event, _, _, _ in appends])
    yield AddMany(*_ADD_HEADS, [head for _, head, _, _ in appends], changing("number", _HEAD))
    for _, _, _, over in appends:
        if over is not None:
            yield from settle(over)


def _save(row: TableRow) -> Work[None]:
    about = msgspec.json.encode(msgspec.structs.replace(row, head=Head(), edition=0))
    bots = sum(1 << seat for seat, held in enumerate(row.seats) if held.who == "bot")
    values = (row.id, row.status, int(row.listed), int(row.clock is not None), bots, about, row.edition + 1)
    if not (yield Do(_KEEP_TABLE, values)):
        raise _changed()
    yield Do(_KEEP_HEAD, _summary(row.id, row.head))
    yield Do(f"DELETE FROM seat_guest WHERE number = {_NUMBER}", (row.id,))
    guests = {guest for seat in row.seats for guest in seat.guests}
    if guests:
        yield AddMany(
            "INSERT INTO seat_guest (guest, number) VALUES", f"(?, {_NUMBER})", [(one, row.id) for one in sorted(guests)]
        )


def _delete(table: str, edition: int) -> Work[None]:
    for part in ("seat_guest", "head"):
        yield Do(f"DELETE FROM {part} WHERE number = {_NUMBER}", (table,))
    if not (yield Do("DELETE FROM game_table WHERE id = ? AND edition = ?", (table, edition))):
        raise _changed()


def _changed() -> RowChangedError:
    return RowChangedError("the table has changed meanwhile")


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
        table.edition = row[5]
    except msgspec.MsgspecError as error:
        raise StoreError(f"a table cannot be read: {error}") from None
    return table
