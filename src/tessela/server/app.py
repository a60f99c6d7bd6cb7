"""The table server as one ASGI application."""

from collections.abc import AsyncIterator, Callable, Mapping
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
from tessela.server.bounds import Bounds
from tessela.server.bus import LocalBus
from tessela.server.coach_api import CoachApi
from tessela.server.endpoints import Counter, openapi, problem
from tessela.server.guests import Guests
from tessela.server.history_api import HistoryApi
from tessela.server.house import GRACE_SECONDS, House
from tessela.server.metrics import Metrics
from tessela.server.pages import STATIC, Pages
from tessela.server.players import Manner, Players
from tessela.server.programs import Programs
from tessela.server.quotas import Quotas
from tessela.server.safety import Gate, secure_hosts_of
from tessela.server.service import Service
from tessela.server.sockets import Receive, Scope, Send, Sockets
from tessela.server.store import StoreError
from tessela.server.stores import store_at
from tessela.server.workers import ProcessWorker
from tessela.system import cores

SHORT_NICENESS, LONG_NICENESS = 5, 10


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be chosen when the server starts."""

    store: str  # an address as in `stores.py`
    origins: frozenset[str]
    manner: Manner = field(default_factory=Manner)
    bounds: Bounds | None = field(default_factory=Bounds)  # none for load tests
    static: Path = STATIC
    bots: Mapping[str, str] = field(default_factory=dict)  # programs that play here, as they are written in the arena


def service_of(metrics: Metrics, home_of: Callable[[str], str]) -> Service:
    """Processes of low priority for all work beside the event loop: one core is left for people, and one process, which gives
    way less, for what takes a moment."""
    long = [ProcessWorker(LONG_NICENESS) for _ in range(max(1, cores() - 1))]
    return Service(ProcessWorker(SHORT_NICENESS), long, metrics, home_of)


class TableServer:
    """Everything put together. Requests go through the gate, sockets to the tables."""

    def __init__(self, settings: Settings):
        self._store = store_at(settings.store)
        guests = Guests(self._store)
        metrics = self._metrics = Metrics()
        players = Players(
            settings.manner, metrics, service_of(metrics, guests.address_of), self._store.secret, hosted=settings.bots
        )
        grace = GRACE_SECONDS if settings.bounds else 0.0
        quotas = Quotas(self._store, settings.bounds)
        self.house = House(self._store, LocalBus(), guests, players, metrics, grace)
        self.sockets = Sockets(self.house, settings.origins, metrics, quotas)
        metrics.watch("tessela_tables", "Tables in memory", lambda: len(self.house.tables))
        metrics.watch("tessela_sockets", "Open sockets", lambda: len(self.sockets.open))
        self._http = Gate(self._site(settings, guests, quotas), settings.origins, metrics, quotas)

    def _site(self, settings: Settings, guests: Guests, quotas: Quotas) -> Any:
        self.programs = Programs(self.house, quotas)
        served = (Api(self.house, quotas, settings.origins), CoachApi(self.house, quotas), HistoryApi(self.house), self.programs)
        endpoints = [endpoint for one in served for endpoint in one.endpoints()]
        endpoints.append(openapi_endpoint(openapi(endpoints)))
        pages = Pages(settings.static)
        routes = [
            *Counter(guests, quotas, secure_hosts_of(settings.origins)).routes(endpoints),
            Route("/health", self.health),
            Route("/metrics", self._metrics.page),
            Route("/api/{path:path}", _no_such_api, methods=["GET", "POST", "PATCH", "PUT", "DELETE"]),
            Route("/{path:path}", pages.page),
        ]
        return Starlette(routes=routes)

    async def health(self, request: Request) -> Response:
        """Whether the server is fine: it answers, and can write to its store."""
        try:
            await self._store.note_uptime(self.house.uptime.now())
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
            self.programs.close()
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
