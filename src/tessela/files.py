"""Files that one process holds at a time, and files that are written whole or not at all."""

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

AFAR = 2**31 - 2  # where Windows locks a byte: a byte that is locked there can be neither read nor written by others


def lock(descriptor: int) -> None:
    """Hold an open file for this process; an OSError if another has it. The system lets go of it whatever happens to us."""
    if sys.platform == "win32":
        import msvcrt

        where = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, AFAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(descriptor, where, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def written_whole(target: Path) -> Iterator[Path]:
    """A new name beside a file, to write to: it takes the place of the file at the end, or is gone if anything fails."""
    unfinished = target.with_name(f"{target.name}.{secrets.token_hex(4)}.part")
    try:
        yield unfinished
        unfinished.replace(target)
    except OSError as error:
        if error.filename == str(unfinished):  # nobody has asked for that file
            raise OSError(error.errno, error.strerror, str(target)) from None
        raise
    finally:
        unfinished.unlink(missing_ok=True)
