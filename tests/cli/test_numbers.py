"""`perft` and `bench`."""

import io
import json
import re

import pytest
from rich.console import Console

from tessela.cli.bench import Measurement, readable, speed_table
from tessela.cli.perft import count
from tessela.game import Game

NAMES = [
    "azul.2p.sampled",
    "azul.2p.listed",
    "azul.3p.sampled",
    "azul.4p.sampled",
    "azul.2p.grey",
    "azul.2p.jokers",
    "duel.sampled",
    "duel.listed",
    "azul.state.bytes",
    "duel.state.bytes",
    "azul.copy.ns",
    "duel.copy.ns",
    "threads.2.ratio",
    "rng.step.ns",
]


def leaves(game: Game, depth: int) -> int:
    """The same count by playing."""
    if depth == 0 or game.is_over:
        return 1
    total = 0
    for move in game.legal_moves():
        game.play(move)
        total += leaves(game, depth - 1)
        game.undo()
    return total


@pytest.mark.parametrize(("name", "options"), [("azul", {"players": 3}), ("azul", {"jokers": True}), ("duel", {})])
def test_perft_counts_what_can_be_played(name, options):
    game = Game(name, seed=5, **options)
    assert [count(game, depth) for depth in (1, 2)] == [leaves(game, depth) for depth in (1, 2)]


def test_perft_prints_every_depth(run):
    ran = run("perft", "duel", "--depth", "3", "--seed", "5")
    assert ran.code == 0
    game = Game("duel", seed=5)
    rows = re.findall(r"│ +(\d+) │ +(\d+) │", ran.out)
    assert rows == [(str(depth), str(count(game, depth))) for depth in (1, 2, 3)]


def test_perft_takes_the_options_of_the_game(run):
    ran = run("perft", "azul", "--depth", "1", "--seed", "5", "--players", "4", "--jokers", "--wall", "grey")
    expected = len(Game("azul", seed=5, players=4, jokers=True, wall="grey").legal_moves())
    assert re.search(rf"│ +1 │ +{expected} │", ran.out)


def test_bench_prints_json_and_nothing_else(run):
    ran = run("bench", "--json", "--seconds", "0.002")
    assert ran.code == 0
    results = json.loads(ran.out)
    assert [result["name"] for result in results] == NAMES
    assert all(set(result) == {"name", "value", "unit"} and result["value"] > 0 for result in results)
    units = {result["name"]: result["unit"] for result in results}
    assert all(units[name] == "decisions/s" for name in NAMES[:8])


def test_the_table_compares_with_a_step_of_the_generator():
    results = [Measurement("duel.sampled", 1e7, "decisions/s"), Measurement("rng.step.ns", 4.0, "ns")]
    console = Console(width=100, record=True, file=io.StringIO())
    console.print(speed_table(results, {"duel.sampled": "≥ 2"}))
    row = next(line for line in console.export_text().splitlines() if "duel.sampled" in line)
    assert row.split() == ["duel.sampled", "10,000,000", "decisions/s", "100.0", "25.0", "≥", "2"]


def test_numbers_are_readable():
    assert [readable(value) for value in (12345678.9, 256, 1.987)] == ["12,345,679", "256", "1.99"]
