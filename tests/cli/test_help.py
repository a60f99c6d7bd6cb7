"""Help, examples and completion: all of it from what is really there, and at once."""

import json
import os
import shlex
import subprocess
import sys

import pytest
import typer

from tessela.arena.match import SCHEDULES
from tessela.arena.specs import parse_spec
from tessela.bots.levels import LEVELS
from tessela.bots.registry import BOT_NAMES, CHARACTERS
from tessela.cli import completion
from tessela.cli.app import app
from tessela.cli.help import EXAMPLES
from tessela.cli.seats import seat_names
from tessela.game.registry import RULESETS

COMMANDS = typer.main.get_group(app).commands
LINES = [line for lines in EXAMPLES.values() for line in lines]


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_the_short_way_to_ask_for_help(run, command):
    arguments = [command] if command else []
    assert run(*arguments, "-h") == run(*arguments, "--help")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_has_examples_of_it(run, command):
    ran = run(command, "-h")
    assert "Examples:\n" in ran.out
    assert EXAMPLES[command]
    for line in EXAMPLES[command]:
        assert line.startswith(f"tessela {command}")
        assert f"  {line}\n" in ran.out


@pytest.mark.parametrize("line", LINES)
def test_examples_can_be_typed_as_they_stand(line):
    name, *arguments = shlex.split(line)[1:]
    context = COMMANDS[name].make_context(name, arguments)
    for bot in context.params.get("bots") or []:
        parse_spec(bot)
    if context.params.get("seat"):
        seat_names(context.params["seat"], 2)


@pytest.mark.parametrize("command", ["play", "arena", "bot"])
def test_every_bot_stands_in_the_help(run, command):
    lines = {" ".join(line.split()) for line in run(command, "-h").out.splitlines()}
    assert {f"{level.number} {level.name} {level.character}" for level in LEVELS} <= lines
    assert {f"{name} {CHARACTERS[name]}" for name in BOT_NAMES[: -len(LEVELS)]} <= lines


def test_bots_are_listed(run):
    ran = run("bots")
    assert [line.split()[1] for line in ran.out.splitlines()[1 : len(LEVELS) + 1]] == [level.name for level in LEVELS]
    assert all(name in ran.out for name in BOT_NAMES)
    assert "500" in ran.out


def test_bots_as_json(run):
    listed = json.loads(run("bots", "--json").out)
    assert {bot["name"] for bot in listed} == set(BOT_NAMES) == set(CHARACTERS)
    assert listed[0] == {
        "name": "sprout",
        "level": 1,
        "elo": {"azul": 500, "duel": 500},
        "character": "fills lines without much thought for what they are worth",
    }


# What is offered when Tab is typed after a line, and some of what is not
COMPLETED = {
    "tessela pl": (["play"], ["serve"]),
    "tessela play ": (["azul", "duel"], ["painter"]),
    "tessela play duel --seat ": (["human", "sprout", "legend", "search-2"], ["azul"]),
    "tessela arena greedy ma": (["mason", "master"], ["greedy", "search"]),
    "tessela arena greedy random --game d": (["duel"], ["azul"]),
    "tessela arena greedy random --schedule l": (["ladder"], ["table"]),
    "tessela notation a": (["azul"], ["duel"]),
}
# Answers a shell, line after line; says at the end whether anything heavy was loaded for it
ANSWER = """
import os, sys
from tessela.cli import main
for line in sys.argv[1:]:
    os.environ |= {"COMP_WORDS": line, "COMP_CWORD": str(line.count(" ")), "_TYPER_COMPLETE_ARGS": line}
    try:
        main([])
    except SystemExit as ended:
        print("ended", ended.code)
print([name for name in ("numba", "numpy", "tessela.game") if name in sys.modules])
"""


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_commands_games_and_bots(shell):
    asked = {"_TESSELA_COMPLETE": f"complete_{shell}", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    ran = subprocess.run([sys.executable, "-c", ANSWER, *COMPLETED], capture_output=True, text=True, env={**os.environ, **asked})
    assert (ran.returncode, ran.stderr) == (0, "")
    *answers, heavy = ran.stdout.split("ended 0\n")
    assert heavy == "[]\n"
    for answer, (offers, lacks) in zip(answers, COMPLETED.values(), strict=True):
        offered = answer.replace('"', " ").replace(":", " ").split()
        assert set(offers) <= set(offered)
        assert not set(lacks) & set(offered)


@pytest.mark.parametrize(
    ("shell", "file"), [("bash", ".bashrc"), ("zsh", ".zfunc/_tessela"), ("fish", ".config/fish/completions/tessela.fish")]
)
def test_completion_can_be_shown_and_installed(shell, file, tmp_path):
    code = (
        f"import pathlib, shellingham, sys\nshellingham.detect_shell = lambda: ({shell!r}, '')\n"
        f"pathlib.Path.home = classmethod(lambda cls: cls({str(tmp_path)!r}))\n"
        "from tessela.cli import main\nmain(sys.argv[1:])"
    )
    shown = subprocess.run([sys.executable, "-c", code, "--show-completion"], capture_output=True, text=True)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "_TESSELA_COMPLETE" in shown.stdout
    installed = subprocess.run([sys.executable, "-c", code, "--install-completion"], capture_output=True, text=True)
    assert (installed.returncode, installed.stderr) == (0, "")
    script = (tmp_path / file).read_text()
    assert "tessela" in script
    assert ("loadautofunc" in script) == (shell == "zsh")  # which reads it at the first Tab, and has to answer that one too


def test_what_is_completed_is_what_there_is():
    assert list(RULESETS) == completion.games()
    assert completion.SCHEDULES == SCHEDULES
    for wall in completion.WALLS:
        RULESETS["azul"].check_options({"wall": wall}, 0)
