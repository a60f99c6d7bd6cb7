"""What not every system has, and how processes live together."""

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def room_for_files(wanted: int) -> int:
    """How many files and connections this process may have open, after asking the system for `wanted`."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft == resource.RLIM_INFINITY or soft >= allowed:
        return wanted if soft == resource.RLIM_INFINITY else min(wanted, soft)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return min(wanted, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def give_way(niceness: int) -> None:
    """Let other processes go first, where processes can be nice."""
    if hasattr(os, "nice"):
        os.nice(niceness)


def end_with_children(process: "subprocess.Popen[bytes]") -> None:
    """End a program that has a session of its own, with whatever it started where sessions can be ended as a whole."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def depend_on_parent(last: Callable[[], None] = lambda: None) -> None:
    """Settle down in a process that was started to work: Ctrl-C is for its parent, and when that has ended, however it did, this
    one does `last` and ends too, instead of waiting for work for ever."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(last,), daemon=True).start()


def _end_with_parent(last: Callable[[], None]) -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        try:
            last()
        finally:
            os._exit(1)
