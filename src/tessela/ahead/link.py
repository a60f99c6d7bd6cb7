"""Linking: object files become a library that Python loads."""

import os
import shutil
import subprocess
from pathlib import Path

from tessela.ahead.targets import BuildError, Target
from tessela.compiled.library import this_machine, this_system

ENDINGS = {"linux": ".so", "macos": ".dylib", "windows": ".dll"}
# Nothing of the C library is linked in: what little is needed of it, every Python process has
OPTIONS = {
    "linux": ["-shared", "-nostdlib", "-s"],
    "macos": ["-dynamiclib", "-nostdlib", "-Wl,-undefined,dynamic_lookup"],
    "windows": ["-shared", "-s"],
}


def link(target: Target, objects: list[Path], out: Path) -> None:
    """Link objects to a library."""
    made = out.with_name(f"{out.name}.{os.getpid()}")
    command = [*linker(target), *(str(path) for path in objects), "-o", str(made)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        raise BuildError(f"{command[0]} did not link the library for {target.name}: {result.stderr.strip()}")
    made.replace(out)


def linker(target: Target) -> list[str]:
    """The command that links for a target: the C compiler for this machine, else a linker for others."""
    if (target.system, target.machine) == (this_system(), this_machine()):
        names = [os.environ.get("CC", ""), "cc", "gcc", "clang"]
        options = OPTIONS[target.system]
    elif target.system == "linux":
        names = [f"{target.machine}-linux-gnu-ld", "ld.lld"]
        options = ["-shared", "-s"]
    else:
        names, options = [], []
    for name in names:
        if name and shutil.which(name.split()[0]):
            return [*name.split(), *options]
    raise BuildError(f"no linker for {target.name} was found; looked for {', '.join(filter(None, names)) or 'none'}")


def library_name(target: Target) -> str:
    """The file name of the library for a target."""
    return f"tessela-{target.name}{ENDINGS[target.system]}"
