"""A server that is killed, stopped, started twice, or started where it cannot be."""

import os
import random
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.patience import PATIENCE
from tests.server.conftest import Guest, Server
from tests.server.people import Tab, choice


def play_some(tabs: list[Tab], dice: random.Random, moves: int) -> list[tuple[int, str]]:
    """Some moves; what was acknowledged."""
    acknowledged = []
    for _ in range(moves):
        mover = next(tab for tab in tabs if tab.legal)
        version, move = mover.version + 1, choice(mover.legal, dice)
        mover.play(move)
        for tab in tabs:
            tab.until("happened", version=version)
        acknowledged.append((version, move))
    return acknowledged


def test_kill_in_the_middle_and_play_on(own_server: Server, guest: Guest) -> None:
    dice = random.Random(1)
    ada, ben = guest(own_server, "Ada"), guest(own_server, "Ben")
    table = ada.new_table("duel", "me open")
    ben.join(table)
    port, acknowledged = own_server.port, []
    for _ in range(3):
        tabs = [ada.sit(table), ben.sit(table)]
        assert [(line["version"], line["move"]) for line in tabs[0].frames[-1]["log"] if line["move"]] == [
            (version, move) for version, move in acknowledged if _is_seen(tabs[0], version)
        ]
        assert tabs[0].version == len(acknowledged)
        acknowledged += play_some(tabs, dice, 7)
        mover = next(tab for tab in tabs if tab.legal)
        mover.play(choice(mover.legal, dice), "perhaps")  # in flight while the server dies: stored or not, never half
        own_server.kill()
        own_server.start(port)
        again = ada.sit(table)
        assert again.version in (len(acknowledged), len(acknowledged) + 1)
        if again.version > len(acknowledged):
            acknowledged.append((again.version, again.frames[-1]["log"][-1]["move"]))


def _is_seen(tab: Tab, version: int) -> bool:
    return any(line["version"] == version and line["move"] for line in tab.frames[-1]["log"])


def hear_out(tab: Tab) -> None:
    """Hear what was told before the connection broke."""
    with pytest.raises(ConnectionClosed):
        tab.until("never")


def test_a_bot_goes_on_after_a_kill(own_server: Server, guest: Guest) -> None:
    ada, port = guest(own_server), own_server.port
    while True:
        table = ada.new_table("azul", "bot:mason bot:mason")
        tab = ada.sit(table)
        while tab.version < 1:
            tab.hear()
        own_server.kill()
        own_server.start(port)
        hear_out(tab)
        if tab.ending is None:  # else the bots were faster than the kill: once more
            break
    again = ada.sit(table)
    while again.ending is None:
        again.hear()
    assert again.version > tab.version


def test_a_graceful_stop(own_server: Server, guest: Guest) -> None:
    ada = guest(own_server)
    tab = ada.sit(ada.new_table("azul", "me here"))
    play_some([tab], random.Random(1), 3)
    assert own_server.stop() == 0
    assert "Traceback" not in own_server.errors.read_text()


def complaint(*options: str, env: dict[str, str] | None = None) -> tuple[int, str]:
    """The exit code and what is said when the server cannot start."""
    command = [sys.executable, "-m", "tessela", "serve", "--no-open", *options]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, **(env or {})})
    return ended.returncode, ended.stderr


def test_a_second_server_on_the_same_folder_is_refused(own_server: Server) -> None:
    code, said = complaint("--port", "0", "--data", str(own_server.folder))
    assert code == 1
    assert said.startswith("tessela: another server is using")
    assert said.count("\n") == 1


def test_a_busy_port(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        code, said = complaint("--port", str(busy.getsockname()[1]), "--data", str(tmp_path))
    assert code == 1
    assert "cannot listen on port" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "text"),
    [(("--port", "x"), "port"), (("--port", "99999"), "port"), (("--origin", "example.org"), "origin"), (("--what",), "--what")],
)
def test_bad_options(tmp_path: Path, options: tuple[str, ...], text: str) -> None:
    code, said = complaint("--data", str(tmp_path), *options)
    assert code == 2
    assert text in said
    assert said.count("\n") == 1


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, said = complaint("--port", "0", "--data", str(tmp_path / "file"))
    assert code == 1
    assert "cannot write in" in said
    assert said.count("\n") == 1


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "tessela.db").write_text("nothing of the kind " * 500)
    code, said = complaint("--port", "0", "--data", str(tmp_path))
    assert code == 1
    assert "cannot use" in said
    assert said.count("\n") == 1


def workers_of(server: Server) -> list[int]:
    """The processes in which the bots of a server think."""
    assert server.process is not None
    threads = Path(f"/proc/{server.process.pid}/task").iterdir()
    children = [child for thread in threads for child in (thread / "children").read_text().split()]
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_crash_where_bots_think_loses_nothing(own_server: Server, guest: Guest) -> None:
    ada = guest(own_server)
    tab = ada.sit(ada.new_table("azul", "bot:mason bot:mason"))
    while tab.version < 3:
        tab.hear()
    workers = workers_of(own_server)
    assert workers
    for process in workers:
        os.kill(process, signal.SIGKILL)
    while tab.ending is None:
        tab.hear()
    versions = [frame["version"] for frame in tab.frames if frame["kind"] == "happened"]
    assert versions == list(range(versions[0], versions[0] + len(versions)))
