"""Lines to and from another process, each within a time limit, whatever that process does with its pipes."""

import contextlib
import os
import selectors
import subprocess
import time
from typing import IO

LONGEST_LINE = 1 << 20
KEPT_ERRORS = 4000


class LateError(Exception):
    """The other side did not read or answer in time."""


class GoneError(Exception):
    """The other side has closed its pipes."""


class TooLongError(Exception):
    """The other side writes without end."""


class Pipes:
    """The three pipes of a process, none of which can block us."""

    def __init__(self, process: "subprocess.Popen[bytes]"):
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._input, self._output, self._errors = process.stdin, process.stdout, process.stderr
        for pipe in (self._input, self._output, self._errors):
            os.set_blocking(pipe.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._output, selectors.EVENT_READ)
        self._selector.register(self._errors, selectors.EVENT_READ)
        self._read = b""
        self._said = b""

    def send(self, line: bytes, seconds: float) -> None:
        """Write a line within a time."""
        self._send(line, time.monotonic() + seconds)

    def exchange(self, line: bytes, seconds: float) -> bytes:
        """Write a line and read the next one within a time."""
        deadline = time.monotonic() + seconds
        self._send(line, deadline)
        return self.receive(deadline - time.monotonic())

    def receive(self, seconds: float) -> bytes:
        """Read the next line within a time."""
        deadline = time.monotonic() + seconds
        while b"\n" not in self._read:
            if len(self._read) > LONGEST_LINE:
                raise TooLongError(f"a line of more than {LONGEST_LINE} bytes")
            self._wait(deadline)
        answer, self._read = self._read.split(b"\n", 1)
        return answer

    def last_error(self) -> str:
        """The last line that the process wrote to its standard error."""
        while self._read_errors():
            pass
        lines = [line for line in self._said.decode("utf-8", "replace").splitlines() if line.strip()]
        return lines[-1].strip()[:200] if lines else ""

    def close_input(self) -> None:
        """Let the process see the end of its input."""
        if not self._input.closed:
            self._forget(self._input)
            self._input.close()

    def close(self) -> None:
        """Close all pipes."""
        self._selector.close()
        for pipe in (self._input, self._output, self._errors):
            pipe.close()

    def _send(self, line: bytes, deadline: float) -> None:
        self._selector.register(self._input, selectors.EVENT_WRITE)
        try:
            while line:
                if self._wait(deadline):
                    line = line[self._write(line) :]
        finally:
            self._forget(self._input)

    def _write(self, line: bytes) -> int:
        try:
            return os.write(self._input.fileno(), line)
        except BlockingIOError:
            return 0
        except OSError:
            raise GoneError from None

    def _wait(self, deadline: float) -> bool:
        """Wait until something happens and read what there is; whether there is room to write."""
        left = deadline - time.monotonic()
        ready = self._selector.select(left) if left > 0 else []
        if not ready:
            raise LateError
        room = False
        for key, _ in ready:
            if key.fileobj is self._input:
                room = True
            elif key.fileobj is self._errors:
                if not self._read_errors():
                    self._forget(self._errors)
            elif not self._read_output():
                raise GoneError
        return room

    def _read_output(self) -> bool:
        """Read once from the output; false at its end."""
        part = self._output.read(65536)
        self._read += part or b""
        return part != b""

    def _read_errors(self) -> bool:
        """Read once from the errors, keeping the last of them; false when there is nothing."""
        part = self._errors.read(65536)
        self._said = (self._said + (part or b""))[-KEPT_ERRORS:]
        return bool(part)

    def _forget(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(KeyError):
            self._selector.unregister(pipe)
