"""The table of rules in docs/rules/duel.md names functions and tests that exist, and every ruling."""

import re
from importlib import import_module
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "rules" / "duel.md"
HERE = Path(__file__).parent


def rows() -> list[list[str]]:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    table = [line for line in lines if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


def test_every_function_exists():
    for _, what, function, _, _ in rows():
        module, name = function.strip("`").split(".")
        package = "game" if module == "options" else "rules"
        assert callable(getattr(import_module(f"tessela.{package}.duel.{module}"), name, None)), (what, function)


def test_every_test_exists():
    sources = "".join(file.read_text(encoding="utf-8") for file in HERE.glob("test_*.py"))
    for _, what, _, test, _ in rows():
        assert len(re.findall(rf"^def test_{test.strip('`')}\(", sources, re.MULTILINE)) == 1, (what, test)


def test_every_ruling_is_there():
    rulings = {int(number) for row in rows() for number in re.findall(r"\d+", row[4])}
    assert rulings == set(range(1, 16))
