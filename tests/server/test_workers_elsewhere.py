"""`tessela worker`: a server's bots think in the processes of another command, which may be killed at any moment."""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.cli.conftest import run  # noqa: F401
from tests.databases import Postgres, needed, running
from tests.patience import PATIENCE, patiently
from tests.server.conftest import Guest, Server
from tests.server.people import Tab, choice

pytestmark = pytest.mark.xdist_group("postgres")
LEVEL = "master"  # thinks long enough not to be done in passing
PLACES, DONE = "tessela_worker_places", 'tessela_jobs_elsewhere_total{outcome="done"}'


class Worker:
    """A worker process."""

    def __init__(self, store: str, folder: Path):
        self.errors = folder / "worker.log"
        with self.errors.open("a") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tessela", "worker", "--store", store, "--processes", "1"],
                stdout=subprocess.PIPE, stderr=errors, text=True, env={**os.environ, "NO_COLOR": "1"},
            )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line == "Tessela works, with 1 process.\n", self.errors.read_text()

    def end(self, how: signal.Signals) -> int:
        with self.process:
            self.process.send_signal(how)
            return self.process.wait(PATIENCE)


@pytest.fixture
def store() -> Iterator[str]:
    needed("postgres")
    with running(Postgres("fsync=off")) as cluster:
        yield cluster.new()


def figure(server: Server, name: str) -> float:
    """A figure of a server."""
    lines = httpx.get(f"{server.address}/metrics").text.splitlines()
    return float(next((line.rsplit(" ", 1)[1] for line in lines if line.startswith(name)), 0))


def becomes(server: Server, name: str, value: float) -> None:
    """Wait until a figure is so."""
    for _ in patiently():
        if figure(server, name) == value:
            break


def play_some(tab: Tab, dice: random.Random, turns: int) -> None:
    """Some moves, each answered by the bot."""
    for _ in range(turns):
        tab.until("happened", id=tab.play(choice(tab.legal, dice)))
        while not tab.legal:
            tab.until("happened")


@pytest.mark.long
def test_a_bot_thinks_elsewhere_and_a_kill_stops_no_game(store: str, tmp_path: Path, guest: Guest) -> None:
    dice = random.Random(3)
    with ExitStack() as stack:
        server = Server(tmp_path / "server", "--store", store, "--no-limits", "--bot-pace", "0").start()
        stack.callback(server.stop)
        first = Worker(store, tmp_path)
        stack.callback(first.process.kill)
        becomes(server, PLACES, 1)
        ada = guest(server, "Ada")
        tab = ada.sit(ada.new_table("azul", f"me bot:{LEVEL}"))
        while not tab.legal:
            tab.until("happened")
        play_some(tab, dice, 2)
        done = figure(server, DONE)
        assert done >= 2, "the bot thought elsewhere"
        assert first.end(signal.SIGKILL) != 0
        play_some(tab, dice, 1)
        becomes(server, PLACES, 0)
        assert figure(server, DONE) == done
        second = Worker(store, tmp_path)
        stack.callback(second.process.kill)
        becomes(server, PLACES, 1)
        for _ in patiently():  # a round may begin with her own move, and then the bot does not think
            play_some(tab, dice, 1)
            if figure(server, DONE) > done:
                break
        assert second.end(signal.SIGTERM) == 0
        assert "Traceback" not in second.errors.read_text()
        becomes(server, "tessela_workers", 0)


@pytest.mark.parametrize(
    ("options", "code", "says"),
    [
        ((), 2, "a worker needs the store of its servers: --store postgresql://USER@HOST/DATABASE"),
        (("--store", "/srv/tessela"), 2, "workers need a store that servers share, postgresql://USER@HOST/DATABASE, not"),
        (("--store", "postgresql://tessela@127.0.0.1:1/games"), 1, "cannot use the database: "),
        (("--processes", "0"), 2, "0 is not in the range"),
    ],
)
def test_what_is_no_store_for_workers_is_refused_in_a_line(options: tuple[str, ...], code: int, says: str, run: Any) -> None:  # noqa: F811
    needed()
    ran = run("worker", *options)
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.startswith("tessela: ")
    assert says in ran.err
    assert ran.err.count("\n") == 1
