"""The WebSocket of a table, straight on ASGI."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Coroutine, Generator, MutableMapping
from http.cookies import CookieError, SimpleCookie
from time import monotonic
from types import coroutine
from typing import Any

import msgspec
import structlog
from structlog.contextvars import bound_contextvars

from tessela.game.errors import UNREADABLE
from tessela.server import sight
from tessela.server.advice import Advice
from tessela.server.frames import (
    Attend,
    Count,
    Counted,
    Explain,
    Explained,
    Hello,
    Hint,
    Hinted,
    Judge,
    Judged,
    LetBotFinish,
    Look,
    Looked,
    Mute,
    Ping,
    Play,
    Pong,
    Practise,
    React,
    Reacted,
    Resign,
    Say,
    Takeback,
    Talk,
    Up,
)
from tessela.server.guests import COOKIE
from tessela.server.house import House, HouseError, new_id
from tessela.server.limits import Rate, Tally, household, waiting_time
from tessela.server.metrics import Metrics
from tessela.server.quotas import LATER, Quotas
from tessela.server.refusals import RefusedError
from tessela.server.store import GuestRow, StoreError
from tessela.server.table import Table, encode
from tessela.server.tracing import span

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

MOST_WAITING = 64  # frames that a slow reader may be behind
MOST_WAITING_BYTES = 512 * 1024  # and bytes
LOOKS_FOR_A_WHY, LOOKS_FOR_ODDS = 5.0, 3.0  # what they cost
COMMANDS = Rate(20, 10.0)  # frames a socket may send, looks not counted
LOOKS = Rate(100, 10.0)
HANDSHAKES_AT_ONCE = 16
FLOOD, SIGNED_OUT, SLOW, GOING_AWAY, RESTART, GONE = 4008, 4001, 1013, 1001, 1012, 1006
AT_ONCE = 1.0  # seconds: when to come back for another server to answer
DRAIN_STEP = 0.05  # seconds between two looks at which connections are to go
CLOSE_SECONDS = 1.0
Answer = Looked | Hinted | Counted | Explained | Judged  # what is thought of first
STORED = Play, Takeback, Resign, LetBotFinish, Talk, Mute  # what becomes an entry of a log, or is stored like one
decode: Callable[[str], Up] = msgspec.json.Decoder(Up).decode
log = structlog.get_logger()


class Socket:
    """One connection of a guest to a table. Frames go out one after the other; a quiet connection costs next to nothing."""

    __slots__ = (
        "_bytes", "_frames", "_reason", "_send", "_sending", "address", "close_code", "guest", "is_busy", "looking", "name",
        "session",
    )  # fmt: skip

    def __init__(self, guest: str, send: Send, address: str = "", session: str | None = None, name: str = ""):
        self.guest = guest
        self.name = name
        self.looking = True
        self.is_busy = False  # with a frame that came in
        self.session = session
        self.address = address
        self.close_code: int | None = None
        self._send = send
        self._frames: list[bytes] = []
        self._bytes = 0
        self._reason = ""
        self._sending: asyncio.Task[None] | None = None

    def push(self, frame: bytes) -> None:
        """Send a frame when its turn comes; somebody who does not keep up is dropped, and comes back for a snapshot."""
        if self.close_code is not None:
            return
        if len(self._frames) >= MOST_WAITING or self._bytes > MOST_WAITING_BYTES:
            self.close(SLOW, "you do not keep up: come back for a snapshot")
            return
        self._frames.append(frame)
        self._bytes += len(frame)
        if self._sending is None:
            self._go_on_sending()

    def close(self, code: int, reason: str = "", after_all: bool = False) -> None:
        """End the connection; what still waits to be sent is not, unless it is to end after all that."""
        if self.close_code is None:
            self.close_code, self._reason = code, reason
            if not after_all:
                self._frames.clear()
            if self._sending is None:
                self._go_on_sending()

    def _go_on_sending(self) -> None:
        """Send what waits: at once, as far as the connection takes it, and the rest in a task."""
        sending = self._send_all()
        try:
            waits_for = sending.send(None)
        except StopIteration:
            return
        self._sending = asyncio.create_task(_go_on(sending, waits_for))

    async def _send_all(self) -> None:
        try:
            while self._frames:
                frame = self._frames.pop(0)
                self._bytes -= len(frame)
                await self._send({"type": "websocket.send", "text": frame.decode()})
            if self.close_code is not None:
                await self._send({"type": "websocket.close", "code": self.close_code, "reason": self._reason})
        except (OSError, RuntimeError):
            self.close_code = self.close_code or GONE  # it broke while we were sending; the reader notices as well
        finally:
            self._sending = None

    @property
    def is_sending(self) -> bool:
        """Whether something is still on its way out."""
        return self._sending is not None

    async def closed(self) -> None:
        """Wait until the last frame is out."""
        while self._sending is not None:
            await asyncio.wait([self._sending], timeout=CLOSE_SECONDS)
            return


@coroutine
def _go_on(begun: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """What is left of a coroutine that was begun without a task and waits for something."""
    try:
        yield waits_for
    except BaseException:
        begun.close()
        raise
    yield from begun.__await__()


class Sockets:
    """Every connection to every table."""

    def __init__(self, house: House, origins: frozenset[str], metrics: Metrics, quotas: Quotas):
        self._house = house
        self._metrics = metrics
        self._advice = Advice(house.players.service)
        self._origins = origins
        self._quotas = quotas
        self._handshakes = asyncio.Semaphore(HANDSHAKES_AT_ONCE)
        self.open: set[Socket] = set()
        self._draining = False
        house.guests.signed_out = self._sign_out

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection from its handshake to its end."""
        await receive()
        address = household(scope["client"][0]) if scope.get("client") else ""
        if self._draining:
            await self._deny(send, 503, AT_ONCE)
            return
        if wait := self._quotas.request(address):
            await self._deny(send, 429, wait)
            return
        async with self._handshakes:
            met = await self._meet(scope, send)
            if met is None:
                return
            table, guest, session = met
            self._house.guests.seen(guest.id, address)
            if not self._quotas.open_socket(guest.id, address):
                await self._deny(send, 429, LATER)
                return
        try:
            await send({"type": "websocket.accept"})
            with bound_contextvars(socket=new_id(), table=table.row.id):
                await self._converse(Socket(guest.id, send, address, session, guest.nickname), table, receive)
        finally:
            self._quotas.close_socket(guest.id, address)

    async def _converse(self, socket: Socket, table: Table, receive: Receive) -> None:
        """A connection that is accepted."""
        table.connections += 1
        self.open.add(socket)
        try:
            await self._listen(socket, table, receive)
        finally:
            self.open.discard(socket)
            table.connections -= 1
            self._leave(socket, table)
            socket.close(GOING_AWAY)
            await socket.closed()

    async def _meet(self, scope: Scope, send: Send) -> tuple[Table, GuestRow, str | None] | None:
        """The table, the guest and the session of a handshake, or a refusal before anything is accepted."""
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        if headers.get("origin") not in self._origins:
            await self._deny(send, 403)
            return None
        try:
            cookie = cookie_in(headers.get("cookie", ""))
            guest = await self._house.guests.of_cookie(cookie)
            if guest is None:
                await self._deny(send, 401)
                return None
            if self._house.guests.is_banned(guest.id):
                await self._deny(send, 403)
                return None
            table = await self._house.table(scope["path"].removeprefix("/ws/tables/"))
            return table, guest, self._house.guests.session_in(cookie)
        except HouseError as error:
            await self._deny(send, error.status, error.retry)
        except StoreError:
            await self._deny(send, 503, LATER)
        return None

    async def _deny(self, send: Send, status: int, retry: float | None = None) -> None:
        self._metrics.denied.labels(status).inc()
        headers = [(b"content-length", b"0")]
        if retry is not None:
            headers.append((b"retry-after", str(math.ceil(retry)).encode()))
        await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": b""})

    async def _listen(self, socket: Socket, table: Table, receive: Receive) -> None:
        tallies = Tally(COMMANDS), Tally(LOOKS)
        while socket.close_code is None:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            ask = _read(message.get("text"))
            if wait := self._too_early(socket, table, ask, *tallies):
                self._metrics.closed.labels(FLOOD).inc()
                socket.close(FLOOD, f"again {waiting_time(wait)}")
                return
            socket.is_busy = True
            await self._obey(socket, table, ask)
            socket.is_busy = False
            if socket.is_sending:
                await asyncio.sleep(0)  # what was pushed goes out before more comes in

    def _too_early(self, socket: Socket, table: Table, ask: Up | RefusedError, commands: Tally, looks: Tally) -> float:
        """The seconds by which a frame comes too early, of a socket or of a guest or an address that has several."""
        if not self._quotas.has_bounds:
            return 0.0
        if isinstance(ask, Look | Judge):
            return looks.spend()
        entries = table.version if isinstance(ask, Hello) else 0
        return commands.spend() or self._quotas.frame(socket.guest, socket.address, entries)

    async def _obey(self, socket: Socket, table: Table, ask: Up | RefusedError) -> None:
        """Carry out one frame."""
        with span("frame", alone=True, kind=type(ask).__name__, table=table.row.id) as noted:
            try:
                if isinstance(ask, RefusedError):
                    raise ask
                await self._do(socket, table, ask)
            except RefusedError as error:
                noted.set_attribute("refused", error.reason)
                self._refuse(socket, table, error, getattr(ask, "id", None))

    def _refuse(self, socket: Socket, table: Table, error: RefusedError, move_id: str | None) -> None:
        self._metrics.refused.labels(error.reason).inc()
        table.refuse(socket, error, move_id)

    async def _do(self, socket: Socket, table: Table, ask: Up) -> None:
        if isinstance(ask, Ping):
            socket.push(encode(Pong(table.version)))
            return
        if isinstance(ask, Hello):
            await self._enter(socket, table)
            return
        if socket not in table.audience.sockets:
            raise RefusedError("bad-frame", "say hello first")
        if isinstance(ask, Attend):
            socket.looking = ask.looking
            return
        seats = sight.seats_of(table.row, socket.guest)
        if isinstance(ask, STORED):
            self._quotas.entry(socket.guest, socket.address)
        if isinstance(ask, Play):
            await table.play(seats, ask, socket)
        elif isinstance(ask, Takeback):
            await table.takeback(seats, ask, socket)
        elif isinstance(ask, Resign):
            await table.resign(seats, ask, socket)
        elif isinstance(ask, LetBotFinish):
            await table.let_bot_finish(seats, ask, socket)
        elif isinstance(ask, React):
            self._quotas.reaction(socket.guest)
            react(table, seats, ask)
        elif isinstance(ask, Talk):
            await self._house.talking.agree(table, socket.guest, ask)
        elif isinstance(ask, Say):
            self._quotas.line(socket.guest, socket.address)
            await self._house.talking.say(table, socket.guest, ask, socket)
        elif isinstance(ask, Mute):
            await self._house.talking.mute(table, socket.guest, ask)
        elif isinstance(ask, Look):
            self._quotas.look(socket.guest, socket.address)
            self._later(socket, table, self._advice.look(table, socket.guest, seats, ask))
        elif isinstance(ask, Hint):
            self._quotas.hint(socket.guest, socket.address)
            self._later(socket, table, self._advice.hint(table, socket.guest, seats, ask))
        elif isinstance(ask, Count):
            self._quotas.look(socket.guest, socket.address, LOOKS_FOR_ODDS)
            self._later(socket, table, self._advice.count(table, socket.guest, seats, ask))
        elif isinstance(ask, Explain):
            self._quotas.look(socket.guest, socket.address, LOOKS_FOR_A_WHY)
            self._later(socket, table, self._advice.why(table, socket.guest, ask))
        elif isinstance(ask, Practise):
            await table.practise(seats, ask)
        elif isinstance(ask, Judge):
            allowed = self._quotas.judgement(socket.guest, socket.address)
            self._later(socket, table, self._advice.judge(table, socket.guest, seats, ask, allowed))

    def _later(self, socket: Socket, table: Table, answer: Coroutine[Any, Any, Answer]) -> None:
        """Answer once it is thought of; meanwhile the socket may go on."""

        async def think() -> None:
            try:
                socket.push(encode(await answer))
            except RefusedError as error:
                self._refuse(socket, table, error, None)

        self._house.spawn(think())

    async def _enter(self, socket: Socket, table: Table) -> None:
        """A socket says hello: it gets the table, the others see that somebody is there."""
        await self._house.freshen(table)
        new = socket not in table.audience.sockets
        table.audience.sockets.add(socket)
        await table.greet(socket)
        await self._tell_what_was_said(socket, table)
        if preparing := self._house.preparing():
            socket.push(preparing)
        if new:
            table.tell_presence(but=socket)

    async def _tell_what_was_said(self, socket: Socket, table: Table) -> None:
        try:
            await self._house.talking.greet(table, socket)
        except StoreError as error:
            raise RefusedError("not-stored", str(error)) from None

    def _leave(self, socket: Socket, table: Table) -> None:
        if socket in table.audience.sockets:
            table.audience.leave(socket)
            table.tell_presence()

    def _sign_out(self, guest: str, session: str | None) -> None:
        """A session of a guest was ended, or all: so are its connections, and those from before it had a name."""
        for socket in list(self.open):
            if socket.guest == guest and (session is None or socket.session in (session, None)):
                socket.close(SIGNED_OUT, "you are signed out here")

    async def check_sessions(self) -> None:
        """Close the connections of those who were signed out or forgotten elsewhere while nobody rang."""
        for guest, session in {(socket.guest, socket.session) for socket in self.open}:
            if not await self._house.guests.still_holds(guest, session):
                self._sign_out(guest, session)

    async def drain(self, seconds: float) -> None:
        """Let everybody go over to other servers: nobody new comes in, and connections are closed one after the other within
        about so long, so that others are not stormed. A frame that is being carried out is answered first."""
        self._draining = True
        end = monotonic() + seconds
        while self.open:
            left = max(DRAIN_STEP, end - monotonic())
            idle = [socket for socket in self.open if not socket.is_busy and socket.close_code is None]
            for socket in idle[: math.ceil(len(idle) * DRAIN_STEP / left)]:
                self._metrics.closed.labels(RESTART).inc()
                socket.close(RESTART, "another server goes on", after_all=True)
            if monotonic() > end + CLOSE_SECONDS:
                return  # who is still here is cut off
            await asyncio.sleep(DRAIN_STEP)

    async def close(self) -> None:
        """End every connection; clients come back by themselves."""
        for socket in list(self.open):
            socket.close(GOING_AWAY)
        await asyncio.sleep(0)


def _read(text: str | None) -> Up | RefusedError:
    """What a frame asks for, or why it cannot be read."""
    try:
        return decode(text or "")
    except UNREADABLE as error:
        return RefusedError("bad-frame", str(error)[:200])


def react(table: Table, seats: list[int], ask: React) -> None:
    """Show a reaction to everybody."""
    if not seats:
        raise RefusedError("not-allowed", "only those who sit at the table react")
    seat = sight.viewer_of(seats, table.course.to_move if table.course else None)
    table.audience.tell_all(encode(Reacted(seat or 0, ask.reaction)))


def cookie_in(header: str) -> str | None:
    """Our cookie in a Cookie header."""
    try:
        cookies = SimpleCookie(header)
    except CookieError:
        return None
    return cookies[COOKIE].value if COOKIE in cookies else None
