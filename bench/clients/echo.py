"""A bare echo server on what the table server runs on: uvicorn, uvloop, websockets. It ends when its client does."""

import asyncio
import os
from typing import Any

import uvicorn

from tessela.cli.serve import bind, loop_factory


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Every message goes back as it came."""
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


async def serve() -> None:
    """Serve until the process that started this one is gone."""
    listening = bind("127.0.0.1", 0)
    config = uvicorn.Config(echo, ws="websockets-sansio", ws_per_message_deflate=False, log_config=None, lifespan="off")
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve(sockets=[listening]))
    print(f"ws://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
    parent = os.getppid()
    while not task.done() and os.getppid() == parent:
        await asyncio.sleep(0.2)
    server.should_exit = True
    await task


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(serve())
