"""Raw sockets that send too much, too slowly, or never read: bounded below everything else."""

import base64
import os
import socket
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from tessela.server.bounds import Transport
from tessela.server.limits import Rate
from tessela.server.transport import Doors
from tests.patience import PATIENCE
from tests.server.conftest import Guest, Server
from tests.server.people import open_socket

MB = 1_000_000
BOUND = 30 * MB  # what may be added to the memory of a server by all of it


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as people start it, to be treated badly."""
    running = Server(tmp_path_factory.mktemp("transport") / "data", "--bot-pace", "0").start()
    yield running
    running.stop()


def memory_of(server: Server) -> int:
    """Bytes of memory that a server takes."""
    assert server.process is not None
    return int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def connected(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)


def send_until_refused(to: socket.socket, first: bytes, more: bytes, most: int) -> int:
    """Send on and on, at most so much; how much was taken."""
    sent = 0
    try:
        to.sendall(first)
        while sent < most:
            to.sendall(more)
            sent += len(more)
    except OSError:
        pass
    return sent


def answer_of(from_: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    heard = b""
    try:
        while part := from_.recv(65536):
            heard += part
    except OSError:
        pass
    return heard


linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@linux
@pytest.mark.parametrize(
    ("first", "more"),
    [
        (b"GET / HTTP/1.1\r\nHost: x\r\n", b"X-More: " + b"x" * 1000 + b"\r\n"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX-One: ", b"x" * 65_536),
        (b"GET /", b"x" * 65_536),
        (b"", b"\r\n" * 1000),
        (b"POST /api/records HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Trailer: ", b"x" * 65_536),
    ],
    ids=["many headers", "one header", "an address", "nothing", "a trailer"],
)
def test_an_endless_head_is_refused(own: Server, first: bytes, more: bytes) -> None:
    before = memory_of(own)
    with connected(own) as slow:
        taken = send_until_refused(slow, first, more, 100 * MB)
    assert taken < 20 * MB, "what fits into the buffers of the system, and some"
    assert memory_of(own) < before + BOUND


def test_a_head_of_some_size_is_answered_in_words(own: Server) -> None:
    for path, header in ((b"/" + b"x" * 20_000, b"x"), (b"/", b"x" * 20_000)):
        with connected(own) as asking:
            asking.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: x\r\nX-One: " + header + b"\r\n\r\n")
            assert answer_of(asking).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize("more", [b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" * 50, b"\0\0\r\n\r\n"], ids=["requests", "junk"])
def test_what_comes_before_the_answer_is_not_heard(own: Server, more: bytes) -> None:
    with connected(own) as hasty:
        hasty.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" + more)
        heard = answer_of(hasty)
    assert heard.startswith(b"HTTP/1.1 200 ")
    assert heard.count(b"HTTP/1.1 ") == 1
    assert '"level": "error"' not in own.errors.read_text()


def upgrade(own: Server, cookie: str, table: str) -> socket.socket:
    """A WebSocket by hand."""
    opened = connected(own)
    key = base64.b64encode(os.urandom(16)).decode()
    opened.sendall(
        f"GET /ws/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1:{own.port}\r\nOrigin: {own.address}\r\nCookie: {cookie}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    if opened.recv(12) == b"HTTP/1.1 101":
        return opened
    opened.close()
    raise ConnectionRefusedError


def test_strangers_write_nothing_into_the_log(own: Server) -> None:
    """A line for each thing that is no request would fill the disk."""
    upgrade = b"GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: nonsense\r\n\r\n"
    for nonsense in (b"\x00\x01\x02\r\n\r\n", b"GET \xff HTTP/9.9\r\n\r\n", b"BREW / HTTP/1.1\r\n:\r\n\r\n", upgrade):
        with connected(own) as stranger:
            stranger.sendall(nonsense)
            assert stranger.recv(65536).startswith(b"HTTP/1.1 ")
    assert "request" not in own.errors.read_text()


@linux
def test_pings_that_nobody_reads_the_answers_of(own: Server, guest: Guest) -> None:
    ada = guest(own)
    table = ada.new_table("azul", "me here")["id"]
    ping = struct.pack("!BB4s", 0x89, 0x80 | 125, b"\0\0\0\0") + b"x" * 125
    before = memory_of(own)
    with upgrade(own, ada.cookie, table) as deaf:
        taken = send_until_refused(deaf, b"", ping * 500, 150 * MB)
    assert taken < 40 * MB
    assert memory_of(own) < before + BOUND
    assert ada.get("/api/me")["id"] == ada.id, "everybody else is served"


def frame(head: int, data: bytes = b"") -> bytes:
    """A frame as a browser masks it."""
    return struct.pack("!BB4s", head, 0x80 | len(data), b"\0\0\0\0") + data


TEXT, FIRST_PIECE, PIECE, LAST_PIECE, PONG = 0x81, 0x01, 0x00, 0x80, 0x8A


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (frame(TEXT, b"\xff\xfe"), struct.pack("!H", 1007)),
        (frame(FIRST_PIECE, b"{") + frame(PIECE) * 100 + frame(LAST_PIECE, b"}"), struct.pack("!H", 1009)),
        (frame(PONG) * 200 + frame(TEXT, b'{"kind":"ping"}'), None),
        (frame(TEXT) * 10_000, None),
    ],
    ids=["no letters", "a message in endless pieces", "pongs", "more than is read"],
)
def test_what_no_browser_sends_ends_the_connection(own: Server, guest: Guest, sent: bytes, answer: bytes | None) -> None:
    ada = guest(own)
    with upgrade(own, ada.cookie, ada.new_table("azul", "me here")["id"]) as odd:
        odd.sendall(sent)
        odd.shutdown(socket.SHUT_WR)
        heard = answer_of(odd).partition(b"\r\n\r\n")[2]
    if answer is None:
        assert b"pong" not in heard
        assert b"refused" not in heard
    else:
        assert heard[:1] == b"\x88"
        assert heard[2:4] == answer
    assert '"level": "error"' not in own.errors.read_text()


def test_as_many_sockets_as_a_guest_may_have(own: Server, guest: Guest) -> None:
    ada, ben = guest(own), guest(own, "Ben")
    table = ada.new_table("azul", "me here")["id"]
    with ExitStack() as all_:
        opened = [all_.enter_context(upgrade(own, ada.cookie, table)) for _ in range(40)]
        one_more = all_.enter_context(connected(own))
        one_more.sendall(
            f"GET /ws/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1:{own.port}\r\nOrigin: {own.address}\r\nCookie: {ada.cookie}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        refusal = answer_of(one_more).lower()
        assert refusal.startswith(b"http/1.1 429 ")
        assert b"retry-after: " in refusal
        ben.sit(table).close()
        opened[0].close()
        for _ in range(int(PATIENCE * 20)):  # one may come once another has gone
            try:
                all_.enter_context(upgrade(own, ada.cookie, table))
            except ConnectionRefusedError:
                time.sleep(0.05)
            else:
                break
        else:
            raise AssertionError("a place that became free was not given")


class Hasty(Server):
    """A server of little patience and little room."""

    program = (
        sys.executable,
        "-c",
        "from functools import partial; from tessela.server import bounds; from tessela.__main__ import main;"
        "less = dict(head_seconds=0.3, body_seconds=0.3, unread_seconds=0.3, connections=330, connections_of_address=320);"
        "bounds.Transport = partial(bounds.Transport, **less); main()",
    )


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    running = Hasty(tmp_path_factory.mktemp("hasty") / "data").start()
    yield "127.0.0.1", running.port
    running.stop()


def test_slow_connections_are_ended_and_everybody_else_is_served(hasty: tuple[str, int]) -> None:
    starts = [
        b"",
        b"GET / HT",
        b"POST /api/me HTTP/1.1\r\nContent-Length: 100\r\nHost: 127.0.0.1:%d\r\n\r\nx" % hasty[1],
        b"\r\n",
    ]
    with ExitStack() as all_:
        slow = [all_.enter_context(socket.create_connection(hasty, timeout=PATIENCE)) for _ in range(300)]
        for number, one in enumerate(slow):
            one.sendall(starts[number % len(starts)])
        heard = [answer_of(one) for one in slow]
        assert all(not answer or answer.startswith((b"HTTP/1.1 408", b"HTTP/1.1 403", b"HTTP/1.1 405")) for answer in heard)
        assert any(answer.startswith(b"HTTP/1.1 408") for answer in heard)


def test_connections_beyond_the_bound_are_refused_with_a_time(hasty: tuple[str, int]) -> None:
    with ExitStack() as all_:
        many = [all_.enter_context(socket.create_connection(hasty, timeout=PATIENCE)) for _ in range(340)]
        answers = [answer_of(one).lower() for one in many]
    refused = [answer for answer in answers if answer.startswith(b"http/1.1 503")]
    assert len(refused) >= 10
    assert all(b"retry-after: 10" in answer for answer in refused)
    with socket.create_connection(hasty, timeout=PATIENCE) as later:
        later.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert answer_of(later).startswith(b"HTTP/1.1 200")


def test_the_connections_of_a_proxy_are_those_of_many() -> None:
    doors = Doors(Transport(connections=5, connections_of_address=2), ("10.0.0.0/8",))
    assert [doors.enter("10.1.2.3") for _ in range(3)] == [True] * 3
    assert [doors.enter("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert not doors.enter("192.0.2.2"), "five in all"
    doors.leave("10.1.2.3")
    assert doors.enter("192.0.2.2")
    doors.leave("192.0.2.1")
    assert doors.enter("192.0.2.1")


def test_who_comes_over_and_over_again_is_not_answered() -> None:
    doors = Doors(Transport(new_connections=Rate(3, 600.0)), ("10.0.0.0/8",))
    assert [doors.knock("192.0.2.1") for _ in range(4)] == [True, True, True, False]
    assert doors.knock("192.0.2.2")
    assert all(doors.knock("10.0.0.1") for _ in range(10))


def test_who_is_refused_a_socket_is_no_error_in_the_log(own_server: Server) -> None:
    with pytest.raises(InvalidStatus) as refused:
        open_socket(own_server.address, "nothing", None, "http://elsewhere.example")
    assert refused.value.response.status_code == 403
    own_server.stop()
    assert '"level": "error"' not in own_server.errors.read_text()
