"""What a type checker says to the people who use the package: nothing to what is right, the line to what is wrong."""

import doctest
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE

ROOT = Path(__file__).parent.parent.parent
PAGES = [page for page in (ROOT / "README.md", ROOT / "docs" / "python.md") if page.exists()]
WRONG = """
import numpy as np
import tessela
from tessela import Game, Outcome, Reason

tessela.Gaem  # wrong
tessela.game.Gaem  # wrong
Game("azul", playrs=2)  # wrong
Game("azul", wall="gray")  # wrong
Game("azul", players="two")  # wrong
Game("duel", tablets=5)  # wrong
Game("duel", tablets=["rows", "colums", "jokers"])  # wrong
Game(seed="seven")  # wrong
game = Game("azul", players=3, wall="grey", jokers=True, seed=np.int64(7), seats=["Ann", "Bob", "Cleo"])
Game("duel", tablets=["rows", "columns", "jokers"])
Game("duel", tablets="random")
game.play(np.int64(5))
game.play(5)
game.play(5.5)  # wrong
[1, 2, 3][game.turn]
[1, 2, 3][game.to_move]  # wrong
game.outcome.reason  # wrong
def why(outcome: Outcome) -> Reason:
    return outcome.reason
"""


def session(page: Path) -> str:
    """The Python of a page as somebody would have it in a file."""
    return "".join(example.source for example in doctest.DocTestParser().get_examples(page.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[int]]:
    """The lines that `mypy --strict` complains about, by file."""
    folder = tmp_path_factory.mktemp("user")
    for page in PAGES:
        (folder / f"{page.stem.lower()}.py").write_text(session(page), encoding="utf-8")
    (folder / "wrong.py").write_text(WRONG, encoding="utf-8")
    files = sorted(path.name for path in folder.glob("*.py"))
    # silent: what the package itself is made of is checked elsewhere, as for somebody who has installed it
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--follow-imports=silent", "--hide-error-context"]
    environment = {**os.environ, "MYPYPATH": str(ROOT / "src"), "NO_COLOR": "1"}
    ran = subprocess.run([*command, *files], cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode in (0, 1), ran.stdout + ran.stderr
    lines: dict[str, set[int]] = {file: set() for file in files}
    for line in ran.stdout.splitlines():
        if ": error:" in line:
            file, number, _ = line.split(":", 2)
            lines[file].add(int(number))
    return lines


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_are_clean(page: Path, said: dict[str, set[int]]) -> None:
    assert session(page)
    complaints = [session(page).splitlines()[number - 1] for number in sorted(said[f"{page.stem.lower()}.py"])]
    assert complaints == []


def test_wrong_names_options_and_kinds_are_type_errors(said: dict[str, set[int]]) -> None:
    wrong = {number for number, line in enumerate(WRONG.splitlines(), start=1) if line.endswith("# wrong")}
    assert said["wrong.py"] == wrong
