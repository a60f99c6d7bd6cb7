"""A copy made while people play is a whole, consistent beginning of what happened, and can be served."""

import asyncio
import subprocess
import sys
from contextlib import AsyncExitStack
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path

import httpx
from bench.crowd import Figures, Match

from tessela.server.sqlite_store import SqliteStore
from tests.patience import PATIENCE
from tests.server.conftest import Server


def back_up(folder: Path, file: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tessela", "backup", str(file), "--data", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


def test_a_backup_under_load_restores_to_a_consistent_beginning(own_server: Server, tmp_path: Path) -> None:
    async def play_and_copy() -> tuple[list[Match], dict[str, int]]:
        no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
        async with (
            asyncio.timeout(PATIENCE),
            httpx.AsyncClient(timeout=PATIENCE, cookies=no_cookies) as http,
            AsyncExitStack() as leaving,
        ):
            matches = [await leaving.enter_async_context(await Match.begin(own_server.address, http, seed)) for seed in range(6)]
            async with asyncio.TaskGroup() as games:
                for match in matches:
                    games.create_task(match.play_on(Figures(), lambda: 0.02))
                while not all(len(match.stored) > 2 for match in matches):
                    await asyncio.sleep(0.01)
                before = {match.table: match.stored[-1][0] for match in matches}
                copied = await asyncio.to_thread(back_up, own_server.folder, tmp_path / "copy.db")
                assert copied.returncode == 0, copied.stderr
            for match in matches:
                assert len(match.stored) > before[match.table], "the game went on meanwhile"
            return matches, before

    matches, before = asyncio.run(play_and_copy())
    own_server.stop()
    restored = tmp_path / "restored"
    restored.mkdir()
    (tmp_path / "copy.db").rename(restored / "tessela.db")
    again = Server(restored, "--no-limits").start()

    async def compare() -> None:
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient(timeout=PATIENCE) as http:
            for match in matches:
                person = match.people[0]
                person.address, person.http = again.address, http
                tab = await person.sit(match.table)
                await tab.close()
                assert before[match.table] <= tab.version <= len(match.stored)

    try:
        asyncio.run(compare())
    finally:
        again.stop()


def test_what_cannot_be_copied(tmp_path: Path) -> None:
    said = back_up(tmp_path / "nowhere", tmp_path / "copy.db")
    assert (said.returncode, said.stderr.count("\n")) == (1, 1)
    assert not list(tmp_path.iterdir()), "nothing half made is left"
    (tmp_path / "there").write_text("")
    assert "exists" in back_up(tmp_path, tmp_path / "there").stderr


def test_a_backup_leaves_the_files_beside_it_alone(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "data").close()
    beside = tmp_path / "copy.db.part"
    beside.write_text("dear reader")
    assert back_up(tmp_path / "data", tmp_path / "copy.db").returncode == 0
    assert beside.read_text() == "dear reader"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "copy.db.part", "data"]
    assert "exists" in back_up(tmp_path / "data", tmp_path / "copy.db").stderr
