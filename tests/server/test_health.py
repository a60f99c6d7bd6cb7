"""Whether a server lives, and whether people may be sent to it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tessela.server import app
from tessela.server.app import Settings, TableServer
from tessela.server.store import StoreError
from tests.server.room import run


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TableServer]:
    server = TableServer(Settings(str(tmp_path), frozenset({"http://here"})))
    yield server
    server._store.close()


async def asked(server: TableServer, path: str) -> tuple[int, Any]:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=server)) as http:
        answer = await http.get(f"http://any-name{path}")
    return answer.status_code, answer.json()


def test_a_server_that_can_store_is_ready(server: TableServer) -> None:
    async def check() -> None:
        status, state = await asked(server, "/readyz")
        assert (status, state["status"], state["store"], state["bus"]) == (200, "ok", "ok", "ok")
        assert await asked(server, "/health") == (status, state)
        assert (await asked(server, "/healthz"))[0] == 200

    run(check())


@pytest.mark.parametrize("trouble", ["refuses", "hangs"])
def test_one_that_cannot_store_lives_and_is_not_ready(server: TableServer, monkeypatch: pytest.MonkeyPatch, trouble: str) -> None:
    async def broken(at: int) -> None:
        if trouble == "refuses":
            raise StoreError("the disk is full")
        await asyncio.Event().wait()

    async def check() -> None:
        monkeypatch.setattr(app, "STORE_SECONDS", 0.05)
        monkeypatch.setattr(server._store, "note_uptime", broken)
        status, state = await asked(server, "/readyz")
        assert (status, state["status"], state["store"]) == (503, "cannot-store", "gone")
        assert (await asked(server, "/healthz"))[0] == 200

    run(check())


def test_one_that_hears_no_others_is_ready_and_says_so(server: TableServer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        monkeypatch.setattr(server.house._bus, "is_up", lambda: False)
        status, state = await asked(server, "/readyz")
        assert (status, state["status"], state["bus"]) == (200, "ok", "gone")
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=server)) as http:
            assert "tessela_bus_up 0.0" in (await http.get("http://any-name/metrics")).text

    run(check())
