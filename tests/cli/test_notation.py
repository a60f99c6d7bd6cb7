"""How moves are written, as the command tells it."""

import re
from pathlib import Path

import pytest

from tessela.cli.notation import page
from tessela.game.registry import RULESETS

WRITTEN = Path(__file__).parents[2] / "docs" / "notation.md"


def flat(text: str) -> str:
    return " ".join(text.split())


def test_the_page_is_the_one_of_the_docs():
    assert page() == WRITTEN.read_text(encoding="utf-8")
    assert all(f"\n## {ruleset.title}\n" in page() for ruleset in RULESETS.values())


def test_a_game_alone(run):
    azul, duel, both = (run("notation", *games) for games in (["azul"], ["duel"], []))
    for ran in (azul, duel, both):
        assert (ran.code, ran.err) == (0, "")
        assert "Lines, rows, columns, factories are counted from 1" in flat(ran.out)
        assert "A turn is always a move" in flat(ran.out)
    assert "3BJ>2" in azul.out
    assert "stack KYR" not in azul.out
    assert "stack KYR" in duel.out
    assert "3BJ>2" not in duel.out
    assert "3BJ>2" in both.out
    assert "stack KYR" in both.out


def test_every_example_of_the_page_is_shown(run):
    examples = re.findall(r"^\| [\w ]* \| `([^`]+)`", page(), re.MULTILINE)
    assert len(examples) > 15
    out = run("notation").out
    assert all(example in out for example in examples)


def test_an_unknown_game_is_one_line(run):
    ran = run("notation", "chess")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "azul" in ran.err
    assert "duel" in ran.err


@pytest.mark.parametrize(("game", "example"), [("azul", "3BJ>2"), ("duel", "stack KYR")])
def test_it_is_told_during_a_game_too(run, game, example):
    ran = run("play", game, "--seat", "human", "--seat", "human", "--seed", "3", typed="help\nnotation\n")
    assert "notation: how moves are written" in flat(ran.out)
    assert example in ran.out
