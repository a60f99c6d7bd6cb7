"""Processes in which bots think: of low priority, so that a search never keeps people waiting, and replaced when they fail."""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from tessela.system import give_way

T = TypeVar("T")
POLITE = 10  # added to the niceness


class Workers(Protocol):
    """Does work beside the event loop."""

    async def do(self, work: Callable[..., T], *arguments: Any) -> T:
        """The result of some work."""
        ...

    def renew(self) -> None:
        """Stop what is being worked on; whoever works next is new."""
        ...

    def close(self) -> None:
        """Stop."""
        ...


class _Pool:
    """Work handed to an executor that is made when it is first needed."""

    def __init__(self, number: int):
        self._number = number
        self._executor: Executor | None = None

    def _make(self) -> Executor:
        raise NotImplementedError

    async def do(self, work: Callable[..., T], *arguments: Any) -> T:
        """The result of some work."""
        if self._executor is None:
            self._executor = self._make()
        return await asyncio.get_running_loop().run_in_executor(self._executor, work, *arguments)

    def renew(self) -> None:
        """Stop what is being worked on; whoever works next is new."""
        executor, self._executor = self._executor, None
        if executor is not None:
            processes = dict(getattr(executor, "_processes", None) or {})
            executor.shutdown(wait=False, cancel_futures=True)
            for process in processes.values():
                process.kill()

    def close(self) -> None:
        """Stop."""
        self.renew()


class ThreadWorkers(_Pool):
    """Threads of this process."""

    def _make(self) -> Executor:
        return ThreadPoolExecutor(self._number, "work")


class ProcessWorkers(_Pool):
    """Processes of their own, each with its own compiled code in memory."""

    def _make(self) -> Executor:
        return ProcessPoolExecutor(self._number, multiprocessing.get_context("spawn"), _begin)


def _begin() -> None:
    """Settle down in a new process: give way to others, leave Ctrl-C to the server, and end with it."""
    give_way(POLITE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
