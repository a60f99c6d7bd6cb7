"""Every example in the pages and in the code is true: what stands after `>>>` is run and compared."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

from tessela.coach import looks

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src"


def with_examples(files: list[Path]) -> list[Path]:
    return sorted(file for file in files if ">>> " in file.read_text(encoding="utf-8"))


def module_of(source: Path) -> str:
    return ".".join(source.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")


PAGES = with_examples([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
REVIEWS = ("tessela.coach.review", "tessela.coach.luck")
SMALL = {"glance": 4, "look": 12, "check": 20, "proof": 20}  # what their examples say holds however long is thought
MODULES = [module_of(source) for source in with_examples(list(SOURCES.rglob("*.py")))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_examples_of_a_page_are_true(page: Path) -> None:
    ran = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert (ran.failed, ran.attempted > 0) == (0, True)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_code_are_true(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name in REVIEWS:
        monkeypatch.setattr(looks, "SIMULATIONS", SMALL)
    ran = doctest.testmod(import_module(name))
    assert (ran.failed, ran.attempted > 0) == (0, True)
