"""The compile cache: an edit in any kernel source must never be answered with old code."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import tessela

PROGRAM = """
from tessela import Game
from tessela.rules.jit import cache_folder
game = Game("azul", seed=1)
game.play("CB>F" if "CB>F" in game.legal_moves() else game.legal_moves()[5])
print(cache_folder(), game.state()["boards"])
"""


def run(source: Path, cache: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": str(source), "TESSELA_CACHE": str(cache)}
    result = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_an_edit_in_another_kernel_file_is_compiled_anew(tmp_path: Path) -> None:
    """The edited helper is called by kernels in other files, whose own sources stay as they are."""
    source = tmp_path / "source"
    shutil.copytree(Path(tessela.__file__).parent, source / "tessela", ignore=shutil.ignore_patterns("__pycache__"))
    before = run(source, tmp_path / "cache")
    assert run(source, tmp_path / "cache") == before
    offer = source / "tessela" / "rules" / "azul" / "offer.py"
    text = offer.read_text()
    assert "laid = min(number, FLOOR_SPACES - taken)" in text
    offer.write_text(text.replace("laid = min(number, FLOOR_SPACES - taken)", "laid = min(1, number, FLOOR_SPACES - taken)"))
    after = run(source, tmp_path / "cache")
    assert after.split()[0] != before.split()[0]
