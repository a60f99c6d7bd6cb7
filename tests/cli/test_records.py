"""`replay` and `verify`."""

import json
import random

import pytest

from tessela.game import Game
from tessela.game.record import save


@pytest.fixture
def finished(tmp_path):
    """A finished game and its file."""
    game, dice = Game("azul", seed=4, seats=["Ada", "Bob"]), random.Random(4)
    while not game.is_over:
        game.play(dice.choice(game.legal_moves()))
    save(game, tmp_path / "finished.json")
    return game, tmp_path / "finished.json"


def altered(path, **changes):
    """The same record with some keys changed, in another file."""
    other = path.with_name("altered.json")
    other.write_text(json.dumps({**json.loads(path.read_text()), **changes}))
    return other


def test_good_records_are_ok(run, finished, tmp_path):
    game, path = finished
    unfinished = Game("duel", seed=1)
    unfinished.play(unfinished.legal_moves()[0])
    save(unfinished, tmp_path / "unfinished.json")
    ran = run("verify", path, tmp_path / "unfinished.json")
    assert ran.code == 0
    first, second = ran.out.splitlines()
    assert first.startswith(f"{path}: ok, azul, {len(game.moves)} plies, Ada {game.scores[0]}, Bob {game.scores[1]}")
    assert second.endswith("ok, duel, 1 plies, player 0 5, player 1 5, unfinished")


def test_an_illegal_move_is_named_with_its_ply(run, finished):
    game, path = finished
    bad = altered(path, moves=[*game.moves[:6], "col 1", *game.moves[7:]])
    ran = run("verify", path, bad)
    assert ran.code == 1
    assert f"{path}: ok" in ran.out
    assert ran.err.startswith(f"{bad}: ply 7: ")
    assert ran.err.count("\n") == 1


def test_other_corruption_is_named(run, finished):
    _, path = finished
    result = altered(path, result={"scores": [999, 0], "winners": [0]})
    assert "result" in run("verify", result).err
    assert "mood" in run("verify", altered(path, mood="good")).err
    path.write_text("{")
    err = run("verify", path).err
    assert err.startswith(f"{path} is not JSON")
    assert err.count(str(path)) == 1


def test_replay_shows_the_end_without_a_terminal(run, finished):
    game, path = finished
    ran = run("replay", path)
    assert ran.code == 0
    assert f"ply {len(game.moves)} of {len(game.moves)}" in ran.out
    assert game.outcome.reason in ran.out


def test_replay_of_one_ply(run, finished):
    game, path = finished
    ran = run("replay", path, "--ply", "3")
    assert f"ply 3 of {len(game.moves)}: {game.moves[2]}" in ran.out
    assert run("replay", path, "--ply", "0").out.startswith("ply 0 of")


def test_replay_of_a_ply_that_is_not_there(run, finished):
    game, path = finished
    for ply in (len(game.moves) + 1, -1):
        ran = run("replay", path, "--ply", ply)
        assert ran.code != 0
        assert f"no ply {ply}" in ran.err


def test_replay_of_everything(run, finished):
    game, path = finished
    ran = run("replay", path, "--all")
    assert [line for line in ran.out.splitlines() if line.startswith("ply ")] == [
        f"ply {ply} of {len(game.moves)}" + (f": {game.moves[ply - 1]}" if ply else "") for ply in range(len(game.moves) + 1)
    ]


def test_stepping_through_at_a_terminal(run, finished, monkeypatch):
    game, path = finished
    answers = iter(["", "", "b", "5", "999", "q"])
    monkeypatch.setattr("tessela.cli.replay.at_a_terminal", lambda console: True)
    monkeypatch.setattr("builtins.input", lambda question: next(answers))
    out = run("replay", path).out
    plies = [int(line.split()[1]) for line in out.splitlines() if line.startswith("ply ")]
    assert plies == [0, 1, 2, 1, 5, len(game.moves)]


def test_a_wrong_record_is_not_replayed(run, finished):
    game, path = finished
    ran = run("replay", altered(path, moves=game.moves[:-1]))
    assert ran.code == 1
    assert ran.err.startswith("tessela: ")


def test_who_resigned_is_told(run, tmp_path):
    game = Game("azul", seed=4, seats=["Ada", "Bob"])
    game.play(game.legal_moves()[0])
    save(game, tmp_path / "begun.json")
    given_up = altered(tmp_path / "begun.json", gone=[{"ply": 1, "seat": 1, "what": "resigned"}])
    assert run("verify", given_up).out.rstrip().endswith("Bob resigned")
    assert "Bob resigned." in run("replay", given_up).out
    assert "resigned" not in run("replay", given_up, "--ply", "0").out
