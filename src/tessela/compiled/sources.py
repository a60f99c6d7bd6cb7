"""The sources that kernels are made from, and a digest of them."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
MARKS = (b"@kernel", b"@entry")


def kernel_sources() -> list[str]:
    """The files of all kernels and of what they are compiled with, as paths in the package."""
    return sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py") if _matters(path))


def _matters(path: Path) -> bool:
    if path.is_relative_to(PACKAGE / "rules") or path.is_relative_to(PACKAGE / "ahead"):
        return True
    return not path.is_relative_to(PACKAGE / "compiled") and any(mark in path.read_bytes() for mark in MARKS)


def entry_modules(names: Iterable[str]) -> list[str]:
    """The modules among some files that declare entry points."""
    found = [name for name in names if b"@entry" in (PACKAGE / name).read_bytes() and not name.startswith("ahead/")]
    return ["tessela." + name.removesuffix(".py").replace("/", ".") for name in found]


def digest_of(names: Iterable[str]) -> str:
    """A digest of some files of the package."""
    digest = hashlib.sha256()
    for name in names:
        content = (PACKAGE / name).read_bytes()
        digest.update(f"{name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def games() -> list[str]:
    """The games there are: the packages of rules."""
    return sorted(path.parent.name for path in (PACKAGE / "rules").glob("*/__init__.py"))
