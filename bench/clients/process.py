"""Server processes of our own, and what they use of the machine."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import IO

import httpx

SETTLE_SECONDS = 4.0  # until a fresh server has loaded what it needs
PROGRAM = (sys.executable, "-m", "tessela", "serve")
TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A server on a folder, or on the store that its options name, in a process group of its own."""

    def __init__(self, folder: Path, *options: str, program: tuple[str, ...] = PROGRAM):
        self.folder = folder
        self.log = folder.parent / f"{folder.name}.log"
        self.process: subprocess.Popen[str] | None = None
        self.address = ""
        kept = () if "--store" in options else ("--data", str(folder))
        self._command = [*program, "--no-open", *kept, *options]

    def start(self, port: int = 0) -> float:
        """Start it; the seconds until it says that it is ready."""
        began = time.perf_counter()
        self.address = self._begun([*self._command, "--port", str(port)], r"http://[0-9.:]+")
        return time.perf_counter() - began

    def _begun(self, command: list[str], word: str) -> str:
        """Start a process; what it says when it is ready."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
        threading.Thread(target=self._keep_log, args=(self.process.stderr,), daemon=True).start()
        assert self.process.stdout is not None
        found = re.search(word, self.process.stdout.readline())
        if not found:
            self.end(signal.SIGKILL)
            raise SystemExit(f"it did not start: {self.log.read_text()[-2000:]}")
        return found.group()

    def _keep_log(self, lines: IO[str]) -> None:
        """Write down what it says, even while it can write nothing itself."""
        with self.log.open("a") as log, contextlib.suppress(ValueError):  # the pipe is closed with the process
            for line in lines:
                log.write(line)
                log.flush()

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it; killed, with everything it has started."""
        process, self.process = self.process, None
        if process is None:
            return
        with process:  # its pipe is closed whatever happens
            if how is signal.SIGKILL:
                os.killpg(process.pid, how)
            else:
                process.send_signal(how)
            try:
                process.wait(60)
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)

    @property
    def pid(self) -> int:
        """Its number."""
        assert self.process is not None
        return self.process.pid

    @property
    def port(self) -> int:
        """Where it listens, or did."""
        return int(self.address.rpartition(":")[2])

    def children(self) -> list[int]:
        """The numbers of the processes that it has started, those in which bots think."""
        threads = Path(f"/proc/{self.pid}/task").iterdir()
        found = [int(child) for thread in threads for child in (thread / "children").read_text().split()]
        return [child for child in found if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]

    def megabytes(self) -> float:
        """The memory it has in use."""
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.pid}/status").read_text())
        return int(found.group(1)) / 1024 if found else float("nan")

    def processor_seconds(self) -> float:
        """The processor time it has used, its bots' not counted."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def descriptors(self) -> int:
        """How many files and sockets it has open."""
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))

    def complaints(self) -> int:
        """How many errors it has logged."""
        return self.log.read_text().count('"level": "error"')


class Worker(Server):
    """A process that thinks for the servers of a store."""

    def __init__(self, folder: Path, store: str):
        super().__init__(folder, "--store", store)
        self._command = [*PROGRAM[:-1], "worker", "--store", store, "--processes", "1"]

    def start(self, port: int = 0) -> float:
        """Start it; the seconds until it says that it works."""
        began = time.perf_counter()
        self._begun(self._command, "Tessela works")
        return time.perf_counter() - began


@contextlib.contextmanager
def served(folder: Path, *options: str, settle: float | None = None, program: tuple[str, ...] = PROGRAM) -> Iterator[Server]:
    """A server for the time of a measurement."""
    server = Server(folder, *options, program=program)
    server.start()
    try:
        time.sleep(SETTLE_SECONDS if settle is None else settle)
        yield server
    finally:
        server.end()


def client(local_address: str | None = None) -> httpx.AsyncClient:
    """An HTTP client that keeps no cookies between people; it may come from another address of this machine."""
    no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
    transport = httpx.AsyncHTTPTransport(
        limits=httpx.Limits(max_connections=20, keepalive_expiry=2.0), local_address=local_address
    )
    return httpx.AsyncClient(timeout=60.0, cookies=no_cookies, transport=transport)
