"""A WebSocket with nothing between a client and its bytes: many frames leave in one piece, and answers are only glanced at.

A client that has to send a million frames takes a tenth of the time of one that sends and reads each as it should be.
"""

import asyncio
import contextlib
from urllib.parse import urlsplit

from bench.crowd import Person

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
GONE = 1006  # ended without a word
CHUNK = 1 << 16


class LineClosedError(Exception):
    """The other side has ended the connection, with a code."""

    def __init__(self, code: int):
        self.code = code
        super().__init__(f"closed with {code}")


def framed(payload: bytes, opcode: int = TEXT) -> bytes:
    """A frame as a client sends it: under a mask of nothing but zeros."""
    size = len(payload)
    if size < 126:
        length = bytes([0x80 | size])
    elif size < 1 << 16:
        length = bytes([0x80 | 126]) + size.to_bytes(2, "big")
    else:
        length = bytes([0x80 | 127]) + size.to_bytes(8, "big")
    return bytes([0x80 | opcode]) + length + bytes(4) + payload


class Line:
    """A connection of a guest to a table."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self._reader, self._writer = reader, writer
        self._heard = b""

    @classmethod
    async def to(cls, person: Person, table: str) -> "Line":
        """Shake hands."""
        where = urlsplit(person.address)
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        writer.write(
            f"GET /ws/tables/{table} HTTP/1.1\r\nhost: {where.netloc}\r\norigin: {person.address}\r\ncookie: {person.cookie}\r\n"
            "connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
            "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101 "):
            raise ConnectionError(head.split(b"\r\n")[0].decode())
        return cls(reader, writer)

    def say(self, frames: bytes) -> None:
        """Send some frames in one piece."""
        self._writer.write(frames)

    async def until(self, word: bytes) -> None:
        """Hear until a text has this word in it."""
        while True:
            for opcode, payload in self._frames():
                if opcode == CLOSE:
                    raise LineClosedError(int.from_bytes(payload[:2], "big") or GONE)
                if opcode == PING:
                    self.say(framed(payload, PONG))
                elif word in payload:
                    return
            try:
                more = await self._reader.read(CHUNK)
            except ConnectionError:
                more = b""
            if not more:
                raise LineClosedError(GONE)
            self._heard += more

    def _frames(self) -> list[tuple[int, bytes]]:
        """The whole frames that were heard and not looked at yet."""
        heard, at, frames = self._heard, 0, []
        while len(heard) >= at + 2:
            size, begin = heard[at + 1], at + 2
            if size >= 126:
                begin += 2 if size == 126 else 8
                size = int.from_bytes(heard[at + 2 : begin], "big")
            if len(heard) < max(begin + size, at + 10 if heard[at + 1] == 127 else 0):
                break
            frames.append((heard[at] & 0xF, heard[begin : begin + size]))
            at = begin + size
        self._heard = heard[at:]
        return frames

    async def close(self) -> None:
        """Leave without a word."""
        self._writer.close()
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()
