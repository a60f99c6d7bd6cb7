"""Without an extra, what needs it says so in one line."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tessela.extras import EXTRAS
from tests.patience import PATIENCE

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"
MODULES = {
    "pillow": "PIL",
    "open_spiel": "pyspiel",
    "opentelemetry_sdk": "opentelemetry.sdk",
    "opentelemetry_exporter_otlp_proto_http": "opentelemetry.exporter.otlp.proto.http",
}  # of packages that are called otherwise
WITHOUT = """
import runpy, sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
runpy.run_module({module!r}, run_name="__main__", alter_sys=True)
"""


def run_without(missing: tuple[str, ...], module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a module as if some packages were not installed."""
    code = WITHOUT.format(missing=missing, module=module)
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=PATIENCE)


@pytest.mark.parametrize(
    ("extra", "module", "arguments", "who"),
    [
        ("web", "tessela", ["serve", "--no-open"], "serve"),
        ("ray", "tessela", ["arena", "greedy", "random", "--ray", "local"], "--ray"),
        ("data", "tessela", ["dataset", "greedy", "--parquet", "--out", "games"], "dataset --parquet"),
        ("train", "tessela.train", ["value", "azul", "--out", "net.npz"], "python -m tessela.train"),
    ],
)
def test_a_missing_extra_is_one_line(extra, module, arguments, who):
    ran = run_without(EXTRAS[extra], module, *arguments)
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (1, "", 1), ran.stderr
    assert ran.stderr.startswith(f"tessela: {who} needs the extra '{extra}' (")
    assert ran.stderr.endswith(f': pip install "tessela[{extra}]"\n')
    assert all(package in ran.stderr for package in EXTRAS[extra])


@pytest.mark.parametrize("package", EXTRAS["web"])
def test_every_package_of_the_server_is_asked_for_before_it_starts(package):
    ran = run_without((package,), "tessela", "serve", "--no-open")
    assert (ran.returncode, ran.stderr.count("\n")) == (1, 1), ran.stderr
    assert f"({package} is missing)" in ran.stderr


@pytest.mark.parametrize(
    ("extra", "asked"),
    [("rl", "aec_env('azul')"), ("cuda", "Batch('azul', games=1, device='cuda')"), ("rl", "Batch('azul', games=1)")],
)
def test_environments_name_the_extra_that_is_missing(extra, asked):
    code = WITHOUT.format(missing=EXTRAS[extra], module="unused").rpartition("runpy")[0]
    ran = subprocess.run(
        [sys.executable, "-c", f"{code}\nfrom tessela.envs import Batch, aec_env\n{asked}"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    if asked == "Batch('azul', games=1)":  # on the processor it needs none
        assert ran.returncode == 0, ran.stderr
    else:
        assert ran.stderr.splitlines()[-1].endswith(f'pip install "tessela[{extra}]"'), ran.stderr


def test_a_package_that_others_need_is_one_line_too():
    ran = run_without(("markdown_it",), "tessela", "notation")
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (1, "", 1), ran.stderr
    assert "markdown_it" in ran.stderr
    assert "pip install" in ran.stderr


@pytest.mark.parametrize("arguments", [["-h"], ["serve", "-h"], ["arena", "-h"], ["bots"], ["notation"]])
def test_help_needs_no_extra(arguments):
    every = tuple(package for extra in EXTRAS.values() for package in extra)
    assert run_without(every, "tessela", *arguments).returncode == 0


def test_backups_need_no_extra(tmp_path):
    ran = run_without(EXTRAS["web"], "tessela", "backup", str(tmp_path / "copy.db"), "--data", str(tmp_path))
    assert "there is no database" in ran.stderr


def test_the_packages_are_those_of_the_project():
    written = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for extra, modules in EXTRAS.items():
        names = {line.partition(">")[0].partition("=")[0].replace("-", "_") for line in written[extra]}
        assert {MODULES.get(name, name) for name in names - {"uvloop"}} == set(modules)
