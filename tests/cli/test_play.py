"""Whole games typed in, and everything that can be typed wrong."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from tessela.cli import main
from tessela.game import Game
from tessela.game.record import load, save

AGAINST_RANDOM = ("--seat", "human:Ada", "--seat", "random", "--seed", "3")
ALWAYS_FIRST = "1\n" * 600


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(["azul"], marks=pytest.mark.long),
        ["azul", "--wall", "grey", "--jokers"],
        pytest.param(["azul", "--players", "4", "--jokers"], marks=pytest.mark.long),
        pytest.param(["duel"], marks=pytest.mark.long),
        pytest.param(["duel", "--tablets", "random"], marks=pytest.mark.long),
        ["duel", "--tablets", "five-colours, outer-spaces, corner-plates, specials"],
    ],
)
def test_a_whole_game_by_always_typing_1(run, tmp_path, game):
    file = tmp_path / "game.json"
    seats = ["random"] * (3 if "4" in game else 1)
    seats = [part for name in seats for part in ("--seat", name)]
    ran = run("play", *game, "--seat", "human:Ada", *seats, "--seed", "3", "--save", file, typed=ALWAYS_FIRST)
    assert ran.code == 0
    assert ran.err == ""
    played = load(file)
    assert played.is_over
    assert played.seats[0] == "Ada"
    assert played.outcome.reason in ran.out
    assert "total" in ran.out
    assert "\x1b" not in ran.out


@pytest.mark.parametrize("game", ["azul", pytest.param("duel", marks=pytest.mark.long)])
def test_without_seats_one_person_plays_a_bot(run, tmp_path, game):
    file = tmp_path / "game.json"
    assert run("play", game, "--seed", "3", "--save", file, typed=ALWAYS_FIRST).code == 0
    assert load(file).seats == ["Human", "greedy"]
    assert load(file).is_over


def test_the_game_is_asked_for(run):
    ran = run("play", "--seat", "human", "--seat", "random", typed="chess\nDUEL\n")
    assert ran.code == 0
    assert "no game 'chess'" in ran.out
    assert "Azul Duel" in ran.out


def test_end_of_input_before_anything_was_typed(run):
    assert run("play", "--seat", "human", "--seat", "random").code == 0
    assert run("play", "azul", *AGAINST_RANDOM).code == 0


def test_moves_by_notation_and_by_number_are_the_same(run, tmp_path):
    game = Game("azul", seed=3)
    legal = game.legal_moves()
    for name, typed in (("a", "8"), ("b", f"  {' '.join(legal[7].lower())} ")):
        assert run("play", "azul", *AGAINST_RANDOM, "--save", tmp_path / name, typed=f"{typed}\n").code == 0
    assert load(tmp_path / "a").moves == load(tmp_path / "b").moves
    assert legal[7] in load(tmp_path / "a").moves[:2]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("0", "no move 0"),
        ("999", "the moves are 1 to"),
        ("blue please", "'blue please' is not a move"),
        ("CB>1", "there is no CB now"),
        ("col 3", "col 3 is not possible now"),
        ("save", "save needs the name of a file"),
        ("undo", "nothing to take back"),
        ("save /nowhere/at/all.json", "cannot be written"),
    ],
)
def test_a_wrong_entry_is_explained_and_loses_nothing(run, tmp_path, typed, says):
    file = tmp_path / "game.json"
    ran = run("play", "azul", "--seat", "human", "--seat", "human", "--seed", "3", "--save", file, typed=f"{typed}\n1\n")
    assert ran.code == 0
    assert says in " ".join(ran.out.split())
    assert len(load(file).moves) == 1


def test_an_illegal_destination_names_the_possible_ones(run):
    ran = run("play", "azul", "--seat", "human", "--seat", "human", "--seed", "3", typed="4Y>6\n")
    assert "4Y>6 is not possible: 4Y can go to 1, 2, 3, 4, 5, F" in ran.out


def test_the_long_list_says_moves_in_words(run):
    ran = run("play", "azul", "--seat", "human", "--seat", "human", "--seed", "3", typed="?\n")
    assert "all blue from factory 1 to line 2" in ran.out
    assert "undo" in ran.out


def test_undo_goes_back_to_the_previous_decision_of_a_person(run, tmp_path):
    file = tmp_path / "game.json"
    ran = run("play", "azul", *AGAINST_RANDOM, "--save", file, typed="1\nundo\n")
    assert "Taken back" in ran.out
    moves = load(file).moves
    assert load(file).to_move == 0
    run("play", "azul", *AGAINST_RANDOM, "--save", tmp_path / "again.json", typed="")
    assert moves == load(tmp_path / "again.json").moves


def test_undo_across_a_deal_and_another_way_on(run, tmp_path):
    file = tmp_path / "game.json"
    run("play", "azul", *AGAINST_RANDOM, "--save", file, typed="1\n" * 12)
    assert load(file).round > 1
    ran = run("play", "--resume", file, typed="undo\n" * 11 + "3\n" * 5 + ALWAYS_FIRST)
    assert ran.code == 0
    assert load(file).is_over


def test_a_resumed_game_goes_on_as_if_it_had_never_stopped(run, tmp_path):
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    run("play", "duel", *AGAINST_RANDOM, "--save", whole, typed=ALWAYS_FIRST)
    left = run("play", "duel", *AGAINST_RANDOM, "--save", parts, typed="1\n" * 12 + "quit\n")
    assert left.code == 0
    assert f"tessela play --resume {parts}" in left.out
    assert not load(parts).is_over
    assert run("play", "--resume", parts, typed="1\n" * 5).code == 0
    assert run("play", "--resume", parts, typed=ALWAYS_FIRST).code == 0
    assert json.loads(parts.read_text()) == json.loads(whole.read_text())


def test_a_record_without_a_seed_can_be_resumed(run, tmp_path):
    file = tmp_path / "game.json"
    run("play", "azul", *AGAINST_RANDOM, "--save", file, typed="1\n" * 8)
    record = json.loads(file.read_text())
    file.write_text(json.dumps({**record, "seed": None}))
    assert run("play", "--resume", file, typed=ALWAYS_FIRST).code == 0
    assert load(file).is_over


def test_a_finished_game_is_not_resumed(run, tmp_path):
    file = tmp_path / "game.json"
    run("play", "azul", *AGAINST_RANDOM, "--save", file, typed=ALWAYS_FIRST)
    ran = run("play", "--resume", file)
    assert ran.code == 2
    assert "is over" in ran.err


@pytest.mark.parametrize("more", [["azul"], ["--players", "2"], ["--seed", "4"]])
def test_resume_takes_the_game_from_the_file(run, tmp_path, more):
    ran = run("play", "--resume", tmp_path / "game.json", *more)
    assert ran.code == 2
    assert "--resume" in ran.err


def test_an_existing_file_is_not_overwritten(run, tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("dear reader")
    ran = run("play", "azul", *AGAINST_RANDOM, "--save", file)
    assert ran.code == 2
    assert str(file) in ran.err
    ran = run("play", "azul", *AGAINST_RANDOM, typed=f"save {file}\n")
    assert "exists" in ran.out
    assert file.read_text() == "dear reader"


def test_a_resumed_game_does_not_overwrite_another_file(run, tmp_path):
    file, letter = tmp_path / "game.json", tmp_path / "letter.txt"
    run("play", "azul", *AGAINST_RANDOM, "--save", file, typed="1\n")
    letter.write_text("dear reader")
    ran = run("play", "--resume", file, "--save", letter, typed="1\n")
    assert ran.code == 2
    assert "letter.txt exists" in ran.err
    assert letter.read_text() == "dear reader"
    assert run("play", "--resume", file, "--save", file, typed="1\n").code == 0


def test_saving_leaves_the_files_beside_it_alone(run, tmp_path):
    beside = tmp_path / "game.json.part"
    beside.write_text("dear reader")
    run("play", "azul", *AGAINST_RANDOM, "--save", tmp_path / "game.json", typed="1\n")
    assert beside.read_text() == "dear reader"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.json", "game.json.part"]


def test_a_file_that_cannot_be_written_is_named(run, tmp_path):
    ran = run("play", "azul", *AGAINST_RANDOM, "--save", tmp_path / "no" / "folder" / "game.json")
    assert ran.code == 1
    assert "game.json" in ran.err
    assert ran.err.count("\n") == 1


def test_save_during_the_game_keeps_every_later_move(run, tmp_path):
    file = tmp_path / "game.json"
    ran = run("play", "azul", *AGAINST_RANDOM, typed=f"save {file}\n1\n1\nquit\n")
    assert f"--resume {file}" in ran.out
    assert len(load(file).moves) >= 4


def test_control_c_ends_politely(run, tmp_path, monkeypatch, capsys):
    def interrupt(question: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("tessela.cli.play.ask", interrupt)
    ran = run("play", "azul", *AGAINST_RANDOM, "--save", tmp_path / "game.json")
    assert ran.code == 130
    assert "--resume" in ran.out
    assert ran.err == ""


def test_bots_alone_are_watched_as_a_spectator(run):
    ran = run("play", "duel", "--seat", "random", "--seat", "random", "--seed", "3")
    assert ran.code == 0
    assert "random 1" in ran.out
    assert "random 2" in ran.out
    assert "total" in ran.out
    looks = [line for line in ran.out.splitlines() if "looks at" in line]
    assert looks
    assert not any(":" in line for line in looks)


def test_people_only_see_their_own_drawn_plates(run):
    typed = "1\n1\n" * 2 + "draw\nstop\n"
    ran = run("play", "duel", "--seat", "human:Ada", "--seat", "human:Bob", "--seed", "3", typed=typed)
    assert "looks at 1 drawn plate: " in ran.out
    assert ran.out.count("looks at") == 1


def test_main_reads_the_command_line(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["tessela", "--version"])
    with pytest.raises(SystemExit):
        main()
    assert "tessela" in capsys.readouterr().out


def test_a_hint_names_a_legal_move_and_its_reasons(run):
    ran = run("play", "azul", "--seat", "human", "--seat", "human", "--seed", "3", typed="hint\n")
    assert "Win chance about" in ran.out
    assert ">" in ran.out


EXAMPLE = Path(__file__).parents[2] / "examples" / "external_bot.py"
COMMAND = f"cmd:{shlex.join([sys.executable, str(EXAMPLE)])}"


def test_bots_with_budgets_and_programs_have_seats(run, tmp_path):
    file = tmp_path / "game.json"
    ran = run("play", "azul", "--seat", "search@8", "--seat", COMMAND, "--seed", "3", "--save", file)
    assert (ran.code, ran.err) == (0, "")
    assert load(file).is_over
    assert load(file).seats == ["search@8", COMMAND]


def test_a_program_that_fails_says_so_and_the_game_is_kept(run, tmp_path):
    file, script = tmp_path / "game.json", tmp_path / "one_move.py"
    script.write_text(EXAMPLE.read_text().replace('dice.choice(question["legal"])', '"9W>5"'))
    ran = run("play", "azul", "--seat", "random", "--seat", f"cmd:{shlex.join([sys.executable, str(script)])}", "--save", file)
    assert ran.code == 1
    assert "twenty lines illegal move '9W>5'" in ran.err
    assert ran.err.count("\n") == 1
    assert not load(file).is_over


def test_a_file_alone_starts_no_program(run, tmp_path):
    file = tmp_path / "game.json"
    game = Game("azul", seed=3, seats=["human", "cmd:touch pwned"])
    save(game, file)
    ran = run("play", "--resume", file)
    assert ran.code == 2
    assert "--seat" in ran.err
    assert run("play", "--resume", file, "--seat", "random", "--seat", "search@8").code == 0
