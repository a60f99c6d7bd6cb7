"""Running the table server."""

import asyncio
import ipaddress
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from tessela.compiled import is_ready, prepare
from tessela.extras import require
from tessela.game.errors import OptionError, TesselaError
from tessela.server.bounds import UNCOUNTED, Bounds, Transport
from tessela.system import room_for_files

if TYPE_CHECKING:
    from tessela.server.siblings import Place

RULES = "tessela.rules"

LONGEST_NAME = 24
OWN_FILES = 128  # that are not connections: the database, bots, pages being sent
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class ServeError(TesselaError):
    """The server cannot run here."""


@dataclass(frozen=True, slots=True)
class ServerWish:
    """What was asked for on the command line."""

    port: int
    data: Path | None
    lan: bool
    open: bool
    origins: tuple[str, ...] = ()
    limits: bool = True
    bot_pace: float | None = None
    proxies: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    store: str | None = None
    bus: str | None = None
    push_services: tuple[str, ...] = ()
    bounds: Bounds = field(default_factory=Bounds)
    transport: Transport = field(default_factory=Transport)
    trace: str | None = None
    host: str | None = None
    drain: float = 5.0
    forget_days: int = 90
    processes: int = 1


def data_folder() -> Path:
    """Where a person's games are kept."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Tessela"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Tessela"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tessela"


def serve(wish: ServerWish) -> int:
    """Serve until told to stop; the exit code."""
    require("web", "serve")
    checked(wish)
    get_kernels_ready(RULES, "the rules")
    lan = lan_address() if wish.lan else None
    with bind(wish.host or ("0.0.0.0" if wish.lan else "127.0.0.1"), wish.port) as listening:
        ready = partial(welcome, listening.getsockname()[1], lan, wish)
        if wish.processes == 1:
            serve_on(wish, listening, ready)
            return 0
        from tessela.cli.crew import serve_together

        return serve_together(wish, listening, ready)


def serve_on(wish: ServerWish, listening: socket.socket, ready: Callable[[], None], place: "Place | None" = None) -> None:
    """Serve with this process on a socket that listens, alone or at a place beside others."""
    from tessela.server.app import Settings, TableServer
    from tessela.server.logs import set_up_logs
    from tessela.server.players import Manner
    from tessela.server.store import StoreError
    from tessela.server.stores import is_shared

    proxies, bots = checked(wish)
    set_up_logs()
    port = listening.getsockname()[1]
    manner = Manner() if wish.bot_pace is None else Manner(wish.bot_pace, wish.bot_pace)
    bounds = wish.bounds if wish.limits else None
    settings = Settings(
        wish.store or str(wish.data or data_folder()), origins_for(port, lan_address() if wish.lan else None, wish.origins),
        manner, bounds, bots=bots, bus=wish.bus, forget_days=wish.forget_days,
        push_services=frozenset(checked_origins(wish.push_services)), place=place,
    )  # fmt: skip
    try:
        server = TableServer(settings)
    except StoreError as error:
        raise ServeError(str(error)) from None
    transport = wish.transport if wish.limits else UNCOUNTED
    drain = wish.drain if is_shared(settings.store) else 0.0  # a folder has nobody else who could go on
    with traced(wish.trace, server.house.name), asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(run(server, listening, transport, proxies, ready, drain))


@contextmanager
def traced(collector: str | None, server: str) -> Iterator[None]:
    """While a collector of traces is told of everything, if there is one."""
    if collector is None:
        yield
        return
    from tessela.server.tracing import tell_collector

    end = tell_collector(collector, server)
    try:
        yield
    finally:
        end()


def check(wish: ServerWish) -> int:
    """Only say that a server could be asked for like that; the exit code."""
    checked(wish)
    print("All options are right.")
    return 0


def checked(wish: ServerWish) -> tuple[tuple[str, ...], dict[str, str]]:
    """The proxies and the bots of a wish, of which everything else is right too."""
    if wish.store and wish.data:
        raise OptionError("--store and --data both say where games are kept; give one of them")
    if wish.bus and not wish.bus.startswith(("redis://", "rediss://", "unix://")):
        raise OptionError(f"a bus is redis://HOST:PORT, rediss://HOST:PORT or unix://SOCKET, not {wish.bus!r}")
    if wish.bus and not (wish.store or "").startswith(("postgresql://", "postgres://")):
        raise OptionError("--bus is for servers that share a store: give --store postgresql://… as well")
    checked_origins((*wish.origins, *wish.push_services))
    if wish.trace:
        require("trace", "serve --trace")
        checked_origins((wish.trace,), "a collector")
    if wish.processes > 1 and sys.platform == "win32":
        raise OptionError("--processes: on Windows processes cannot share a port; start one server, or several behind a proxy")
    if wish.processes > 1 and not (wish.store or "").startswith(("postgresql://", "postgres://")):
        raise OptionError("--processes needs a store that processes share: a folder is for one, give --store postgresql://…")
    if wish.host and wish.lan:
        raise OptionError("--host and --lan both say where to listen; give one of them")
    if wish.host:
        checked_host(wish.host)
    return checked_proxies(wish.proxies), checked_bots(wish.bots)


def get_kernels_ready(of: str, what: str) -> None:
    """Where kernels are compiled as they are used: those of a part of Tessela now. A table would wait for the rules, and
    everybody for the table."""
    if not is_ready():
        prepare(
            lambda share: print(f"\rCompiling {what}: {share:4.0%}", end="\n" * (share == 1), file=sys.stderr, flush=True), of
        )


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """The fastest event loop there is; uvloop does not exist for Windows."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop
    return uvloop.new_event_loop


