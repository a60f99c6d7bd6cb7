"""The end of the game: when, who wins, ties."""

import random

import pytest

from tessela.game import Game, Reason
from tessela.game.events import GameEnded, Refilled, RoundEnded
from tessela.rules.duel.ending import rank_key

from .table import of_kind, table


def last_turn(scores: tuple[int, int], head: str = "") -> Game:
    return table(f"""
        round 5  turn 1  {head}
        4  chip B
        seat 0  score {scores[0]}
        seat 1  score {scores[1]}
    """)


def rank_of(game: Game, seat: int) -> int:
    """What searches compare at the end of a game; it must agree with the outcome."""
    return int(rank_key(game.states()[0], seat))


def test_the_game_ends_after_the_tiling_of_round_5():
    game = last_turn((20, 30))
    events = game.play("chip 4")
    assert of_kind(events, RoundEnded) == [RoundEnded(5, (20, 30))]
    assert of_kind(events, GameEnded) == [GameEnded((20, 30), (1,), Reason.MOST_POINTS)]
    assert of_kind(events, Refilled) == []
    assert (game.is_over, game.to_move, game.legal_moves()) == (True, None, [])


@pytest.mark.parametrize("round_number", [1, 2, 3, 4])
def test_no_earlier_round_ends_the_game(round_number: int):
    game = table(f"""
        round {round_number}  turn 1
        4  chip B
    """)
    game.play("chip 4")
    assert (game.is_over, game.round) == (False, round_number + 1)


def test_the_last_tiling_counts():
    game = table("""
        round 5  turn 1  tile 1
        4  chip B
        seat 0  score 20
        Y  | y K   t r   s k
        -  | T s   b s   r b
        -  | ? ?   ? ?   ? ?
        -  | ? ?   ? ?   ? ?
        -  | ? ?   ? ?   ? ?
        -  | ? ?   ? ?   ? ?
        seat 1  score 25  broken RR
    """)
    game.play("chip 4")
    assert game.scores == (20 + 4 + 2, 25 - 3 - 2)
    assert game.outcome.winners == (0,)


@pytest.mark.parametrize("holder", [0, 1])
def test_a_tie_is_won_by_the_holder_of_the_starting_tile(holder: int):
    scores = (32, 30) if holder == 0 else (30, 32)
    game = last_turn(scores, f"tile {holder}")
    game.play("chip 4")
    assert game.scores == (30, 30)
    assert game.outcome.winners == (holder,)
    assert "starting tile" in game.outcome.reason
    assert rank_of(game, holder) > rank_of(game, 1 - holder)


def test_a_tie_without_a_holder_is_shared():
    game = last_turn((30, 30))
    events = game.play("chip 4")
    assert of_kind(events, GameEnded)[0].winners == game.outcome.winners == (0, 1)
    assert rank_of(game, 0) == rank_of(game, 1)


def test_points_come_before_the_starting_tile():
    game = last_turn((40, 30), "tile 1")
    game.play("chip 4")
    assert game.outcome.winners == (0,)
    assert rank_of(game, 0) > rank_of(game, 1)


@pytest.mark.parametrize("seed", range(6))
def test_random_games_end_after_round_5_with_all_that_was_played_counted(seed: int):
    game = Game("duel", seed=seed, tablets="random")
    dice = random.Random(seed)
    rounds = []
    while not game.is_over:
        rounds += [event.round for event in of_kind(game.play(dice.choice(game.legal_moves())), RoundEnded)]
        assert min(game.scores) >= 0
    assert rounds == [1, 2, 3, 4, 5]
    outcome = game.outcome
    assert outcome.scores == tuple(max(0, sum(part.values())) for part in outcome.breakdown)
    assert set(outcome.breakdown[0]) == {"rounds", *game.options["tablets"]}
