"""What the server keeps, and what it asks of whatever keeps it: tables, their logs, guests and how they come back, imported
records, reviews; puzzles and deals of the day are in `coaching.py`, calls and days off in
`calling.py`, friends and searches in `meeting.py`, what people write in `talk.py`, finished games and ratings in `results.py`."""

import secrets
from collections.abc import Iterator
from typing import Literal, NamedTuple, Protocol

from msgspec import Struct, field

from tessela.game.ruleset import Json
from tessela.server.admin.rows import AdminStore
from tessela.server.calling import CallingStore
from tessela.server.clubs.rows import ClubStore
from tessela.server.coaching import CoachingStore
from tessela.server.meeting import MeetingStore
from tessela.server.messages.parts import Status
from tessela.server.messages.tables import Clock, SeatRating
from tessela.server.results import Over, ResultsStore
from tessela.server.talk import TalkStore
from tessela.server.tournaments.rows import TournamentStore

LEASE_SECONDS = 6.0
PROGRAM = "bot-"  # how the ids of guests begin that are programs
NOBODY = "gone-"  # and what stands for those who are forgotten
Kind = Literal["began", "move", "takeback", "resigned", "bot-took-over", "timed-out", "closed"]


class StoreError(Exception):
    """Something could not be stored; nothing of it was."""


class VersionTakenError(StoreError):
    """Another writer has already put an entry at this version of the log."""


class RowChangedError(StoreError):
    """Another writer has changed this table since it was read."""


class NameTakenError(StoreError):
    """Somebody else keeps a name that looks like this one."""


class Entry(Struct, frozen=True):
    """One entry of a table's log. Entries are added, never changed or removed."""

    table: str
    version: int
    seat: int | None
    kind: Kind
    payload: Json
    move_id: str | None = None
    at: int = 0  # milliseconds since 1970


class Away(Struct, frozen=True):
    """Somebody is on vacation: until when, in milliseconds since 1970, and since when, as servers count the time they are up."""

    until: int
    since: int


class SeatRow(Struct):
    """Who sits on a seat. Several guests may hold one: the devices of one person."""

    who: Literal["person", "bot", "open"]
    name: str = ""
    level: str | None = None
    guests: list[str] = field(default_factory=list)
    reserved: str | None = None  # the guest an open seat of a rematch is kept for
    salt: str | None = None  # what the seat adds to the chance of the game
    left: bool = False  # its person is gone, and a bot plays on
    rating: SeatRating | None = None  # at a rated table, of who sat down
    away: Away | None = None  # its clock stands meanwhile
    talks: bool | None = None  # whether its person agrees to chat; none where they never said

    def names(self, guest: str) -> bool:
        """Whether a guest holds this seat, or it is kept for them."""
        return guest in self.guests or self.reserved == guest


class Head(Struct):
    """How far the game of a table is, so that a list of tables needs no replay."""

    version: int = 0
    to_move: int | None = None
    round: int = 0
    scores: list[int] = field(default_factory=list)


class HowFar(NamedTuple):
    """How far a table is: the version at the head of its log, its edition, and the place of the last line of its chat."""

    version: int
    edition: int
    lines: int = 0


class TableRow(Struct):
    """A table without its log."""

    id: str
    game: str
    options: Json
    seats: list[SeatRow]
    status: Status
    clock: Clock | None
    listed: bool
    order: Literal["chosen", "random"]
    created: int  # milliseconds since 1970
    invitation: str
    rematch: str | None = None
    lesson: str | None = None
    starts: int | None = None  # the seat that shall start the game, else chance decides
    winners: list[int] | None = None  # once the game is over; none in tables of older versions
    practice: bool = False  # whoever plays there is warned before a blunder
    promise: str | None = None  # the hash of the key of its chance; none where that cannot be verified
    given_up: bool = False  # before the rules ended it
    daily: str | None = None  # the day whose deal is played there: no hints, nothing is taken back
    rated: bool = False  # it counts: everybody plays without help
    tournament: str | None = None  # whose game it is
    stood: tuple[int, int] | None = None  # at a version, how long its clock stood before: somebody came back from vacation
    edition: int = 0  # how often it was stored: who would store it over what they have not seen is refused
    head: Head = field(default_factory=Head)

    @property
    def in_earnest(self) -> bool:
        """Whether everybody plays by themselves: no hints, nothing is taken back."""
        return self.daily is not None or self.tournament is not None or self.rated

    @property
    def is_slow(self) -> bool:
        """Whether a turn may take days: nobody sits there waiting."""
        return self.clock is None or self.clock.pace == "days"