def back_up(file: Path, data: Path | None) -> None:
    """Copy the database to a file."""
    from tessela.server.sqlite_store import back_up as copy
    from tessela.server.store import StoreError

    if file.exists():
        raise ServeError(f"{file} exists; choose another file")
    try:
        copy(data or data_folder(), file)
    except StoreError as error:
        raise ServeError(str(error)) from None
    print(f"Copied to {file}")


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens, or a clear word why not."""
    listening = socket.socket()
    if sys.platform != "win32":  # where it would let two servers have the same port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        where = f"at {host} on port {port}" if host not in ("127.0.0.1", "0.0.0.0") else f"on port {port}"
        raise ServeError(f"cannot listen {where}: {(error.strerror or str(error)).lower()}; choose another with --port") from None
    listening.setblocking(False)
    return listening


def lan_address() -> str:
    """The address of this machine in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address of no machine; nothing is sent
            return str(probe.getsockname()[0])
        except OSError:
            raise ServeError("this machine is in no network; leave --lan away") from None


def origins_for(port: int, lan: str | None, more: tuple[str, ...]) -> frozenset[str]:
    """The addresses under which browsers may reach the server."""
    hosts = (*LOOPBACK, lan) if lan else LOOPBACK
    return frozenset((*checked_origins(more), *(f"http://{host}:{port}" for host in hosts)))


def checked_origins(origins: tuple[str, ...], what: str = "an origin") -> tuple[str, ...]:
    """Addresses of servers, without anything behind the host and the port."""
    for origin in origins:
        if not origin.startswith(("http://", "https://")) or origin.count("/") != 2:
            raise OptionError(f"{what} looks like https://games.example.org, not {origin!r}")
    return origins


def checked_host(host: str) -> str:
    """An address to listen at."""
    try:
        return str(ipaddress.IPv4Address(host))
    except ValueError:
        raise OptionError(f"an address to listen at is one of this machine, such as 10.0.0.1, or 0.0.0.0, not {host!r}") from None


