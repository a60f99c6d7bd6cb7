"""Copies of the package that tests may spoil."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tessela

WITHOUT_NUMBA = "import sys; sys.modules['numba'] = None; sys.modules['llvmlite'] = None\n"
UNOPTIMISED = {"NUMBA_OPT": "0"}  # Numba leaves out what takes time and changes no result; its cache is then for nobody else


class Copy:
    """The package in a folder of its own."""

    def __init__(self, folder: Path):
        self.package = folder / "tessela"
        ignored = shutil.ignore_patterns("__pycache__", "static", "kept-*")
        shutil.copytree(Path(tessela.__file__).parent, self.package, ignore=ignored)
        self.libraries = self.package / "compiled" / "lib"
        self.cache = folder / "cache"

    @property
    def library(self) -> Path:
        """The native library that is used here."""
        return next(path for path in self.libraries.iterdir() if path.suffix != ".json")

    def run(self, program: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a program on the copy."""
        kept = {name: value for name, value in os.environ.items() if name not in ("TESSELA_KERNELS", "NUMBA_DISABLE_JIT")}
        everything = {**kept, "PYTHONPATH": str(self.package.parent), "TESSELA_CACHE": str(self.cache), **environment}
        return subprocess.run([sys.executable, "-c", program], env=everything, capture_output=True, text=True, check=False)


@pytest.fixture
def copied(tmp_path: Path) -> Copy:
    return Copy(tmp_path)
