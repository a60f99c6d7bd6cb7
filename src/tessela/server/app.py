"""The table server as one ASGI application."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tessela import __version__
from tessela.extras import require
from tessela.server.admin.office import CLEAN_SECONDS, FORGET_DAYS, LOOK_SECONDS, Office
from tessela.server.api import Api, openapi_endpoint
from tessela.server.bounds import Bounds
from tessela.server.bus import Bus, LocalBus
from tessela.server.calling_api import CallingApi
from tessela.server.clubs.api import ClubApi
from tessela.server.coach_api import CoachApi
from tessela.server.endpoints import Counter, openapi, problem
from tessela.server.guests import Guests
from tessela.server.history_api import HistoryApi
from tessela.server.house import GRACE_SECONDS, REMIND_SECONDS, SWEEP_SECONDS, House, regularly
from tessela.server.meeting_api import MeetingApi
from tessela.server.metrics import Metrics
from tessela.server.notices import Notices
from tessela.server.pages import STATIC, Pages
from tessela.server.players import Manner, Players
from tessela.server.programs import Programs
from tessela.server.push_services import PushServices
from tessela.server.quotas import Quotas
from tessela.server.safety import Gate, secure_hosts_of
from tessela.server.service import Service
from tessela.server.siblings import Place, Siblings
from tessela.server.sockets import Receive, Scope, Send, Sockets
from tessela.server.store import StoreError
from tessela.server.stores import is_shared, store_at
from tessela.server.tournaments.api import TournamentApi
from tessela.server.workers import ProcessWorker
from tessela.system import cores

if TYPE_CHECKING:
    from tessela.server.elsewhere import Elsewhere

SHORT_NICENESS, LONG_NICENESS = 5, 10
NOTICE_SECONDS, HASTE_SECONDS = 5.0, 0.1  # between two looks for those to be called; without limits as in tests
VACATION_SECONDS = 30.0
SEEK_SECONDS = 1.0
SESSION_SECONDS = 30.0  # between two looks whether those who are connected are signed out elsewhere
STORE_SECONDS = 3.0  # that the store may take to answer whether it is there


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be chosen when the server starts."""

    store: str  # an address as in `stores.py`
    origins: frozenset[str]
    manner: Manner = field(default_factory=Manner)
    bounds: Bounds | None = field(default_factory=Bounds)  # none for load tests
    static: Path = STATIC
    bots: Mapping[str, str] = field(default_factory=dict)  # programs that play here, as they are written in the arena
    bus: str | None = None  # the address of a Redis, where other servers use the same store
    forget_days: int = FORGET_DAYS  # after which guests who never come back are forgotten; none are with 0
    push_services: frozenset[str] = frozenset()  # origins that may be in a network of one's own
    place: Place | None = None  # among several processes of one port


