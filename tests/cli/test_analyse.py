"""`tessela analyse` and `tessela hint`."""

import json
import random

import pytest
from tests.variants import choose, new_game

from tessela.game.record import load, save


@pytest.fixture(params=["azul-2p-coloured", "duel"])
def finished(request, tmp_path):
    return kept(request.param, tmp_path, None)


def kept(variant, folder, plies):
    """The file of a random game, finished or after so many plies."""
    game, dice = new_game(variant, 4), random.Random(4)
    while not game.is_over and plies != len(game.moves):
        game.play(choose(game, dice, 1))
    save(game, folder / "game.json")
    return folder / "game.json"


def test_a_position_and_its_best_moves(run, finished):
    ran = run("analyse", finished, "--ply", "6", "--simulations", "200", "--most", "2")
    assert ran.code == 0
    assert ran.err == ""
    assert "round 1" in ran.out
    assert "200 simulations" in ran.out or "201 simulations" in ran.out
    assert "%" in ran.out
    assert "\x1b" not in ran.out


def test_json_is_one_object(run, finished):
    ran = run("analyse", finished, "--ply", "6", "--simulations", "100", "--json", "--most", "2")
    found = json.loads(ran.out)
    assert found["ply"] == 6
    assert len(found["candidates"]) <= 2
    assert found["candidates"][0]["reasons"]
    again = json.loads(run("analyse", finished, "--ply", "6", "--simulations", "100", "--json", "--most", "2").out)
    assert {**again, "seconds": 0} == {**found, "seconds": 0}


def test_without_a_ply_the_last_decision(run, finished, tmp_path):
    last = len(load(finished).moves) - 1
    assert json.loads(run("analyse", finished, "--simulations", "20", "--json").out)["ply"] == last
    unfinished = kept("duel", tmp_path, 9)
    assert json.loads(run("analyse", unfinished, "--seconds", "0.01", "--json").out)["ply"] == 9


def test_with_the_eyes_of_a_seat(run, finished):
    for seat in (0, 1):
        ran = run("analyse", finished, "--ply", "0", "--simulations", "20", "--json", "--seat", seat)
        assert json.loads(ran.out)["seat"] == seat


@pytest.mark.parametrize("variant", ["azul-2p-coloured", "azul-4p-grey-jokers", "duel"])
def test_a_hint_is_two_or_three_sentences(run, tmp_path, variant):
    file = kept(variant, tmp_path, 7)
    ran = run("hint", file, "--simulations", "200")
    assert ran.code == 0
    first, *rest = ran.out.splitlines()
    assert any(f": {move} (" in first for move in load(file).legal_moves())
    assert 1 <= len(rest) <= 2
    assert "Win chance" in rest[-1]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--ply", "999"), "no decision after ply 999; plies are 0 to"),
        (("--ply", "-1"), "no decision after ply -1"),
        (("--seconds", "0"), "seconds of a budget must be above 0"),
        (("--simulations", "0"), "simulations of a budget must be above 0"),
        (("--simulations", "1", "--seconds", "1"), "not both"),
        (("--ply", "1", "--seat", "7"), "seat must be"),
        (("--most", "0"), "--most"),
        (("--simulations", "many"), "--simulations"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(run, tmp_path, arguments, complaint):
    ran = run("analyse", kept("azul-2p-coloured", tmp_path, None), *arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert complaint in ran.err
    assert ran.err.count("\n") == 1


def test_a_finished_game_has_no_decision_left(run, finished):
    last = len(load(finished).moves)
    assert f"plies are 0 to {last - 1}; the game is over" in run("analyse", finished, "--ply", last).err
    ran = run("hint", finished)
    assert ran.code == 2
    assert "is over" in ran.err


def test_files_that_are_no_records(run, tmp_path):
    for command in ("analyse", "hint"):
        assert run(command, tmp_path / "nothing.json").code == 1
        (tmp_path / "bad.json").write_text("{}")
        assert run(command, tmp_path / "bad.json").code == 1
