"""A store that forgets: everything in this process. For tests, and the simplest example of what a store is."""

import secrets
from copy import copy

import msgspec

from tessela.game.ruleset import Json
from tessela.server.admin.memory import MemoryAdmin
from tessela.server.clubs.memory import MemoryClubs
from tessela.server.memory_calling import MemoryCalling
from tessela.server.memory_coaching import MemoryCoaching
from tessela.server.memory_meeting import MemoryMeeting
from tessela.server.memory_results import MemoryResults
from tessela.server.memory_talk import MemoryTalk
from tessela.server.results import Over
from tessela.server.store import (
    Entry,
    GuestRow,
    Head,
    HowFar,
    NameTakenError,
    PasskeyRow,
    RowChangedError,
    SessionRow,
    StoreError,
    TableRow,
    TicketRow,
    TokenRow,
    VersionTakenError,
)
from tessela.server.tournaments.memory import MemoryTournaments


class MemoryStore(
    MemoryResults, MemoryCoaching, MemoryCalling, MemoryMeeting, MemoryTalk, MemoryTournaments, MemoryClubs, MemoryAdmin
):
    """Keeps everything as bytes in dictionaries, so that nobody shares an object with it."""

    def __init__(self) -> None:
        MemoryCoaching.__init__(self)
        MemoryTournaments.__init__(self)
        MemoryClubs.__init__(self)
        MemoryCalling.__init__(self)
        MemoryResults.__init__(self)
        MemoryMeeting.__init__(self)
        MemoryTalk.__init__(self)
        MemoryAdmin.__init__(self)
        self.secret = secrets.token_bytes(32)
        self._tables: dict[str, bytes] = {}
        self._heads: dict[str, Head] = {}
        self._logs: dict[str, list[bytes]] = {}
        self._guests: dict[str, GuestRow] = {}
        self._passkeys: dict[str, PasskeyRow] = {}
        self._sessions: dict[str, SessionRow] = {}
        self._tickets: dict[str, TicketRow] = {}
        self._tokens: dict[str, TokenRow] = {}
        self._records: dict[str, bytes] = {}
        self._reviews: dict[str, tuple[str, bytes]] = {}
        self._uptime = 0
        self._leases: dict[str, str] = {}

    async def append(self, entry: Entry, head: Head, row: TableRow | None = None, over: Over | None = None) -> None:
        """Add an entry to a log, with where the game is after it and, where it changed, its table; with the last one what is
        kept of the game."""
        log = self._logs.setdefault(entry.table, [])
        if entry.version != len(log):
            raise VersionTakenError(f"version {entry.version} is taken")
        if row is not None:
            await self.save_table(row)
        log.append(msgspec.json.encode(entry))
        self._heads[entry.table] = head
        if over is not None:
            self._settle(over)

    async def _last_entry_at(self, table: str) -> int:
        log = self._logs.get(table, [])
        return msgspec.json.decode(log[-1], type=Entry).at if log else 0

    async def entries(self, table: str, after: int = -1) -> list[Entry]:
        """The log of a table after a version, in order."""
        return [msgspec.json.decode(entry, type=Entry) for entry in self._logs.get(table, [])[after + 1 :]]

    async def save_table(self, row: TableRow) -> None:
        """Add a table or change it; its log is left alone."""
        if row.id in self._tables and self._table(row.id).edition != row.edition:
            raise RowChangedError("the table has changed meanwhile")
        row.edition += 1
        self._tables[row.id] = msgspec.json.encode(row)
        self._heads.setdefault(row.id, row.head)

    async def delete_table(self, table: str, edition: int) -> None:
        """Remove a table that was never played at; a `RowChangedError` where it is not of the edition that was read."""
        if table in self._tables and self._table(table).edition != edition:
            raise RowChangedError("the table has changed meanwhile")
        self._tables.pop(table, None)

    async def table(self, table: str) -> TableRow | None:
        """A table by its id."""
        return self._table(table) if table in self._tables else None

    def _table(self, table: str) -> TableRow:
        row = msgspec.json.decode(self._tables[table], type=TableRow)
        row.head = self._heads[table]
        return row

    def _newest_first(self) -> list[TableRow]:
        return [self._table(table) for table in reversed(self._tables)]

    async def tables_of(self, guest: str, most: int) -> list[TableRow]:
        """The tables where a guest holds a seat, the newest of them first."""
        return [row for row in self._newest_first() if any(guest in seat.guests for seat in row.seats)][:most]

    async def unfinished(self, guest: str) -> tuple[int, int]:
        """How many tables of a guest wait or are played at, and how many of them wait in the lobby."""
        rows = [row for row in await self.tables_of(guest, len(self._tables)) if row.status != "over"]
        return len(rows), sum(row.listed and row.status == "waiting" for row in rows)

    async def tables_naming(self, guest: str) -> list[str]:
        """The ids of all tables where a guest holds a seat or one is kept for them, newest first."""
        return [row.id for row in self._newest_first() if any(seat.names(guest) for seat in row.seats)]

    async def lobby(self) -> list[TableRow]:
        """The listed tables that wait for players, newest first."""
        return [row for row in self._newest_first() if row.listed and row.status == "waiting"]

    async def asked(self, guest: str) -> list[TableRow]:
        """The tables that wait for a guest: a seat is kept for them; newest first."""
        waiting = [row for row in self._newest_first() if row.status == "waiting"]
        return [row for row in waiting if any(seat.reserved == guest for seat in row.seats)]

    async def running(self) -> list[TableRow]:
        """The tables whose game goes on by itself: a bot is to move, or a clock runs."""
        playing = [row for row in self._newest_first() if row.status == "playing" and row.head.to_move is not None]
        return [row for row in playing if row.clock or row.seats[row.head.to_move or 0].who == "bot"]

    async def bots_to_move(self) -> list[str]:
        """The ids of the tables where a bot is to move."""
        return [row.id for row in await self.running() if row.seats[row.head.to_move or 0].who == "bot"]

    async def save_guest(self, guest: GuestRow) -> None:
        """Add a guest or change one; a `NameTakenError` if somebody else keeps a name that looks like theirs."""
        keeper = await self.guest_of_looks(guest.looks) if guest.looks else None
        if keeper and keeper.id != guest.id:
            raise NameTakenError("somebody else keeps a name that looks like this one")
        self._guests[guest.id] = copy(guest)

    async def guest(self, guest: str) -> GuestRow | None:
        """A guest by id."""
        return copy(self._guests.get(guest))

    async def guest_of_looks(self, looks: str) -> GuestRow | None:
        """Who keeps a name of these looks."""
        return next((copy(guest) for guest in self._guests.values() if guest.looks == looks), None)

    async def guest_of_code(self, place: str) -> GuestRow | None:
        """Whose recovery code begins like this."""
        return next((copy(guest) for guest in self._guests.values() if guest.code_place == place), None)

    def _all_guests(self) -> list[str]:
        return list(self._guests)

    def _leaves_something(self, guest: str) -> bool:
        begun = any(guest in seat.guests for row in self._newest_first() if row.status != "waiting" for seat in row.seats)
        held = any(token.owner == guest for token in self._tokens.values())
        return begun or held or self._guests[guest].kept is not None or self._has_results(guest) or self._has_tournaments(guest)

    async def delete_guest(self, guest: str) -> None:
        """Forget a guest, with all keys, sessions and tickets."""
        self._guests.pop(guest, None)
        self._passkeys = {key: row for key, row in self._passkeys.items() if row.guest != guest}
        self._sessions = {key: row for key, row in self._sessions.items() if row.guest != guest}
        self._tickets = {key: row for key, row in self._tickets.items() if row.guest != guest}
        self._forget_coaching(guest)
        self._forget_results(guest)
        self._forget_calling(guest)
        self._forget_meeting(guest)
        self._forget_talk(guest)
        self._forget_admin(guest)

    async def save_passkey(self, passkey: PasskeyRow) -> None:
        """Add a passkey or change it; one that is somebody else's stays theirs, with a `StoreError`."""
        if self._passkeys.get(passkey.id, passkey).guest != passkey.guest:
            raise StoreError("this passkey is somebody else's")
        self._passkeys[passkey.id] = copy(passkey)

    async def passkey(self, passkey: str) -> PasskeyRow | None:
        """A passkey by its id."""
        return copy(self._passkeys.get(passkey))

    async def passkeys_of(self, guest: str) -> list[PasskeyRow]:
        """The passkeys of a guest, the oldest first."""
        mine = [copy(row) for row in self._passkeys.values() if row.guest == guest]
        return sorted(mine, key=lambda row: (row.created, row.id))

    async def delete_passkey(self, guest: str, passkey: str) -> None:
        """Remove a passkey of a guest."""
        if passkey in self._passkeys and self._passkeys[passkey].guest == guest:
            del self._passkeys[passkey]

    async def save_session(self, session: SessionRow) -> None:
        """Add a session or change it."""
        self._sessions[session.id] = copy(session)

    async def session(self, session: str) -> SessionRow | None:
        """A session by its id."""
        return copy(self._sessions.get(session))

    async def sessions_of(self, guest: str) -> list[SessionRow]:
        """The sessions of a guest, the one that was seen last first."""
        mine = [copy(row) for row in self._sessions.values() if row.guest == guest]
        return sorted(mine, key=lambda row: (-row.seen, -row.created, row.id))

    async def see_session(self, session: str, at: int) -> None:
        """A session was in use; one that was ended meanwhile stays so."""
        if session in self._sessions:
            self._sessions[session].seen = at

    async def delete_session(self, guest: str, session: str) -> None:
        """End a session of a guest."""
        if session in self._sessions and self._sessions[session].guest == guest:
            del self._sessions[session]

    async def save_ticket(self, ticket: TicketRow, now: int) -> None:
        """Add a ticket, and forget those whose time is over."""
        self._tickets = {key: row for key, row in self._tickets.items() if row.until >= now}
        self._tickets[ticket.digest] = ticket

    async def take_ticket(self, digest: str) -> TicketRow | None:
        """A ticket by its digest, which is gone by that: of many who ask at once one gets it."""
        return self._tickets.pop(digest, None)

    async def tickets_of(self, guest: str) -> list[TicketRow]:
        """The tickets of a guest that nobody has used."""
        mine = [row for row in self._tickets.values() if row.guest == guest]
        return sorted(mine, key=lambda row: (row.until, row.digest))

    async def save_token(self, token: TokenRow) -> None:
        """Keep what lets a program in."""
        self._tokens[token.bot] = token

    async def token(self, digest: str) -> TokenRow | None:
        """The token of a digest."""
        return next((token for token in self._tokens.values() if token.digest == digest), None)

    async def tokens_of(self, owner: str) -> list[TokenRow]:
        """The tokens of the bots of a guest, the oldest first."""
        return sorted((t for t in self._tokens.values() if t.owner == owner), key=lambda token: (token.created, token.bot))

    async def delete_token(self, bot: str) -> None:
        """Let a program in no more."""
        self._tokens.pop(bot, None)

    async def save_record(self, record_id: str, record: Json) -> None:
        """Keep an imported record."""
        self._records[record_id] = msgspec.json.encode(record)

    async def record(self, record_id: str) -> Json | None:
        """An imported record by its id."""
        record = self._records.get(record_id)
        return None if record is None else msgspec.json.decode(record, type=Json)

    async def save_review(self, game_id: str, engine: str, review: bytes) -> None:
        """Keep the review of a finished game, in place of one that another engine made."""
        self._reviews[game_id] = engine, review

    async def review(self, game_id: str, engine: str) -> bytes | None:
        """The review of a finished game that this engine made."""
        made_by, review = self._reviews.get(game_id, ("", b""))
        return review if made_by == engine else None

    async def uptime(self) -> int:
        """How long servers have been up on this store as far as was noted, in milliseconds."""
        return self._uptime

    async def note_uptime(self, at: int) -> None:
        """Servers have been up for so long."""
        self._uptime = at

    async def beat(self, at: int, lasting: bool) -> int:
        """The same."""
        self._uptime = at
        return at

    @property
    def is_shared(self) -> bool:
        """It is in one process."""
        return False

    async def heads(self, tables: list[str]) -> dict[str, HowFar]:
        """How far each of these tables is."""
        rows = [self._table(table) for table in tables if table in self._tables]
        return {row.id: HowFar(row.head.version, row.edition, self._last_place(row.id)) for row in rows}

    async def lease(self, name: str, owner: str) -> bool:
        """Be the one who does something; whether nobody else is."""
        return self._leases.setdefault(name, owner) == owner

    async def renew(self, owner: str) -> None:
        """Leases of one process need not be renewed."""

    async def release(self, name: str, owner: str) -> None:
        """Leave it to whoever comes next."""
        if self._leases.get(name) == owner:
            del self._leases[name]

    async def let_go(self) -> None:
        """Nothing to let go of."""

    def close(self) -> None:
        """Nothing to let go of."""
