"""A small proxy before several servers: each connection goes to one that is ready, in turn, as those that people use do it."""

import asyncio
import contextlib
from urllib.parse import urlsplit

LOOK_SECONDS = 0.1  # between two looks at who is ready
MOST_LOOKS = 100  # after which a connection is given up
CHUNK = 1 << 16


class Balancer:
    """Carries bytes between clients and servers. Servers come and go."""

    def __init__(self) -> None:
        self.address = ""
        self.servers: list[str] = []  # addresses, http://...
        self._ready: list[str] = []
        self._turn = 0
        self._server: asyncio.Server | None = None
        self._looking: asyncio.Task[None] | None = None
        self._carrying: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        """Listen on any port."""
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0, backlog=2048)
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        self._looking = asyncio.create_task(self._look())

    async def end(self) -> None:
        """Listen no more."""
        assert self._server is not None
        assert self._looking is not None
        self._server.close()
        for task in (self._looking, *self._carrying):
            task.cancel()
        await asyncio.gather(self._looking, *self._carrying, return_exceptions=True)

    async def _look(self) -> None:
        while True:
            found = [server for server in self.servers if await self._is_ready(server)]
            self._ready = found
            await asyncio.sleep(LOOK_SECONDS)

    async def _is_ready(self, server: str) -> bool:
        with contextlib.suppress(OSError):
            reader, writer = await _connected(server)
            try:
                writer.write(b"GET /readyz HTTP/1.1\r\nhost: any\r\nconnection: close\r\n\r\n")
                answer = await reader.read(CHUNK)
            finally:
                await _closed(writer)
            return answer.startswith(b"HTTP/1.1 200 ")
        return False

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carrying.add(task)
        writers = [writer]
        try:
            far = await self._reach()
            if far is not None:
                writers.append(far[1])
                await asyncio.gather(_pump(reader, far[1]), _pump(far[0], writer))
        except asyncio.CancelledError:
            pass  # the proxy ends, and nobody waits for this
        finally:
            for one in writers:
                await _closed(one)
            self._carrying.discard(task)

    async def _reach(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        """A connection to a server that is ready, as soon as one is."""
        for _ in range(MOST_LOOKS):
            for _ in self._ready:
                self._turn += 1
                with contextlib.suppress(OSError, IndexError):
                    return await _connected(self._ready[self._turn % len(self._ready)])
            await asyncio.sleep(LOOK_SECONDS)
        return None


async def _connected(server: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    where = urlsplit(server)
    return await asyncio.open_connection(where.hostname, where.port)


async def _pump(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """Carry bytes one way until there are no more; then the other side hears no more either."""
    with contextlib.suppress(OSError):
        while data := await source.read(CHUNK):
            target.write(data)
            await target.drain()
    target.close()


async def _closed(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()
