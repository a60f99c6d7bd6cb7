"""What one connection may take, below everything else: bytes and seconds for the head of a request, seconds for the rest, an end
for those who do not read, and how many connections in all and of one address. uvicorn has no such bounds for its fast parser."""

# ruff: noqa: D102, for what uvicorn calls

import asyncio
import ipaddress
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from tessela.server.bounds import Transport
from tessela.server.limits import Tallies, Tally, household

STRANGERS = logging.getLogger("tessela.strangers")  # what strangers send is not worth a line, an error of ours is
STRANGERS.setLevel(logging.ERROR)
COME_BACK = 10  # seconds, for those who find no room
BODY_WEIGHT = 8  # a byte of a body may come with this many of its packaging


class Doors:
    """Counts the connections. Those of a proxy are of many people."""

    def __init__(self, bounds: Transport, proxies: Sequence[str] = ()):
        self._bounds = bounds
        self._proxies = [ipaddress.ip_network(proxy) for proxy in proxies]
        self._inside: Counter[str] = Counter()
        self._number = 0
        self._new = Tallies(bounds.new_connections)

    def knock(self, address: str) -> bool:
        """Whether somebody may come at all, who does not come over and over again."""
        return not self._new.spend(household(address)) or self._is_proxy(address)

    def enter(self, address: str) -> bool:
        """Whether there is room for one more, who is counted then."""
        home = household(address)
        crowd = self._inside[home] >= self._bounds.connections_of_address and not self._is_proxy(address)
        if crowd or self._number >= self._bounds.connections:
            return False
        self._inside[home] += 1
        self._number += 1
        return True

    def leave(self, address: str) -> None:
        """One who was counted is gone."""
        home = household(address)
        self._number -= 1
        self._inside[home] -= 1
        if not self._inside[home]:
            del self._inside[home]

    def _is_proxy(self, address: str) -> bool:
        try:
            return any(ipaddress.ip_address(address) in proxy for proxy in self._proxies)
        except ValueError:
            return False


class Timer:
    """At most one thing to be done later."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    def start(self, seconds: float, end: Callable[[], None]) -> None:
        """Do this later, and nothing else."""
        self.stop()
        self._handle = asyncio.get_running_loop().call_later(seconds, end)

    def stop(self) -> None:
        """Do nothing later."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    @property
    def runs(self) -> bool:
        """Whether something is to be done."""
        return self._handle is not None


