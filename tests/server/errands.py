"""Work for processes, some of which they do not survive. Little is imported here: each process begins with it."""

import os
import signal
import sys
import time
from pathlib import Path

from tests.patience import PATIENCE


def noted(path: str) -> int:
    """Note one more try in a file; how many there were before."""
    with Path(path).open("a") as file:
        file.write("x")
    return Path(path).stat().st_size - 1


def crash(path: str, times: int) -> str:
    """Be killed so many times, then answer."""
    if noted(path) < times:
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def hang(path: str, times: int) -> str:
    """Hang so many times, then answer."""
    while noted(path) < times:
        time.sleep(PATIENCE)
    return "done"


def square(number: int) -> int:
    return number * number


def wait_for_file(path: str, answer: str) -> str:
    while not Path(path).exists():
        time.sleep(0.005)
    return answer


def illegal() -> None:
    from tessela.game import IllegalMoveError

    raise IllegalMoveError("1B>1", "no such tile", ["2B>1"])


class OddError(Exception):
    """Cannot be pickled and read again."""

    def __init__(self, one: int, two: int):
        super().__init__(f"{one} and {two}")


def odd() -> None:
    raise OddError(1, 2)


def leave() -> None:
    sys.exit(3)


def never_begins(pipe: object, niceness: int) -> None:
    time.sleep(PATIENCE)


def dies_at_once(pipe: object, niceness: int) -> None:
    os._exit(1)


def choose_after_hanging(path: str, times: int, name: str, seed: int, view: dict[str, object], seconds: float) -> str:
    """A bot that hangs so many times, then makes the last of its moves."""
    hang(path, times)
    return last_move(view)


def choose_after_crashing(path: str, times: int, name: str, seed: int, view: dict[str, object], seconds: float) -> str:
    """A bot that is killed so many times, then makes the last of its moves."""
    crash(path, times)
    return last_move(view)


def last_move(view: dict[str, object]) -> str:
    """The last of the legal moves."""
    from tessela.game import Game

    return str(Game.from_view(view).legal_moves()[-1])
