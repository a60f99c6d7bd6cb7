"""The command line itself: help, version, and errors in one line."""

import subprocess
import sys

import pytest

from tessela import __version__

COMMANDS = (
    *("play", "replay", "verify", "perft", "bench", "serve", "backup", "bots", "notation"),
    *("analyse", "hint", "arena", "bot"),
)


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["bots"], *([command, "--help"] for command in COMMANDS)])
def test_help_loads_nothing_heavy(arguments):
    code = (
        "import sys\nfrom tessela.cli import main\n"
        "try:\n    main(sys.argv[1:])\n"
        "except SystemExit as ended:\n    print('exit', ended.code)\n"
        "print([name for name in ('numba', 'numpy', 'rich', 'tessela.game') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    assert ran.stdout.endswith("exit 0\n[]\n")


def test_help_names_every_command(run):
    for ran in (run("--help"), run()):
        assert ran.code == 0
        assert all(command in ran.out for command in COMMANDS)


def test_version(run):
    assert run("--version").out == f"tessela {__version__}\n"


def test_the_installed_command_runs():
    ran = subprocess.run(
        [sys.executable, "-c", "from tessela.cli import main; main()", "--nonsense"], capture_output=True, text=True
    )
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--nonsense"], ["--nonsense", "--version"]),
        (["dance"], ["dance", "play", "replay", "verify", "perft", "bench"]),
        (["play", "--colour"], ["--colour", "--players", "--wall", "--seat", "--resume"]),
        (["play", "chess"], ["chess", "azul", "duel"]),
        (["arena", "random", "greedy", "--game", "chess"], ["chess", "azul", "duel"]),
        (["play", "azul", "--players", "5"], ["5", "2, 3 or 4"]),
        (["play", "azul", "--players", "two"], ["--players"]),
        (["play", "azul", "--wall", "pink"], ["pink", "coloured", "grey"]),
        (["play", "azul", "--tablets", "rows"], ["tablets", "players, wall, jokers"]),
        (["play", "azul", "--seed", "-1", "--seat", "human", "--seat", "random"], ["seed", "-1"]),
        (["play", "azul", "--seat", "nobody"], ["nobody", "human", "random"]),
        (["play", "azul", "--seat", "human:random"], ["random", "bot"]),
        (["play", "azul", "--seat", "human:"], ["human:Ada"]),
        (["play", "azul", "--players", "2", *["--seat", "human"] * 3], ["2 seats", "3 times"]),
        (["play", "duel", *["--seat", "human"] * 3], ["2 seats", "3 times"]),
        (["play", "duel", "--jokers"], ["jokers", "tablets"]),
        (["play", "duel", "--tablets", "rows,columns"], ["3 or 4"]),
        (["play", "duel", "--tablets", "rows,columns,spirals"], ["spirals", "diagonals"]),
        (["play", "duel", "--tablets", "rows,five-colours,columns"], ["rows", "five-colours", "one tablet"]),
        (["perft", "azul"], ["--depth"]),
        (["perft", "azul", "--depth", "0"], ["--depth"]),
        (["perft", "chess", "--depth", "1"], ["chess", "azul", "duel"]),
        (["bench", "--seconds", "0"], ["--seconds"]),
        (["replay"], ["FILE"]),
        (["verify"], ["FILE"]),
    ],
)
def test_wrong_usage_is_one_line_and_exit_2(run, arguments, says):
    ran = run(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("tessela: ")
    assert ran.err.count("\n") == 1
    assert all(word in ran.err for word in says), ran.err


@pytest.mark.parametrize(
    "arguments", [["replay", "nowhere.json"], ["play", "--resume", "nowhere.json"], ["verify", "nowhere.json"]]
)
def test_a_missing_file_is_named(run, arguments):
    ran = run(*arguments)
    assert ran.code == 1
    assert "nowhere.json" in ran.err
    assert ran.err.count("\n") == 1