class GuestRow(Struct):
    """Somebody with a cookie. Who keeps their name can come back without it."""

    id: str
    nickname: str
    created: int
    kept: int | None = None  # since when the name is kept, in milliseconds since 1970
    looks: str | None = None  # what the kept name looks like (`names.looks_of`): nobody else keeps one that does
    code_place: str | None = None  # the half of a recovery code that says whose it is
    code_hash: str | None = None  # of the other half


class PasskeyRow(Struct):
    """A key of somebody's device, for one host; only its public half is here."""

    id: str  # as browsers write it, base64url
    guest: str
    host: str
    public_key: bytes
    signs: int  # how often it has signed, as far as it counts that: a copy would be behind
    device: str  # where it was made, such as `Firefox, Linux`
    created: int
    used: int


class SessionRow(Struct):
    """A browser in which somebody who keeps their name is signed in."""

    id: str
    guest: str
    device: str
    created: int
    seen: int  # to the hour


class TicketRow(Struct, frozen=True):
    """Something that can be used once, by its digest: a link to another device, a challenge for a passkey."""

    digest: str
    purpose: str
    guest: str
    until: int  # milliseconds since 1970


class TokenRow(Struct):
    """What lets a program act as a bot: the digest of its token, whose it is, and the guest that the bot is."""

    digest: str
    owner: str
    bot: str
    name: str
    created: int


def is_program(guest: str | None) -> bool:
    """Whether a guest is somebody's program."""
    return guest is not None and guest.startswith(PROGRAM)


def programs_at(row: TableRow) -> Iterator[str]:
    """The programs of others that sit at a table, or are asked to."""
    return (guest for seat in row.seats for guest in (*seat.guests, seat.reserved or "") if is_program(guest))


def nobody() -> str:
    """What stands in a log that others rest on for somebody who is forgotten: it leads to nobody."""
    return f"{NOBODY}{secrets.token_hex(12)}"


