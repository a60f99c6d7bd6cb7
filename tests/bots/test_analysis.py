"""Analyses: repeatable, from the view alone, growing, and honest about what cannot be analysed."""

import json
import random

import pytest

from tessela import Game
from tessela.bots.analysis import AnalysisError, analyse, analyse_stream, why
from tessela.bots.analysis.hints import sentences
from tessela.bots.analysis.twins import same_move
from tessela.bots.bot import Budget
from tessela.bots.search.bots import best_tiling
from tessela.game import Move, OptionError
from tests.variants import choose, new_game, resampled

FEW = Budget(simulations=60)


def position(variant: str, seed: int, plies: int) -> Game:
    """A position of a random game."""
    game, dice = new_game(variant, seed), random.Random(seed)
    for _ in range(plies):
        game.play(choose(game, dice, 2))
    return game


def reached(variant: str, seed: int, phase: str, moves: int = 2) -> Game:
    """The first position of a random game in this phase with so many moves at least."""
    game, dice = new_game(variant, seed), random.Random(seed)
    while not (game.phase == phase and len(game.legal_moves()) >= moves):
        game.play(choose(game, dice, 2))
    return game


@pytest.mark.parametrize("variant", ["azul-2p-coloured", "azul-3p-grey-jokers", "duel"])
def test_the_moves_are_ranked_with_chances_lines_and_reasons(variant: str) -> None:
    game = position(variant, 1, 4)
    analysis = analyse(game, budget=Budget(simulations=300), most=3)
    assert analysis.kind == "search"
    assert analysis.to_move == analysis.seat == game.to_move
    assert analysis.moves == len(game.legal_moves())
    assert len(analysis.candidates) == 3
    assert [judged.visits for judged in analysis.candidates] == sorted((j.visits for j in analysis.candidates), reverse=True)
    assert analysis.best == analysis.candidates[0]
    for judged in analysis.candidates:
        assert judged.move in game.legal_moves()
        assert judged.value is not None
        assert 0 <= judged.value <= 1
        assert judged.line[0] == judged.move
        assert list(judged.reasons) == why(game, judged.move)


def test_a_line_can_be_played_as_long_as_chance_shows_nothing() -> None:
    game = position("azul-2p-coloured", 2, 6)
    for judged in analyse(game, budget=Budget(simulations=500)).candidates:
        later = game.copy()
        for move in judged.line:
            later.play(move)


@pytest.mark.parametrize("variant", ["azul-4p-coloured-jokers", "duel", "duel-backs"])
def test_the_same_view_seed_and_simulations_give_the_same_analysis(variant: str) -> None:
    for plies in (3, 30):
        game = position(variant, 3, plies)
        assert analyse(game, budget=FEW, seed=5) == analyse(game, budget=FEW, seed=5)
        assert analyse(game.view(game.to_move), budget=FEW, seed=5) == analyse(game, budget=FEW, seed=5)


@pytest.mark.parametrize("plies", [3, 17, 40, 60])
def test_what_is_hidden_changes_nothing(plies: int) -> None:
    game = position("duel-random", 7, plies)
    for seat in (0, 1):
        other = resampled(game, seat, 12345)
        assert other.state() != game.state()
        if seat == game.to_move or game.phase not in ("keep", "place", "return"):
            assert analyse(other, seat, FEW) == analyse(game, seat, FEW)


def test_an_analysis_grows_and_ends_as_if_it_had_not() -> None:
    game = position("azul-2p-coloured", 4, 3)
    budget = Budget(simulations=2000)
    grown = list(analyse_stream(game, budget=budget))
    assert len(grown) > 2
    assert [analysis.final for analysis in grown] == [False] * (len(grown) - 1) + [True]
    assert [a.simulations for a in grown] == sorted(a.simulations for a in grown)
    assert grown[-1] == analyse(game, budget=budget)


def test_a_growing_analysis_can_be_left() -> None:
    growing = analyse_stream(position("duel", 4, 8), budget=Budget(seconds=1000.0))
    first = next(growing)
    assert first.candidates
    assert not first.final
    growing.close()  # type: ignore[attr-defined]


def test_a_budget_of_seconds_is_spent_and_not_much_more() -> None:
    *_, last = analyse_stream(position("azul-2p-coloured", 4, 8), budget=Budget(seconds=0.05))
    assert last.final
    assert last.simulations > 0


