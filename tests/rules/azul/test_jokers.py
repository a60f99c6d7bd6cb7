"""Joker tiles: how they are taken, what a line holds, and where they go on the wall."""

import pytest

from tessela.game.events import BonusScored, Broken, MarkerTaken, Penalised, Placed, Taken, Tiled

from .table import find, legal, picture, seen, table, tiled, tilings, ways


def test_the_three_kinds_of_picks():
    game = table(["BBYJ"], jokers=True)
    picks = {"1B", "1Y", "1J", "1BJ", "1YJ"}
    assert legal(game) == {f"{pick}>{where}" for pick in picks for where in "12345F"}


def test_the_three_kinds_of_picks_in_the_centre():
    game = table(["BBBB"], centre="YRJJ", jokers=True)
    assert {move.partition(">")[0] for move in legal(game)} == {"1B", "CY", "CR", "CJ", "CYJ", "CRJ"}


def test_jokers_of_another_place_do_not_come_along():
    game = table(["BBYY", "RRKJ"], centre="WJ", jokers=True)
    assert ways(game, "1BJ") == ways(game, "1J") == ""
    game.play("2RJ>4")
    assert game.state()["boards"][0]["lines"][3] == "RRJ"
    assert game.state()["centre"] == "KWJ"


@pytest.mark.parametrize(
    ("move", "taken", "rest"),
    [("1B>5", "B", "YJJ"), ("1J>5", "JJ", "BY"), ("1BJ>5", "BJJ", "Y"), ("1YJ>5", "YJJ", "B")],
)
def test_a_pick_takes_all_its_tiles(move, taken, rest):
    game = table(["BYJJ", "K"], jokers=True)
    assert game.play(move) == [Taken(0, "1", taken, rest), Placed(0, taken, 5)]
    assert game.state()["centre"] == rest


@pytest.mark.parametrize(
    ("move", "left"), [("CB>5", "YYJJJ"), ("CJ>5", "BBYY"), ("CBJ>5", "YY")], ids=["colour", "jokers", "both"]
)
def test_picks_from_the_centre_take_the_marker(move, left):
    game = table([], centre="BBYYJJJ", jokers=True)
    assert MarkerTaken(0) in game.play(move)
    assert game.state()["centre"] == left
    assert game.state()["boards"][0]["floor"] == "M"


def test_a_line_holds_one_colour_and_jokers():
    mixed = """
            . > .....
           .J > .....
          .BJ > .....
         ...Y > .....
        BBBJJ > .....
    """
    game = table(["BYKJ"], [mixed], jokers=True)
    assert ways(game, "1J") == "1234F"
    assert ways(game, "1B") == ways(game, "1BJ") == "123F"
    assert ways(game, "1Y") == ways(game, "1YJ") == "124F"
    assert ways(game, "1K") == ways(game, "1KJ") == "12F"


def test_jokers_leave_the_colour_of_a_line():
    begun = """
            . > .....
           .. > .....
          ... > .....
         .... > .....
        ...BB > .....
    """
    game = table(["JJYR", "KKKK"], [begun], jokers=True)
    game.play("1J>5")
    game.play("2K>4")
    assert game.state()["boards"][0]["lines"][4] == "BBJJ"
    assert ways(game, "CY") == "1234F"


def test_a_line_of_jokers_is_open_to_colours():
    jokers_only = """
            . > .....
           .. > .....
          ..J > K...R
         .... > .....
        ..... > .....
    """
    game = table(["BYRK"], [jokers_only], jokers=True)
    assert [ways(game, f"1{colour}") for colour in "BYRK"] == ["12345F", "12345F", "1245F", "1245F"]


def test_a_line_begun_with_jokers_takes_a_colour_later():
    walled = """
            . > .....
           .. > .....
          ... > K....
         .... > .....
        ..... > .....
    """
    game = table(["JBBK", "Y", "R"], [walled], jokers=True)
    game.play("1J>3")
    game.play("2Y>5")
    assert ways(game, "CB") == "12345F"
    assert ways(game, "CK") == "1245F"
    game.play("CB>3")
    assert game.state()["boards"][0]["lines"][2] == "BBJ"


def test_jokers_on_the_floor_cost_points_and_go_to_the_lid():
    game, events = tiled(
        """
        score 9
            . > .....
           .. > .....
          ... > .....
         .... > .....
        ..... > .....
        F BJJ
        """,
        jokers=True,
    )
    assert find(events, Penalised) == [Penalised(0, "BJJ", False, 4, 4)]
    assert game.state()["lid"] == {"B": 1, "Y": 0, "R": 0, "K": 0, "W": 0, "J": 2}


def test_the_line_must_accept_the_colour():
    yellow_there = """
            . > .Y...
           .. > .....
          .KK > .....
         .... > .....
        ..... > .....
    """
    game = table(["YJRR"], [yellow_there], jokers=True)
    assert ways(game, "1YJ") == "245F"
    assert ways(game, "1J") == "12345F"


