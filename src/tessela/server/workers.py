"""Processes that work beside the event loop, one job at a time. Each has a pipe and a thread of its own: one that dies, hangs or
is ended concerns nobody else, and is another process when it is next asked."""

import asyncio
import contextlib
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Literal, Protocol

from tessela.game.errors import TravellingError
from tessela.system import depend_on_parent, give_way

START_SECONDS = 30.0  # a process has so long to begin; the next one twice as long, and so on
LONGEST_START = 960.0
READY = b"ready"


class WorkerLostError(TravellingError):
    """A worker died or hung. `began` says whether it had begun with the work, which then may be the cause."""

    def __init__(self, how: Literal["died", "overdue", "late", "ended"], began: bool):
        self.how = how
        self.began = began
        super().__init__({"died": "the worker died", "overdue": "the work took too long"}.get(how, f"the worker {how}"))


class NobodyCameError(WorkerLostError):
    """Work waited elsewhere, and nobody took it."""

    def __init__(self) -> None:
        super().__init__("late", began=False)


class Hand(Protocol):
    """Does things beside the event loop, wherever that is."""

    async def do(self, work: Callable[..., Any], arguments: tuple[Any, ...], limit: float) -> Any:
        """The result of some work, or the error it raised; a `WorkerLostError` when it takes longer than `limit` seconds."""
        ...


class Worker(Hand, Protocol):
    """Does one thing after the other, on this machine."""

    def close(self) -> None:
        """Stop at once, whatever is being worked on."""
        ...


class ThreadWorker:
    """A thread of this process. It cannot be stopped: for tests, and work that is known to end."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "worker")

    async def do(self, work: Callable[..., Any], arguments: tuple[Any, ...], limit: float) -> Any:
        """The result of some work."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    def close(self) -> None:
        """Take no more work."""
        self._thread.shutdown(wait=False, cancel_futures=True)


class ProcessWorker:
    """A process with its own compiled code in memory, started when it is first needed, and again after it was lost."""

    def __init__(self, niceness: int):
        self._niceness = niceness
        self._thread = ThreadPoolExecutor(1, "worker")  # waits for the process, so that the event loop need not
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._patience = START_SECONDS
        self._closed = False

    async def do(self, work: Callable[..., Any], arguments: tuple[Any, ...], limit: float) -> Any:
        """The result of some work."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._exchange, work, arguments, limit)

    def close(self) -> None:
        """Stop at once."""
        self._closed = True
        self._kill()
        self._thread.submit(self._let_go)
        self._thread.shutdown(wait=False)

    def _exchange(self, work: Callable[..., Any], arguments: tuple[Any, ...], limit: float) -> Any:
        """Hand some work over and wait for its result; in the thread, as all that follows."""
        pipe = self._started()
        try:
            pipe.send((work, arguments))
            went_well, result = self._received(pipe, limit, "overdue")
        except (EOFError, OSError):
            self._let_go()
            raise WorkerLostError("ended" if self._closed else "died", began=True) from None
        if went_well:
            return result
        raise result

    def _started(self) -> Connection:
        """The pipe to the process, which begins first if there is none."""
        if self._process is not None and not self._process.is_alive():
            self._let_go()
        return self._pipe or self._start()

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        self._pipe, others_end = context.Pipe()
        self._process = context.Process(target=_serve, args=(others_end, self._niceness), daemon=True)
        try:
            with others_end:
                self._process.start()
            if self._closed:
                raise EOFError
            self._received(self._pipe, self._patience, "late")
        except (EOFError, OSError):
            self._let_go()
            raise WorkerLostError("ended" if self._closed else "died", began=False) from None
        self._patience = START_SECONDS
        return self._pipe

    def _received(self, pipe: Connection, seconds: float, otherwise: Literal["overdue", "late"]) -> Any:
        if pipe.poll(seconds):
            return pipe.recv()
        if otherwise == "late":
            self._patience = min(2 * self._patience, LONGEST_START)
        self._let_go()
        raise WorkerLostError(otherwise, began=otherwise == "overdue")

    def _kill(self) -> None:
        process = self._process
        with contextlib.suppress(ValueError, AttributeError, OSError):  # there is none, it has not begun, or it has ended
            process.kill()  # type: ignore[union-attr]

    def _let_go(self) -> None:
        """End the process, if it has not ended yet."""
        self._kill()
        process, self._process = self._process, None
        pipe, self._pipe = self._pipe, None
        if pipe is not None:
            pipe.close()
        if process is not None and process.pid is not None:
            process.join()
            process.close()


def _serve(pipe: Connection, niceness: int) -> None:
    """The life of a process: give way to others, leave Ctrl-C to the server, end with it, and work."""
    give_way(niceness)
    depend_on_parent()
    pipe.send(READY)
    while True:
        try:
            given = pipe.recv_bytes()
        except EOFError:
            return
        pipe.send(_result(given))


def _result(given: bytes) -> tuple[bool, Any]:
    """Whether some work went well, and what came of it."""
    try:
        work, arguments = pickle.loads(given)
        return True, work(*arguments)
    except Exception as error:
        return False, _that_travels(error)


def _that_travels(error: Exception) -> Exception:
    """An error as it is, if it can be sent; else what it says."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
