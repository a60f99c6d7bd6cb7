"""Several server processes on one port, for a machine with many cores. One that dies is started anew; all end together.

They share one socket that listens: no connection that waits there is lost with a process, and whoever has time takes the next.
Each is a server like any other of its store (docs/scaling.md).
"""

import contextlib
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import monotonic
from types import FrameType

import structlog

from tessela.cli.serve import ServerWish, serve_on
from tessela.game.errors import TesselaError
from tessela.server.siblings import Place

SHORTEST_PAUSE, LONGEST_PAUSE = (
    0.5,
    30.0,
)  # seconds before a process is started anew, twice as long each time it does not get ready
log = structlog.get_logger()


def serve_together(wish: ServerWish, listening: socket.socket, ready: Callable[[], None]) -> int:
    """Serve with several processes until told to stop; the exit code."""
    from tessela.server.logs import set_up_logs

    set_up_logs()
    with tempfile.TemporaryDirectory(prefix="tessela-") as folder:
        return Crew(wish, listening, Path(folder), ready).serve()


@dataclass(eq=False, slots=True)
class _Member:
    """A process, and where it says that it serves."""

    process: BaseProcess
    pipe: Connection
    is_ready: bool = False


class Crew:
    """The processes, each at its place."""

    def __init__(self, wish: ServerWish, listening: socket.socket, folder: Path, ready: Callable[[], None]):
        self._wish = wish
        self._listening = listening
        self._folder = folder
        self._ready: Callable[[], None] | None = ready
        self._members: dict[int, _Member] = {}
        self._due: dict[int, float] = {}  # when a place is taken anew
        self._failures = dict.fromkeys(range(wish.processes), 0)
        self._told, self._tells = os.pipe()
        self._ending = self._is_open = False

    def serve(self) -> int:
        """Serve until told to stop. The first process gets the database ready; where it cannot begin, none can."""
        for asked in (signal.SIGTERM, signal.SIGINT):
            signal.signal(asked, self._end)
        self._begin(0)
        while self._members or not self._ending:
            for number in self._wait():
                code = self._let_go(number)
                if not self._is_open and not self._ending:
                    return code or 1
            if not self._is_open and any(member.is_ready for member in self._members.values()):
                self._is_open = True
                self._due = dict.fromkeys(range(1, self._wish.processes), 0.0)
            for number in [number for number, due in self._due.items() if due <= monotonic()]:
                del self._due[number]
                self._begin(number)
        return 0

    def _begin(self, number: int) -> None:
        """Start a process, unless all are to end."""
        context = multiprocessing.get_context("spawn")
        pipe, theirs = context.Pipe(duplex=False)
        place = Place(number, self._wish.processes, self._folder)
        process = context.Process(target=_member, args=(self._wish, self._listening, place, theirs))
        with theirs:
            process.start()
        self._members[number] = _Member(process, pipe)
        if self._ending:
            process.terminate()

    def _wait(self) -> list[int]:
        """Wait until something happens; whose processes have ended."""
        sentinels = [member.process.sentinel for member in self._members.values()]
        pipes = [member.pipe for member in self._members.values() if not member.is_ready]
        due = min(self._due.values(), default=None)
        found = wait([self._told, *sentinels, *pipes], None if due is None else max(0.0, due - monotonic()))
        if self._told in found:
            os.read(self._told, 64)
        for number, member in self._members.items():
            if member.pipe in found:
                self._hear(number, member)
        return [number for number, member in self._members.items() if member.process.sentinel in found]

    def _hear(self, number: int, member: _Member) -> None:
        """A process serves, or has ended before it did."""
        with contextlib.suppress(EOFError, OSError):
            member.is_ready = bool(member.pipe.recv())
            self._failures[number] = 0
            if self._ready is not None and sum(member.is_ready for member in self._members.values()) == self._wish.processes:
                self._ready()
                self._ready = None

    def _let_go(self, number: int) -> int:
        """A process has ended: another one takes its place, at once if it had served. Its exit code."""
        member = self._members.pop(number)
        member.process.join()
        code = member.process.exitcode or 0
        member.pipe.close()
        member.process.close()
        if self._is_open and not self._ending:
            log.warning("process-ended", process=number, code=code)
            pause = 0.0 if member.is_ready else min(SHORTEST_PAUSE * 2 ** self._failures[number], LONGEST_PAUSE)
            self._failures[number] += not member.is_ready
            self._due[number] = monotonic() + pause
        return code

    def _end(self, asked: int, frame: FrameType | None) -> None:
        """Be told to stop: so is everybody."""
        self._ending = True
        self._due.clear()
        for member in self._members.values():
            with contextlib.suppress(ProcessLookupError):
                os.kill(member.process.pid or 0, asked)
        os.write(self._tells, b"x")


def _member(wish: ServerWish, listening: socket.socket, place: Place, pipe: Connection) -> None:
    """The life of a process: it serves until told to stop, and hands over when whoever started it is gone."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        serve_on(wish, listening, lambda: pipe.send(True), place)
    except TesselaError as error:
        print(f"tessela: {error}", file=sys.stderr)
        sys.exit(1)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
