"""What kernels are made from: an edit in any of it must be noticed."""

import subprocess
import sys

from tessela.compiled.sources import PACKAGE, entry_modules, kernel_sources

OTHERS = {"train/job.py"}  # imported beside kernels, which know nothing of it


def test_all_that_kernels_are_made_from_is_known() -> None:
    program = "import sys, importlib\n" + "\n".join(f"importlib.import_module({name!r})" for name in entry_modules())
    program += "\nprint(*(m.__file__ for n, m in sorted(sys.modules.items()) if n.startswith('tessela.')), sep='\\n')"
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    imported = {name.removeprefix(f"{PACKAGE}/") for name in printed.split()}
    needed = {name for name in imported if name.startswith(("rules/", "bots/", "train/"))}
    assert len(needed) > 40
    assert {name for name in needed - OTHERS - set(kernel_sources()) if "import" in (PACKAGE / name).read_text()} == set()


def test_the_environments_are_known_too() -> None:
    """Their package also imports what has no kernels."""
    assert {f"envs/{name}.py" for name in ("azul", "duel", "games", "kernels", "row")} <= set(kernel_sources())
