"""Factory offer: what may be taken, and where it goes."""

import pytest

from tessela.game import IllegalMoveError
from tessela.game.events import Broken, MarkerTaken, Placed, Taken

from .table import find, legal, picture, seen, table, ways


def test_a_turn_example_of_three_players():
    game = table(["KKBW", "YRRR", "BBWW"], players=3)

    assert game.play("1K>2") == [Taken(0, "1", "KK", "BW"), Placed(0, "KK", 2)]
    assert (game.state()["factories"][0], game.state()["centre"]) == ("", "BW")

    assert game.play("2Y>1") == [Taken(1, "2", "Y", "RRR"), Placed(1, "Y", 1)]
    assert game.state()["centre"] == "BRRRW"

    assert game.play("CR>3") == [Taken(2, "C", "RRR", ""), MarkerTaken(2), Placed(2, "RRR", 3)]
    assert game.state()["centre"] == "BW"
    assert game.state()["marker"] == 2
    assert seen(game, 2) == picture("""
            . > .....
           .. > .....
          RRR > .....
         .... > .....
        ..... > .....
        F M
    """)


def test_the_rest_of_a_factory_goes_to_the_centre():
    game = table(["BBBY", "BKKK"], centre="YW")
    game.play("1B>4")
    assert game.state()["factories"] == ["", "BKKK", "", "", ""]
    assert game.state()["centre"] == "YYW"
    assert game.state()["boards"][0]["lines"] == ["", "", "", "BBB", ""]


def test_a_factory_of_one_colour_leaves_nothing():
    game = table(["RRRR", "BYRK"])
    assert game.play("1R>5")[0] == Taken(0, "1", "RRRR", "")
    assert game.state()["centre"] == ""


def test_a_take_from_the_centre_leaves_the_others():
    game = table(centre="BBYYYK")
    game.play("CY>3")
    assert game.state()["centre"] == "BBK"


def test_only_colours_that_lie_there_can_be_taken():
    game = table(["BBYY", "", "RRRK"], centre="W")
    assert {move[:2] for move in legal(game)} == {"1B", "1Y", "3R", "3K", "CW"}
    with pytest.raises(IllegalMoveError, match=r"2B>1.* is not legal"):
        game.play("2B>1")


def test_turns_go_round_the_table():
    game = table(["BBBB", "YYYY", "RRRR", "KKKK"], players=3, to_move=1, first_player=1)
    movers = []
    for move in ("1B>5", "2Y>5", "3R>5", "4K>F"):
        movers.append(game.to_move)
        game.play(move)
    assert movers == [1, 2, 0, 1]


def test_the_first_from_the_centre_gets_the_marker():
    game = table(["BBYY"], centre="RRKK")
    assert find(game.play("1B>2"), MarkerTaken) == []
    assert find(game.play("CR>2"), MarkerTaken) == [MarkerTaken(1)]
    assert find(game.play("CK>3"), MarkerTaken) == []
    assert [board["floor"] for board in game.state()["boards"]] == ["", "M"]


def test_the_marker_lies_before_the_tiles():
    fallen = """
            . > .....
           .. > .....
          ... > .....
         .... > .....
        ..... > .....
        F KK
    """
    game = table(["Y"], [fallen], centre="RRR")
    game.play("CR>1")
    assert seen(game, 0) == picture("""
            R > .....
           .. > .....
          ... > .....
         .... > .....
        ..... > .....
        F KKMRR
    """)


def test_the_marker_takes_the_last_floor_space():
    fallen = """
            . > .....
           .. > .....
          ... > .....
         .... > .....
        ..... > .....
        F KKKKKK
    """
    game = table(["Y"], [fallen], centre="RRR")
    assert game.play("CR>F")[1:] == [MarkerTaken(0), Broken(0, "", "RRR")]
    assert game.state()["boards"][0]["floor"] == "KKKKKKM"
    assert game.state()["lid"]["R"] == 3


def test_the_marker_comes_to_a_full_floor():
    fallen = """
        score 20
            . > .....
           .. > .....
          ... > .....
         .... > .....
        ..... > .....
        F KKKKKKK
    """
    game = table([], [fallen], centre="RR", first_player=1)
    events = game.play("CR>3")
    assert MarkerTaken(0) in events
    assert game.scores == (20 - 14, 0)
    assert (game.round, game.to_move, game.state()["first_player"]) == (3, 0, 0)