def service_of(metrics: Metrics, home_of: Callable[[str], str], servers: int = 1) -> Service:
    """Processes of low priority for all work beside the event loop: one core is left for people, the others are shared by the
    server processes of this machine. One more, which gives way less, is for what takes a moment."""
    long = [ProcessWorker(LONG_NICENESS) for _ in range(max(1, (cores() - 1) // servers))]
    return Service(ProcessWorker(SHORT_NICENESS), long, metrics, home_of)


def bus_at(address: str | None, secret: bytes) -> Bus:
    """The way to other servers of the same store."""
    if address is None:
        return LocalBus()
    require("scale", "--bus redis://…")
    from tessela.server.redis_bus import RedisBus

    return RedisBus(address, secret)


def elsewhere_at(store: str, name: str, service: Service, metrics: Metrics) -> "Elsewhere | None":
    """Workers on other machines, where the store can be reached from there."""
    if not is_shared(store):
        return None
    from tessela.server.elsewhere import Elsewhere

    return Elsewhere(store, name, service, metrics)


class TableServer:
    """Everything put together. Requests go through the gate, sockets to the tables."""

    def __init__(self, settings: Settings):
        self._store = store_at(settings.store)
        guests = Guests(self._store)
        metrics = self._metrics = Metrics()
        place = settings.place
        service = service_of(metrics, guests.address_of, place.of if place else 1)
        players = Players(settings.manner, metrics, service, self._store.secret, hosted=settings.bots)
        self._siblings = Siblings(place, metrics) if place else None
        grace = GRACE_SECONDS if settings.bounds else 0.0
        quotas = self._quotas = Quotas(self._store, settings.bounds)
        bus = bus_at(settings.bus, self._store.secret)
        self.house = House(self._store, bus, guests, players, metrics, grace)
        if settings.bus is not None:
            quotas.share(bus, self.house.name)
        self.sockets = Sockets(self.house, settings.origins, metrics, quotas)
        self._elsewhere = elsewhere_at(settings.store, self.house.name, players.service, metrics)
        metrics.watch("tessela_tables", "Tables in memory", lambda: len(self.house.tables))
        metrics.watch("tessela_bus_up", "Whether the other servers of the store are heard", lambda: self.house.hears_others)
        metrics.watch("tessela_sockets", "Open sockets", lambda: len(self.sockets.open))
        self._http = Gate(self._site(settings, guests, quotas), settings.origins, metrics, quotas)

    def _site(self, settings: Settings, guests: Guests, quotas: Quotas) -> Any:
        self.programs = Programs(self.house, quotas)
        services = PushServices(settings.push_services)
        self.notices = Notices(self.house, services, _subject(settings.origins))
        self._notice_seconds = NOTICE_SECONDS if settings.bounds else HASTE_SECONDS
        calling = self.calling = CallingApi(self.house, self.notices, services)
        tournaments = TournamentApi(self.house, quotas)
        self.tournaments = tournaments.tournaments
        api = Api(self.house, quotas, settings.origins)
        meeting = self.meeting = MeetingApi(self.house, quotas)
        history = HistoryApi(self.house)
        clubs = ClubApi(self.house)
        served = (api, CoachApi(self.house, quotas), history, tournaments, clubs, self.programs, calling, meeting)
        self.office = Office(self.house, settings.forget_days)
        endpoints = [endpoint for one in served for endpoint in one.endpoints()]
        endpoints.append(openapi_endpoint(openapi(endpoints)))
        pages = Pages(settings.static)
        routes = [
            *Counter(guests, quotas, secure_hosts_of(settings.origins)).routes(endpoints),
            Route("/healthz", self.healthz),
            Route("/readyz", self.readyz),
            Route("/health", self.readyz),
            Route("/metrics", self._siblings.page if self._siblings else self._metrics.page),
            Route("/api/{path:path}", _no_such_api, methods=["GET", "POST", "PATCH", "PUT", "DELETE"]),
            Route("/{path:path}", pages.page),
        ]
        return Starlette(routes=routes)

    async def healthz(self, request: Request) -> Response:
        """Whether the server lives: its event loop answers. Who does not hear this may start it anew."""
        return JSONResponse({"status": "ok", "version": __version__})

    async def readyz(self, request: Request) -> Response:
        """Whether people may be sent here: the server can write to its store, and is not about to end. Without a bus it looks at
        the store instead, and says so."""
        try:
            async with asyncio.timeout(STORE_SECONDS):
                await self._store.note_uptime(self.house.uptime.now())
        except (StoreError, TimeoutError):
            stored = False
        else:
            stored = True
        state = {
            "status": "leaving" if self.house.leaving else "ok" if stored else "cannot-store",
            "version": __version__,
            "store": "ok" if stored else "gone",
            "bus": "ok" if self.house.hears_others else "gone",
        }
        return JSONResponse(state, 200 if stored and not self.house.leaving else 503)

    async def drain(self, seconds: float) -> None:
        """Hand everything over to other servers of the store, within about so many seconds: nobody shall notice."""
        await self.house.hand_over()
        self.programs.close()
        await self.sockets.drain(seconds)

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """From the start to the end of serving."""
        await self.office.know_banned()
        await self.house.open_up()
        self.house.spawn(regularly(lambda: self._notice_seconds, self.notices.step, "nobody-called"))
        self.house.spawn(regularly(lambda: SEEK_SECONDS, self.meeting.seeking.look_after, "nobody-paired"))
        self.house.spawn(regularly(lambda: VACATION_SECONDS, self.calling.vacations.end_those_over, "nobody-back"))
        self.house.spawn(regularly(lambda: LOOK_SECONDS, self.office.look, "orders-not-read"))
        self.house.spawn(regularly(lambda: SWEEP_SECONDS, self.office.note_visits, "visits-not-noted"))
        self.house.spawn(regularly(lambda: CLEAN_SECONDS, self.office.clean, "guests-not-forgotten"))
        self.house.players.begin()
        if self._elsewhere is not None:
            self._elsewhere.begin()
        if self._siblings is not None:
            await self._siblings.begin()
        self.tournaments.open_up()
        if self._store.is_shared:
            self.house.spawn(regularly(lambda: REMIND_SECONDS, self.programs.remind, "programs-not-told"))
            self.house.spawn(regularly(lambda: REMIND_SECONDS, self._quotas.remind, "bounds-not-told"))
            self.house.spawn(regularly(lambda: SESSION_SECONDS, self.sockets.check_sessions, "sessions-not-checked"))
        try:
            yield
        finally:
            self.programs.close()
            await self.sockets.close()
            if self._elsewhere is not None:
                await self._elsewhere.close()
            if self._siblings is not None:
                self._siblings.close()
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


def _subject(origins: frozenset[str]) -> str:
    """Whom a push service may turn to about this server, which its calls must say."""
    return next((origin for origin in sorted(origins) if origin.startswith("https://")), "mailto:tessela@localhost")


async def _no_such_api(request: Request) -> Response:
    return problem(404, "no-such-thing", "there is nothing at this address; see /api/openapi.json")
