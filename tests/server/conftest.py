"""Real servers for the tests: processes on free ports of this machine, with folders of their own."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tessela.server import replays, reviews
from tests.patience import PATIENCE
from tests.server.people import Person

Guest = Callable[..., Person]


@pytest.fixture(autouse=True)
def as_patient_as_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house in this process sends nobody away because the machine is slow."""
    monkeypatch.setattr(reviews, "PATIENCE", PATIENCE)
    monkeypatch.setattr(replays, "WITHIN", PATIENCE)


class Server:
    """A server process. It can be killed and started again on its folder."""

    program: tuple[str, ...] = (sys.executable, "-m", "tessela")

    def __init__(self, folder: Path, *options: str):
        self.folder = folder
        self.options = options
        self.address = ""
        self.process: subprocess.Popen[str] | None = None
        self.errors = folder.parent / f"{folder.name}.log"

    def start(self, port: int = 0) -> "Server":
        kept = [] if "--store" in self.options else ["--data", str(self.folder)]
        command = [*self.program, "serve", "--no-open", "--port", str(port), *kept]
        with self.errors.open("a") as errors:
            self.process = subprocess.Popen(
                [*command, *self.options], stdout=subprocess.PIPE, stderr=errors, text=True, env={**os.environ, "NO_COLOR": "1"}
            )
        timer = threading.Timer(PATIENCE, self.process.kill)
        timer.start()
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        timer.cancel()
        found = re.search(r"http://[0-9.:]+", line)
        if not found:
            self.kill()
            raise AssertionError(f"the server did not start: {line!r} {self.errors.read_text()}")
        self.address = found.group()
        return self

    @property
    def port(self) -> int:
        return int(self.address.rsplit(":", 1)[1])

    def kill(self) -> None:
        """End it without warning, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to end; its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        process, self.process = self.process, None
        if process is None:
            return 0
        with process:  # its pipe is closed whatever happens
            process.send_signal(how)
            try:
                return process.wait(PATIENCE)
            finally:
                process.kill()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without limits, whose bots do not wait."""
    running = Server(tmp_path_factory.mktemp("server") / "data", "--no-limits", "--bot-pace", "0").start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def strict_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as people start it."""
    running = Server(tmp_path_factory.mktemp("strict") / "data").start()
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test, to be killed or stopped."""
    running = Server(tmp_path / "data", "--no-limits", "--bot-pace", "0").start()
    yield running
    running.stop()


@pytest.fixture
def guest() -> Iterator[Guest]:
    """Makes people who talk to some server; at the end they leave, and so do their tabs."""
    with ExitStack() as leaving:
        yield lambda server, name="Ada": leaving.enter_context(closing(Person(server.address, name)))


@pytest.fixture
def person(server: Server, guest: Guest) -> Callable[[str], Person]:
    """Makes people who talk to the server."""
    return lambda name="Ada": guest(server, name)  # type: ignore[misc]
