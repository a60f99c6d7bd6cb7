"""The wheel, as somebody gets it: in an empty environment without Numba and without a compiler it plays, searches, serves."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tessela.compiled import library
from tests.patience import PATIENCE
from tests.server.conftest import Server
from tests.server.people import Person

ROOT = Path(__file__).parent.parent


class Environment:
    """An environment with nothing in it but the wheel and what it asks for."""

    def __init__(self, folder: Path, wheel: Path):
        self.folder = folder
        self.python = folder / "bin" / "python"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "--quiet", "--no-compile"]
        subprocess.run([*pip, "-c", str(ROOT / "constraints.txt"), f"{wheel}[web]"], check=True)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run Python in it, where no compiler can be found."""
        return subprocess.run(
            [str(self.python), *arguments],
            env=self.bare,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def bare(self) -> dict[str, str]:
        return {"PATH": str(self.folder / "bin"), "HOME": str(self.folder), "NO_COLOR": "1"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Environment]:
    folder = tmp_path_factory.mktemp("environment")
    yield Environment(folder, wheel)
    shutil.rmtree(folder)


def test_the_wheel_is_of_this_platform_with_a_library_for_every_level_and_the_pages(wheel: Path) -> None:
    assert re.search(r"-py3-none-(manylinux|macosx)_[0-9_]+_(x86_64|aarch64|arm64)\.whl$", wheel.name)
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    libraries = [name for name in names if name.startswith("tessela/compiled/lib/")]
    levels = {"x86_64": ["v2", "v3"], "aarch64": ["generic"]}[library.this_machine()]
    assert len([name for name in libraries if not name.endswith(".json")]) == len(levels)
    assert all(any(f"-{level}." in name for name in libraries) for level in levels)
    assert "tessela/server/static/index.html" in names
    assert not [name for name in names if "/tests/" in name or name.endswith(".o")]


def test_it_needs_neither_numba_nor_llvmlite(environment: Environment) -> None:
    result = environment.run("-c", "import numba")
    assert "No module named 'numba'" in result.stderr
    result = environment.run("-c", "from tessela.compiled.engine import engine; print(type(engine()).__name__)")
    assert (result.stdout.strip(), result.stderr) == ("Native", "")


def test_it_plays_and_verifies(environment: Environment) -> None:
    for game in ("azul", "duel"):
        record = f"{game}.json"
        seats = ["--seat", "mason", "--seat", "painter"]
        played = environment.run("-m", "tessela", "play", game, *seats, "--seed", "3", "--save", record)
        assert played.returncode == 0, played.stderr
        verified = environment.run("-m", "tessela", "verify", record)
        assert (verified.returncode, verified.stderr) == (0, "")


def test_it_searches(environment: Environment) -> None:
    search = "from tessela import Game; from tessela.bots.registry import make_bot; from tessela.bots.bot import Budget; "
    search += "g = Game('duel', seed=1); print(make_bot('search').choose(g.view(g.to_move), Budget(simulations=300)).move)"
    result = environment.run("-c", search)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.strip()


class InstalledServer(Server):
    """The server of the wheel."""

    def __init__(self, folder: Path, environment: Environment):
        super().__init__(folder, "--bot-pace", "0")
        self.program = (str(environment.python), "-m", "tessela")


def test_it_serves_a_page_and_a_bots_move(environment: Environment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in set(os.environ) - {"PATH", "HOME"}:
        if name.startswith(("PYTHON", "TESSELA", "NUMBA", "VIRTUAL")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("PATH", environment.bare["PATH"])
    server = InstalledServer(tmp_path / "data", environment).start()
    try:
        page = httpx.get(server.address, timeout=PATIENCE)
        assert page.status_code == 200
        assert "<title>" in page.text
        ada = Person(server.address, "Ada")
        try:
            tab = ada.sit(ada.new_table("azul", "me bot:legend"))
            if tab.legal:
                tab.play(tab.legal[0])
            assert tab.until("happened", seat=1)["move"]
        finally:
            ada.close()
    finally:
        server.stop()
