"""Work for many processes of this machine, or of a Ray cluster: each piece is given back as soon as it is done."""

import importlib
import multiprocessing
import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice, takewhile
from typing import Any, TypeVar

from tessela.coach.errors import CoachError
from tessela.game.errors import TesselaError
from tessela.system import cores, depend_on_parent

DIED = "a process has died; run it again, what was found is kept"
Given = TypeVar("Given")
Found = TypeVar("Found")


def each(
    work: Callable[[Given], Found],
    pieces: Iterable[Given],
    processes: int | None = None,
    seconds: float | None = None,
    ray: str | None = None,
) -> Generator[Found]:
    """The results of some work, in any order; after so many seconds no more of it is begun."""
    if processes is not None and processes < 1:
        raise CoachError(f"processes must be at least 1, not {processes}")
    end = float("inf") if seconds is None else time.monotonic() + seconds
    timely = takewhile(lambda _: time.monotonic() < end, pieces)
    return _on_ray(ray, work, timely, processes) if ray else _here(work, timely, processes or cores(), end)


def _here(work: Callable[[Given], Found], pieces: Iterable[Given], processes: int, end: float) -> Generator[Found]:
    """Keep every process busy, handing out few pieces ahead; those that are not begun at the end are taken back."""
    waiting, running = iter(pieces), set[Future[Found]]()
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), depend_on_parent) as pool:
        try:
            while running := running | {pool.submit(work, one) for one in islice(waiting, processes + 2 - len(running))}:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
                if time.monotonic() >= end:
                    running = {future for future in running if not future.cancel()}
        except BrokenProcessPool:
            raise TesselaError(DIED) from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _on_ray(address: str, work: Callable[[Given], Found], pieces: Iterable[Given], workers: int | None) -> Generator[Found]:
    ray: Any = importlib.import_module("tessela.arena.ray_workers").connected(address, workers, "work on Ray")
    remote, cluster = ray.remote(num_cpus=1)(work), int(ray.cluster_resources().get("CPU", 1))
    waiting, running = iter(pieces), list[Any]()
    try:
        while running := running + [
            remote.remote(one) for one in islice(waiting, min(workers or cluster, cluster) - len(running))
        ]:
            done, running = ray.wait(running)
            yield from ray.get(done)
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.OutOfMemoryError):
        raise TesselaError(DIED) from None
    finally:
        ray.shutdown()
