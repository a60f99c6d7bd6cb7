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