def checked_proxies(proxies: tuple[str, ...]) -> tuple[str, ...]:
    """The addresses whose word about visitors is believed."""
    for proxy in proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            raise OptionError(f"a proxy is an address such as 127.0.0.1 or a network such as 10.0.0.0/8, not {proxy!r}") from None
    return proxies


def checked_bots(given: tuple[str, ...]) -> dict[str, str]:
    """The programs that play here, by their names, as they are written in the arena."""
    from tessela.arena.specs import parse_spec
    from tessela.bots.registry import BOT_NAMES

    bots: dict[str, str] = {}
    for text in given:
        spec = parse_spec(text)
        if spec.text == text.strip():  # no name stands before it
            raise OptionError(f"a bot of this server is NAME=BOT, such as mybot=cmd:./mybot, not {text!r}")
        if spec.label in BOT_NAMES or spec.label in bots or len(spec.label) > LONGEST_NAME or spec.label.startswith("bot-"):
            raise OptionError(f"a bot cannot be called {spec.label!r}: the name is taken, or longer than {LONGEST_NAME} letters")
        spec.check()
        bots[spec.label] = spec.text
    return bots


async def run(
    server: Any, listening: socket.socket, bounds: Transport, proxies: tuple[str, ...], ready: Any, drain: float = 0.0
) -> None:
    """Serve on a socket that listens, until told to stop: by SIGTERM to hand over to other servers within some seconds, by Ctrl-C
    or a second time at once."""
    import uvicorn

    from tessela.server.transport import Doors, protocols

    room = room_for_files(bounds.connections + OWN_FILES) - OWN_FILES
    http, ws = protocols(bounds, Doors(bounds._replace(connections=min(bounds.connections, room)), proxies))
    config = uvicorn.Config(
        server, http=http, ws=ws, ws_max_size=16 * 1024, ws_per_message_deflate=False,
        ws_ping_interval=30.0, ws_ping_timeout=30.0, log_config=None, access_log=False, server_header=False, lifespan="on",
        timeout_graceful_shutdown=3, backlog=2048, proxy_headers=bool(proxies), forwarded_allow_ips=list(proxies),
    )  # fmt: skip

    class Server(uvicorn.Server):
        """Ends with exit code 0 when it is told to stop."""

        draining: asyncio.Task[None] | None = None

        def leave(self, asked: int, frame: FrameType | None) -> None:
            """Be told to stop."""
            if not drain or self.draining is not None:
                self.handle_exit(asked, frame)
            else:
                self.draining = asyncio.get_running_loop().create_task(self.drain(asked))

        async def drain(self, asked: int) -> None:
            """Stop when everything is handed over."""
            try:
                await server.drain(drain)
            finally:
                self.handle_exit(asked, None)

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            when_told(signal.SIGINT, self.handle_exit)
            when_told(signal.SIGTERM, self.leave)
            yield

    running = Server(config)
    task = asyncio.create_task(running.serve(sockets=[listening]))
    while not running.started and not task.done():
        await asyncio.sleep(0.01)
    if running.started:
        ready()
    await task


def when_told(asked: signal.Signals, end: Callable[[int, FrameType | None], None]) -> None:
    """Call a function when a signal comes: in the event loop, where loops can wait for signals."""
    try:
        asyncio.get_running_loop().add_signal_handler(asked, end, asked, None)
    except NotImplementedError:
        signal.signal(asked, end)


def welcome(port: int, lan: str | None, wish: ServerWish) -> None:
    """Say where to go, and go there if there is a screen."""
    address = f"http://127.0.0.1:{port}/"
    print(f"Tessela is ready: {address}", flush=True)
    if lan:
        show_join_address(f"http://{lan}:{port}/")
    if wish.open and has_screen():
        webbrowser.open(address)


def show_join_address(address: str) -> None:
    """The address for other devices, also as a QR code."""
    import segno

    print(f"Others in your network join at: {address}")
    segno.make(address, micro=False).terminal(compact=True)


def has_screen() -> bool:
    """Whether a browser could show itself."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
