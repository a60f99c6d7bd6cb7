"""`tessela serve --processes`: several processes of one port, of which any may be killed."""

import os
import random
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tessela.cli.serve import ServerWish, checked
from tessela.game.errors import OptionError
from tessela.server.siblings import together
from tests.databases import Postgres, needed, running
from tests.patience import patiently
from tests.server.conftest import Guest, Server
from tests.server.people import Json, Person, Tab
from tests.server.test_crash import play_some

postgres = pytest.mark.xdist_group("postgres")


@pytest.fixture
def store() -> Iterator[str]:
    needed("postgres")
    with running(Postgres("fsync=off")) as cluster:
        yield cluster.new()


def figures(server: Server, name: str) -> dict[str, float]:
    """A figure of each process that answers."""
    page = httpx.get(f"{server.address}/metrics").text
    return {process: float(value) for process, value in re.findall(rf'^{name}{{process="(\d+)"}} (\S+)$', page, re.MULTILINE)}


def children(server: Server) -> list[int]:
    """The server processes, as the system knows them."""
    assert server.process is not None
    found = (Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text()).split()
    return [pid for pid in map(int, found) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


@postgres
@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks Linux which processes there are")
def test_one_of_two_is_killed_and_started_anew(store: str, tmp_path: Path, guest: Guest) -> None:
    dice = random.Random(1)
    server = Server(tmp_path / "server", "--store", store, "--processes", "2", "--no-limits", "--drain-seconds", "0.5").start()
    try:
        assert set(figures(server, "tessela_tables")) == {"0", "1"}
        ada, ben = guest(server, "Ada"), guest(server, "Ben")
        table = ada.new_table("duel", "me open")
        ben.join(table)
        acknowledged = play_some(sit_apart(server, ada, ben, table), dice, 4)
        before = children(server)
        assert len(before) == 2
        os.kill(before[0], signal.SIGKILL)
        tabs = [ada.sit(table), ben.sit(table)]
        assert [tab.version for tab in tabs] == [len(acknowledged)] * 2
        play_some(tabs, dice, 2)
        for _ in patiently():
            if len(figures(server, "tessela_tables")) == 2 and len(children(server)) == 2:
                break
        assert before[0] not in children(server)
        play_some(sit_apart(server, ada, ben, table), dice, 2)
        left = children(server)
        assert server.stop() == 0
        assert not any(Path(f"/proc/{pid}").exists() for pid in left), "nobody is left behind"
        assert "process-ended" in server.errors.read_text()
    finally:
        server.kill()


def sit_apart(server: Server, ada: Person, ben: Person, table: Json) -> list[Tab]:
    """Both at the table, each with another process."""
    tabs = [ada.sit(table)]
    for _ in patiently():
        tab = ben.sit(table)
        if all(figures(server, "tessela_sockets").get(number) for number in "01"):
            return [*tabs, tab]
        tab.close()
    raise AssertionError


@postgres
def test_where_none_can_begin_it_is_said_in_a_line(tmp_path: Path) -> None:
    needed("postgres")
    server = Server(tmp_path / "server", "--store", "postgresql://tessela@127.0.0.1:1/games", "--processes", "2")
    with pytest.raises(AssertionError):
        server.start()
    assert server.errors.read_text().startswith("tessela: cannot use the database: ")
    assert server.errors.read_text().count("\n") == 1


def test_a_folder_is_for_one() -> None:
    with pytest.raises(OptionError, match="--processes needs a store that processes share"):
        checked(ServerWish(0, Path("games"), False, False, processes=2))


def test_windows_cannot_share_a_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    with pytest.raises(OptionError, match="on Windows"):
        checked(ServerWish(0, None, False, False, store="postgresql://tessela@db/games", processes=2))


def test_figures_of_several_are_one_page() -> None:
    page = '# HELP tessela_moves_total Moves\n# TYPE tessela_moves_total counter\ntessela_moves_total{{kind="a"}} {}\n'
    lines = together({"0": page.format(3), "1": page.format(4), "2": ""}).decode().splitlines()
    assert lines == [
        "# HELP tessela_moves_total Moves",
        "# TYPE tessela_moves_total counter",
        'tessela_moves_total{kind="a",process="0"} 3.0',
        'tessela_moves_total{kind="a",process="1"} 4.0',
    ]
