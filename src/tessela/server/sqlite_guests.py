"""Guests in the SQLite file, and how those who keep their name come back: passkeys, sessions, tickets."""

import sqlite3
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import astuple

from tessela.server.sql_results import forget_results
from tessela.server.sqlite_coaching import forget_coaching
from tessela.server.store import GuestRow, NameTakenError, PasskeyRow, SessionRow, StoreError, TicketRow
from tessela.server.writer import Writer

T = TypeVar("T")
Row = TypeVar("Row", bound=Struct)
_OF_A_GUEST = "seat_guest", "passkey", "session", "ticket"  # tables with what is theirs


class GuestTables:
    """The part of the store that knows people. The columns of its tables are called like the fields of their rows."""

    _writer: Writer

    async def _read(self, question: Callable[[sqlite3.Connection], T]) -> T:
        raise NotImplementedError

    async def _find(self, kind: type[Row], table: str, where: str, *values: object) -> list[Row]:
        query = f"SELECT {', '.join(kind.__struct_fields__)} FROM {table} WHERE {where}"
        rows: list[Any] = await self._read(lambda connection: connection.execute(query, values).fetchall())
        return [kind(*row) for row in rows]

    async def save_guest(self, guest: GuestRow) -> None:
        """Add a guest or change one; a `NameTakenError` if somebody else keeps a name that looks like theirs."""

        def work(connection: sqlite3.Connection) -> None:
            taken = "SELECT 1 FROM guest WHERE looks = ? AND id != ?"
            if connection.execute(taken, (guest.looks, guest.id)).fetchone():
                raise NameTakenError("somebody else keeps a name that looks like this one")
            connection.execute("DELETE FROM guest WHERE id = ?", (guest.id,))
            _insert(connection, "guest", guest, "INSERT")  # a recovery code of somebody else's must not take their place

        await self._writer.do(work)

    async def guest(self, guest: str) -> GuestRow | None:
        """A guest by id."""
        return _first(await self._find(GuestRow, "guest", "id = ?", guest))

    async def guest_of_looks(self, looks: str) -> GuestRow | None:
        """Who keeps a name of these looks."""
        return _first(await self._find(GuestRow, "guest", "looks = ?", looks))

    async def guest_of_code(self, place: str) -> GuestRow | None:
        """Whose recovery code begins like this."""
        return _first(await self._find(GuestRow, "guest", "code_place = ?", place))

    async def delete_guest(self, guest: str) -> None:
        """Forget a guest, with all keys, sessions and tickets."""

        def work(connection: sqlite3.Connection) -> None:
            for table in _OF_A_GUEST:
                connection.execute(f"DELETE FROM {table} WHERE guest = ?", (guest,))
            forget_coaching(connection, guest)
            from tessela.server.sqlite_store import carry_out

            carry_out(connection, forget_results(guest))
            connection.execute("DELETE FROM guest WHERE id = ?", (guest,))

        await self._writer.do(work)

    async def save_passkey(self, passkey: PasskeyRow) -> None:
        """Add a passkey or change it; one that is somebody else's stays theirs, with a `StoreError`."""

        def work(connection: sqlite3.Connection) -> None:
            if connection.execute("SELECT 1 FROM passkey WHERE id = ? AND guest != ?", (passkey.id, passkey.guest)).fetchone():
                raise StoreError("this passkey is somebody else's")
            _insert(connection, "passkey", passkey)

        await self._writer.do(work)

    async def passkey(self, passkey: str) -> PasskeyRow | None:
        """A passkey by its id."""
        return _first(await self._find(PasskeyRow, "passkey", "id = ?", passkey))

    async def passkeys_of(self, guest: str) -> list[PasskeyRow]:
        """The passkeys of a guest, the oldest first."""
        return await self._find(PasskeyRow, "passkey", "guest = ? ORDER BY created, id", guest)

    async def delete_passkey(self, guest: str, passkey: str) -> None:
        """Remove a passkey of a guest."""
        await self._delete("passkey", guest, passkey)

    async def save_session(self, session: SessionRow) -> None:
        """Add a session or change it."""
        await self._writer.do(lambda connection: _insert(connection, "session", session))

    async def session(self, session: str) -> SessionRow | None:
        """A session by its id."""
        return _first(await self._find(SessionRow, "session", "id = ?", session))

    async def sessions_of(self, guest: str) -> list[SessionRow]:
        """The sessions of a guest, the one that was seen last first."""
        return await self._find(SessionRow, "session", "guest = ? ORDER BY seen DESC, created DESC, id", guest)

    async def see_session(self, session: str, at: int) -> None:
        """A session was in use; one that was ended meanwhile stays so."""
        statement = "UPDATE session SET seen = ? WHERE id = ?"
        await self._writer.do(lambda connection: connection.execute(statement, (at, session)) and None)

    async def delete_session(self, guest: str, session: str) -> None:
        """End a session of a guest."""
        await self._delete("session", guest, session)

    async def save_ticket(self, ticket: TicketRow, now: int) -> None:
        """Add a ticket, and forget those whose time is over."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM ticket WHERE until < ?", (now,))
            _insert(connection, "ticket", ticket)

        await self._writer.do(work)

    async def take_ticket(self, digest: str) -> TicketRow | None:
        """A ticket by its digest, which is gone by that: of many who ask at once one gets it."""

        def work(connection: sqlite3.Connection) -> Any:
            columns = ", ".join(TicketRow.__struct_fields__)
            found = connection.execute(f"SELECT {columns} FROM ticket WHERE digest = ?", (digest,)).fetchone()
            connection.execute("DELETE FROM ticket WHERE digest = ?", (digest,))
            return found

        row = await self._writer.do(work)
        return TicketRow(*row) if row else None

    async def tickets_of(self, guest: str) -> list[TicketRow]:
        """The tickets of a guest that nobody has used."""
        return await self._find(TicketRow, "ticket", "guest = ? ORDER BY until, digest", guest)

    async def _delete(self, table: str, guest: str, row: str) -> None:
        statement = f"DELETE FROM {table} WHERE guest = ? AND id = ?"
        await self._writer.do(lambda connection: connection.execute(statement, (guest, row)) and None)


def _insert(connection: sqlite3.Connection, table: str, row: Struct, insert: str = "INSERT OR REPLACE") -> None:
    columns, values = ", ".join(row.__struct_fields__), astuple(row)
    connection.execute(f"{insert} INTO {table} ({columns}) VALUES ({', '.join('?' * len(values))})", values)


def _first(rows: list[Row]) -> Row | None:
    return rows[0] if rows else None