class BoundedHttp(HttpToolsProtocol):
    """Requests whose head is small and comes soon, whose body comes in time, and whose answers are read; see `Transport`."""

    bounds: Transport
    doors: Doors

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.logger = STRANGERS
        self._patience, self._unread = Timer(), Timer()
        self._unaccounted = 0  # bytes that came and were not of a body
        self._refused = False
        self._inside = False
        if not self.doors.knock(host_of(self.client)):
            self._refused = True
            transport.abort()
            return
        self._inside = self.doors.enter(host_of(self.client))
        if not self._inside:
            self._refuse(503, "too many connections", COME_BACK)
            return
        self._patience.start(self.bounds.head_seconds, self._too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        self._let_go()
        if self._inside:
            self.doors.leave(host_of(self.client))
        super().connection_lost(exc)

    def _let_go(self) -> None:
        self._patience.stop()
        self._unread.stop()

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        if not self._patience.runs and (self.cycle is None or self.cycle.response_complete):
            self._patience.start(self.bounds.head_seconds, self._too_slow)
        self._unaccounted += len(data)
        super().data_received(data)
        if self._unaccounted > self.bounds.head_bytes and not self.transport.is_closing():
            self._refuse(431, "the address and the headers are too long")

    def on_message_begin(self) -> None:
        self._unaccounted = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        if self._refused:
            return
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > self.bounds.head_bytes:
            self._refuse(431, "the address and the headers are too long")
            return
        if self._answering:
            self._end_after_answer()
            return
        self._patience.start(self.bounds.body_seconds, self._too_slow)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._unaccounted = max(0, self._unaccounted - BODY_WEIGHT * len(body))
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._patience.stop()
        self._unaccounted = 0
        if not self._refused:
            super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        if not self._refused:  # whoever takes over is counted already
            self._let_go()
            super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread.start(self.bounds.unread_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        self._unread.stop()
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        if self._refused:
            return
        if self._answering:
            self._end_after_answer()
            return
        self._refused = True
        super().send_400_response(msg)

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _end_after_answer(self) -> None:
        """Hear no more: who sends another request before the last is answered sends it again on another connection. No browser
        and no proxy does, and requests in a queue are memory; uvicorn, too, loses its way among them."""
        self._refused = True
        self._patience.stop()
        self.cycle.keep_alive = False

    def _too_slow(self) -> None:
        if not self.transport.is_closing():
            self._refuse(408, "the request did not come in time")

    def _refuse(self, status: int, text: str, retry: int | None = None) -> None:
        """Answer, and hear no more; who is still at work on an answer learns that nobody waits for it."""
        self._refused = True
        self._let_go()
        if self._answering:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        later = f"retry-after: {retry}\r\n" if retry is not None else ""
        head = f"content-type: text/plain; charset=utf-8\r\ncontent-length: {len(text)}\r\n{later}connection: close\r\n\r\n"
        self.transport.write(STATUS_LINE[status] + head.encode() + text.encode())
        self.transport.close()


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """Frames: who does not read what is sent, pongs among it, is not heard either, and dropped in the end."""

    bounds: Transport
    doors: Doors

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._unread = Timer()
        self._pings = Tally(self.bounds.pings)

    def connection_lost(self, exc: Exception | None) -> None:
        self._unread.stop()
        self.doors.leave(host_of(self.client))
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread.start(self.bounds.unread_seconds, self.transport.abort)
        self._hear_no_more()

    def resume_writing(self) -> None:
        self._unread.stop()
        super().resume_writing()
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # by a refusal; uvicorn would say in the log that nobody had answered

    async def receive(self) -> Any:
        message = await super().receive()
        if not self.writable.is_set():
            self._hear_no_more()
        return message

    def _hear_no_more(self) -> None:
        if self.transport.is_reading() and not self.transport.is_closing():
            self.transport.pause_reading()

    def handle_ping(self) -> None:
        if self._pings.spend():
            self.transport.abort()
        elif not self.transport.is_closing():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._pings.spend():
            self.transport.abort()
        else:
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= self.bounds.pieces:
            self._fail(CloseCode.MESSAGE_TOO_BIG, "too many pieces")
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """A whole message. As uvicorn does it, but for three things: letters that are none are not worth a trace in the log, who
        sends more than is read is dropped, and reading pauses only where something waits already."""
        data, self.frames = b"".join(self.frames), []
        if self.close_sent or self.transport.is_closing():
            return
        waiting = self.queue.qsize()
        if waiting >= self.bounds.unread_frames:
            self.transport.abort()
            return
        if self.curr_msg_data_type == "text":
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
            except UnicodeDecodeError:
                self._fail(CloseCode.INVALID_DATA, "text is UTF-8")
                return
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if waiting and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _fail(self, code: CloseCode, reason: str) -> None:
        """End the connection for something that no browser sends. What still comes is read and forgotten: a connection that is
        closed before would be reset, and the reason lost on the way."""
        if self.close_sent or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)


def host_of(client: tuple[str, int] | None) -> str:
    """Where a connection comes from."""
    return client[0] if client else ""


def protocols(bounds: Transport, doors: Doors) -> tuple[type[BoundedHttp], type[BoundedWebSocket]]:
    """The two protocols with their bounds, as uvicorn takes them."""
    own = {"bounds": bounds, "doors": doors}
    return type("Http", (BoundedHttp,), own), type("WebSocket", (BoundedWebSocket,), own)
