"""Sending to push services. Where to is what strangers say: only over HTTPS, only to public addresses, without following anybody
elsewhere, and never for long. The address that was looked at is the one that is connected to."""

import asyncio
import socket
import ssl
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

import h11

SECONDS = 10.0  # for everything
MOST_HEAD = 16 * 1024  # bytes of an answer that are looked at
PORT = 443
OF_ONE_NETWORK = (".local", ".localhost", ".internal", ".lan", ".home.arpa")


class EndpointError(Exception):
    """Nothing is sent there, and why."""


class Place(NamedTuple):
    """Where a message goes."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """The push service, as it is told whom a message is for."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + (f":{self.port}" if self.port != (PORT if self.scheme == "https" else 80) else "")


class PushServices:
    """All push services there are; those of `own` origins may lie in a network of one's own, or speak without HTTPS."""

    def __init__(self, own: frozenset[str] = frozenset()):
        self._own = own

    def place(self, endpoint: str) -> Place:
        """Where an endpoint is; an `EndpointError` if nothing may be sent there."""
        try:
            split = urlsplit(endpoint)
            port = split.port
        except ValueError:
            raise EndpointError("the endpoint is no address") from None
        place = Place(split.scheme, split.hostname or "", port or PORT, _target(split))
        if not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint or split.username or split.fragment:
            raise EndpointError("the endpoint is no address of a push service")
        if place.origin in self._own:
            return place
        if split.scheme != "https" or place.port != PORT:
            raise EndpointError("the endpoint must be at https, on its usual port")
        _check_public(place.host)
        return place

    async def send(self, endpoint: str, headers: dict[str, str], body: bytes) -> int:
        """Send a message; the status of the answer. A push service that takes too long or cannot be reached is an `OSError`."""
        place = self.place(endpoint)
        async with asyncio.timeout(SECONDS):
            address = await self._address(place)
            reader, writer = await asyncio.open_connection(
                address, place.port, limit=MOST_HEAD, ssl=_tls() if place.scheme == "https" else None,
                server_hostname=place.host if place.scheme == "https" else None,
            )  # fmt: skip
            try:
                return await _posted(place, headers, body, reader, writer)
            finally:
                writer.transport.abort()

    async def _address(self, place: Place) -> str:
        """The address to connect to. A name that leads anywhere else than to public addresses leads nowhere."""
        found = await asyncio.get_running_loop().getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
        addresses = [str(one[4][0]) for one in found]
        if place.origin not in self._own:
            for address in addresses:
                if not is_public(ip_address(address.partition("%")[0])):
                    raise EndpointError("the endpoint leads into a private network")
        return addresses[0]


def _target(split: SplitResult) -> str:
    return (split.path or "/") + (f"?{split.query}" if split.query else "")


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is one of the open internet.

    >>> [is_public(ip_address(text)) for text in ("1.1.1.1", "10.0.0.1", "169.254.169.254", "::ffff:127.0.0.1", "64:ff9b::a00:1")]
    [True, False, False, False, False]
    """
    inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None,))[0] if address.version == 6 else None
    if inner is not None:
        return is_public(inner)
    if address.version == 6 and int(address) >> 32 == 0x64FF9B << 64:  # IPv4 behind a translator
        return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
    return address.is_global and not address.is_multicast


def _check_public(host: str) -> None:
    try:
        public = is_public(ip_address(host))
    except ValueError:
        public = "." in host.strip(".") and not host.rstrip(".").endswith(OF_ONE_NETWORK)
    if not public:
        raise EndpointError("the endpoint must be on the open internet, not in a private network")


async def _posted(
    place: Place, headers: dict[str, str], body: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> int:
    talk = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_HEAD)
    told = {"host": place.origin.partition("://")[2], "content-length": str(len(body)), "connection": "close", **headers}
    writer.write(talk.send(h11.Request(method="POST", target=place.path, headers=list(told.items()))) or b"")
    writer.write(talk.send(h11.Data(data=body)) or b"")
    writer.write(talk.send(h11.EndOfMessage()) or b"")
    await writer.drain()
    while True:
        event = talk.next_event()
        if event is h11.NEED_DATA:
            talk.receive_data(await reader.read(MOST_HEAD))
        elif isinstance(event, h11.Response):
            return event.status_code
        elif isinstance(event, h11.ConnectionClosed):
            raise ConnectionError("the push service said nothing")


@lru_cache(1)
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()
