"""`tessela review`, `tessela luck`, `tessela odds`, `tessela puzzle` and `tessela puzzles`."""

import json

import pytest
from tests.coach.games import finished

from tessela import Game
from tessela.coach import looks, mining, puzzles


@pytest.fixture(autouse=True)
def small(monkeypatch):
    for stage, number in (("glance", 10), ("look", 30), ("check", 60), ("proof", 60)):
        monkeypatch.setitem(looks.SIMULATIONS, stage, number)


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(finished("azul-2p-coloured")))
    return path


def test_a_review_has_every_move_and_a_summary(run, record):
    ran = run("review", record)
    assert ran.code == 0
    assert ran.err == ""
    assert "Accuracy" in ran.out
    assert "player 1: You lost" in ran.out
    found = json.loads(run("review", record, "--json").out)
    assert found["version"] == 1
    assert len(found["moves"]) == len(finished("azul-2p-coloured")["moves"])


def test_luck_adds_up(run, record):
    assert "result" in run("luck", record).out
    found = json.loads(run("luck", record, "--json").out)
    slips = sum(one["chance"][0] for one in found["slips"])
    assert found["start"]["chance"][0] + found["luck"]["chance"][0] + slips == pytest.approx(found["result"]["chance"][0])


def test_odds_of_both_games(run, record, tmp_path):
    assert "20 tiles are dealt next" in run("odds", record, "--ply", "10").out
    assert "no other deal" in run("odds", record).out
    duel = tmp_path / "duel.json"
    duel.write_text(json.dumps(Game("duel", seed=3).record()))
    assert "Plates not seen" in run("odds", duel).out
    assert json.loads(run("odds", duel, "--json").out)["chips"]["face_down"] == 4


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (("review", "nothing.json"), 1, "nothing.json"),
        (("puzzle", "chess"), 2, "no puzzles of 'chess'"),
        (("puzzle", "--theme", "luck"), 2, "no puzzles about 'luck'"),
        (("puzzle", "--id", "nobody"), 2, "no puzzle 'nobody'"),
        (("puzzle", "--day", "today"), 2, "a day is written"),
        (("puzzles", "mine", "chess", "--log", "x"), 2, "chess"),
        (("puzzles", "pack", "azul", "--log", "nothing.jsonl", "--out", "x"), 2, "nothing.jsonl"),
        (("puzzles", "pack", "azul", "--log", "nothing.jsonl.xz", "--out", "x"), 2, "cannot read nothing.jsonl.xz"),
        (("puzzles", "pack", "azul", "--log", puzzles.FOLDER / "azul.jsonl.xz", "--without", "ids", "--out", "x"), 2, "ids"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(run, tmp_path, monkeypatch, arguments, code, complaint):
    monkeypatch.chdir(tmp_path)
    ran = run(*arguments)
    assert ran.code == code
    assert complaint in ran.err
    assert ran.err.count("\n") == 1


def test_an_unfinished_game_is_refused(run, tmp_path):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(Game("azul", seed=7).record()))
    ran = run("review", path)
    assert ran.code == 2
    assert "not finished" in ran.err


def test_a_puzzle_is_solved_with_tries_and_help(run, monkeypatch):
    puzzle = puzzles.puzzles("azul")[0]
    said = iter(["?", "?", "?", "nonsense", puzzle.second_move, puzzle.solution[0]])
    monkeypatch.setattr("builtins.input", lambda _: next(said))
    ran = run("puzzle", "azul", "--id", puzzle.id)
    assert ran.code == 0
    assert f"Play {puzzle.solution[0]}." in ran.out
    assert f"Not {puzzle.second_move}" in ran.out
    assert f"Right: {puzzle.solution[0]}" in ran.out
    monkeypatch.setattr("builtins.input", lambda _: "q")
    assert run("puzzle", "azul").code == 1
    assert "completes" in run("puzzle", "--themes").out


def test_a_mine_is_taken_up_again_and_packed(run, tmp_path, monkeypatch):
    log, out = tmp_path / "mine.jsonl", tmp_path / "azul.jsonl.xz"
    for name, number in (("FIRST", 60), ("LONG", 200), ("CLOSE", 100), ("GAP", 0.02), ("MOST_FOR_RATING", 12)):
        monkeypatch.setattr(mining, name, number)
    monkeypatch.setattr(mining, "PLAYERS", ("mason", "potter"))
    monkeypatch.setattr("tessela.coach.mine.each", lambda work, pieces, *_: map(work, pieces))
    assert " in 2 games of azul" in run("puzzles", "mine", "azul", "--log", log, "--games", "2").out
    with log.open("ab") as file:
        file.write(b'{"game": "azul", "num')  # it was stopped in the middle of a line
    assert " in 1 games of azul" in run("puzzles", "mine", "azul", "--log", log, "--games", "3").out
    found = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["number"] for line in found] == [0, 1, 2]
    kept = sum(min(len(line["puzzles"]), puzzles.OF_A_GAME) for line in found)
    assert kept
    assert run("puzzles", "pack", "azul", "--log", log, "--out", out).out.startswith(f"{kept} puzzles of azul")
    assert len(puzzles.unpacked(out)) == kept


def test_games_of_people_are_mined_like_those_of_bots(run, tmp_path, monkeypatch):
    log, played = tmp_path / "mine.jsonl", finished("azul-2p-coloured")
    for name, number in (
        ("FIRST", 60),
        ("LONG", 200),
        ("CLOSE", 100),
        ("GAP", 0.01),
        ("FIRST_GAP", 0.01),
        ("MOST_FOR_RATING", 12),
    ):
        monkeypatch.setattr(mining, name, number)
    monkeypatch.setattr("tessela.coach.mine.each", lambda work, pieces, *_: map(work, pieces))
    monkeypatch.setattr("tessela.server.consented.consented_games", lambda folder, game: [played])
    for games in (1, 0):  # a game that was mined is not mined again
        ran = run("puzzles", "mine", "azul", "--log", log, "--from-store", tmp_path)
        assert f" in {games} games of azul" in ran.out
    (line,) = [json.loads(line) for line in log.read_text().splitlines()]
    assert (line["number"], line["seed"]) == (mining.number_of(played), -1)
    assert line["puzzles"]
    assert not any(name in log.read_text() for name in played["seats"])
    monkeypatch.undo()
    ran = run("puzzles", "mine", "azul", "--log", log, "--from-store", tmp_path / "nowhere")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "there is no database in" in ran.err


def test_puzzles_that_have_failed_are_left_out_of_a_packed_file(run, tmp_path):
    packed, out, failed = puzzles.FOLDER / "duel.jsonl.xz", tmp_path / "duel.jsonl.xz", tmp_path / "failed.txt"
    before = puzzles.unpacked(packed)
    failed.write_text(f"{before[3].id}\n{before[8].id}\n")
    assert run("puzzles", "pack", "duel", "--log", packed, "--without", failed, "--out", out).code == 0
    assert puzzles.unpacked(out) == [puzzle for puzzle in before if puzzle not in (before[3], before[8])]
