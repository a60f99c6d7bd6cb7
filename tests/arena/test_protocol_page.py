"""The dialogue in docs/bot-protocol.md is a real one."""

import io
import json
from pathlib import Path

from tessela.bots.registry import make_bot
from tessela.bots.serving import serve_bot
from tessela.game import Game

PAGE = Path(__file__).parents[2] / "docs" / "bot-protocol.md"


def lines(sign):
    """What one side writes; a line that the page breaks is whole again."""
    page = PAGE.read_text(encoding="utf-8").replace("\n  ", " ")
    return [line[2:] for line in page.splitlines() if line.startswith(f"{sign} {{")]


def test_our_own_bot_understands_the_host_and_answers_alike():
    out = io.BytesIO()
    serve_bot(lambda seed: make_bot("greedy", seed=seed), io.BytesIO("\n".join(lines(">")).encode()), out)
    types = [json.loads(line)["type"] for line in out.getvalue().splitlines()]
    assert types == [json.loads(line)["type"] for line in lines("<")] == ["hello", "ready", "move"]


def test_view_moves_and_answer_fit_together():
    choose = next(json.loads(line) for line in lines(">") if '"choose"' in line)
    move = next(json.loads(line) for line in lines("<") if '"move"' in line)
    game = Game.from_view(choose["view"])
    assert game.view(choose["view"]["seat"]) == choose["view"]
    assert [str(legal) for legal in game.legal_moves()] == choose["legal"]
    assert move["move"] in choose["legal"]
