"""Traces: a frame, the move in it, its commit and telling the others, jobs and requests; nothing where nobody asked for them."""

import http.server
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tessela.server import tracing
from tests.patience import patiently
from tests.server.conftest import Guest, Server
from tests.server.room import Ear, ear_at, open_house, play, run, table_for, until

exporter_of_tests = pytest.importorskip("opentelemetry.sdk.trace.export.in_memory_span_exporter")


@pytest.fixture
def spans() -> Iterator[Callable[[], dict[str, list[Any]]]]:
    """What was traced so far, by name."""
    exporter = exporter_of_tests.InMemorySpanExporter()
    end = tracing.trace_to(exporter, "test", at_once=True)

    def by_name() -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {}
        for span in exporter.get_finished_spans():
            found.setdefault(span.name, []).append(span)
        return found

    yield by_name
    end()


def is_in(inner: Any, outer: Any) -> bool:
    return inner.parent is not None and inner.parent.span_id == outer.context.span_id


def test_a_move_is_played_stored_and_told(spans: Callable[[], dict[str, list[Any]]]) -> None:
    async def check() -> None:
        async with open_house() as house:
            table = await table_for(house, "azul", "a b")
            ear: Ear = ear_at(table, "a")
            with tracing.span("frame", alone=True):
                assert table.course is not None
                await play(table, table.course.game.legal_moves()[0], ear=ear if table.course.to_move == 0 else None)

    run(check())
    found = spans()
    (frame,), (played,), (stored,), (told,) = (found[name] for name in ("frame", "play", "store", "tell"))
    assert is_in(played, frame)
    assert is_in(stored, played)
    assert is_in(told, played)
    assert stored.end_time <= told.start_time, "nobody is told of what is not stored"
    assert stored.attributes == {"table": "t", "version": 1}
    assert told.attributes["sockets"] == 1
    assert frame.resource.attributes["service.instance.id"] == "test"


def test_a_bot_that_is_woken_by_a_move_begins_a_trace_of_its_own(spans: Callable[[], dict[str, list[Any]]]) -> None:
    async def check() -> None:
        async with open_house() as house:
            with tracing.span("frame", alone=True):
                await table_for(house, "azul", "bot bot")
            await until(lambda: "turn" in spans())

    run(check())
    found = spans()
    (frame,), turn = found["frame"], found["turn"][0]
    (job,) = (one for one in found["job"] if is_in(one, turn))
    assert turn.parent is None
    assert turn.context.trace_id != frame.context.trace_id
    assert (job.attributes["kind"], job.attributes["waited"] >= 0) == ("move", True)
    assert any(is_in(played, turn) for played in found["play"])


def test_where_nobody_traces_a_span_is_nothing() -> None:
    with tracing.span("frame", table="t") as noted:
        noted.set_attribute("refused", "stale")
        assert tracing.trace_id() is None
    assert tracing.span("one") is tracing.span("other", alone=True), "the same nothing every time"


def test_a_line_of_the_log_has_its_trace(spans: Callable[[], dict[str, list[Any]]]) -> None:
    assert tracing.trace_id() is None
    with tracing.span("frame"):
        trace = tracing.trace_id()
    assert trace == f"{spans()['frame'][0].context.trace_id:032x}"


class Collector(http.server.BaseHTTPRequestHandler):
    """Keeps what it is sent."""

    def do_POST(self) -> None:
        got = self.rfile.read(int(self.headers["content-length"]))
        self.server.got.append((self.path, got))  # type: ignore[attr-defined]
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def test_a_collector_is_told_of_frames_and_requests(tmp_path: Path, guest: Guest) -> None:
    collector = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    collector.got = []  # type: ignore[attr-defined]
    threading.Thread(target=collector.serve_forever, daemon=True).start()
    server = Server(tmp_path / "data", "--no-limits", "--trace", f"http://127.0.0.1:{collector.server_address[1]}").start()
    try:
        ada = guest(server)
        tab = ada.sit(ada.new_table("azul", "me here"))
        tab.play(tab.legal[0])
        tab.until("happened")
    finally:
        assert server.stop() == 0
        collector.shutdown()
        collector.server_close()
    paths, bodies = zip(*collector.got, strict=True)  # type: ignore[attr-defined]
    assert set(paths) == {"/v1/traces"}
    everything = b"".join(bodies)
    for name in (b"frame", b"play", b"store", b"tell", b"http", b"endpoint", b"status", b"version"):
        assert name in everything
    assert b"Ada" not in everything


def test_every_answer_has_the_id_under_which_it_is_logged(server: Server, guest: Guest) -> None:
    ada = guest(server)
    ids = [ada.http.get("/api/me").headers["x-request-id"] for _ in range(3)]
    assert len(set(ids)) == 3
    assert all(len(one) == 16 for one in ids)


def test_what_is_logged_has_the_request_or_the_socket_that_led_to_it(tmp_path: Path, guest: Guest) -> None:
    server = Server(tmp_path / "data", "--no-limits", "--bot-pace", "0", "--bot", "broken=cmd:false").start()
    try:
        ada = guest(server)
        made = ada.http.post("/api/tables", json={"game": "azul", "seats": [{"who": "bot", "level": "broken"}] * 2})
        request = made.headers["x-request-id"]
        for _ in patiently():
            failed = [line for line in map(json.loads, server.errors.read_text().splitlines()) if line["event"] == "bot-failed"]
            if failed:
                break
    finally:
        server.stop()
    assert (failed[0]["request"], failed[0]["table"]) == (request, made.json()["id"])
