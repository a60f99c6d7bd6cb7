"""Who plays the games: this process, or several on this machine."""

import multiprocessing
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.synchronize import Event
from multiprocessing.util import Finalize
from typing import Protocol

from tessela.arena.playing import Referee
from tessela.arena.results import Played
from tessela.arena.schedule import Fixture
from tessela.game.errors import OptionError, TesselaError
from tessela.system import cores, depend_on_parent


class Workers(Protocol):
    """Something that plays games, in any order; a context at whose end nothing is left running."""

    def play(self, fixtures: Iterable[Fixture]) -> Generator[Played]:
        """Play the games and give each as soon as it is finished; who needs no more stops asking."""
        ...

    def __enter__(self) -> "Workers": ...

    def __exit__(self, *_: object) -> None: ...


class LocalWorkers:
    """This process."""

    def __init__(self) -> None:
        self._worker = Referee()

    def play(self, fixtures: Iterable[Fixture]) -> Generator[Played]:
        """Play one game after the other."""
        for fixture in fixtures:
            played = self._worker.play(fixture)
            if played is not None:
                yield played

    def __enter__(self) -> "LocalWorkers":
        return self

    def __exit__(self, *_: object) -> None:
        self._worker.close()


class ProcessWorkers:
    """Some processes on this machine. They end with this one, however it ends, and so do the bots they run."""

    def __init__(self, processes: int):
        self._processes = processes
        context = multiprocessing.get_context("spawn")
        self._stop = context.Event()
        self._pool = ProcessPoolExecutor(processes, context, _begin, (self._stop,))

    def play(self, fixtures: Iterable[Fixture]) -> Generator[Played]:
        """Keep every process busy, but hand out few games ahead: a test may be decided before they begin."""
        waiting = iter(fixtures)
        running: set[Future[Played | None]] = set()
        try:
            while True:
                running |= {self._pool.submit(_play, fixture) for fixture in islice(waiting, 2 * self._processes - len(running))}
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    played = future.result()
                    if played is not None:
                        yield played
        except BrokenProcessPool:
            raise TesselaError("a process of the match has died; run it again, finished games in its log are kept") from None

    def __enter__(self) -> "ProcessWorkers":
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._pool.shutdown(wait=True, cancel_futures=True)


_worker: Referee | None = None


def _begin(stop: Event) -> None:
    """Set up a process of the pool."""
    global _worker
    _worker = Referee(stop.is_set)
    Finalize(None, _worker.close, exitpriority=1)
    depend_on_parent(_worker.kill)  # its bots end with it


def _play(fixture: Fixture) -> Played | None:
    assert _worker is not None
    return _worker.play(fixture)


def local_workers(processes: int | None, games: int) -> Workers:
    """Workers on this machine, by default as many as it has cores, never more than there are games."""
    if processes is not None and processes < 1:
        raise OptionError(f"processes must be at least 1, not {processes}")
    number = min(processes or cores(), games)
    return LocalWorkers() if number <= 1 else ProcessWorkers(number)