class Store(CoachingStore, CallingStore, MeetingStore, TalkStore, TournamentStore, ClubStore, ResultsStore, AdminStore, Protocol):
    """Keeps everything. A method that writes returns once the data is safe on disk, or raises a `StoreError`."""

    secret: bytes  # the key that signs cookies and links

    async def append(self, entry: Entry, head: Head, row: TableRow | None = None, over: Over | None = None) -> None:
        """Add an entry to a log, with where the game is after it and, where it changed, its table (as `save_table` does); with
        the last one what is kept of the game, and what it does to ratings. All of it or nothing."""
        ...

    async def entries(self, table: str, after: int = -1) -> list[Entry]:
        """The log of a table after a version, in order."""
        ...

    async def save_table(self, row: TableRow) -> None:
        """Add a table or change it; its log is left alone. The row has the next edition by that; a `RowChangedError` where the
        table is not of the edition that was read."""
        ...

    async def delete_table(self, table: str, edition: int) -> None:
        """Remove a table that was never played at; a `RowChangedError` where it is not of the edition that was read."""
        ...

    async def table(self, table: str) -> TableRow | None:
        """A table by its id."""
        ...

    async def tables_of(self, guest: str, most: int) -> list[TableRow]:
        """The tables where a guest holds a seat, the newest of them first."""
        ...

    async def unfinished(self, guest: str) -> tuple[int, int]:
        """How many tables of a guest wait or are played at, and how many of them wait in the lobby."""
        ...

    async def tables_naming(self, guest: str) -> list[str]:
        """The ids of all tables where a guest holds a seat or one is kept for them, newest first."""
        ...

    async def lobby(self) -> list[TableRow]:
        """The listed tables that wait for players, newest first."""
        ...

    async def asked(self, guest: str) -> list[TableRow]:
        """The tables that wait for a guest: a seat is kept for them; newest first."""
        ...

    async def running(self) -> list[TableRow]:
        """The tables whose game goes on by itself: a bot is to move, or a clock runs."""
        ...

    async def bots_to_move(self) -> list[str]:
        """The ids of the tables where a bot is to move."""
        ...

    async def save_guest(self, guest: GuestRow) -> None:
        """Add a guest or change one; a `NameTakenError` if somebody else keeps a name that looks like theirs."""
        ...

    async def guest_of_looks(self, looks: str) -> GuestRow | None:
        """Who keeps a name of these looks."""
        ...

    async def guest_of_code(self, place: str) -> GuestRow | None:
        """Whose recovery code begins like this."""
        ...

    async def guest(self, guest: str) -> GuestRow | None:
        """A guest by id."""
        ...

    async def delete_guest(self, guest: str) -> None:
        """Forget a guest, with all keys, sessions and tickets."""
        ...

    async def save_passkey(self, passkey: PasskeyRow) -> None:
        """Add a passkey or change it; one that is somebody else's stays theirs, with a `StoreError`."""
        ...

    async def passkey(self, passkey: str) -> PasskeyRow | None:
        """A passkey by its id."""
        ...

    async def passkeys_of(self, guest: str) -> list[PasskeyRow]:
        """The passkeys of a guest, the oldest first."""
        ...

    async def delete_passkey(self, guest: str, passkey: str) -> None:
        """Remove a passkey of a guest."""
        ...

    async def save_session(self, session: SessionRow) -> None:
        """Add a session or change it."""
        ...

    async def session(self, session: str) -> SessionRow | None:
        """A session by its id."""
        ...

    async def sessions_of(self, guest: str) -> list[SessionRow]:
        """The sessions of a guest, the one that was seen last first."""
        ...

    async def see_session(self, session: str, at: int) -> None:
        """A session was in use; one that was ended meanwhile stays so."""
        ...

    async def delete_session(self, guest: str, session: str) -> None:
        """End a session of a guest."""
        ...

    async def save_ticket(self, ticket: TicketRow, now: int) -> None:
        """Add a ticket, and forget those whose time is over."""
        ...

    async def take_ticket(self, digest: str) -> TicketRow | None:
        """A ticket by its digest, which is gone by that: of many who ask at once one gets it."""
        ...

    async def tickets_of(self, guest: str) -> list[TicketRow]:
        """The tickets of a guest that nobody has used."""
        ...

    async def save_token(self, token: TokenRow) -> None:
        """Keep what lets a program in."""
        ...

    async def token(self, digest: str) -> TokenRow | None:
        """The token of a digest."""
        ...

    async def tokens_of(self, owner: str) -> list[TokenRow]:
        """The tokens of the bots of a guest, the oldest first."""
        ...

    async def delete_token(self, bot: str) -> None:
        """Let a program in no more."""
        ...

    async def save_record(self, record_id: str, record: Json) -> None:
        """Keep an imported record."""
        ...

    async def record(self, record_id: str) -> Json | None:
        """An imported record by its id."""
        ...

    async def save_review(self, game_id: str, engine: str, review: bytes) -> None:
        """Keep the review of a finished game, in place of one that another engine made."""
        ...

    async def review(self, game_id: str, engine: str) -> bytes | None:
        """The review of a finished game that this engine made."""
        ...

    async def uptime(self) -> int:
        """How long servers have been up on this store as far as was noted, in milliseconds."""
        ...

    async def note_uptime(self, at: int) -> None:
        """Servers have been up for so long."""
        ...

    async def beat(self, at: int, lasting: bool) -> int:
        """The same, cheaply, every second: it outlives the process and, where it shall last, the machine. What is told back is
        the time that all servers agree on."""
        ...

    @property
    def is_shared(self) -> bool:
        """Whether other servers may use this store at the same time."""
        ...

    async def heads(self, tables: list[str]) -> dict[str, HowFar]:
        """How far each of these tables is."""
        ...

    async def lease(self, name: str, owner: str) -> bool:
        """Be the one who does something, for `LEASE_SECONDS`; whether nobody else is."""
        ...

    async def renew(self, owner: str) -> None:
        """Go on being the one for all that one has a lease of."""
        ...

    async def release(self, name: str, owner: str) -> None:
        """Leave it to whoever comes next."""
        ...

    async def let_go(self) -> None:
        """Answer what was asked, and let go of what belongs to the event loop; nothing is asked after that."""
        ...

    def close(self) -> None:
        """Write what is left and let go of the files."""
        ...
