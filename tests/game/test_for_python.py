"""`Game` for people who write Python: its names, its numbers, its errors."""

import inspect
import json
import subprocess
import sys

import numpy as np
import pytest

import tessela
import tessela.game
from tessela import Game, MoveError, MoveSyntaxError, OptionError, Reason
from tessela.game.events import GameEnded
from tests.variants import VARIANTS, new_game, walk


def test_importing_it_loads_nothing():
    code = "import sys, tessela; dir(tessela); print([name for name in sys.modules if name.startswith(('numpy', 'tessela.'))])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_it_exports_all_that_the_games_do():
    assert set(tessela.game.__all__) <= set(tessela.__all__)
    assert dir(tessela) == sorted(tessela.__all__)
    assert all(getattr(tessela, name) for name in tessela.__all__)


def test_a_name_that_is_not_there_is_no_attribute():
    with pytest.raises(AttributeError, match=r"module 'tessela' has no attribute 'Gaem'"):
        tessela.Gaem  # type: ignore[attr-defined]  # noqa: B018


def test_a_wrong_option_is_named():
    with pytest.raises(OptionError, match=r"azul has no option 'playrs'; its options are players, wall, jokers"):
        Game("azul", playrs=2)  # type: ignore[call-overload]


@pytest.mark.parametrize("variant", ["azul-3p-coloured", "duel"])
def test_the_turn_is_whose_move_it_is(variant):
    for game in walk(variant, 5):
        if not game.is_over:
            assert game.turn == game.to_move
    with pytest.raises(MoveError, match="the game is over"):
        game.turn  # noqa: B018


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_the_reason_is_one_of_a_closed_set_and_its_text(variant):
    game = new_game(variant, 3)
    while not game.is_over:
        events = game.play(game.legal_moves()[0])
    ended = events[-1]
    assert isinstance(ended, GameEnded)
    assert isinstance(game.outcome.reason, Reason)
    assert ended.reason is game.outcome.reason
    assert game.outcome.reason.is_shared == (len(game.outcome.winners) > 1)
    assert type(ended.to_json()["reason"]) is str
    assert json.loads(json.dumps(ended.to_json()))["reason"] == str(ended.reason) == ended.reason.value


def test_numbers_of_numpy_are_numbers():
    game = Game("azul", players=np.int8(3), seed=np.uint64(2**63))
    assert repr(game) == repr(Game("azul", players=3, seed=2**63))
    assert json.dumps(game.record()) == json.dumps(Game("azul", players=3, seed=2**63).record())
    assert Game("duel", tablets=np.int64(4), seed=1).options == Game("duel", tablets=4, seed=1).options  # type: ignore[call-overload]
    twin = game.copy()
    action = game.legal_actions()[5]
    assert game.play(np.int64(action)) == twin.play(action)
    assert json.dumps(game.view(np.int64(1))) == json.dumps(game.view(1))
    assert game.bonuses(np.uint8(1)) == game.bonuses(1)
    assert (game.observation(np.int16(2)) == game.observation(2)).all()
    chosen = np.flatnonzero(game.action_mask())[0]
    assert game.action_of(game.move_of(chosen)) == chosen


@pytest.mark.parametrize("move", [True, 5.0, None, np.float64(3), np.bool_(True), np.arange(3), [5]])
def test_what_is_neither_text_nor_a_number_is_no_move(move):
    game = Game("azul", seed=1)
    with pytest.raises(MoveSyntaxError, match="a move is text"):
        game.play(move)
    assert game.moves == []


@pytest.mark.parametrize("seat", [True, 1.0, "1", 2, -1])
def test_what_is_no_seat_is_refused(seat):
    with pytest.raises(OptionError, match="seat must be from 0 to 1"):
        Game("azul", seed=1).view(seat)


@pytest.mark.parametrize("name", [name for name in tessela.__all__ if name != "__version__"])
def test_everything_public_says_what_it_is(name):
    thing = getattr(tessela, name)
    assert inspect.getdoc(thing)
    if inspect.isclass(thing):
        own = {key: value for key, value in vars(thing).items() if not key.startswith("_") and not isinstance(value, thing)}
        described = [key for key, value in own.items() if callable(value) or isinstance(value, property | classmethod)]
        assert [key for key in described if not inspect.getdoc(own[key])] == []
