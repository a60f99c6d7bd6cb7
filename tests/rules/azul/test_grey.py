"""The grey wall: any column, but a colour once per row and once per column."""

import random
from itertools import permutations

import pytest

from tessela.game import IllegalMoveError, Reason
from tessela.game.azul.position import from_position
from tessela.game.events import Broken, GameEnded, Penalised, Refilled, Tiled
from tessela.rules.azul.ending import can_be_completed, stuck

from .table import find, legal, picture, position, seen, table, tiled, tilings, ways


def test_a_tile_may_go_to_any_column_of_its_row():
    game, _ = tiled(
        """
            . > .....
           RR > .....
          ... > .....
         .... > .....
        ..... > .....
        """,
        wall="grey",
    )
    assert (game.phase, game.to_move, game.state()["pending"]) == ("space", 0, {"line": 2})
    assert legal(game) == {"col 1", "col 2", "col 3", "col 4", "col 5"}
    events = game.play("col 1")
    assert events[0] == Tiled(0, 2, 1, "R", 1, 1, 1, "R")
    assert seen(game, 0) == picture("""
            . > .....
           .. > R....
          ... > .....
         .... > .....
        ..... > .....
    """)


def test_a_colour_lies_once_in_a_column():
    game, _ = tiled(
        """
            . > ..R..
           .. > .....
          RRR > B....
         .... > ...Y.
        ..... > ....R
        """,
        wall="grey",
    )
    assert legal(game) == {"col 2", "col 4"}
    with pytest.raises(IllegalMoveError, match="col 3"):
        game.play("col 3")


def test_a_line_is_barred_by_its_row_only():
    game = table(
        ["RBBB"],
        [
            """
            . > .....
           .. > R....
          ... > .R...
         .... > ..R..
        ..... > ....R
            """
        ],
        wall="grey",
    )
    assert ways(game, "1R") == "1F"
    assert ways(game, "1B") == "12345F"


def test_a_colour_without_a_space_can_be_collected():
    game = table(
        ["WKKK"],
        [
            """
            . > BYRK.
           .. > ....W
          ... > .....
         .... > .....
        ..... > .....
            """
        ],
        wall="grey",
    )
    assert ways(game, "1W") == "1345F"


def test_columns_are_chosen_line_by_line():
    game, _ = tiled(
        """
            B > .....
           BB > .....
          ..B > .....
         .... > .....
        BBBBB > .....
        """,
        wall="grey",
    )
    asked = []
    for move in ("col 3", "col 4", "col 1"):
        asked.append((game.state()["pending"]["line"], legal(game)))
        game.play(move)
    assert asked == [
        (1, {"col 1", "col 2", "col 3", "col 4", "col 5"}),
        (2, {"col 1", "col 2", "col 4", "col 5"}),
        (5, {"col 1", "col 2", "col 5"}),
    ]
    assert seen(game, 0) == picture("""
            . > ..B..
           .. > ...B.
          ..B > .....
         .... > .....
        ..... > B....
    """)


def test_points_count_as_on_the_coloured_wall():
    game, _ = tiled(
        """
            . > ...Y.
           .. > ...K.
          RRR > .WB.K
         .... > .....
        ..... > .....
        """,
        wall="grey",
    )
    assert tilings(game.play("col 4")) == [(3, 4, "R", 7)]


def test_a_single_legal_column_is_not_asked_for():
    game, events = tiled(
        """
            . > B....
           BB > .YKW.
          ... > .....
         .... > .....
        ..... > .....
        """,
        wall="grey",
    )
    assert tilings(events) == [(2, 5, "B", 4)]
    assert game.phase == "offer"


def test_players_choose_one_after_the_other():
    one_tile = """
            B > .....
           .. > .....
          ... > .....
         .... > .....
        ..... > .....
    """
    game = table(["W"], [one_tile] * 3, players=3, wall="grey", to_move=2, first_player=1)
    game.play("1W>5")
    choosers = []
    while game.phase == "space":
        choosers.append(game.to_move)
        game.play("col 2")
    assert choosers == [1, 2, 0]


def test_a_full_line_without_a_space_falls():
    game, events = tiled(
        """
        score 5
            W > BYRK.
           .. > .....
          ... > .....
         .... > .....
        ..... > ....W
        F R
        """,
        wall="grey",
    )
    assert tilings(events) == []
    assert find(events, Broken) == [Broken(0, "W", "", line=1)]
    assert find(events, Penalised) == [Penalised(0, "RW", False, 2, 2)]
    assert game.scores == (3, 0)
    assert seen(game, 0) == picture("""
            . > BYRK.
           .. > .....
          ... > .....
         .... > .....
        ..... > ....W
    """)


def test_a_line_falls_whole_its_excess_to_the_lid():
    game, events = tiled(
        """
        score 20
            . > R....
           .. > .R...
          ... > ..R..
         .... > ...R.
        RRRRR > ....B
        F YMKY
        """,
        wall="grey",
    )
    assert find(events, Broken) == [Broken(0, "RRR", "RR", line=5)]
    assert find(events, Penalised) == [Penalised(0, "YKYRRR", True, 14, 14)]
    assert game.state()["lid"] == {"B": 0, "Y": 2, "R": 5, "K": 1, "W": 0}
    assert game.state()["boards"][0]["lines"] == [""] * 5


def test_a_tile_above_can_take_the_last_space():
    game, _ = tiled(
        """
            W > .....
           WW > BYRK.
          ... > .....
         .... > .....
        ..... > .....
        """,
        wall="grey",
    )
    events = game.play("col 5")
    assert find(events, Broken) == [Broken(0, "WW", "", line=2)]