def test_a_joker_bars_the_colour_of_its_space():
    joker_on_blue = """
            . > J....
           .. > .....
          ... > ...J.
         .... > .....
        ..... > .....
    """
    game = table(["BYRJ"], [joker_on_blue], jokers=True)
    assert ways(game, "1B") == ways(game, "1BJ") == "2345F"
    assert ways(game, "1Y") == ways(game, "1YJ") == "1245F"
    assert ways(game, "1R") == ways(game, "1J") == "12345F"


@pytest.mark.parametrize(
    ("factory", "line", "choices"),
    [
        ("BBJJ", 1, [1, 2]),
        ("BBJJ", 2, [0, 1, 2]),
        ("BBJJ", 3, [0, 1]),
        ("BBBJ", 1, [0, 1]),
        ("BBBJ", 2, [0, 1]),
        ("BJJJ", 1, [2, 3]),
        ("BJJJ", 2, [1, 2]),
        ("BJJJ", 3, [0, 1]),
        ("BJYY", 1, [0, 1]),
    ],
)
def test_jokers_among_the_excess_are_chosen(factory, line, choices):
    game = table([factory, "K"], jokers=True)
    taken = factory.replace("Y", "")
    assert game.play(f"1BJ>{line}") == [Taken(0, "1", taken, factory[len(taken) :])]
    assert (game.phase, game.to_move) == ("drop", 0)
    assert game.state()["pending"] == {"line": line, "tiles": taken}
    assert legal(game) == {f"drop {number}J" for number in choices}
    for number in choices:
        after = game.copy()
        after.play(f"drop {number}J")
        there = after.state()["boards"][0]
        assert there["floor"].count("J") == number
        assert len(there["lines"][line - 1]) == line
        assert sorted(there["lines"][line - 1] + there["floor"]) == sorted(taken)
        assert (after.phase, after.to_move) == ("offer", 1)


def test_the_choice_counts_the_tiles_of_the_line():
    begun = """
            . > .....
           .. > .....
          ... > .....
         .BBJ > .....
        ..... > .....
    """
    game = table(["BBJJ", "K"], [begun], jokers=True)
    game.play("1BJ>4")
    assert legal(game) == {"drop 1J", "drop 2J"}
    assert game.play("drop 2J") == [Placed(0, "B", 4), Broken(0, "BJJ", "")]
    assert seen(game, 0) == picture("""
            . > .....
           .. > .....
          ... > .....
         BBBJ > .....
        ..... > .....
        F BJJ
    """)


@pytest.mark.parametrize(("factory", "move"), [("BBJJ", "1BJ>4"), ("BBBJ", "1B>2"), ("BJJJ", "1J>2"), ("BBJJ", "1BJ>F")])
def test_no_choice_without_excess_of_both_kinds(factory, move):
    game = table([factory, "K"], jokers=True)
    game.play(move)
    assert (game.phase, game.to_move) == ("offer", 1)


def test_the_marker_comes_before_the_chosen_excess():
    game = table(["K"], centre="BBBJJJ", jokers=True)
    game.play("CBJ>2")
    assert legal(game) == {"drop 1J", "drop 2J", "drop 3J"}
    game.play("drop 1J")
    assert seen(game, 0) == picture("""
            . > .....
           JJ > .....
          ... > .....
         .... > .....
        ..... > .....
        F MBBBJ
    """)


def test_many_jokers_in_the_centre():
    game = table(["K"], centre="BB" + "J" * 10, players=3, jokers=True)
    game.play("CBJ>1")
    assert legal(game) == {"drop 9J", "drop 10J"}
    events = game.play("drop 10J")
    assert find(events, Broken) == [Broken(0, "BJJJJJ", "JJJJJ")]
    assert seen(game, 0) == picture("""
            B > .....
           .. > .....
          ... > .....
         .... > .....
        ..... > .....
        F MBJJJJJ
    """)


def test_dropping_the_colour_leaves_only_jokers():
    game = table(["BJKK", "R"], jokers=True)
    game.play("1BJ>1")
    game.play("drop 0J")
    assert game.state()["boards"][0]["lines"][0] == "J"
    for move in ("2R>5", "CK>4"):
        game.play(move)
    assert (game.phase, game.state()["pending"]) == ("space", {"line": 1})


@pytest.mark.parametrize(("line", "discarded"), [("BBJ", "BB"), ("BJJ", "BJ")])
def test_a_joker_goes_to_the_space_of_the_colour(line, discarded):
    game, events = tiled(
        f"""
            . > .....
           .. > .....
          {line} > .W...
         .... > .....
        ..... > .....
        """,
        jokers=True,
    )
    assert find(events, Tiled) == [Tiled(0, 3, 3, "J", 2, 2, 1, discarded)]
    assert seen(game, 0) == picture("""
            . > .....
           .. > .....
          ... > .WJ..
         .... > .....
        ..... > .....
    """)
    assert [tile for tile, number in game.state()["lid"].items() for _ in range(number)] == list(discarded)


def test_a_line_without_a_joker_moves_its_colour():
    _, events = tiled(
        """
            . > .....
           BB > J....
          ... > .....
         .... > .....
        ..... > .....
        """,
        jokers=True,
    )
    assert tilings(events) == [(2, 2, "B", 2)]


