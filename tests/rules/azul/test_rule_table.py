"""docs/rules/azul.md names functions and tests that exist, and leaves none of the tests out."""

import ast
import importlib
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = HERE.parents[2] / "docs" / "rules" / "azul.md"
SECTIONS = ("setup", "offer", "tiling", "rounds", "ending", "grey", "jokers")


def rows() -> list[tuple[str, ...]]:
    lines = [line for line in PAGE.read_text().splitlines() if line.startswith("| ")]
    return [tuple(cell.strip().strip("`") for cell in line.strip("|").split("|")) for line in lines[1:]]


def names_in(section: str) -> set[str]:
    tree = ast.parse((HERE / f"test_{section}.py").read_text())
    return {name.removeprefix("test_") for node in tree.body if (name := getattr(node, "name", "")).startswith("test_")}


def test_every_function_exists():
    for _, _, function, _, _ in rows():
        module, _, name = function.partition(".")
        assert callable(getattr(importlib.import_module(f"tessela.rules.azul.{module}"), name)), function


@pytest.mark.parametrize("section", SECTIONS)
def test_every_test_of_a_section_is_in_the_table(section):
    listed = [test for name, _, _, test, _ in rows() if name == section]
    assert len(listed) == len(set(listed))
    assert set(listed) == names_in(section)


def test_every_ruling_is_in_the_table():
    rulings = {number for *_, ruling in rows() for number in ruling.split(", ")} - {"-"}
    assert rulings == {"6", "16", "17", "18", "19", "20", "21"}


def test_the_table_has_no_other_sections():
    assert {name for name, *_ in rows()} == set(SECTIONS)