@pytest.mark.parametrize(("variant", "phase"), [("azul-2p-grey", "space"), ("duel", "space"), ("duel", "pay")])
def test_tilings_are_ranked_exactly(variant: str, phase: str) -> None:
    game = reached(variant, 5, phase)
    analysis = analyse(game, budget=FEW)
    best = best_tiling(game)
    assert analysis.kind == "tiling"
    assert analysis.best.move == best.move
    assert analysis.best.value == pytest.approx(best.chance)
    assert analysis.best.line[0] == best.move
    others = [judged.value for judged in analysis.candidates[1:]]
    assert others == sorted(others, key=lambda v: -(v or 0))


def test_every_decision_of_a_tiling_can_be_analysed_in_whatever_order_chips_are_named() -> None:
    game, dice, seen = new_game("duel", 8), random.Random(8), 0
    while seen < 12:
        if game.phase == "pay":
            seen += 1
            assert analyse(game, budget=FEW).best.move in game.legal_moves()
        game.play(choose(game, dice, 2))


def test_forced_moves_are_called_so() -> None:
    game = new_game("azul-2p-coloured", 1)
    dice = random.Random(1)
    while len(game.legal_moves()) > 1:
        game.play(choose(game, dice, 1))
    analysis = analyse(game, budget=FEW)
    assert analysis.forced
    assert [judged.move for judged in analysis.candidates] == game.legal_moves()
    assert any("only move" in sentence for sentence in sentences(analysis))


def test_an_analysis_is_json() -> None:
    found = json.loads(json.dumps(analyse(position("duel", 2, 5), budget=FEW).to_json()))
    assert set(found) == {"seat", "to_move", "kind", "moves", "simulations", "seconds", "final", "candidates"}
    assert set(found["candidates"][0]) == {"move", "value", "margin", "visits", "line", "reasons"}
    assert set(found["candidates"][0]["reasons"][0]) == {"key", "sign", "text", "params"}


def test_what_cannot_be_analysed_is_refused() -> None:
    game = new_game("azul-2p-coloured", 1)
    with pytest.raises(AnalysisError, match="needs seconds or simulations"):
        analyse(game, budget=Budget())
    with pytest.raises(OptionError, match="above 0 and whole"):
        analyse(game, budget=Budget(simulations=2.5))  # type: ignore[arg-type]
    with pytest.raises(AnalysisError, match="at least 1"):
        analyse(game, budget=FEW, most=0)
    with pytest.raises(OptionError, match="seat must be"):
        analyse(game, 2, FEW)
    with pytest.raises(AnalysisError, match="view of seat 0"):
        analyse(game.view(0), 1, FEW)
    with pytest.raises(AnalysisError, match="a view is"):
        analyse(game.state(), budget=FEW)
    dice = random.Random(1)
    while not game.is_over:
        game.play(choose(game, dice))
    for finished in (game, game.view(0)):
        with pytest.raises(AnalysisError, match="over"):
            analyse_stream(finished, budget=FEW)


def test_plates_in_the_hand_of_another_are_not_guessed_at() -> None:
    game = reached("duel", 3, "keep")
    assert game.to_move is not None
    analyse(game, budget=FEW)
    with pytest.raises(AnalysisError, match="knows its moves"):
        analyse(game, 1 - game.to_move, FEW)


def test_the_same_take_from_an_equal_factory_is_the_same_move() -> None:
    deal = {"factories": ["BBYR", "BBYK", "BBYR", "KKKK", "BBYR"]}
    game = Game("azul", chance={"first_player": 0, "deals": [deal]})
    known = [Move("2B>2"), Move("1B>2"), Move("5B>3"), Move("2K>1")]
    assert same_move(game, Move("3B>2"), known) == "1B>2"
    assert same_move(game, Move("5B>3"), known) == "5B>3"
    assert same_move(game, Move("4K>1"), known) == "4K>1"
    game.play("1B>2")
    assert same_move(game, Move("CY>2"), [Move("3Y>2")]) == "CY>2"


def test_the_tree_has_room_for_all_simulations() -> None:
    assert analyse(new_game("duel", 1), budget=Budget(simulations=3000)).simulations >= 3000
