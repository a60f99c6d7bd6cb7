"""Action D, whose turn it is, passing, and the end of phase 1."""

import pytest

from tessela.game import Game, IllegalMoveError
from tessela.game.events import ChipTaken, Passed, RoundEnded

from .table import board, moves, of_kind, play, table


def chips_offered(game: Game) -> set[str]:
    return {move for move in moves(game) if move.startswith("chip")}


def test_the_starting_player_begins_and_turns_alternate():
    game = table("""
        round 1  first 1  turn 1
        1  sun KKKK  chip TY
        2  sun RRRR  chip B
        3  sun YYYY  chip K
        4  sun TTTT  chip R
    """)
    seats = []
    for move in ("1K>4", "2R>4", "3Y>5", "chip 1", "4T>6", "chip 2"):
        seats.append(game.to_move)
        game.play(move)
    assert seats == [1, 0, 1, 0, 1, 0]


def test_a_revealed_chip_is_taken_for_a_turn():
    """The rulebook's example: one player empties a small factory, the other takes the chip found there."""
    game = table("""
        round 1
        1  moon Y    chip TY
        2  sun RRRR  chip B
        3  sun KKKK  chip K
        4  sun TTTT  chip R
    """)
    assert chips_offered(game) == set()
    game.play("MY>1")
    assert chips_offered(game) == {"chip 1"}
    assert game.play("chip 1") == [ChipTaken(1, 1, "TY")]
    assert (board(game, 1)["chips"], board(game, 1)["chips_taken"]) == (["TY"], 1)
    assert game.state()["small"][0]["chip"] is None
    assert game.to_move == 0


@pytest.mark.parametrize("factory", ["1  sun BYRK", "1  sun BBBB", "1  moon BYR", "1  moon B"])
def test_a_chip_below_tiles_cannot_be_taken(factory: str):
    game = table(f"""
        round 1
        {factory}  chip TY
        2  chip B
        3  sun KKKK  chip K
        4  sun TTTT  chip R
    """)
    assert chips_offered(game) == {"chip 2"}
    with pytest.raises(IllegalMoveError):
        game.play("chip 1")


def test_a_third_chip_cannot_be_taken():
    game = table("""
        round 1
        L  sun KKKKT
        1  chip TY
        2  chip B
        seat 0  taken 2  chips R,K
        seat 1  taken 0
    """)
    assert chips_offered(game) == set()
    game.play("LK>4")
    assert chips_offered(game) == {"chip 1", "chip 2"}


def test_two_more_chips_in_the_next_round():
    game = table("""
        round 1  turn 1
        4  chip B
        seat 0  taken 2  chips R,K
    """)
    game.play("chip 4")
    assert game.round == 2
    assert [board(game, seat)["chips_taken"] for seat in (0, 1)] == [0, 0]
    assert board(game, 0)["chips"] == ["R", "K"]
    assert all(small["chip"] for small in game.state()["small"])


ONLY_OTHERS_CHIPS = """
    round 2
    1  chip TY
    2  chip B
    seat 0  taken 2
    seat 1  taken 0
"""


def test_who_can_do_nothing_passes_and_the_other_goes_on():
    game = table(ONLY_OTHERS_CHIPS)
    assert moves(game) == {"pass"}
    assert game.play("pass") == [Passed(0)]
    assert board(game, 0)["passed"]
    assert game.to_move == 1
    game.play("chip 1")
    assert (game.to_move, game.round) == (1, 2)
    assert of_kind(game.play("chip 2"), RoundEnded) == [RoundEnded(2, game.scores)]
    assert (game.round, board(game, 0)["passed"]) == (3, False)


def test_who_has_passed_stays_out_while_the_other_uses_tokens():
    game = table("""
        round 2
        display YKTS *BTK -
        pile KYR*
        seat 0
        -  | ? ?   ? ?   ? ?
        -  | ? ?   ? ?   ? ?
        -  | ? ?   ? ?   . .
        -  | ? ?   ? ?   . .
        seat 1  tokens 2
    """)
    play(game, "pass", "plate YKTS", "c3@0")
    assert game.to_move == 1
    assert "pass" not in moves(game)
    play(game, "plate *BTK", "b3@0")
    assert game.round == 3


@pytest.mark.parametrize(
    "left",
    [
        "L  sun KKKKT",
        "L  moon K",
        "1  moon K  chip TY",
        "1  chip TY",
        "display YKTS - -",
    ],
)
def test_nobody_with_an_action_may_pass(left: str):
    tokens = 1 if left.startswith("display") else 0
    game = table(f"""
        round 3
        {left}
        seat 0  tokens {tokens}
    """)
    assert "pass" not in moves(game)
    with pytest.raises(IllegalMoveError):
        game.play("pass")


def test_the_phase_does_not_end_before_all_tokens_are_placed():
    game = table("""
        round 2
        4  chip B
        display YKTS *BTK -
        pile KYR*
        seat 0  tokens 0
        seat 1  tokens 1
    """)
    game.play("chip 4")
    assert (game.round, game.to_move, moves(game)) == (2, 1, {"plate YKTS", "plate *BTK", "draw"})
    play(game, "plate YKTS", "c3@0")
    assert game.round == 3


def test_the_phase_does_not_end_before_all_tiles_are_taken():
    game = table("""
        round 2
        L  moon K
        4  chip B
        seat 0  taken 1
        seat 1  taken 2
    """)
    game.play("chip 4")
    assert (game.round, moves(game)) == (2, {f"MK>{line}" for line in "123456X"})
    game.play("MK>6")
    assert game.round == 3


def test_the_phase_does_not_end_before_all_chips_are_taken():
    game = table("""
        round 2
        L  moon K
        4  chip B
        seat 0  taken 1
        seat 1  taken 2
    """)
    game.play("MK>6")
    assert (game.round, game.to_move, moves(game)) == (2, 1, {"pass"})
    game.play("pass")
    assert (game.to_move, moves(game)) == (0, {"chip 4"})
    game.play("chip 4")
    assert game.round == 3


def test_the_last_round_ends_without_tokens():
    game = table("""
        round 5
        4  chip B
    """)
    game.play("chip 4")
    assert game.is_over
