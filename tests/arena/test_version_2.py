"""Version 2 of the protocol: options, thinking without end, lines, clocks, others' time; and the tester of bots."""

import io
import json
import shlex
import sys

import pytest

from tessela.bots.bot import Budget, Choice, Clock
from tessela.bots.checking import Checker
from tessela.bots.dialogue import checked_options
from tessela.bots.external import BotError, ExternalBot
from tessela.bots.registry import make_bot
from tessela.bots.serving import serve_bot
from tessela.game import Game
from tests.patience import PATIENCE

SERVE = "import sys; from tessela.cli import main; main(['bot', *sys.argv[1:]])"

# Speaks version 2, until it is time to do what its first argument says
SCRIPTED = """
import json, sys
fault, legal, go = sys.argv[1], [], None
def say(**answer):
    print(json.dumps(answer), flush=True)
for line in sys.stdin:
    question = json.loads(line)
    kind = question["type"]
    if kind == "hello":
        default = "many" if fault == "option" else 1
        option = {"name": "depth", "type": "integer", "default": default, "max": 9}
        say(type="hello", protocol=2, name="scripted", options=[option])
    elif kind == "new":
        say(type="ready")
    elif kind == "position":
        legal = question["legal"]
    elif kind == "go":
        go = question
        number = go.get("lines", 1)
        lines = [{"move": move} for move in (legal[:1] * number if fault == "twins" else legal[:number])]
        if fault == "astray":
            lines[-1]["line"] = legal[-1:]
        say(type="info", id=-1, lines=[{"move": "stale"}])
        say(type="info", id=go["id"], lines=lines)
        if fault == "hasty" or not (go.get("infinite") or go.get("ponder")):
            say(type="move", id=go["id"], move=legal[-1], heard=go)
    elif kind == "stop" and fault not in ("deaf", "hasty"):
        of = {} if fault == "careless" else {"id": go["id"]}
        say(type="move", **of, move=None if fault == "speechless" else legal[0], lines=lines)
    elif kind == "over" and fault == "chatty":
        say(type="thanks")
    elif kind == "quit" and fault != "stubborn":
        break
"""


@pytest.fixture
def scripted(tmp_path):
    """The command of a bot with some fault."""
    script = tmp_path / "scripted.py"
    script.write_text(SCRIPTED)
    return lambda fault="good": [sys.executable, str(script), fault]


@pytest.fixture
def game():
    return Game("azul", seed=3)


def test_a_thought_tells_how_it_goes_and_what_is_stale_is_passed_over(scripted, game):
    told = []
    with ExternalBot(scripted()) as bot:
        choice = bot.choose(game.view(game.turn), Budget(seconds=PATIENCE), told=told.append)
        assert (bot.protocol, bot.name, list(bot.options)) == (2, "scripted", ["depth"])
    assert choice.move == game.legal_moves()[-1]
    assert [info["lines"] for info in told] == [[{"move": game.legal_moves()[0]}]]


def test_several_lines_without_end_until_stopped(scripted, game):
    with ExternalBot(scripted(), grace=PATIENCE) as bot:
        *told, last = bot.analyse(game.view(game.turn), 0.5, lines=3)
        assert [line["move"] for line in last["lines"]] == game.legal_moves()[:3]
        assert last["move"] == game.legal_moves()[0]
        assert len(told) == 1
        bot.think(game.view(game.turn), ponder=True)
        assert bot.choose(game.view(game.turn), Budget(seconds=PATIENCE)).move in game.legal_moves()  # stopped first


def test_options_are_checked_before_they_are_sent(scripted):
    with ExternalBot(scripted(), options={"depth": 4}) as bot:
        bot.begin("azul", {}, 0, 1)
        for name, value, says in (
            ("depth", 11, "at most 9, not 11"),
            ("depth", "x", "integer"),
            ("colour", 1, "options are depth"),
        ):
            with pytest.raises(BotError, match=says):
                bot.set_option(name, value)


def test_a_bot_of_version_1_cannot_think_without_end_and_gets_a_share_of_its_clock(misfit, game, tmp_path):
    heard = tmp_path / "heard"
    with ExternalBot(misfit("good", heard)) as bot:
        bot.choose(game.view(game.turn), clock=Clock((60.0, 60.0), 1.0))
        with pytest.raises(BotError, match="protocol 1"):
            bot.think(game.view(game.turn))
    questions = map(json.loads, heard.read_text().splitlines())
    assert [question["budget"] for question in questions if question["type"] == "choose"] == [{"seconds": 2.8}]


