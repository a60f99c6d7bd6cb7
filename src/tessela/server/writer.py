"""The one thread that writes to a SQLite file: what waits is committed together, and answered once it is on disk."""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from typing import Any

from tessela.server.store import StoreError, VersionTakenError

Work = Callable[[sqlite3.Connection], Any]
Job = tuple[Work, "asyncio.Future[Any]"]
Result = tuple["asyncio.Future[Any]", Any]
MOST_TOGETHER = 256


class Writer:
    """Carries out work in the order it was asked for. A commit flushes to disk, so many pieces of work share one."""

    def __init__(self, connection: sqlite3.Connection):
        self._connection = connection
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def do(self, work: Work) -> Any:
        """Have work done; returns when it is safe on disk."""
        future = asyncio.get_running_loop().create_future()
        self._jobs.put((work, future))
        return await future

    def close(self) -> None:
        """Finish what was asked for, then stop."""
        self._jobs.put(None)
        self._thread.join()
        self._connection.close()

    def _run(self) -> None:
        while (first := self._jobs.get()) is not None:
            jobs = [first]
            stop = self._gather(jobs)
            _answer(self._together(jobs))
            if stop:
                return

    def _gather(self, jobs: list[Job]) -> bool:
        """Take what else is waiting; whether the end was among it."""
        while len(jobs) < MOST_TOGETHER:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return False
            if job is None:
                return True
            jobs.append(job)
        return False

    def _together(self, jobs: list[Job]) -> list[Result]:
        """Everything in one transaction; if that fails, each by itself, so that one bad piece hurts no other."""
        try:
            results = self._commit(jobs)
        except Exception as error:  # also what cannot be put into a database at all: the thread must live
            if len(jobs) == 1:
                return [(jobs[0][1], _explained(error))]
            return [result for job in jobs for result in self._together([job])]
        return results

    def _commit(self, jobs: list[Job]) -> list[Result]:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            results = [(future, work(connection)) for work, future in jobs]
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return results


def _explained(error: Exception) -> StoreError:
    if isinstance(error, StoreError):
        return error
    if isinstance(error, sqlite3.IntegrityError):
        return VersionTakenError(str(error))
    return StoreError(f"the database does not take it: {error}")


def _answer(results: list[Result]) -> None:
    """Wake everybody who waited, with one call into each event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[Result]] = {}
    for future, result in results:
        by_loop.setdefault(future.get_loop(), []).append((future, result))
    for loop, answers in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, answers)


def _resolve(results: list[Result]) -> None:
    for future, result in results:
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
