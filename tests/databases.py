"""A real PostgreSQL and a real Redis for tests and measurements, with folders of their own, as an ordinary user even where we are
root. Debian has them as `postgresql` and `redis-server`; `make databases` installs them."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TypeVar

import pytest

from tessela.extras import MissingExtraError, require
from tests.patience import PATIENCE, patiently

NOBODY = "nobody"
_numbers = count()


class MissingError(Exception):
    """A program is not installed."""


def program(name: str) -> str:
    """The newest program of a name, where one looks for it and where Debian puts those of PostgreSQL."""
    there = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    found = shutil.which(name) or (str(there[-1]) if there else None)
    if found is None:
        raise MissingError(f"{name} is not installed: apt-get install {'redis-server' if 'redis' in name else 'postgresql'}")
    return found


def needed(*names: str) -> None:
    """Skip a test for want of a program or of the extra that speaks to it; where CI would skip it, it fails."""
    try:
        require("scale", "this test")
        for name in names:
            program(name)
    except (MissingError, MissingExtraError) as missing:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(missing))


def _as_nobody() -> dict[str, object]:
    """What makes a process nobody's where we are root: PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return {}
    nobody = pwd.getpwnam(NOBODY)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _folder() -> Path:
    """A short folder, for names of sockets have to be short, which belongs to who runs the database."""
    folder = Path(tempfile.mkdtemp(prefix="tessela-", dir="/tmp"))
    if os.getuid() == 0:
        shutil.chown(folder, NOBODY)
    return folder


class Database:
    """A process that can be killed and started again on its folder."""

    def __init__(self) -> None:
        self.folder = _folder()
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def is_ready(self) -> bool:
        raise NotImplementedError

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(self.command(), stdout=log, stderr=log, cwd=self.folder, **_as_nobody())  # type: ignore[call-overload]
        for _ in patiently():
            if self.is_ready():
                return
            assert self.process.poll() is None, (self.folder / "log").read_text()

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        process, self.process = self.process, None
        if process is not None:
            process.send_signal(how)
            process.wait(PATIENCE)

    def remove(self) -> None:
        self.kill(signal.SIGINT)
        shutil.rmtree(self.folder, ignore_errors=True)


class Postgres(Database):
    """A cluster that is reached by a socket in its folder."""

    def __init__(self, *settings: str):
        super().__init__()
        self.settings = settings
        subprocess.run(
            [program("initdb"), "-D", "data", "-U", "tessela", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"],
            cwd=self.folder, check=True, stdout=subprocess.DEVNULL, **_as_nobody(),
        )  # type: ignore[call-overload]  # fmt: skip

    def command(self) -> list[str]:
        settings = ("listen_addresses=", f"unix_socket_directories={self.folder}", "max_connections=60", *self.settings)
        return [program("postgres"), "-D", "data", *(part for setting in settings for part in ("-c", setting))]

    def is_ready(self) -> bool:
        import psycopg

        with suppress(psycopg.OperationalError):
            psycopg.connect(self.address("postgres")).close()
            return True
        return False

    def address(self, database: str) -> str:
        return f"postgresql://tessela@/{database}?host={self.folder}"

    def new(self) -> str:
        """The address of an empty database."""
        import psycopg

        name = f"games{next(_numbers)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.address(name)


class Redis(Database):
    """A Redis that is reached by a socket in its folder, and keeps nothing on disk."""

    def command(self) -> list[str]:
        socket = str(self.folder / "redis.sock")
        return [program("redis-server"), "--port", "0", "--unixsocket", socket, "--unixsocketperm", "777", "--save", ""]

    def is_ready(self) -> bool:
        return (self.folder / "redis.sock").exists()

    @property
    def address(self) -> str:
        return f"unix://{self.folder / 'redis.sock'}"


AnyDatabase = TypeVar("AnyDatabase", bound=Database)


@contextmanager
def running(database: AnyDatabase) -> Iterator[AnyDatabase]:
    """A database for as long as it is needed."""
    try:
        database.start()
        yield database
    finally:
        database.remove()
