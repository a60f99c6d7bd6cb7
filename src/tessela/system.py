"""What not every system has."""

import contextlib
import os
import signal
import subprocess


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


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
