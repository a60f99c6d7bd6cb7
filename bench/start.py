"""How soon things answer, and how much room they take: `python -m bench.start [PYTHON]`.

PYTHON is the interpreter of the environment that is measured, by default this one; for a wheel, that of an empty environment into
which it was installed. Everything is a new process. Beside each time stands how often `import numpy` alone fits into it, measured
in the same run: the best of several of both.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table
from tests.server.people import Person

from tessela import Game
from tessela.bots.registry import make_bot

REPEATS = 5
FIRST_GAME = "from tessela import Game; Game('azul', seed=1)"
LEVELS = ("mason", "legend")


class Measured:
    """An environment under measurement."""

    def __init__(self, python: str):
        self.python = python
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith(("TESSELA", "NUMBA", "PYTHON"))}

    def run(self, *arguments: str, words: str = "") -> float:
        """The seconds that a program takes."""
        began = time.perf_counter()
        subprocess.run(
            [self.python, *arguments], env=self.environment, input=words, text=True, check=True, stdout=subprocess.DEVNULL
        )
        return time.perf_counter() - began

    def best(self, *arguments: str) -> float:
        """The best of several runs."""
        return min(self.run(*arguments) for _ in range(REPEATS))

    def playing(self, game: str) -> tuple[float, float]:
        """Seconds till somebody who plays against a bot sees the first position, and from their move to the bot's."""
        seed = next(seed for seed in range(99) if Game(game, seed=seed).to_move == 0)  # the person begins
        command = [self.python, "-m", "tessela", "play", game, "--seat", "human", "--seat", "painter", "--seed", str(seed)]
        began = time.perf_counter()
        process = subprocess.Popen(command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdin is not None
        assert process.stdout is not None
        told = b""
        while not told.endswith(b"(? for help): "):
            told += os.read(process.stdout.fileno(), 65536)
        first = time.perf_counter() - began
        process.stdin.write(f"{Game(game, seed=seed).legal_moves()[0]}\n".encode())
        process.stdin.flush()
        began, told = time.perf_counter(), b""
        while not told.endswith(b"(? for help): "):
            told += os.read(process.stdout.fileno(), 65536)
        answered = time.perf_counter() - began
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()
        return first, answered


class Served:
    """A server of the environment, and somebody who plays there."""

    def __init__(self, measured: Measured, folder: Path):
        command = [
            measured.python,
            "-m",
            "tessela",
            "serve",
            "--no-open",
            "--port",
            "0",
            "--data",
            str(folder),
            "--bot-pace",
            "0",
        ]
        self.process = subprocess.Popen(
            command, env={**measured.environment, "NO_COLOR": "1"}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        found = re.search(r"http://[0-9.:]+", self.process.stdout.readline())
        assert found
        self.address = found.group()
        self.guest = Person(self.address, "Ada")

    def bot_answers(self, level: str) -> float:
        """Seconds from one's own move, the first at a new table, to the bot's; of a bot that begins, to its first move."""
        began = time.perf_counter()
        tab = self.guest.sit(self.guest.new_table("azul", f"me bot:{level}"))
        if tab.legal:
            began = time.perf_counter()
            tab.play(tab.legal[0])
            tab.until("happened", seat=0)
        tab.until("happened", seat=1)
        return time.perf_counter() - began

    def memory(self) -> tuple[float, float]:
        """Megabytes of the server, and of the largest of its processes for bots."""
        mine = self.process.pid
        children = Path(f"/proc/{mine}/task/{mine}/children").read_text().split()
        return megabytes(mine), max((megabytes(int(child)) for child in children), default=0.0)

    def close(self) -> None:
        """Stop it."""
        self.guest.close()
        assert self.process.stdout is not None
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        self.process.stdout.close()


def megabytes(pid: int) -> float:
    """The memory of a process that is its own or in use by it."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found.group(1)) / 1024 if found else 0.0


def installed(python: str) -> float:
    """Megabytes of an environment, without what every empty one has."""
    where = "import sysconfig; print(sysconfig.get_paths()['purelib'])"
    folder = Path(subprocess.run([python, "-c", where], capture_output=True, text=True, check=True).stdout.strip())
    files = [
        path for path in folder.rglob("*") if path.is_file() and path.relative_to(folder).parts[0] not in ("pip", "setuptools")
    ]
    return sum(path.stat().st_size for path in files) / 1e6


def duel_record(path: Path) -> None:
    """Write the record of a game of Duel."""
    game, bot = Game("duel", seed=2), make_bot("mason")
    while not game.is_over:
        game.play(bot.choose(game.view(game.to_move)).move)
    path.write_text(json.dumps(game.record()))


def main(python: str) -> None:
    """Measure everything and print the table."""
    measured = Measured(python)
    table = Table(title=f"Processes that begin, best of {REPEATS}")
    for heading in ("what", "value", "times import numpy", "required"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    unit = measured.best("-c", "import numpy")

    def told(what: str, seconds: float, most: float) -> None:
        table.add_row(what, f"{seconds:.2f} s", f"{seconds / unit:.1f}", f"≤ {most} s {'yes' if seconds <= most else 'NO'}")

    def weighed(what: str, size: float, most: float) -> None:
        table.add_row(what, f"{size:.0f} MB", "", f"≤ {most:g} MB {'yes' if size <= most else 'NO'}")

    told("import numpy, to compare with", unit, 9)
    told("import of tessela and a first Game", measured.best("-c", FIRST_GAME), 0.25)
    _measure_play(measured, told)
    with tempfile.TemporaryDirectory() as folder:
        duel_record(Path(folder) / "duel.json")
        told("tessela verify of a Duel record", measured.best("-m", "tessela", "verify", f"{folder}/duel.json"), 0.6)
        served = Served(measured, Path(folder) / "data")
        for level in LEVELS:
            told(f"server: the first move of {level}", served.bot_answers(level), 3)
        server, bot = served.memory()
        served.close()
    weighed("memory of the server after its first bots", server, 150)
    weighed("memory of a process that thinks", bot, 120)
    weighed("installed, without pip", installed(python), 120)
    Console().print(table)


def _measure_play(measured: Measured, told: Callable[[str, float, float], None]) -> None:
    for game in ("azul", "duel"):
        runs = [measured.playing(game) for _ in range(REPEATS)]
        told(f"tessela play {game}: the first position", min(first for first, _ in runs), 0.5)
        told(f"tessela play {game}: the first move of a bot", min(answered for _, answered in runs), 1.5)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else sys.executable)
