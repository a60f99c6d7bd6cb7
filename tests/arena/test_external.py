"""Bots that are programs: how they are spoken to, and what happens to those that misbehave."""

import json
import os

import pytest

from tessela.bots import external
from tessela.bots.bot import Budget
from tessela.bots.external import BotError, ExternalBot
from tessela.game import Game
from tests.patience import PATIENCE, patiently

FAULTS = {
    "crash": ["crashed at 'choose' with exit code 1", "out of ideas"],
    "hang": ["no answer to 'choose' within"],
    "illegal": ["illegal move '9W>5'"],
    "no move": ["garbage", "e2e4"],
    "number": ["garbage", "7"],
    "silent": ["garbage"],
    "list": ["garbage", "[1]"],
    "deep": ["garbage", "is not JSON"],
    "text": ["garbage", "Thinking..."],
    "flood": ["garbage", "bytes"],
}


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def play(game, bot, moves, seconds=None):
    """Have a bot decide some moves for whoever is to move in a game."""
    for _ in range(moves):
        game.play(bot.choose(game.view(game.to_move), seconds and Budget(seconds=seconds)).move)


def test_a_good_bot_plays_and_says_its_name(misfit):
    with ExternalBot(misfit("good")) as bot:
        game = Game("azul", seed=1)
        play(game, bot, 5)
        assert bot.name == "misfit"
        assert len(game.moves) == 5
        pid = bot._process.pid
    assert not is_alive(pid)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_bot_is_found_out_and_can_be_used_again(misfit, fault):
    with ExternalBot(misfit(fault), budget=Budget(seconds=PATIENCE), grace=0.0) as bot:
        game = Game("azul", seed=1)
        play(game, bot, 1)
        pid = bot._process.pid
        with pytest.raises(BotError) as failed:
            play(game, bot, 1, seconds=0.2 if fault == "hang" else PATIENCE)
        assert all(word in str(failed.value) for word in FAULTS[fault]), failed.value
        assert "\n" not in str(failed.value)
        assert not is_alive(pid)
        assert len(game.moves) == 1
        play(game, bot, 1)


@pytest.mark.parametrize(
    ("fault", "says"), [("protocol", "speaks protocol 7, not 1 or 2"), ("unwilling", "gave up: I do not know this game")]
)
def test_a_bot_that_cannot_begin(misfit, fault, says):
    game = Game("azul", seed=1)
    with ExternalBot(misfit(fault)) as bot, pytest.raises(BotError, match=says):
        play(game, bot, 1)


def test_a_command_that_is_not_there():
    with ExternalBot(["./no-such-bot"]) as bot, pytest.raises(BotError, match="no-such-bot"):
        play(Game("azul", seed=1), bot, 1)


def test_a_bot_that_never_reads_cannot_block_us():
    with ExternalBot(["sleep", "1000"], start=0.2) as bot, pytest.raises(BotError, match=r"no answer to 'hello' within 0\.2 s"):
        bot.begin("azul", {"filler": "x" * 1_000_000}, 0, 1)


def test_a_bot_that_does_not_quit_is_killed(misfit):
    bot = ExternalBot(misfit("stubborn"))
    play(Game("azul", seed=1), bot, 1)
    pid = bot._process.pid
    bot.close()
    assert not is_alive(pid)
    bot.close()


def test_what_a_bot_started_ends_with_it(misfit, tmp_path):
    heard = tmp_path / "heard"
    with ExternalBot(misfit("orphan", heard)) as bot:
        play(Game("azul", seed=1), bot, 1)
        child = next(int(line) for line in heard.read_text().splitlines() if line.isdigit())
        assert is_alive(child)
    for _ in patiently():
        if not is_running(child):
            break


def is_running(pid):
    """Whether a process that is not our child runs; whoever adopts it may be slow to bury it."""
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("name", ["azul", "duel"])
def test_a_bot_hears_the_view_of_its_seat_and_nothing_else(misfit, tmp_path, name, monkeypatch):
    monkeypatch.setattr(external, "QUIT_SECONDS", PATIENCE)  # it hears to the end
    heard = tmp_path / "heard"
    game = Game(name, seed=5)
    views, legal = [], []
    with ExternalBot(misfit("good", heard), seed=77) as bot:
        for _ in range(12):
            views.append(game.view(game.to_move))
            legal.append([str(move) for move in game.legal_moves()])
            play(game, bot, 1)
        bot.finish([3, 4], [1])
    messages = [json.loads(line) for line in heard.read_text().splitlines()]
    hello, new, *questions, over, last = messages
    assert hello == {"type": "hello", "protocol": 1, "newest": 2}
    assert new == {"type": "new", "game": name, "options": game.options, "seat": views[0]["seat"], "seed": 77}
    assert over == {"type": "over", "scores": [3, 4], "winners": [1]}
    assert last == {"type": "quit"}
    for question, view, moves in zip(questions, views, legal, strict=True):
        assert question == {"type": "choose", "view": view, "legal": moves, "budget": {}}


def test_budgets_are_passed_on(misfit, tmp_path):
    heard = tmp_path / "heard"
    view = Game("azul", seed=5).view(0) | {"to_move": 0}
    with ExternalBot(misfit("good", heard), budget=Budget(simulations=50)) as bot:
        bot.choose(view)
        bot.choose(view, Budget(seconds=PATIENCE))
    budgets = [message["budget"] for message in map(json.loads, heard.read_text().splitlines()) if "budget" in message]
    assert budgets == [{"simulations": 50}, {"seconds": PATIENCE}]