def test_tiles_may_go_to_any_free_line_or_the_floor():
    game = table(["BBYR"])
    assert ways(game, "1B") == ways(game, "1Y") == ways(game, "1R") == "12345F"


def test_a_line_takes_only_its_own_colour():
    begun = """
            . > .....
           .B > .....
          ..Y > .....
         .... > .....
        ...BB > .....
    """
    game = table(["BYRK"], [begun])
    assert ways(game, "1B") == "1245F"
    assert ways(game, "1Y") == "134F"
    assert ways(game, "1R") == "14F"


def test_a_full_line_cannot_be_chosen():
    full = """
            B > .....
           BB > .....
          .BB > .....
         .... > .....
        ..... > .....
    """
    game = table(["BYYY"], [full])
    assert ways(game, "1B") == "345F"
    assert ways(game, "1Y") == "45F"


def test_a_colour_on_the_wall_row_is_barred():
    walled = """
            . > B....
           .. > .B...
          ... > .....
         .... > ..W..
        ..... > Y...B
    """
    game = table(["BYWK"], [walled])
    assert ways(game, "1B") == "34F"
    assert ways(game, "1Y") == "1234F"
    assert ways(game, "1W") == "1235F"
    assert ways(game, "1K") == "12345F"


TWO_YELLOW = """
            . > .....
           .. > ..Y..
          ... > ...Y.
         ...B > .....
        ..... > .....
"""


def test_the_three_ways_to_place_two_yellow():
    game = table(["YYKW"], [TWO_YELLOW])
    assert ways(game, "1Y") == "15F"


@pytest.mark.parametrize(
    ("move", "lines", "floor"),
    [
        ("1Y>1", ["Y", "", "", "B", ""], "Y"),
        ("1Y>5", ["", "", "", "B", "YY"], ""),
        ("1Y>F", ["", "", "", "B", ""], "YY"),
    ],
    ids=["A", "B", "C"],
)
def test_where_two_yellow_tiles_end_up(move, lines, floor):
    game = table(["YYKW"], [TWO_YELLOW])
    game.play(move)
    assert game.state()["boards"][0]["lines"] == lines
    assert game.state()["boards"][0]["floor"] == floor


def test_tiles_go_to_one_line_as_far_as_they_fit():
    begun = """
            . > .....
           .. > .....
          .RR > .....
         .... > .....
        ..... > .....
        F K
    """
    game = table(["RRRB"], [begun])
    assert game.play("1R>3") == [Taken(0, "1", "RRR", "B"), Placed(0, "R", 3), Broken(0, "RR", "")]
    assert (game.to_move, game.phase) == (1, "offer")
    assert seen(game, 0) == picture("""
            . > .....
           .. > .....
          RRR > .....
         .... > .....
        ..... > .....
        F KRR
    """)


def test_the_floor_can_be_chosen():
    game = table(["BBBY"])
    assert game.play("1B>F") == [Taken(0, "1", "BBB", "Y"), Broken(0, "BBB", "")]
    assert game.state()["boards"][0]["lines"] == [""] * 5


@pytest.mark.parametrize("on_floor", range(8))
def test_beyond_seven_tiles_go_to_the_lid(on_floor):
    fallen = f"""
            . > .....
           .. > .....
          ... > .....
         .... > .....
        ..... > .....
        F {"K" * on_floor}
    """
    game = table(["BBBB", "Y"], [fallen])
    game.play("1B>F")
    laid = min(4, 7 - on_floor)
    assert game.state()["boards"][0]["floor"] == "K" * on_floor + "B" * laid
    assert game.state()["lid"]["B"] == 4 - laid


def test_the_excess_goes_to_the_lid():
    fallen = """
            . > .....
           .. > .....
          ... > .....
         .... > .....
        ..... > .....
        F KKKKKK
    """
    game = table(["BBBB", "Y"], [fallen])
    assert game.play("1B>1")[1:] == [Placed(0, "B", 1), Broken(0, "B", "BB")]


def test_a_player_must_take():
    stuffed = """
            Y > .....
           YY > .....
          YYY > .....
         YYYY > .....
        ....Y > .....
    """
    game = table(["BBRR"], [stuffed])
    assert legal(game) == {"1B>F", "1R>F"}


def test_the_offer_goes_on_until_all_is_empty():
    game = table(["BBBB", "YYYR"])
    game.play("1B>5")
    game.play("2Y>5")
    assert (game.round, game.phase, game.state()["centre"]) == (2, "offer", "R")
    game.play("CR>4")
    assert game.round == 3
