"""Our bots behind the protocol."""

import io
import json
import sys

import numpy as np
import pytest

from tessela.bots.bot import Budget, Choice
from tessela.bots.external import ExternalBot
from tessela.bots.registry import make_bot
from tessela.bots.serving import serve_bot
from tessela.game import Game

SERVE = "import sys; from tessela.cli import main; main(['bot', *sys.argv[1:]])"


def answers(*questions, make=lambda seed: make_bot("random", seed=seed), budget=None):
    """What a served bot answers; questions are objects, or lines as they are."""
    lines = [question if isinstance(question, bytes) else json.dumps(question).encode() for question in questions]
    out = io.BytesIO()
    serve_bot(make, io.BytesIO(b"\n".join(lines) + b"\n"), out, budget)
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.parametrize(("bot", "name", "moves"), [("greedy", "azul", 30), ("random", "duel", 20), ("search@8", "azul", 6)])
def test_a_bot_plays_the_same_inside_and_behind_the_protocol(bot, name, moves):
    kind, _, simulations = bot.partition("@")
    budget = Budget(simulations=int(simulations)) if simulations else None
    inside = make_bot(kind, seed=42)
    game = Game(name, seed=3)
    with ExternalBot([sys.executable, "-c", SERVE, bot], seed=42) as outside:
        for _ in range(moves):
            view = game.view(game.to_move)
            expected = inside.choose(view, budget).move
            assert outside.choose(view).move == expected
            game.play(expected)
        assert outside.name == kind


def test_a_conversation():
    game = Game("azul", seed=3)
    view = game.view(game.to_move)
    new = {"type": "new", "game": "azul", "options": game.options, "seat": game.to_move, "seed": 9}
    choose = {"type": "choose", "view": view, "legal": [], "budget": {}}
    hello, ready, move, *rest = answers(
        {"type": "hello", "protocol": 1},
        b"",
        new,
        choose,
        {"type": "over", "scores": [], "winners": []},
        {"type": "quit"},
        choose,
    )
    assert hello == {"type": "hello", "protocol": 1, "name": "random"}
    assert ready == {"type": "ready"}
    assert move["type"] == "move"
    assert move["move"] == make_bot("random", seed=9).choose(view).move
    assert rest == []


@pytest.mark.parametrize(
    ("question", "says"),
    [
        (b"nonsense", "malformed"),
        (b"[1]", "object"),
        (b'{"type":"choose","view":{"deep":' + b"[" * 100_000, "recursion"),
        ({"type": "dance"}, "dance"),
        ({"no": "type"}, "type"),
        ({"type": "hello", "protocol": 3}, "3"),
        ({"type": "go"}, "position"),
        ({"type": "position"}, "view or a record"),
        ({"type": "set", "name": "colour", "value": 1}, "seconds"),
        ({"type": "set", "name": "seconds", "value": "long"}, "number"),
        ({"type": "choose"}, "view"),
        ({"type": "choose", "view": {}}, "view"),
        ({"type": "choose", "view": {"seat": 0, "game": "azul"}}, ""),
        ({"type": "new", "game": "chess", "options": {}}, "chess"),
        ({"type": "new", "game": "azul", "options": {"players": 9}}, "9"),
        ({"type": "choose", "view": Game("azul", seed=3).view(0), "budget": {"seconds": -1}}, "-1"),
    ],
)
def test_what_cannot_be_answered_is_said_and_the_next_line_is_read(question, says):
    error, hello = answers(question, {"type": "hello", "protocol": 1})
    assert error["type"] == "error"
    assert says in error["message"]
    assert hello["type"] == "hello"


def test_a_bot_that_fails_says_so_and_the_next_line_is_read(capsys):
    class Torn:
        name = "torn"

        def choose(self, view, budget=None):
            raise KeyError("weights")

    choose = {"type": "choose", "view": Game("azul", seed=3).view(0)}
    error, hello = answers(choose, {"type": "hello", "protocol": 1}, make=lambda seed: Torn())
    assert error == {"type": "error", "message": "failed with KeyError: 'weights'"}
    assert hello["name"] == "torn"
    assert "line" in capsys.readouterr().err  # where, for whoever wrote it


def test_budget_of_the_question_or_else_of_the_bot():
    asked = []

    class Asked:
        name = "asked"

        def choose(self, view, budget=None):
            asked.append(budget)
            return Choice(Game.from_view(view).legal_moves()[0], {"value": np.float32(0.5), "odd": {1, 2}})

    game = Game("azul", seed=3)
    choose = {"type": "choose", "view": game.view(game.to_move)}
    own = Budget(simulations=3)
    first, *_ = answers(choose, {**choose, "budget": {"seconds": 0.5}}, make=lambda _: Asked(), budget=own)
    assert asked == [own, Budget(seconds=0.5)]
    assert first["thoughts"] == {"value": 0.5, "odd": [1, 2]}
