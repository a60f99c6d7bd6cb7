"""The native library of the kernels: which file it is, and whether it was made from exactly these sources.

`lib/kernels.json` names the sources with their digest and each library with its platform and digest. Nothing is loaded before all
of that agrees, so a library that is truncated, of another platform, or older than the sources, is never run.
"""

import ctypes
import hashlib
import json
import platform
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tessela.compiled.sources import digest_of

LIBRARIES = Path(__file__).parent / "lib"
MANIFEST = "kernels.json"
FORMAT = 1
SYSTEMS = {"linux": "linux", "darwin": "macos", "win32": "windows"}
MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}


class NoLibraryError(Exception):
    """Why there is no native library to use, in a line."""


@dataclass(frozen=True, slots=True)
class Built:
    """A library file: for which system, machine and level of it, and its digest."""

    file: str
    system: str
    machine: str
    level: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What was built, and from what."""

    files: list[str]
    sources: str
    games: list[str]
    libraries: list[Built]

    def write(self, folder: Path) -> None:
        """Write it beside the libraries."""
        content = {"format": FORMAT, **asdict(self)}
        path = folder / f"{MANIFEST}.new"
        path.write_text(json.dumps(content, indent=1) + "\n")
        path.replace(folder / MANIFEST)


def read_manifest(folder: Path) -> Manifest:
    """What was built; refused if it cannot be read."""
    try:
        found = json.loads((folder / MANIFEST).read_bytes())
        if found["format"] != FORMAT:
            raise NoLibraryError("the native library is of another version of the package")
        libraries = [Built(**library) for library in found["libraries"]]
        files, games = [str(file) for file in found["files"]], [str(game) for game in found["games"]]
        return Manifest(files, str(found["sources"]), games, libraries)
    except FileNotFoundError:
        raise NoLibraryError("no native library was built") from None
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise NoLibraryError(f"what is known of the native library cannot be read ({type(error).__name__})") from None


def check_sources(manifest: Manifest) -> None:
    """Refuse a library that was not made from exactly these sources."""
    try:
        same = digest_of(manifest.files) == manifest.sources
    except OSError:
        same = False
    if not same:
        raise NoLibraryError("kernels were edited since the native library was built")


def this_system() -> str:
    """The name of this operating system in the manifest."""
    return SYSTEMS.get(sys.platform, sys.platform)


def this_machine() -> str:
    """The name of this kind of processor in the manifest."""
    name = platform.machine().lower()
    return MACHINES.get(name, name)


def levels() -> tuple[str, ...]:
    """The levels of its kind that this processor has, the best first."""
    if this_machine() != "x86_64":
        return ("generic",)
    from numpy._core._multiarray_umath import __cpu_features__ as features  # as NumPy itself does

    return tuple(name for name, feature in (("v3", "X86_V3"), ("v2", "X86_V2")) if features.get(feature))


def choose(manifest: Manifest) -> Built:
    """The best library for this machine."""
    system, machine = this_system(), this_machine()
    for level in levels():
        for library in manifest.libraries:
            if (library.system, library.machine, library.level) == (system, machine, level):
                return library
    built = ", ".join(f"{one.system} {one.machine} {one.level}" for one in manifest.libraries) or "nothing"
    raise NoLibraryError(f"the native library was built for {built}, not for {system} {machine}")


def is_whole(path: Path, library: Built) -> bool:
    """Whether a file is the very library that was built."""
    return hashlib.sha256(path.read_bytes()).hexdigest() == library.sha256


def load(folder: Path = LIBRARIES) -> tuple[Any, list[str]]:
    """The library, loaded, and its games; refused with a reason where there is none to trust."""
    manifest = read_manifest(folder)
    check_sources(manifest)
    library = choose(manifest)
    path = folder / library.file
    try:
        if not is_whole(path, library):
            raise NoLibraryError(f"the native library {library.file} is not the one that was built")
        return ctypes.CDLL(str(path)), manifest.games
    except OSError as error:
        raise NoLibraryError(f"the native library {library.file} cannot be loaded ({error.strerror or error})") from None
