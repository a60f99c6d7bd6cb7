"""Warnings before a blunder: a move that loses is warned of with a reason, the best is not, and what is unsure is left alone."""

import random

import pytest

from tessela.bots.analysis.study import Study
from tessela.bots.analysis.warning import outlook, warned
from tessela.bots.bot import Budget
from tessela.game import Game, IllegalMoveError
from tests.variants import choose, new_game

THOUGHT = Budget(simulations=500)


def late(variant: str, seed: int) -> Game:
    """A position of the third round, where something is to take."""
    game, dice = new_game(variant, seed), random.Random(seed)
    while not game.is_over and (game.round < 3 or len(game.legal_moves()) < 8):
        game.play(choose(game, dice, 1))
    return game


@pytest.mark.parametrize("variant", ["azul-2p-coloured", "azul-3p-coloured", "azul-4p-grey-jokers", "duel"])
def test_throwing_everything_away_is_a_blunder_and_the_best_move_is_not(variant: str) -> None:
    blunders = []
    for seed in range(3):
        game = late(variant, seed)
        if game.is_over:
            continue
        view = game.view(game.to_move)
        first = outlook(view, THOUGHT)
        assert first.much == pytest.approx(0.3 / game.players)
        assert first.best in first.fine
        assert not warned(view, first.best, first, THOUGHT).is_blunder
        for move in [str(move) for move in game.legal_moves() if move.endswith((">F", ">X"))][:4]:
            found = warned(view, move, first, THOUGHT)
            assert found.is_blunder == (found.lost is not None and found.lost >= first.much)
            if found.is_blunder:
                blunders.append(found)
                assert move not in first.fine
            else:
                assert not found.reasons
                assert not found.missed
    assert len(blunders) > 2
    assert all(found.reasons or found.missed for found in blunders)
    assert all(reason.sign == "bad" for found in blunders for reason in found.reasons)


def test_a_warning_needs_both_looks() -> None:
    """A move that the first look takes for a blunder is none if thinking on after it finds it good."""
    game = Game("azul", seed=7)
    view = game.view(game.to_move)
    first = outlook(view, THOUGHT)
    second = first.best
    suspected = type(first)(first.best, first.value, {**first.lost, second: 0.5}, first.much)
    found = warned(view, second, suspected, THOUGHT)
    assert not found.is_blunder
    assert found.lost is not None
    assert found.lost < 0.5


def test_with_one_move_there_is_nothing_to_warn_of() -> None:
    for seed in range(9):
        game, dice = new_game("azul-2p-coloured", seed), random.Random(seed)
        while not game.is_over and len(game.legal_moves()) > 1:
            game.play(choose(game, dice))
        if game.is_over:
            continue
        view = game.view(game.to_move)
        first = outlook(view, THOUGHT)
        assert Study(view, 0, THOUGHT).kind == "forced"
        assert first.fine == [str(game.legal_moves()[0])]
        return
    raise AssertionError("no position with one move was found")


def test_an_illegal_move_is_refused() -> None:
    view = Game("azul", seed=7).view(0)
    with pytest.raises(IllegalMoveError):
        warned(view, "5W>3", outlook(view, THOUGHT), THOUGHT)
