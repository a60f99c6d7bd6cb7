"""Bots that are programs, good and bad."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tessela.bots import external
from tests.cli.conftest import run
from tests.patience import PATIENCE

__all__ = ["example", "misfit", "run"]

EXAMPLE = Path(__file__).parents[2] / "examples" / "external_bot.py"

# Plays its first legal move, until it is time to do what its first argument says
MISFIT = """
import json, os, subprocess, sys, time
fault, heard = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
chosen = 0
for line in sys.stdin:
    if heard:
        open(heard, "a").write(line)
    question = json.loads(line)
    kind = question["type"]
    chosen += kind == "choose"
    answer = {"hello": {"type": "hello", "protocol": 1, "name": "misfit"}, "new": {"type": "ready"}}.get(kind)
    if kind == "choose":
        answer = {"type": "move", "move": question["legal"][0]}
    if fault == "protocol" and kind == "hello":
        answer["protocol"] = 7
    if fault == "unwilling" and kind == "new":
        answer = {"type": "error", "message": "I do not know this game"}
    if fault == "orphan" and kind == "hello":
        child = subprocess.Popen(["sleep", "1000"])
        open(heard, "a").write(str(child.pid) + "\\n")
    if chosen == 2:
        if fault == "crash":
            raise SystemExit("out of ideas")
        if fault == "hang":
            time.sleep(1000)
        if fault == "illegal":
            answer["move"] = "9W>5" if question["view"]["game"] == "azul" else "pass"
        if fault == "no move":
            answer["move"] = "e2e4"
        if fault == "number":
            answer["move"] = 7
        if fault == "silent":
            answer = {"type": "move"}
        if fault == "list":
            answer = [1]
        if fault == "deep":
            print("[" * 100_000, flush=True)
        if fault == "text":
            print("Thinking...", flush=True)
        if fault == "flood":
            sys.stdout.write("x" * (3 << 20))
    if answer is not None:
        print(json.dumps(answer), flush=True)
    if fault == "stubborn" and kind == "quit":
        time.sleep(1000)
"""

Misfit = Callable[..., list[str]]


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs may take their time to start, and to answer where no time was given."""
    monkeypatch.setitem(external.ExternalBot.__init__.__kwdefaults__, "start", PATIENCE)  # type: ignore[arg-type]
    monkeypatch.setattr(external, "UNTIMED_SECONDS", PATIENCE)


@pytest.fixture
def misfit(tmp_path: Path) -> Misfit:
    """The command of a bot with some fault; a second argument is a file for what it hears."""
    script = tmp_path / "misfit.py"
    script.write_text(MISFIT)
    return lambda *arguments: [sys.executable, str(script), *map(str, arguments)]


@pytest.fixture
def example() -> str:
    """The bot of examples/, as a spec."""
    return "cmd:" + shlex.join([sys.executable, str(EXAMPLE)])
