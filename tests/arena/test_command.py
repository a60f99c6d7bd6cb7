"""The commands `tessela arena` and `tessela bot`."""

import json

import pytest


def test_a_match_ends_with_a_table(run, tmp_path):
    log = tmp_path / "games.jsonl"
    ran = run("arena", "greedy", "weak=random", "--games", 4, "--processes", 1, "--out", log)
    assert ran.code == 0
    assert ran.err == ""
    for word in ("greedy", "weak", "azul", "100.0%", "Elo", "forfeits"):
        assert word in ran.out
    assert len(log.read_text().splitlines()) == 4
    again = run("arena", "greedy", "weak=random", "--games", 4, "--out", log)
    assert again.out == ran.out


def test_a_match_from_a_file_with_an_option_before_it(run, tmp_path):
    path = tmp_path / "match.json"
    path.write_text(json.dumps({"game": "duel", "games": 100, "bots": {"one": "random", "two": "random"}}))
    ran = run("arena", "--file", path, "--games", 2, "--processes", 1, "--sprt", 0, 30, "--alpha", 0.1)
    assert ran.code == 0
    assert "duel" in ran.out
    assert "SPRT 0 against 30 Elo: undecided" in ran.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["arena"], ["at least 2"]),
        (["arena", "greedy", "nobody"], ["nobody", "random"]),
        (["arena", "greedy", "search@fast"], ["fast", "0.1s"]),
        (["arena", "greedy", "random", "--games", "-3"], ["games", "-3"]),
        (["arena", "greedy", "random", "--games", "many"], ["--games"]),
        (["arena", "greedy", "random", "--processes", "0"], ["processes", "0"]),
        (["arena", "greedy", "random", "--game", "chess"], ["chess", "duel"]),
        (["arena", "greedy", "random", "--players", "7"], ["7"]),
        (["arena", "greedy", "random", "--alpha", "0.1"], ["--sprt"]),
        (["arena", "greedy", "random", "--sprt", "9", "3"], ["elo0 below elo1"]),
        (["arena", "greedy", "cmd:./no-such-bot"], ["no-such-bot"]),
        (["arena", "greedy", "random", "--colour"], ["--colour", "--sprt"]),
        (["bot", "nobody"], ["nobody", "greedy"]),
        (["bot", "cmd:./mybot"], ["command"]),
    ],
)
def test_wrong_usage_is_one_line_and_exit_2(run, arguments, says):
    ran = run(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert all(word in ran.err for word in says), ran.err


def test_a_missing_match_file_is_named(run):
    ran = run("arena", "--file", "nowhere.toml")
    assert ran.code == 1
    assert "nowhere.toml" in ran.err


def test_a_file_that_is_no_log_is_named_and_kept(run, tmp_path):
    letter = tmp_path / "letter.txt"
    letter.write_text("dear reader")
    ran = run("arena", "greedy", "random", "--games", 2, "--processes", 1, "--out", letter)
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert "letter.txt is no log of a match" in ran.err
    assert letter.read_text() == "dear reader"


FAILING = """
class Careful:
    name = "careful"

    def __init__(self, seed):
        self.games = seed

    def choose(self, view, budget=None):
        from tessela import Game

        return Game.from_view(view).legal_moves()[0]


class Hopeless(Careful):
    def choose(self, view, budget=None):
        raise RuntimeError("no idea")


class Unborn(Careful):
    def __init__(self):
        raise RuntimeError("no weights")
"""


@pytest.fixture
def bots_here(tmp_path, monkeypatch):
    """A folder with bots in Python, and we are in it."""
    (tmp_path / "bots_of_a_match.py").write_text(FAILING)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("bots_here")
@pytest.mark.parametrize("processes", [1, 2])
def test_a_class_takes_part_by_its_place(run, processes):
    ran = run("arena", "random", "py:bots_of_a_match:Careful", "--games", 4, "--processes", processes)
    assert (ran.code, ran.err) == (0, "")
    assert "py:bots_of_a_match:Careful" in "".join(ran.out.split())
    assert "forfeit by" not in ran.out


@pytest.mark.usefixtures("bots_here")
@pytest.mark.parametrize(("name", "why"), [("Hopeless", "no idea"), ("Unborn", "no weights")])
def test_where_every_game_is_forfeited_the_exit_is_1(run, name, why):
    ran = run("arena", "random", f"it=py:bots_of_a_match:{name}", "--games", 2, "--processes", 1)
    assert ran.code == 1
    assert f"forfeit by it, 2 times: failed with RuntimeError: {why}" in ran.out
    assert "every game was forfeited" in ran.out


def test_where_some_games_are_played_it_is_0(run, misfit, tmp_path):
    import shlex

    ran = run("arena", "random", f"it=cmd:{shlex.join(misfit('good'))}", "--games", 2, "--processes", 1)
    assert ran.code == 0


@pytest.mark.usefixtures("bots_here")
def test_a_class_answers_behind_the_protocol():
    import subprocess
    import sys

    asked = '{"type": "hello", "protocol": 1}\n'
    ran = subprocess.run(
        [sys.executable, "-m", "tessela", "bot", "py:bots_of_a_match:Careful"], input=asked, capture_output=True, text=True
    )
    assert json.loads(ran.stdout)["type"] == "hello", ran.stderr
