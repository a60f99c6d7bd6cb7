"""The doorbell over Redis. While Redis is gone nobody hears of anything, and servers look at the heads of their tables."""

import asyncio
import contextlib
import hmac

import msgspec
import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from tessela.server.bus import Listener, News

RETRY_SECONDS = 0.5
MOST_WAITING = 10_000  # rings that wait to be sent; more are left out
decode = msgspec.json.Decoder(News).decode
AGAIN_SECONDS = 0.1
log = structlog.get_logger()


async def _end(task: "asyncio.Task[None]") -> None:
    """End a task. The client of Redis now and then swallows a cancellation that meets an answer: it is told until it listens."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=AGAIN_SECONDS)


class RedisBus:
    """One channel for all servers of a store, named by the store's secret."""

    def __init__(self, address: str, secret: bytes):
        self._address = address
        self._channel = f"tessela:{hmac.digest(secret, b'bus', 'sha256').hex()[:16]}"
        self._listeners: list[Listener] = []
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue(MOST_WAITING)
        self._task: asyncio.Task[None] | None = None
        self._up = False
        self._beginnings = 0

    def listen(self, listener: Listener) -> None:
        """Call this whenever somebody rings."""
        self._listeners.append(listener)

    def ring(self, news: News) -> None:
        """Tell the others."""
        if self._up:
            with contextlib.suppress(asyncio.QueueFull):
                self._waiting.put_nowait(msgspec.json.encode(news))

    def is_up(self) -> bool:
        """Whether rings arrive."""
        return self._up

    def beginnings(self) -> int:
        """How often it has come up."""
        return self._beginnings

    def begin(self) -> None:
        """Hear the others from now on, through whatever happens to Redis."""
        self._task = asyncio.create_task(self._stay())

    async def close(self) -> None:
        """Hear nobody any more."""
        if self._task is not None:
            await _end(self._task)

    async def _stay(self) -> None:
        while True:
            try:
                await self._connected()
            except (RedisError, OSError) as error:
                if self._up:
                    log.warning("bus-gone", error=f"{type(error).__name__}: {error}")
            self._up = False
            await asyncio.sleep(RETRY_SECONDS)

    async def _connected(self) -> None:
        async with Redis.from_url(self._address, socket_connect_timeout=5) as redis, redis.pubsub() as heard:
            await heard.subscribe(self._channel)
            while not self._waiting.empty():  # of before
                self._waiting.get_nowait()
            sending = asyncio.create_task(self._send(redis))
            try:
                await self._hear(heard, sending)
            finally:
                await _end(sending)

    async def _hear(self, heard: object, sending: "asyncio.Task[None]") -> None:
        while not sending.done():
            message = await heard.get_message(timeout=1.0)  # type: ignore[attr-defined]
            if message is None:
                continue
            if message["type"] == "subscribe":
                self._up = True
                self._beginnings += 1
                log.info("bus-up")
            elif message["type"] == "message":
                self._tell(message["data"])
        sending.result()

    def _tell(self, data: bytes) -> None:
        try:
            news = decode(data)
        except msgspec.MsgspecError:  # of a version to come, or not ours
            return
        for listener in self._listeners:
            listener(news)

    async def _send(self, redis: "Redis") -> None:
        while True:
            rings = [await self._waiting.get()]
            while not self._waiting.empty():
                rings.append(self._waiting.get_nowait())
            async with redis.pipeline(transaction=False) as pipe:
                for ring in rings:
                    pipe.publish(self._channel, ring)
                await pipe.execute()
