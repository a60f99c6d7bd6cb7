"""The sources that kernels are made from, and a digest of them."""

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
# What holds a kernel, says what kernels take, or which of them are meant
MARKS = re.compile(
    rb"^@(kernel|entry)\b|^ *from tessela\.compiled import .*\b(Array|ByGame|Group|for_records|record)\b", re.MULTILINE
)
# Places of features, settings that pages are told, the games of environments
COUNTED = ("bots/nets/layout.py", "bots/knowledge/duel/__init__.py", "envs/games.py", "envs/row.py")
COMPILER = ("ahead/back.py", "ahead/front.py", "ahead/targets.py", "compiled/jit.py", "compiled/kinds.py")


def kernel_sources() -> list[str]:
    """The files of all kernels and of what makes machine code of them, as paths in the package."""
    return sorted([*COMPILER, *COUNTED, *_kernel_files()])


def page_sources() -> list[str]:
    """The files that the modules of the pages are made from: more is written for them."""
    return sorted({*kernel_sources(), *(path.relative_to(PACKAGE).as_posix() for path in (PACKAGE / "ahead").glob("*.py"))})


def _kernel_files() -> list[str]:
    """The files of the rules, and all others that kernels are made from."""
    folders = [path for path in PACKAGE.iterdir() if path.is_dir() and path.name not in ("compiled", "ahead")]
    found = [path for folder in folders for path in folder.rglob("*.py") if folder.name == "rules" or _holds_kernel(path)]
    return [path.relative_to(PACKAGE).as_posix() for path in found]


def _holds_kernel(path: Path) -> bool:
    return MARKS.search(path.read_bytes()) is not None


def entry_modules() -> list[str]:
    """The modules that declare entry points."""
    found = sorted(name for name in _kernel_files() if b"@entry" in (PACKAGE / name).read_bytes())
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
