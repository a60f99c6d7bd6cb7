"""A bad line: a proxy before servers that drops, doubles, delays and so reorders some of the frames of every socket, and
cuts some off; whoever comes again may come to another server."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from websockets.asyncio.client import connect
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

LONGEST_DELAY = 0.15  # seconds; a frame that is held back is overtaken by those after it


@dataclass
class Line:
    """What the line does to frames, and how often it has."""

    dice: random.Random
    share: float  # of all frames something happens to
    cuts: float = 0.0  # of all frames at which the connection ends
    address: str = ""
    done: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("passed", "dropped", "doubled", "delayed"), 0))

    def fate(self) -> str:
        """What happens to the next frame."""
        if self.cuts and self.dice.random() < self.cuts:
            self.done["cut off"] = self.done.get("cut off", 0) + 1
            return "cut off"
        fate = self.dice.choice(("dropped", "doubled", "delayed")) if self.dice.random() < self.share else "passed"
        self.done[fate] += 1
        return fate


@contextlib.asynccontextmanager
async def bad_line(servers: str | list[str], seed: int, share: float, cuts: float = 0.0) -> AsyncIterator[Line]:
    """The address of a proxy before a server (http://...) or several, for sockets only."""
    line = Line(random.Random(seed), share, cuts)
    all_of_them = [servers] if isinstance(servers, str) else servers

    async def pass_on(near: ServerConnection) -> None:
        assert near.request is not None
        headers, server = {"cookie": near.request.headers["cookie"]}, line.dice.choice(all_of_them)
        far = connect(
            server.replace("http", "ws", 1) + near.request.path, origin=Origin(server), additional_headers=headers,
            compression=None, proxy=None, ping_interval=None, open_timeout=None,
        )  # fmt: skip
        async with far as upstream, asyncio.TaskGroup() as both:
            both.create_task(_carry(near, upstream, line))
            both.create_task(_carry(upstream, near, line))

    async with serve(pass_on, "127.0.0.1", 0, compression=None, ping_interval=None, open_timeout=None) as proxy:
        port = next(iter(proxy.sockets)).getsockname()[1]
        line.address = f"http://127.0.0.1:{port}"
        yield line


async def _carry(source: Connection, target: Connection, line: Line) -> None:
    """Carry frames one way until either end is gone; then the other goes too."""
    late: set[asyncio.Task[None]] = set()
    with contextlib.suppress(ConnectionClosed):
        while True:
            frame = await source.recv(decode=False)
            fate = line.fate()
            if fate == "cut off":
                break
            if fate == "delayed":
                late.add(asyncio.create_task(_send_later(target, frame, line.dice.uniform(0, LONGEST_DELAY))))
            for _ in range({"passed": 1, "doubled": 2}.get(fate, 0)):
                await target.send(frame, text=True)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)
    await target.close()


async def _send_later(target: Connection, frame: bytes, seconds: float) -> None:
    await asyncio.sleep(seconds)
    with contextlib.suppress(ConnectionClosed):
        await target.send(frame, text=True)
