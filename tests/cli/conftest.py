"""Running the command inside the test process."""

import io
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tessela.cli import main


@dataclass(frozen=True)
class Ran:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `tessela` with these arguments, the given text being typed."""
    monkeypatch.setenv("COLUMNS", "100")

    def run_command(*arguments: object, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Ran(ended.value.code, printed.out, printed.err)

    return run_command
