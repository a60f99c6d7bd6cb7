"""The time that servers have been up, written over and over into a small file.

It costs next to nothing and outlives a kill; where it is flushed as well, a power failure. Each beat names the note in the
database that it follows: after a backup was put in place, what the file says is of another database.
"""

import os
from pathlib import Path

flush = getattr(os, "fdatasync", os.fsync)


class Pulse:
    """The file of one store."""

    def __init__(self, path: Path):
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)

    def last(self, note: int) -> int:
        """The time of the last beat after a note, or that of the note."""
        os.lseek(self._file, 0, os.SEEK_SET)
        try:
            followed, at = map(int, os.read(self._file, 64).split())
        except ValueError:  # new, or spoilt
            return note
        return max(note, at) if followed == note else note

    def beat(self, note: int, at: int) -> None:
        """It is so late, after a note."""
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, b"%20d %20d\n" % (note, at))

    def flush(self) -> None:
        """Wait until the last beat is on disk. Its place there stays the same, so nothing else has to be written."""
        flush(self._file)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)
