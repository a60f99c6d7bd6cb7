"""The WebSocket of a table, straight on ASGI."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any

import msgspec
import structlog

from tessela.server import sight
from tessela.server.advice import Advice
from tessela.server.guests import COOKIE
from tessela.server.house import House, HouseError
from tessela.server.limits import Rate, Tally
from tessela.server.messages import (
    AskHint,
    AskWhy,
    Hello,
    Hint,
    LetBotFinish,
    Look,
    Looked,
    Ping,
    Play,
    Pong,
    React,
    Reacted,
    Resign,
    Takeback,
    Up,
    Why,
)  # fmt: skip
from tessela.server.metrics import Metrics
from tessela.server.store import StoreError
from tessela.server.table import RefusedError, Table, encode

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

MOST_WAITING = 64  # frames that a slow reader may be behind
COMMANDS = Rate(20, 10.0)  # frames a socket may send, looks not counted
LOOKS = Rate(100, 10.0)
REACTIONS = Rate(4, 8.0)
HANDSHAKES_AT_ONCE = 16
FLOOD, SLOW, GOING_AWAY, GONE = 4008, 1013, 1001, 1006
CLOSE_SECONDS = 1.0
decode: Callable[[str], Up] = msgspec.json.Decoder(Up).decode
log = structlog.get_logger()


class Socket:
    """One connection of a guest to a table. Frames go out one after the other; a quiet connection costs next to nothing."""

    __slots__ = ("_frames", "_send", "_sending", "close_code", "guest", "reactions")

    def __init__(self, guest: str, send: Send):
        self.guest = guest
        self.close_code: int | None = None
        self.reactions = Tally(REACTIONS)
        self._send = send
        self._frames: list[bytes] = []
        self._sending: asyncio.Task[None] | None = None

    def push(self, frame: bytes) -> None:
        """Send a frame when its turn comes; somebody who does not keep up is dropped, and comes back for a snapshot."""
        if self.close_code is not None:
            return
        if len(self._frames) >= MOST_WAITING:
            self.close(SLOW)
            return
        self._frames.append(frame)
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_all())

    def close(self, code: int) -> None:
        """End the connection; what still waits to be sent is not."""
        if self.close_code is None:
            self.close_code = code
            self._frames.clear()
            if self._sending is None:
                self._sending = asyncio.create_task(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._frames:
                await self._send({"type": "websocket.send", "text": self._frames.pop(0).decode()})
            if self.close_code is not None:
                await self._send({"type": "websocket.close", "code": self.close_code})
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


class Sockets:
    """Every connection to every table."""

    def __init__(self, house: House, origins: frozenset[str], metrics: Metrics, limits: bool = True):
        self._house = house
        self._metrics = metrics
        self._advice = Advice()
        self._origins = origins
        self._limits = limits
        self._handshakes = asyncio.Semaphore(HANDSHAKES_AT_ONCE)
        self.open: set[Socket] = set()

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection from its handshake to its end."""
        await receive()
        async with self._handshakes:
            met = await self._meet(scope, send)
            if met is None:
                return
            table, guest = met
            await send({"type": "websocket.accept"})
        socket = Socket(guest, send)
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

    async def _meet(self, scope: Scope, send: Send) -> tuple[Table, str] | None:
        """The table and the guest of a handshake, or a refusal before anything is accepted."""
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        if headers.get("origin") not in self._origins:
            await self._deny(send, 403)
            return None
        try:
            guest = await self._house.guests.of_cookie(cookie_in(headers.get("cookie", "")))
            if guest is None:
                await self._deny(send, 401)
                return None
            return await self._house.table(scope["path"].removeprefix("/ws/tables/")), guest.id
        except HouseError as error:
            await self._deny(send, error.status)
        except StoreError:
            await self._deny(send, 503)
        return None

    async def _deny(self, send: Send, status: int) -> None:
        self._metrics.denied.labels(status).inc()
        await send({"type": "websocket.http.response.start", "status": status, "headers": [(b"content-length", b"0")]})
        await send({"type": "websocket.http.response.body", "body": b""})

    async def _listen(self, socket: Socket, table: Table, receive: Receive) -> None:
        commands, looks = Tally(COMMANDS), Tally(LOOKS)
        while socket.close_code is None:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            ask = _read(message.get("text"))
            if self._limits and (looks if isinstance(ask, Look) else commands).too_many():
                self._metrics.closed.labels(FLOOD).inc()
                socket.close(FLOOD)
                return
            await self._obey(socket, table, ask)
            if socket.is_sending:
                await asyncio.sleep(0)  # what was pushed goes out before more comes in

    async def _obey(self, socket: Socket, table: Table, ask: Up | RefusedError) -> None:
        """Carry out one frame."""
        try:
            if isinstance(ask, RefusedError):
                raise ask
            await self._do(socket, table, ask)
        except RefusedError as error:
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
        if socket not in table.sockets:
            raise RefusedError("bad-frame", "say hello first")
        seats = sight.seats_of(table.row, socket.guest)
        if isinstance(ask, Play):
            await table.play(seats, ask, socket)
        elif isinstance(ask, Takeback):
            await table.takeback(seats, ask, socket)
        elif isinstance(ask, Resign):
            await table.resign(seats, ask, socket)
        elif isinstance(ask, LetBotFinish):
            await table.let_bot_finish(seats, ask, socket)
        elif isinstance(ask, React):
            if self._limits and socket.reactions.too_many():
                raise RefusedError("busy", "not so many reactions at once")
            react(table, seats, ask)
        elif isinstance(ask, Look):
            self._later(socket, table, self._advice.look(table, seats, ask))
        elif isinstance(ask, AskHint):
            self._later(socket, table, self._advice.hint(table, socket.guest, seats, ask))
        elif isinstance(ask, AskWhy):
            self._later(socket, table, self._advice.why(table, ask))

    def _later(self, socket: Socket, table: Table, answer: Coroutine[Any, Any, Looked | Hint | Why]) -> None:
        """Answer once it is thought of; meanwhile the socket may go on."""

        async def think() -> None:
            try:
                socket.push(encode(await answer))
            except RefusedError as error:
                self._refuse(socket, table, error, None)

        self._house.spawn(think())

    async def _enter(self, socket: Socket, table: Table) -> None:
        """A socket says hello: it gets the table, the others see that somebody is there."""
        new = socket not in table.sockets
        table.sockets.add(socket)
        await table.greet(socket)
        if preparing := self._house.preparing():
            socket.push(preparing)
        if new:
            table.tell_changed(but=socket)

    def _leave(self, socket: Socket, table: Table) -> None:
        if socket in table.sockets:
            table.sockets.discard(socket)
            table.left(socket.guest)
            table.tell_changed()

    async def close(self) -> None:
        """End every connection; clients come back by themselves."""
        for socket in list(self.open):
            socket.close(GOING_AWAY)
        self._advice.close()
        await asyncio.sleep(0)


def _read(text: str | None) -> Up | RefusedError:
    """What a frame asks for, or why it cannot be read."""
    try:
        return decode(text or "")
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        return RefusedError("bad-frame", str(error)[:200])


def react(table: Table, seats: list[int], ask: React) -> None:
    """Show a reaction to everybody."""
    if not seats:
        raise RefusedError("not-allowed", "only those who sit at the table react")
    seat = sight.viewer_of(seats, table.course.to_move if table.course else None)
    table.tell_all(encode(Reacted(seat or 0, ask.reaction)))


def cookie_in(header: str) -> str | None:
    """Our cookie in a Cookie header."""
    try:
        cookies = SimpleCookie(header)
    except CookieError:
        return None
    return cookies[COOKIE].value if COOKIE in cookies else None
