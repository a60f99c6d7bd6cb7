"""Nothing that only some systems have is needed to import us, and what they lack is done another way."""

import asyncio
import os
import signal
import subprocess
import sys
from types import ModuleType

import pytest

from tessela import files, system
from tessela.cli import serve
from tests.patience import patiently

IMPORT_ALL = """
import importlib, os, pkgutil, sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in ("fcntl", "readline", "uvloop", "termios", "resource", "pwd", "grp"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

for name in ("fcntl", "readline", "uvloop", "termios", "resource", "pwd", "grp"):
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Missing())
for name in ("nice", "getuid", "killpg", "sched_getaffinity", "fork"):
    vars(os).pop(name, None)

import tessela
for package in ("cli", "server", "arena", "bots", "game"):
    found = importlib.import_module(f"tessela.{package}")
    for module in pkgutil.walk_packages(found.__path__, f"{found.__name__}."):
        importlib.import_module(module.name)
        print(module.name)
"""


def test_every_module_can_be_imported_on_other_systems():
    ran = subprocess.run([sys.executable, "-c", IMPORT_ALL], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    imported = ran.stdout.split()
    assert {"tessela.cli.play", "tessela.server.sqlite_store", "tessela.arena.log", "tessela.bots.external"} <= set(imported)


@pytest.fixture
def lacking(monkeypatch):
    """Take functions away from the system."""
    return lambda *names: [monkeypatch.delattr(os, name, raising=False) for name in names]


def test_cores_are_counted_everywhere(lacking):
    assert 1 <= system.cores() <= (os.cpu_count() or 1)
    lacking("sched_getaffinity")
    assert system.cores() == os.cpu_count()


def test_nobody_is_nice_where_nobody_can_be(lacking):
    lacking("nice")
    system.give_way(10)


@pytest.mark.parametrize(
    ("soft", "hard", "grants", "room"),
    [
        (1024, 4096, True, 2000),  # asked for, and given
        (1024, 1500, True, 1500),  # as many as anybody may have
        (1024, 4096, False, 1024),  # the system will not
        (8192, 8192, True, 2000),  # there are enough
        (-1, -1, True, 2000),  # there is no bound
        (1024, -1, True, 2000),
    ],
)
def test_room_for_files_is_what_the_system_gives(soft, hard, grants, room, monkeypatch):
    resource = pytest.importorskip("resource", reason="systems that have no such bounds")
    given = [soft, hard]

    def ask(_, wanted):
        if not grants:
            raise OSError("not permitted")
        given[:] = wanted

    monkeypatch.setattr(resource, "RLIM_INFINITY", -1)
    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(given))
    monkeypatch.setattr(resource, "setrlimit", ask)
    assert system.room_for_files(2000) == room


def test_windows_has_room_for_as_many_files_as_are_wanted(monkeypatch):
    monkeypatch.setattr("sys.platform", "win32")
    assert system.room_for_files(2000) == 2000


def test_a_program_is_ended_without_its_session_too(lacking):
    lacking("killpg")
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, start_new_session=True) as program:
        system.end_with_children(program)
        assert program.wait(30) == -signal.SIGKILL
        system.end_with_children(program)


# The event loop


def test_the_loop_of_asyncio_does_where_there_is_no_uvloop(monkeypatch):
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert serve.loop_factory() is asyncio.new_event_loop


def test_signals_come_to_loops_that_cannot_wait_for_them(monkeypatch):
    async def wait_for_it() -> list[int]:
        told: list[int] = []
        loop = asyncio.get_running_loop()
        monkeypatch.setattr(loop, "add_signal_handler", refuse)
        before = signal.getsignal(signal.SIGTERM)
        try:
            serve.when_told(signal.SIGTERM, lambda number, frame: told.append(number))
            os.kill(os.getpid(), signal.SIGTERM)
            for _ in patiently(lambda seconds: None):
                await asyncio.sleep(0.01)
                if told:
                    break
        finally:
            signal.signal(signal.SIGTERM, before)
        return told

    def refuse(*_: object) -> None:
        raise NotImplementedError

    assert asyncio.run(wait_for_it()) == [signal.SIGTERM]


# Files that one process holds


def test_a_file_is_held_once(tmp_path):
    first, second = (os.open(tmp_path / "file", os.O_RDWR | os.O_CREAT) for _ in range(2))
    files.lock(first)
    with pytest.raises(OSError, match="unavailable"):
        files.lock(second)
    os.close(first)
    files.lock(second)
    os.close(second)


class Console(ModuleType):
    """The part of msvcrt that locks: bytes from where a file is read."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.held: set[int] = set()

    def locking(self, descriptor: int, mode: int, count: int) -> None:
        """Hold some bytes."""
        assert (mode, count) == (self.LK_NBLCK, 1)
        where = os.lseek(descriptor, 0, os.SEEK_CUR)
        if where in self.held:
            raise PermissionError(13, "Permission denied")
        self.held.add(where)


def test_windows_holds_a_byte_that_nobody_reads(tmp_path, monkeypatch):
    console = Console()
    monkeypatch.setitem(sys.modules, "msvcrt", console)
    monkeypatch.setattr(sys, "platform", "win32")
    path = tmp_path / "file"
    path.write_bytes(b"dear reader")
    with path.open("a+b") as first, path.open("rb") as second:
        first.seek(5)
        files.lock(first.fileno())
        assert console.held == {files.AFAR}
        assert first.read() == b"reader"
        with pytest.raises(OSError, match="denied"):
            files.lock(second.fileno())
        assert second.read() == b"dear reader"


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "file"
    with files.written_whole(path) as unfinished:
        unfinished.write_text("one")
    with pytest.raises(TypeError), files.written_whole(path) as unfinished:
        unfinished.write_bytes("two")  # type: ignore[arg-type]
    assert path.read_text() == "one"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_written_is_the_one_that_was_asked_for(tmp_path):
    path = tmp_path / "no" / "folder" / "file"
    with pytest.raises(FileNotFoundError) as refused, files.written_whole(path) as unfinished:
        unfinished.write_text("one")
    assert refused.value.filename == str(path)
