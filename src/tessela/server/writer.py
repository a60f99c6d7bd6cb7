"""The one thread that writes to a SQLite file: what waits is committed together, and answered once it is on disk."""

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from tessela.server.sql import AddMany, Ask, Do, P, T, V, Work
from tessela.server.store import StoreError, VersionTakenError

WorkOnMany = Callable[[list[Any]], Work[None]]
Result = tuple["asyncio.Future[Any]", Any]
MOST_TOGETHER = 256
MOST_IN_STATEMENT = (
    50  # rows of 7 values; old versions of SQLite take 999. Each statement lets the interpreter go and waits for it
)
PAUSES = (0.0, 0.05, 0.2, 0.5, 1.0)  # seconds before each try to write over what could not be committed


class Task(NamedTuple):
    """Something to be done, by itself or on one of many values."""

    future: "asyncio.Future[Any]"
    work: Callable[[], Work[Any]] | None
    on_many: WorkOnMany | None = None
    value: Any = None


class Writer:
    """Carries out work in the order it was asked for. A commit flushes to disk, so many pieces of work share one."""

    def __init__(self, connection: sqlite3.Connection):
        self._connection = connection
        self._tasks: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def write(self, work: Callable[P, Work[T]], *values: P.args, **more: P.kwargs) -> T:
        """Have work done; returns when it is safe on disk."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._tasks.put(Task(future, partial(work, *values, **more)))
        return await future

    async def write_together(self, work: Callable[[list[V]], Work[None]], value: V) -> None:
        """Have work done that takes many values at once: this one and those that others ask for at the same time."""
        future = asyncio.get_running_loop().create_future()
        self._tasks.put(Task(future, None, work, value))
        await future

    def close(self) -> None:
        """Finish what was asked for, then stop."""
        self._tasks.put(None)
        self._thread.join()
        self._connection.close()

    def _run(self) -> None:
        while (first := self._tasks.get()) is not None:
            tasks = [first]
            stop = self._gather(tasks)
            _answer(self._together(tasks))
            if stop:
                return

    def _gather(self, tasks: list[Task]) -> bool:
        """Take what else is waiting; whether the end was among it."""
        while len(tasks) < MOST_TOGETHER:
            try:
                task = self._tasks.get_nowait()
            except queue.Empty:
                return False
            if task is None:
                return True
            tasks.append(task)
        return False

    def _together(self, tasks: list[Task]) -> list[Result]:
        """Everything in one transaction; if that fails, each by itself, so that one bad piece hurts no other."""
        try:
            results = self._commit(tasks)
        except Exception as error:  # also what cannot be put into a database at all: the thread must live
            if len(tasks) == 1:
                return [(tasks[0].future, _explained(error))]
            return [result for task in tasks for result in self._together([task])]
        return results

    def _commit(self, tasks: list[Task]) -> list[Result]:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            results = [result for on_many, some in groupby(tasks, _on_many) for result in _do(connection, on_many, list(some))]
            self._flush()
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return results

    def _flush(self) -> None:
        """Commit. Where that fails on the way to the disk, what was to be committed may already stand in the write-ahead log, and
        who opens it next would take it for stored: it is written over before anybody is told that nothing was."""
        try:
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            if not any(self._write_over(pause) for pause in PAUSES):
                raise StoreError(f"the disk fails ({error}): whether this was stored is known once it works again") from None
            raise

    def _write_over(self, pause: float) -> bool:
        """Commit next to nothing after a pause; whether that could be."""
        time.sleep(pause)
        try:
            version = self._connection.execute("PRAGMA user_version").fetchone()[0]
            self._connection.execute(f"PRAGMA user_version = {version}")
        except sqlite3.Error:
            return False
        return True


def _on_many(task: Task) -> WorkOnMany | None:
    return task.on_many


def _do(connection: sqlite3.Connection, on_many: WorkOnMany | None, tasks: list[Task]) -> list[Result]:
    """Tasks that follow each other and are alike."""
    if on_many is not None:
        carry_out(connection, on_many([task.value for task in tasks]))
    return [(task.future, carry_out(connection, task.work()) if task.work else None) for task in tasks]


def carry_out(connection: sqlite3.Connection, work: Work[T]) -> T:
    """Do what work says, statement by statement."""
    answer: Any = None
    while True:
        try:
            statement = work.send(answer)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        answer = _answer_to(connection, statement)


def _answer_to(connection: sqlite3.Connection, statement: Ask | Do | AddMany) -> Any:
    if isinstance(statement, AddMany):
        for part in statement.statements(MOST_IN_STATEMENT):
            connection.execute(part.sql, part.values)
        return None
    cursor = connection.execute(statement.sql, statement.values)
    return cursor.fetchall() if isinstance(statement, Ask) else cursor.rowcount


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
