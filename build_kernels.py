"""The wheel's kernels, compiled ahead for the platform that it is built on, all levels of its processors."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TAGS = {
    ("linux", "x86_64"): "manylinux_2_17_x86_64",
    ("linux", "aarch64"): "manylinux_2_17_aarch64",
    ("macos", "x86_64"): "macosx_11_0_x86_64",
    ("macos", "aarch64"): "macosx_11_0_arm64",
}


class KernelsHook(BuildHookInterface):
    """Puts the native libraries into a wheel. Where none can be built the wheel has none, and Numba compiles as it goes."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, before the wheel is packed; who edits the sources has the libraries made by `make`."""
        if version == "editable":
            return
        source = Path(self.root) / "src"
        sys.path.insert(0, str(source))
        from tessela.compiled.library import this_machine, this_system

        tag = TAGS.get((this_system(), this_machine()))
        self._folder = tempfile.TemporaryDirectory()
        command = [sys.executable, "-m", "tessela.ahead", "--all-levels", "--out", self._folder.name]
        if tag is None or subprocess.run(command, env={**os.environ, "PYTHONPATH": str(source)}, check=False).returncode:
            print("This wheel has no compiled kernels: it needs the extra 'compile'.", file=sys.stderr)
            return
        build_data["force_include"][self._folder.name] = "tessela/compiled/lib"
        build_data["pure_python"], build_data["tag"] = False, f"py3-none-{tag}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clear up."""
        if hasattr(self, "_folder"):
            self._folder.cleanup()