def test_a_line_of_jokers_goes_to_any_free_space():
    game, _ = tiled(
        """
            . > .....
           JJ > W..J.
          ... > .....
         .... > .....
        ..... > .....
        """,
        jokers=True,
    )
    assert (game.phase, game.to_move, legal(game)) == ("space", 0, {"col 2", "col 3", "col 5"})
    assert tilings(game.play("col 3")) == [(2, 3, "J", 2)]
    assert game.state()["boards"][0]["wall"][1] == "W.JJ."
    assert game.state()["lid"]["J"] == 1


def test_the_only_free_space_is_not_asked_for():
    game, events = tiled(
        """
            J > BYR.W
           .. > .....
          ... > .....
         .... > .....
        ..... > .....
        """,
        jokers=True,
    )
    assert tilings(events) == [(1, 4, "J", 5)]
    assert game.is_over


def test_jokers_link_and_count_in_rows_and_columns():
    game, events = tiled(
        """
            J > BYJK.
           .. > ....J
          ... > ....R
         .... > ....J
        ..... > ....J
        """,
        jokers=True,
        players=3,
    )
    assert tilings(events) == [(1, 5, "J", 10)]
    assert find(events, BonusScored) == [BonusScored(0, "rows", 2), BonusScored(0, "columns", 7)]
    assert game.scores == (19, 0, 0)


@pytest.mark.parametrize(("fifth", "bonus"), [("B", 10), ("J", 0)])
def test_four_blue_and_a_joker_score_no_bonus(fifth, bonus):
    game, _ = tiled(
        f"""
            W > BYRK.
           .. > .B...
          ... > ..B..
         .... > ...B.
        ..... > ....{fifth}
        """,
        jokers=True,
    )
    assert game.outcome.breakdown[0] == {"rounds": 5, "rows": 2, "columns": 0, "colours": bonus}


def test_a_row_of_five_jokers_is_no_colour():
    game, _ = tiled(
        """
            J > JJJJ.
           .. > .....
          ... > .....
         .... > .....
        ..... > .....
        """,
        jokers=True,
        players=3,
    )
    assert game.outcome.breakdown[0] == {"rounds": 5, "rows": 2, "columns": 0, "colours": 0}


def test_a_game_without_jokers_has_no_joker_moves():
    game = table(["BBYY"])
    assert not [move for move in legal(game) if "J" in move]
    game.play("1B>1")
    assert game.phase == "offer"


@pytest.mark.parametrize("line", ["RRR", "RRJ", "RJJ", "JJJ"])
def test_a_joker_has_any_free_space_on_grey(line):
    game, _ = tiled(
        f"""
            . > R....
           .. > .J...
          {line} > ....Y
         .... > ..R..
        ..... > .....
        """,
        jokers=True,
        wall="grey",
    )
    assert legal(game) == ({"col 2", "col 4"} if line == "RRR" else {"col 1", "col 2", "col 3", "col 4"})
    tile = "R" if line == "RRR" else "J"
    assert tilings(game.play("col 2")) == [(3, 2, tile, 2)]


def test_a_joker_bars_nothing_on_grey_and_may_repeat():
    jokers_there = """
            . > JJ...
           .. > J....
          JJJ > J.B..
         .... > .....
        ..... > .....
    """
    game = table(["BYRK"], [jokers_there], players=3, jokers=True, wall="grey")
    assert [ways(game, f"1{colour}") for colour in "BYRK"] == ["1245F", "1245F", "1245F", "1245F"]

    game, _ = tiled(jokers_there, jokers=True, wall="grey", players=3)
    assert legal(game) == {"col 2", "col 4", "col 5"}
    assert tilings(game.play("col 2")) == [(3, 2, "J", 3)]


def test_a_line_with_a_joker_never_falls():
    game, events = tiled(
        """
            . > ....W
           WJ > BYRK.
          ... > .....
         .... > .....
        ..... > .....
        """,
        jokers=True,
        wall="grey",
    )
    assert find(events, Broken) == []
    assert tilings(events) == [(2, 5, "J", 7)]
    assert game.is_over


JOKERS_LAID = [
    """
            . > BYRK.
           .. > YRKB.
          ... > RKBY.
         .... > KBYR.
        ..... > JJ..W
    """,
    """
            . > BYRK.
           .. > YRKB.
          ... > RKBY.
         .... > KBYR.
        ..... > JJJ.W
    """,
]


def test_stuck_when_every_joker_is_on_a_wall():
    game = table(["W"], JOKERS_LAID, jokers=True, wall="grey", to_move=1)
    game.play("1W>4")
    assert game.is_over
    assert game.scores == (14, 21)


@pytest.mark.parametrize("place", ["bag", "lid", "line"])
def test_a_joker_in_play_keeps_a_game_going(place):
    one_less = JOKERS_LAID[1].replace("JJJ.W", "JJ..W")
    first = JOKERS_LAID[0].replace("....", "...J", 1) if place == "line" else JOKERS_LAID[0]
    game = table(["W"], [first, one_less], jokers=True, wall="grey", to_move=1, bag="B" if place == "lid" else None)
    game.play("1W>4")
    assert not game.is_over
