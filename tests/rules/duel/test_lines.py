"""Where picked tiles go: the pattern lines and the broken space."""

import pytest

from tessela.game import IllegalMoveError
from tessela.game.events import Broken, Placed

from .table import board, lines, moves, play, table, tower

FOUR_OPTIONS = """
    round 1
    1  sun KKKR  chip TY
    2  sun KKBB  chip B
    3  sun TTTT  chip K
    4  sun RRRR  chip R
    seat 0
    Y    |
    K    |
    RR   |
    KK   |
    -    |
    BBB  |
"""


@pytest.mark.parametrize(
    ("move", "after", "broken"),
    [
        ("2K>2", "Y KK RR KK - BBB", "K"),
        ("2K>4", "Y K RR KKKK - BBB", ""),
        ("2K>5", "Y K RR KK KK BBB", ""),
        ("2K>X", "Y K RR KK - BBB", "KK"),
    ],
)
def test_the_four_options_for_two_tiles(move: str, after: str, broken: str):
    """The rulebook's example: two tiles, of which one or both may have to or be made to break."""
    game = table(FOUR_OPTIONS)
    assert {text for text in moves(game) if text.startswith("2K")} == {"2K>2", "2K>4", "2K>5", "2K>X"}
    game.play(move)
    assert lines(game, 0) == after
    assert board(game, 0)["broken"] == broken


@pytest.mark.parametrize(
    ("move", "why"),
    [("2K>1", "full, another colour"), ("2K>3", "another colour"), ("2K>6", "another colour"), ("1R>1", "full")],
)
def test_lines_that_do_not_accept_the_tiles(move: str, why: str):
    with pytest.raises(IllegalMoveError):
        table(FOUR_OPTIONS).play(move)


def test_a_full_line_cannot_be_chosen_even_for_its_own_colour():
    game = table("""
        round 1
        1  sun KKKR  chip TY
        2  chip B
        3  chip K
        4  chip R
        seat 0
        -   |
        KK  |
        -   |
    """)
    assert {text for text in moves(game) if text.startswith("1K")} == {"1K>1", "1K>3", "1K>4", "1K>5", "1K>6", "1K>X"}


def test_a_line_filled_by_a_take_is_closed():
    game = table("""
        round 1
        L  sun KKKBB
        1  sun KKRR  chip TY
        2  sun YYYY  chip B
        3  chip K
        4  chip R
    """)
    play(game, "1K>2", "2Y>4")
    assert {text for text in moves(game) if text.startswith("LK")} == {"LK>1", "LK>3", "LK>4", "LK>5", "LK>6", "LK>X"}


def test_tiles_are_added_to_a_line_of_the_same_colour():
    game = table(FOUR_OPTIONS)
    assert play(game, "1K>4")[1:3] == [Placed(0, "KK", 4), Broken(0, "K", "")]
    assert lines(game, 0) == "Y K RR KKKK - BBB"


def test_a_line_of_n_spaces_holds_n_tiles():
    for line in range(1, 7):
        game = table("""
            round 1
            1  sun KKKK  chip TY
            2  chip B
            3  chip K
            4  chip R
        """)
        game.play(f"1K>{line}")
        assert board(game, 0)["lines"][line - 1] == "K" * min(4, line)
        assert board(game, 0)["broken"] == "K" * max(0, 4 - line)


def test_a_colour_without_a_space_in_the_row_may_be_collected():
    game = table("""
        round 1
        1  sun KKKK  chip TY
        2  chip B
        3  chip K
        4  chip R
        seat 0
        -  | s y   t b   t r
        -  | b r   * y   b s
    """)
    game.play("1K>1")
    assert lines(game, 0) == "K - - - - -"


def test_a_colour_that_lies_in_the_row_may_be_collected_again():
    game = table("""
        round 1
        1  sun KKKK  chip TY
        2  chip B
        3  chip K
        4  chip R
        seat 0
        -  | y K   k y   . .
        -  | t s   r *   . .
        -  | . .   . .   ? ?
        -  | . .   . .   ? ?
    """)
    game.play("1K>1")
    assert lines(game, 0) == "K - - - - -"


def test_broken_tiles_beyond_the_fourth_go_to_the_tower():
    game = table("""
        round 1
        1  sun KKKK  chip TY
        2  sun RRRR  chip B
        3  chip K
        4  chip R
        seat 0  broken BB
    """)
    assert game.play("1K>X")[1:2] == [Broken(0, "KK", "KK")]
    assert board(game, 0)["broken"] == "BBKK"
    assert tower(game) == "KK"


def test_a_full_broken_space_sends_everything_to_the_tower():
    game = table("""
        round 1
        1  sun KKKK  chip TY
        2  chip B
        3  chip K
        4  chip R
        tower Y
        seat 0  broken BBYY
    """)
    assert game.play("1K>3")[1:3] == [Placed(0, "KKK", 3), Broken(0, "", "K")]
    assert board(game, 0)["broken"] == "BBYY"
    assert tower(game) == "YK"


def test_all_tiles_may_be_broken_on_purpose():
    game = table("""
        round 1
        1  sun KKKR  chip TY
        2  chip B
        3  chip K
        4  chip R
    """)
    game.play("1K>X")
    assert lines(game, 0) == "- - - - - -"
    assert board(game, 0)["broken"] == "KKK"


def test_tiles_are_never_split_between_two_lines():
    game = table("""
        round 1
        1  sun KKKR  chip TY
        2  chip B
        3  chip K
        4  chip R
    """)
    game.play("1K>2")
    assert lines(game, 0) == "- KK - - - -"
    assert board(game, 0)["broken"] == "K"


def test_moon_takes_follow_the_same_rules():
    game = table("""
        round 1
        L  moon KK
        1  moon YK  chip TY
        2  chip B
        3  chip K
        4  chip R
        seat 0
        -   |
        R   |
        K   |
    """)
    assert {text for text in moves(game) if text.startswith("MK")} == {"MK>1", "MK>3", "MK>4", "MK>5", "MK>6", "MK>X"}
    game.play("MK>3")
    assert lines(game, 0) == "- R KKK - - -"
    assert board(game, 0)["broken"] == "K"
