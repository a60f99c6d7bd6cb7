"""Bots that are somebody's programs, far away: a token lets them in, a stream of lines tells them what there is to do.

Each is a guest of its own, so that it sees what its seats may know and nothing else, and everybody is shown that it is a bot.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterable
from time import monotonic

from starlette.responses import StreamingResponse

from tessela.server import mydata, seating
from tessela.server.audience import HERE_SECONDS
from tessela.server.bus import Outside
from tessela.server.clocks import now_ms
from tessela.server.endpoints import Call, Endpoint, encode
from tessela.server.frames import Play, Resign
from tessela.server.guests import digest_of
from tessela.server.house import House, HouseError, Outsiders
from tessela.server.messages.programs import (
    BotAccept,
    BotClock,
    BotInfo,
    BotLine,
    BotMove,
    BotToken,
    Challenge,
    GameOver,
    Listening,
    NewBot,
    StillHere,
    YourTurn,
)
from tessela.server.messages.tables import Joining, ProgramInfo
from tessela.server.names import plain_name
from tessela.server.quotas import Quotas
from tessela.server.refusals import RefusedError
from tessela.server.sight import seats_of
from tessela.server.store import GuestRow, TokenRow
from tessela.server.table import Table

MOST_BOTS = 5  # of a guest
MOST_GAMES = 200  # that a bot is told of when it comes
MOST_TOLD = 1000  # changes that a program may be behind
PING_SECONDS = 15.0
TOKEN = "tessela_"
LINES = "application/x-ndjson"


class Stream:
    """A program that listens. It counts as somebody who is present at its tables, and hears what changes there."""

    def __init__(self, guest: str, name: str):
        self.guest = guest
        self.name = name
        self.looking = True
        self.is_over = False
        self._changed: asyncio.Queue[str | None] = asyncio.Queue(MOST_TOLD)
        self._tables: set[Table] = set()

    def push(self, frame: bytes) -> None:
        """Frames are for those who watch; a program is told by lines."""

    def sit(self, table: Table) -> None:
        """Be present at a table, and hear that it has changed."""
        if self not in table.audience.sockets:
            self._tables.add(table)
            table.audience.sockets.add(self)
        if self._changed.full():
            self.end()  # it does not keep up: it may come back
        else:
            self._changed.put_nowait(table.row.id)

    def end(self) -> None:
        """Tell it no more, and let its tables go."""
        self.is_over = True
        for table in self._tables:
            table.audience.leave(self)
        self._tables.clear()
        if not self._changed.full():
            self._changed.put_nowait(None)

    async def change(self) -> str | None:
        """The table that has changed; none if nothing has for a while."""
        try:
            return await asyncio.wait_for(self._changed.get(), PING_SECONDS)
        except TimeoutError:
            return None


class Programs(Outsiders):
    """All bots far away, and those who let them in."""

    def __init__(self, house: House, quotas: Quotas):
        self._house = house
        self._quotas = quotas
        self._streams: dict[str, Stream] = {}
        self._elsewhere: dict[str, tuple[dict[str, str], float]] = {}  # who listens to other servers, and when they said so
        house.outsiders = self

    def endpoints(self) -> list[Endpoint]:
        """Everything that bots, and those who own them, can ask for."""
        return [
            Endpoint("GET", "/api/me/bots", self.my_bots, "My bots", answer=list[BotInfo]),
            Endpoint("POST", "/api/me/bots", self.new_bot, "Let a bot in; its token is told once", NewBot, BotToken, 201),
            Endpoint("DELETE", "/api/me/bots/{id}", self.delete_bot, "Let a bot in no more", status=204),
            Endpoint("GET", "/api/bot/stream", self.stream, "What a bot is told, line by line", answer=BotLine, media=LINES),
            Endpoint("POST", "/api/bot/tables/{id}/accept", self.accept, "Accept a challenge", BotAccept, status=204),
            Endpoint("POST", "/api/bot/tables/{id}/decline", self.decline, "Decline a challenge", status=204),
            Endpoint("POST", "/api/bot/tables/{id}/move", self.move, "Make a move", BotMove, status=204),
            Endpoint("POST", "/api/bot/tables/{id}/resign", self.resign, "Give a game up", status=204),
        ]

    def online(self) -> list[ProgramInfo]:
        """The bots that listen, to whichever server, as opponents."""
        lately = monotonic() - HERE_SECONDS
        found = dict(pair for bots, said in self._elsewhere.values() if said > lately for pair in bots.items())
        found |= {stream.guest: stream.name for stream in self._streams.values()}
        return [ProgramInfo(bot, name, True) for bot, name in found.items()]

    def listens(self, bots: Iterable[str]) -> bool:
        """Whether one of these is told here what happens."""
        return any(bot in self._streams for bot in bots)

    def heard(self, news: Outside) -> None:
        """Another server tells who listens to it."""
        self._elsewhere[news.sender] = dict(news.programs), monotonic()
        self.hang_up(news.new)

    async def remind(self) -> None:
        """Say again who listens: what nobody repeats is forgotten."""
        self._elsewhere = {name: said for name, said in self._elsewhere.items() if said[1] > monotonic() - HERE_SECONDS}
        if self._streams:
            self._tell()

    def _tell(self, new: str = "") -> None:
        bots = tuple((stream.guest, stream.name) for stream in self._streams.values())
        self._house.tell(Outside(self._house.name, bots, new))

    def hang_up(self, bot: str) -> None:
        """A bot is told nothing more."""
        if stream := self._streams.get(bot):
            stream.end()

    def close(self) -> None:
        """Nobody is told anything more."""
        for stream in list(self._streams.values()):
            stream.end()

    # Those who own bots

    async def my_bots(self, call: Call) -> list[BotInfo]:
        """The bots of the one who asks."""
        tokens = await self._house.store.tokens_of(call.me.id)
        online = {program.id for program in self.online()}
        return [BotInfo(token.bot, token.name, token.created, token.bot in online) for token in tokens]

    async def new_bot(self, call: Call) -> BotToken:
        """A new bot."""
        name = plain_name(call.body.name)
        if not name:
            raise HouseError(422, "bad-name", "a bot needs a name that can be seen")
        await seating.check_free(self._house, call.me, name)
        if len(await self._house.store.tokens_of(call.me.id)) >= MOST_BOTS:
            raise HouseError(409, "too-many-bots", f"at most {MOST_BOTS} bots: remove one first")
        token = f"{TOKEN}{secrets.token_urlsafe(32)}"
        bot = await self._house.guests.welcome_program(name)
        await self._house.store.save_token(TokenRow(digest_of(token), call.me.id, bot.id, name, now_ms()))
        return BotToken(bot.id, name, token)

    async def delete_bot(self, call: Call) -> None:
        """A bot is let in no more."""
        if not any(token.bot == call.id for token in await self._house.store.tokens_of(call.me.id)):
            raise HouseError(404, "no-such-bot", "you have no such bot")
        await mydata.forget_bot(self._house, call.id)

    # Bots

    async def stream(self, call: Call) -> StreamingResponse:
        """Listen. Who listens twice is told by the newer stream alone."""
        self._quotas.program(call.me.id)
        if before := self._streams.get(call.me.id):
            before.end()
        stream = self._streams[call.me.id] = Stream(call.me.id, call.me.nickname)
        self._tell(new=stream.guest)
        return StreamingResponse(self._lines(stream, call.me), media_type=LINES)

    async def _lines(self, stream: Stream, guest: GuestRow) -> AsyncIterator[bytes]:
        told: dict[str, bytes] = {}
        try:
            yield _line(Listening(guest.id, guest.nickname))
            for table_id in (await self._house.store.tables_naming(guest.id))[:MOST_GAMES]:
                row = await self._house.store.table(table_id)
                if row is not None and row.status != "over":
                    stream.sit(await self._house.table(table_id))
            while not stream.is_over:
                changed = await stream.change()
                line = _line(StillHere()) if changed is None else await self._news(changed, guest.id)
                if line and (changed is None or told.get(changed) != line):
                    told[changed or ""] = line
                    yield line
        finally:
            stream.end()
            if self._streams.get(guest.id) is stream:
                del self._streams[guest.id]
                self._tell()

    async def _news(self, table_id: str, guest: str) -> bytes:
        """What a bot is to know of a table; nothing while others are to move."""
        table = await self._house.table(table_id)
        row, course = table.row, table.course
        if row.status == "waiting":
            return _line(Challenge(table.info(guest))) if any(seat.reserved == guest for seat in row.seats) else b""
        mine = seats_of(row, guest)
        if course is None or not mine:
            return b""
        if course.ending is not None:
            return _line(GameOver(row.id, course.ending.scores, course.ending.winners))
        if course.to_move not in mine:
            return b""
        view, legal = course.game.view(course.to_move), course.game.legal_texts()
        return _line(YourTurn(row.id, course.version, course.to_move, view, legal, _clock(table)))

    def changed(self, table: Table) -> None:
        """A table has changed: those who sit there, or are asked to, hear of it."""
        for seat in table.row.seats:
            for guest in (*seat.guests, seat.reserved or ""):
                if guest in self._streams:
                    self._streams[guest].sit(table)

    async def accept(self, call: Call) -> None:
        """Sit down where one was asked to."""
        self._quotas.program(call.me.id)
        table = await self._house.table(call.id)
        if not any(seat.reserved == call.me.id for seat in table.row.seats):
            raise HouseError(409, "no-challenge", "nobody waits for you at this table")
        await self._quotas.seat(call.me.id)
        await seating.join(self._house, table, call.me, Joining(salt=call.body.salt))

    async def decline(self, call: Call) -> None:
        """Leave the seat to somebody else."""
        self._quotas.program(call.me.id)
        await seating.decline(self._house, await self._house.table(call.id), call.me)

    async def move(self, call: Call) -> None:
        """A decision."""
        self._quotas.program(call.me.id)
        table = await self._house.table(call.id)
        mine = _mine(table, call.me)
        try:
            self._quotas.entry(call.me.id, call.address)
            await table.play(mine, Play(call.body.version, call.body.move, f"program-{call.body.version}"))
        except RefusedError as error:
            raise _refused(error) from None

    async def resign(self, call: Call) -> None:
        """Give a game up."""
        self._quotas.program(call.me.id)
        table = await self._house.table(call.id)
        try:
            await table.resign(_mine(table, call.me), Resign(table.version, f"program-resigns-{table.version}"))
        except RefusedError as error:
            raise _refused(error) from None


def _line(message: BotLine) -> bytes:
    return encode(message) + b"\n"


def _mine(table: Table, guest: GuestRow) -> list[int]:
    mine = seats_of(table.row, guest.id)
    if not mine:
        raise HouseError(403, "not-seated", "you do not sit at this table")
    return mine


def _refused(error: RefusedError) -> HouseError:
    return HouseError(422 if error.reason == "illegal" else 409, error.reason, str(error), error.retry)


def _clock(table: Table) -> BotClock | None:
    left, clock = table.clocks(), table.row.clock
    return None if left is None or clock is None else BotClock([one / 1000 for one in left], clock.increment)