def served(*questions, make):
    lines = b"".join(json.dumps(question).encode() + b"\n" for question in questions)
    out = io.BytesIO()
    serve_bot(make, io.BytesIO(lines), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


class Noting:
    """Notes with how much it was asked to think."""

    name = "noting"
    options = ({"name": "style", "type": "choice", "choices": ["calm", "wild"], "default": "calm"},)

    def __init__(self):
        self.asked, self.set = [], {}

    def set_option(self, name, value):
        self.set[name] = value

    def choose(self, view, budget=None):
        self.asked.append(budget)
        return Choice(Game.from_view(view).legal_moves()[0])


def test_our_side_of_it(game):
    bot = Noting()
    position = {"type": "position", "view": game.view(game.turn)}
    hello, *answers = served(
        {"type": "hello", "protocol": 1, "newest": 2},
        {"type": "set", "name": "style", "value": "wild"},
        {"type": "set", "name": "seconds", "value": 0.25},
        position,
        {"type": "go", "id": 1, "budget": {"simulations": 7}},
        {"type": "go", "id": 2, "clock": {"left": [60, 60], "increment": 0}},
        {"type": "go", "id": 3, "infinite": True, "lines": 2},
        {"type": "stop"},
        make=lambda seed: bot,
    )
    assert hello["protocol"] == 2
    assert [option["name"] for option in hello["options"]] == ["seconds", "style"]
    assert bot.set == {"style": "wild"}
    assert bot.asked[0] == Budget(simulations=7)
    assert [(answer["type"], answer["id"]) for answer in answers] == [
        *(("move", 1), ("info", 2), ("move", 2)),
        *(("info", 3), ("move", 3)),
    ]
    assert all(answer["lines"] == [{"move": game.legal_moves()[0]}] for answer in answers)


def test_a_position_from_a_record(game):
    for _ in range(4):
        game.play(game.legal_moves()[0])
    go = {"type": "go", "budget": {"simulations": 1}}
    [move] = served({"type": "position", "record": game.record(), "ply": 2}, go, make=lambda seed: Noting())
    assert move["move"] == game.moves[2]


def test_what_is_no_position_is_refused_and_not_thought_about(game):
    """Nor is the position before it, which the host has given up."""
    position = {"type": "position", "view": game.view(game.turn)}
    go = {"type": "go", "id": 1, "budget": {"simulations": 1}}
    for spoilt, why in (({"view": {}}, "game"), ({"view": {**game.view(0), "seat": 7}}, "seat"), ({}, "a view or a record")):
        refused, *answers = served(position, {"type": "position", **spoilt}, go, make=lambda seed: Noting())
        assert refused["type"] == "error"
        assert why in refused["message"]
        assert answers == [{"type": "error", "message": "go needs a position before it"}]


@pytest.mark.parametrize("name", ["search", "painter"])
def test_lines_of_a_search_are_games_that_can_be_played(game, name):
    go = {"type": "go", "id": 1, "budget": {"simulations": 400}, "lines": 12}
    [move] = served({"type": "position", "view": game.view(game.turn)}, go, make=lambda seed: make_bot(name, seed=seed))
    assert move["lines"][0]["move"] == move["move"]
    assert len({line["move"] for line in move["lines"]}) == 12
    assert len(move["lines"][0]["line"]) > 2
    for line in move["lines"]:
        assert line["line"][0] == line["move"]
        later = game.copy()
        for text in line["line"]:
            later.play(text)


def found(command):
    return {finding.tried: finding for finding in Checker(command, PATIENCE, PATIENCE, PATIENCE).findings()}


def test_a_good_bot_passes(scripted):
    assert {finding.result for finding in found(scripted()).values()} == {"ok"}


@pytest.mark.parametrize(
    ("fault", "tried", "why"),
    [
        ("option", "begins, and says hello", "option 'depth' must be a value of type integer"),
        ("chatty", "answers nothing when a game is over", "not 'thanks'"),
        ("twins", "version 2: 3 lines, each with another legal move", "the same move"),
        ("astray", "version 2: 3 lines, each with another legal move", "must be a list of moves that begins with it"),
        ("speechless", "version 2: thinks without end, and stops", "no move after stop"),
        ("hasty", "version 2: thinks without end, and stops", "moved before 'stop'"),
        ("hasty", "version 2: 3 lines, each with another legal move", "moved before 'stop'"),
        ("careless", "version 2: thinks without end, and stops", "its move has not the id of 'go'"),
    ],
)
def test_each_fault_is_named(scripted, fault, tried, why):
    finding = found(scripted(fault))[tried]
    assert finding.result == "FAILED"
    assert why in finding.why


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ([{"name": "a", "type": "integer", "default": 1, "min": "x"}], "min of option 'a' must be a number, not 'x'"),
        ([{"name": "a", "type": "number", "max": None}], "max of option 'a' must be a number, not None"),
        ([{"name": "a", "type": "text"}, {"name": "a", "type": "switch"}], "two options have the same name"),
    ],
)
def test_options_that_cannot_be_are_named(options, why):
    with pytest.raises(BotError, match=why):
        checked_options({"options": options})


@pytest.mark.parametrize(
    ("fault", "tried", "why"),
    [
        ("deaf", "version 2: thinks without end, and stops", "no answer to 'stop' within 0.5 s"),
        ("stubborn", "ends when told to quit", "still runs 0.5 s after quit"),
    ],
)
def test_who_does_not_answer_is_found_out(scripted, fault, tried, why):
    findings = {finding.tried: finding for finding in Checker(scripted(fault), PATIENCE, 0.5, 0.5).findings()}
    assert why in findings[tried].why


def test_the_command_tells_and_its_exit_code_too(run, misfit, monkeypatch):
    monkeypatch.setattr(Checker.__init__, "__defaults__", (PATIENCE, PATIENCE))
    ran = run("bot-check", shlex.join([sys.executable, "-c", SERVE, "greedy"]))
    assert ran.code == 0, ran.out
    assert "It keeps to the protocol." in ran.out
    monkeypatch.setattr(Checker.__init__, "__defaults__", (5.0, 0.5))  # it is deaf to most of what comes later
    ran = run("bot-check", shlex.join(misfit("illegal")))
    assert ran.code == 1
    assert "FAILED       plays a game of azul: illegal move '9W>5'" in ran.out
    assert run("bot-check", "./no-such-bot").code == 2
