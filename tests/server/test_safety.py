"""Foreign pages, missing cookies, large frames, floods: refused at the door."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.patience import PATIENCE
from tests.server.conftest import Guest, Server
from tests.server.people import Person, Tab, open_socket


@pytest.fixture(scope="module")
def ada(strict_server: Server) -> Iterator[Person]:
    somebody = Person(strict_server.address, "Ada")
    yield somebody
    somebody.close()


@pytest.fixture
def own_strict_server(tmp_path: Path) -> Iterator[Server]:
    """A server as people start it, for one test that uses its patience up."""
    running = Server(tmp_path / "data").start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def table(ada: Person) -> str:
    return str(ada.new_table("azul", "me here")["id"])


def status(server: Server, table: str, cookie: str | None, origin: str | None) -> int:
    """What a handshake is answered with."""
    try:
        open_socket(server.address, table, cookie, origin).close()
    except InvalidStatus as refused:
        return refused.response.status_code
    return 101


def asked(address: str, method: str = "GET", **more: Any) -> httpx.Response:
    """What somebody without a cookie is answered."""
    return httpx.request(method, address, timeout=PATIENCE, **more)


def test_origins(strict_server: Server, ada: Person, table: str) -> None:
    own = strict_server.address
    port = strict_server.port
    assert status(strict_server, table, ada.cookie, own) == 101
    assert status(strict_server, table, ada.cookie, f"http://localhost:{port}") == 101
    foreign = ["http://evil.example", "null", f"{own}.evil.example", f"https://127.0.0.1:{port}", "http://127.0.0.1", f"{own}/"]
    for origin in (*foreign, None):
        assert status(strict_server, table, ada.cookie, origin) == 403, origin


def test_cookies(strict_server: Server, ada: Person, table: str) -> None:
    own = strict_server.address
    name, value = ada.cookie.split("=", 1)
    for cookie in (None, "x=y", f"{name}=", f"{name}={value[:-2]}xx", f"{name}=WyJhIl0.AAAA", f"{name}={'a' * 500}"):
        assert status(strict_server, table, cookie, own) == 401, cookie
    assert status(strict_server, "no-such-table", ada.cookie, own) == 404
    answer = asked(f"{own}/api/me")
    flags = answer.headers["set-cookie"].lower()
    assert "httponly" in flags
    assert "samesite=lax" in flags


def send_and_listen(tab: Tab, *frames: str) -> None:
    """Send these, then listen for good."""
    for frame in frames:
        tab.socket.send(frame)
    tab.until("never")


def closed_with(tab: Tab, *frames: str) -> int:
    """The code a connection is closed with, while these are still being sent or after it."""
    with pytest.raises(ConnectionClosed) as closed:
        send_and_listen(tab, *frames)
    return closed.value.rcvd.code if closed.value.rcvd else 0


def test_a_large_frame_closes_the_connection(ada: Person, table: str) -> None:
    tab = ada.sit(table)
    assert closed_with(tab, "x" * 17 * 1024) == 1009


def test_a_flood_closes_the_connection(ada: Person, table: str) -> None:
    tab = ada.sit(table)
    # so many that they are a flood for a server that needs a minute for them
    assert closed_with(tab, *200 * ['{"kind": "ping"}']) == 4008


def test_twenty_messages_are_no_flood(ada: Person, table: str) -> None:
    tab = ada.sit(table)
    for _ in range(18):
        tab.say(kind="ping")
    for _ in range(18):
        tab.until("pong")
    for _ in range(40):
        tab.say(kind="look", version=0)
    for _ in range(40):
        tab.until("looked")


def test_changes_need_our_origin(strict_server: Server, ada: Person) -> None:
    own = strict_server.address
    for origin in ("http://evil.example", "null", None):
        headers = {"cookie": ada.cookie, **({"origin": origin} if origin else {})}
        body = {"game": "azul", "seats": [{"who": "me"}, {"who": "here"}]}
        for method, path in (("POST", "/api/tables"), ("PATCH", "/api/me"), ("DELETE", "/api/me"), ("POST", "/api/records")):
            assert asked(own + path, method, headers=headers, json=body).status_code == 403
    assert asked(f"{own}/api/tables", headers={"host": "evil.example"}).status_code == 403


def test_changes_need_a_cookie(strict_server: Server) -> None:
    own = strict_server.address
    body = {"game": "azul", "seats": [{"who": "me"}, {"who": "here"}]}
    answer = asked(f"{own}/api/tables", "POST", headers={"origin": own}, json=body)
    assert (answer.status_code, answer.json()["error"]) == (401, "no-guest")


def test_every_answer_has_its_headers(strict_server: Server) -> None:
    for path in ("/", "/t/abc", "/api/me", "/api/nothing", "/health", "/metrics", "/../../etc/passwd", "/%2e%2e/secret.key"):
        answer = asked(strict_server.address + path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self';" in policy
        assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", ""), "WebAssembly alone"
        assert "http" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "root:" not in answer.text


def test_bodies_are_checked(strict_server: Server, ada: Person) -> None:
    seats = [{"who": "me"}, {"who": "here"}]
    bad: list[object] = [
        None, [], 3, {}, {"game": "chess", "seats": seats}, {"game": "azul", "seats": []},
        {"game": "azul", "seats": seats, "x": 1}, {"game": "azul", "seats": seats, "options": {"wall": "pink"}},
        {"game": "azul", "seats": seats, "options": {"players": 3}}, {"game": "duel", "seats": seats * 2},
        {"game": "duel", "seats": seats, "options": {"tablets": [1, 2]}},
        {"game": "azul", "seats": [{"who": "me"}, {"who": "bot", "level": "hal"}]},
        {"game": "azul", "seats": seats, "clock": {"pace": "live", "seconds": 1}},
    ]  # fmt: skip
    for body in bad:
        answer = ada.http.post("/api/tables", content=json.dumps(body))
        assert answer.status_code == 422, body
        assert answer.json()["text"]
    assert ada.http.post("/api/tables", content=b"x" * 20_000).status_code == 413
    assert ada.http.patch("/api/me", json={"nickname": "x" * 25}).status_code == 422


def test_too_many_requests(own_strict_server: Server, guest: Guest) -> None:
    ada, codes = guest(own_strict_server), []
    while 429 not in codes:  # the slower they come the more are allowed
        codes.append(ada.http.patch("/api/me", json={"nickname": "Ada"}).status_code)
        assert len(codes) < 5000
    assert set(codes[:-1]) == {200}
    assert len(codes) > 100
    assert ada.http.get("/api/me").status_code == 200, "looking is still allowed"


def test_logs_hold_no_secrets(strict_server: Server, ada: Person) -> None:
    assert asked(f"{strict_server.address}/health").status_code == 200  # what it had to say before, it has said
    log = strict_server.errors.read_text()
    assert ada.cookie.split("=", 1)[1] not in log
    assert "Ada" not in log


def test_health_and_metrics(strict_server: Server) -> None:
    assert asked(f"{strict_server.address}/health").json()["status"] == "ok"
    metrics = asked(f"{strict_server.address}/metrics").text
    for name in ("tessela_entries_total", "tessela_sockets", "tessela_denied_total", "process_resident_memory_bytes"):
        assert name in metrics
