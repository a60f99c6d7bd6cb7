"""The table server as one ASGI application."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tessela import __version__
from tessela.server.api import Api, openapi_endpoint
from tessela.server.bus import LocalBus
from tessela.server.clocks import now_ms
from tessela.server.endpoints import Counter, openapi, problem
from tessela.server.guests import Guests
from tessela.server.house import GRACE_SECONDS, House
from tessela.server.metrics import Metrics
from tessela.server.pages import STATIC, Pages
from tessela.server.players import Manner, Players
from tessela.server.safety import Gate
from tessela.server.sockets import Receive, Scope, Send, Sockets
from tessela.server.sqlite_store import SqliteStore
from tessela.server.store import StoreError
from tessela.server.workers import ProcessWorkers


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be chosen when the server starts."""

    data: Path
    origins: frozenset[str]
    manner: Manner = field(default_factory=Manner)
    limits: bool = True
    static: Path = STATIC

    @property
    def secure(self) -> bool:
        """Whether everybody comes over HTTPS, so that cookies never travel otherwise."""
        return all(origin.startswith("https://") for origin in self.origins)


class TableServer:
    """Everything put together. Requests go through the gate, sockets to the tables."""

    def __init__(self, settings: Settings):
        self._store = SqliteStore(settings.data)
        guests = Guests(self._store)
        metrics = self._metrics = Metrics()
        players = Players(settings.manner, metrics, ProcessWorkers(max(1, (os.cpu_count() or 2) - 1)))
        grace = GRACE_SECONDS if settings.limits else 0.0
        self.house = House(self._store, LocalBus(), guests, players, metrics, grace)
        self.sockets = Sockets(self.house, settings.origins, metrics, settings.limits)
        metrics.watch("tessela_tables", "Tables in memory", lambda: len(self.house.tables))
        metrics.watch("tessela_sockets", "Open sockets", lambda: len(self.sockets.open))
        self._http = Gate(self._site(settings, guests), settings.origins, metrics, settings.limits)

    def _site(self, settings: Settings, guests: Guests) -> Any:
        endpoints = Api(self.house).endpoints()
        endpoints.append(openapi_endpoint(openapi(endpoints)))
        pages = Pages(settings.static)
        routes = [
            *Counter(guests, settings.secure).routes(endpoints),
            Route("/health", self.health),
            Route("/metrics", self._metrics.page),
            Route("/api/{path:path}", _no_such_api, methods=["GET", "POST", "PATCH", "PUT", "DELETE"]),
            Route("/{path:path}", pages.page),
        ]
        return Starlette(routes=routes)

    async def health(self, request: Request) -> Response:
        """Whether the server is fine: it answers, and can write to its store."""
        try:
            await self._store.note_alive(now_ms())
        except StoreError:
            return JSONResponse({"status": "cannot-store", "version": __version__}, 503)
        return JSONResponse({"status": "ok", "version": __version__})

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """From the start to the end of serving."""
        await self.house.open_up()
        self.house.players.begin()
        try:
            yield
        finally:
            await self.sockets.close()
            await self.house.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, one connection, or the life of the server."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "websocket":
            await self.sockets.serve(scope, receive, send)
        else:
            await self._http(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        async with self.lifespan():
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})


async def _no_such_api(request: Request) -> Response:
    return problem(404, "no-such-thing", "there is nothing at this address; see /api/openapi.json")