def test_a_complete_row_ends_a_grey_game():
    game, events = tiled(
        """
            W > BYRK.
           .. > ....B
          ... > ..B..
         .... > .B...
        ..... > ...B.
        """,
        wall="grey",
    )
    assert tilings(events) == [(1, 5, "W", 7)]
    assert game.outcome.breakdown[0] == {"rounds": 7, "rows": 2, "columns": 0, "colours": 10}


STUCK = """
            . > BYRK.
           .. > YRKB.
          ... > RKBY.
         .... > KBYR.
        ..... > ....W
"""


def test_a_stuck_game_ends():
    game = table(["W"], [STUCK, STUCK], wall="grey", to_move=1)
    events = game.play("1W>4")
    assert game.is_over
    assert find(events, Refilled) == []
    assert events[-1] == GameEnded((0, 0), (0, 1), Reason.SHARED_ROWS)


def test_a_stuck_game_is_scored():
    column_and_colour = """
        score 4
            . > .W.YK
           .. > KR.WB
          ... > RBK..
         .... > BKYR.
        ..... > .Y.KW
    """
    game = table(["R"], [column_and_colour, STUCK], wall="grey", to_move=1)
    game.play("1R>5")
    assert game.outcome.breakdown[0] == {"rounds": 4, "rows": 0, "columns": 7, "colours": 10}
    assert game.outcome.winners == (0,)


def test_a_game_goes_on_while_anyone_is_not_stuck():
    game = table(["W"], [STUCK], wall="grey", to_move=1)
    game.play("1W>5")
    assert (game.is_over, game.phase) == (False, "offer")


@pytest.mark.parametrize(("column", "over"), [(5, True), (1, False)])
def test_the_space_of_a_tile_can_decide_it(column, over):
    open_still = """
            . > BYRK.
           .. > YRKB.
          ... > RKBY.
         .... > KBYR.
        WWWWW > .....
    """
    game = table(["B"], [open_still, STUCK], wall="grey", to_move=1)
    game.play("1B>5")
    assert not game.is_over
    game.play(f"col {column}")
    assert game.is_over is over


def test_a_coloured_wall_is_never_stuck():
    game, _ = tiled("""
            . > .YRKW
           .. > WB.RK
          ... > KW.YR
         .... > .KWBY
        ..... > YR.WB
    """)
    assert not game.is_over


def random_wall(chance: random.Random, kinds: str) -> list[str]:
    """A wall on which no colour lies twice in a row or column, dense enough to be in trouble."""
    wall = [["."] * 5 for _ in range(5)]
    for row, column in chance.sample([(r, k) for r in range(5) for k in range(5)], chance.randint(10, 25)):
        near = {*wall[row], *(other[column] for other in wall)} - {"J"}
        letters = [letter for letter in kinds if letter not in near]
        if letters and wall[row].count(".") > 1:
            wall[row][column] = chance.choice(letters)
    return ["".join(row) for row in wall]


def slow_can_be_completed(wall: list[str], row: int, jokers: int) -> bool:
    """Try every way to fill the free columns of a row with new colours and jokers."""
    free = [column for column in range(5) if wall[row][column] == "."]
    new = [colour for colour in "BYRKW" if colour not in wall[row]] + ["J"] * min(jokers, len(free))
    above_and_below = [{other[column] for other in wall} - {"J"} for column in range(5)]
    return any(
        all(tile not in above_and_below[column] for tile, column in zip(way, free, strict=True))
        for way in permutations(new, len(free))
    )


def grey_state(walls: list[list[str]], jokers: bool):
    lines = [".", "..", "...", "....", "....."]
    boards = ["\n".join(f"{line} > {row}" for line, row in zip(lines, wall, strict=True)) for wall in walls]
    return from_position(position(["R"], boards, wall="grey", jokers=jokers))[1][0]


def test_rows_to_complete_by_trying_every_way():
    chance = random.Random(19)
    answers = []
    for _ in range(150):
        wall = random_wall(chance, "BYRKW")
        state = grey_state([wall], jokers=False)
        for row in range(5):
            for jokers in range(3):
                answers.append(slow_can_be_completed(wall, row, jokers))
                assert can_be_completed(state, 0, row, jokers) == answers[-1], (wall, row, jokers)
    assert 200 < answers.count(False) < len(answers) - 200


def nearly_stuck_wall(chance: random.Random, jokers: int) -> list[str]:
    """A stuck wall with up to two tiles taken away, and some jokers laid."""
    wall = [list(row) for row in ("BYRK.", "YRKB.", "RKBY.", "KBYR.", "....W")]
    for _ in range(chance.randint(0, 2)):
        wall[chance.randrange(5)][chance.randrange(5)] = "."
    for row, column in chance.sample([(r, k) for r in range(5) for k in range(5)], 25):
        if jokers and wall[row][column] == "." and wall[row].count(".") > 1:
            wall[row][column] = "J"
            jokers -= 1
    return ["".join(row) for row in wall]


@pytest.mark.parametrize("jokers", [0, 5])
def test_stuck_games_by_trying_every_way(jokers):
    chance = random.Random(20)
    answers = []
    for _ in range(300):
        laid = max(0, jokers - chance.randint(0, 2))
        walls = [nearly_stuck_wall(chance, laid // 2), nearly_stuck_wall(chance, laid - laid // 2)]
        left = jokers - "".join(walls[0] + walls[1]).count("J")
        answers.append(not any(slow_can_be_completed(wall, row, left) for wall in walls for row in range(5)))
        assert stuck(grey_state(walls, jokers > 0)) == answers[-1], (walls, left)
    assert 10 < answers.count(True) < 290
