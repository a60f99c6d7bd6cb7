"""The end of the game: when it comes, the final points, the winner."""

import pytest

from tessela.game import IllegalMoveError, Reason
from tessela.game.events import BonusScored, GameEnded, RoundEnded

from .table import find, table, tiled, tilings

ROW_TO_COME = """
        score 3
            W > BYRK.
           .. > .....
          ... > .....
         .... > .....
        ..... > .....
"""


def with_score(drawing: str, score: int) -> str:
    return drawing.replace("score 3", f"score {score}")


def test_a_complete_row_ends_the_game():
    game, events = tiled(ROW_TO_COME)
    assert tilings(events) == [(1, 5, "W", 5)]
    assert find(events, RoundEnded) == [RoundEnded(2, (8, 0))]
    assert events[-1] == GameEnded((10, 0), (0,), Reason.MOST_POINTS)
    assert game.is_over
    assert game.to_move is None
    assert game.legal_moves() == []
    with pytest.raises(IllegalMoveError, match="the game is over"):
        game.play("1B>1")


def test_everyone_still_tiles_in_the_last_round():
    late = """
        score 9
            . > .....
           BB > .....
          ... > .....
         .... > .....
        ..... > .....
        F RR
    """
    game, events = tiled(ROW_TO_COME, late)
    assert tilings(events, seat=1) == [(2, 2, "B", 1)]
    assert game.scores == (10, 8, 0)


def test_the_offer_goes_on_though_a_row_will_be_full():
    game = table(["YYYY", "W"], [ROW_TO_COME])
    game.play("1Y>4")
    assert not game.is_over
    game.play("2W>5")
    assert game.is_over


def test_a_complete_column_does_not_end_the_game():
    game, events = tiled("""
            B > .Y.KW
           .. > WB.R.
          ... > KW.Y.
         .... > R....
        ..... > Y....
    """)
    assert tilings(events) == [(1, 1, "B", 7)]
    assert not game.is_over
    assert find(events, BonusScored) == []


def test_five_tiles_of_a_colour_do_not_end_the_game():
    game, _ = tiled("""
            . > B....
           .. > .B...
          ... > ..B..
         BBBB > .....
        ..... > ....B
    """)
    assert not game.is_over
    assert game.scores == (1, 0)


def test_two_points_for_each_complete_row():
    game, events = tiled("""
            W > BYRK.
           .. > .....
          RRR > KWBY.
         .... > .....
        ..... > .....
    """)
    assert find(events, BonusScored) == [BonusScored(0, "rows", 4)]
    assert game.outcome.breakdown[0] == {"rounds": 10, "rows": 4, "columns": 0, "colours": 0}
    assert game.scores == (14, 0)


def test_seven_points_for_each_complete_column():
    columns = """
            W > BYRK.
           .. > WB...
          ... > KW...
         .... > RK...
        ..... > YR...
    """
    game, events = tiled(columns)
    assert BonusScored(0, "columns", 14) in events
    assert game.scores == (5 + 2 + 14, 0)


def test_ten_points_for_five_tiles_of_a_colour():
    game, events = tiled("""
            W > BYRK.
           .. > .B...
          ... > ..B..
         .... > ...B.
        ..... > ....B
    """)
    assert BonusScored(0, "colours", 10) in events
    assert game.scores == (5 + 2 + 10, 0)


def test_four_tiles_of_a_colour_score_nothing_more():
    game, events = tiled("""
            W > BYRK.
           .. > .B...
          ... > ..B..
         .... > ...B.
        ..... > .....
    """)
    assert find(events, BonusScored) == [BonusScored(0, "rows", 2)]
    assert game.scores == (7, 0)


def test_final_points_are_for_everyone():
    column = """
            . > B....
           .. > W....
          ... > K....
         .... > R....
        ..... > Y....
    """
    game, events = tiled(ROW_TO_COME, column)
    assert find(events, BonusScored) == [BonusScored(0, "rows", 2), BonusScored(1, "columns", 7)]
    assert game.scores == (10, 7, 0)


def test_a_full_wall():
    game, _ = tiled("""
            B > .YRKW
           BB > W.YRK
          BBB > KW.YR
         BBBB > RKW.Y
        BBBBB > YRKW.
    """)
    assert game.outcome.breakdown[0] == {"rounds": 50, "rows": 10, "columns": 35, "colours": 50}
    assert game.scores == (145, 0)


def test_most_points_win():
    ahead = with_score(ROW_TO_COME, 40)
    game, _ = tiled(ROW_TO_COME, ahead)
    assert (game.outcome.winners, game.outcome.reason) == ((1,), "most points")


def test_who_ends_the_game_may_lose_it():
    rich = """
        score 11
            . > .....
           .. > .....
          ... > .....
         .... > .....
        ..... > .....
    """
    game, _ = tiled(ROW_TO_COME, rich)
    assert game.scores == (10, 11, 0)
    assert game.outcome.winners == (1,)


def test_equal_points_more_complete_rows_win():
    level = """
        score 10
            . > .....
           .. > .....
          ... > .....
         .... > .....
        ..... > .....
    """
    game, _ = tiled(level, ROW_TO_COME)
    assert game.scores == (10, 10, 0)
    assert (game.outcome.winners, game.outcome.reason) == ((1,), "equal points, more complete rows")


def test_two_rows_beat_one_at_equal_points():
    two_rows = """
        score 6
            W > BYRK.
           .. > .....
          RRR > KWBY.
         .... > .....
        ..... > .....
    """
    game, _ = tiled(with_score(ROW_TO_COME, 13), two_rows)
    assert game.scores == (20, 20, 0)
    assert game.outcome.winners == (1,)


def test_complete_columns_break_no_tie():
    column = """
        score 3
            . > B....
           .. > W....
          ... > K....
         .... > R....
        ..... > Y....
    """
    game, _ = tiled(column, ROW_TO_COME)
    assert game.scores == (10, 10, 0)
    assert game.outcome.winners == (1,)


def test_equal_points_and_rows_share_the_win():
    poor = """
        score 10
            . > .....
           .. > .....
          ... > .....
         .... > .....
        ..... > .....
    """
    game, _ = tiled(ROW_TO_COME, poor, ROW_TO_COME)
    assert game.scores == (10, 10, 10, 0)
    assert game.outcome.winners == (0, 2)
    assert game.outcome.reason == "equal points and complete rows: the win is shared"
