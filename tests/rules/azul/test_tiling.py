"""Wall-tiling: one tile of each full line to the wall, its points, and the floor."""

import random

import pytest

from tessela.game.events import Penalised, Tiled
from tessela.rules.azul.tiling import linked_across, linked_down, points_of

from .table import find, picture, seen, table, tiled, tilings


def test_full_lines_move_a_tile_the_others_stay():
    game, events = tiled("""
            . > .....
           RR > .....
          .KK > .....
         BBBB > .....
        ..YYY > .....
    """)
    assert tilings(events) == [(2, 4, "R", 1), (4, 4, "B", 1)]
    assert game.scores == (2, 0)
    assert seen(game, 0) == picture("""
            . > .....
           .. > ...R.
          .KK > .....
         .... > ...B.
        ..YYY > .....
    """)


def test_the_rest_of_a_full_line_goes_to_the_lid():
    game, events = tiled("""
            W > .....
           RR > .....
          ... > .....
         .... > .....
        BBBBB > .....
    """)
    assert [event.discarded for event in find(events, Tiled)] == ["", "R", "BBBB"]
    assert game.state()["lid"] == {"B": 4, "Y": 0, "R": 1, "K": 0, "W": 0}


@pytest.mark.parametrize("row", range(5))
def test_each_colour_has_its_own_space(row):
    wall = ["BYRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB"]
    for column, colour in enumerate(wall[row]):
        lines = ["." * (r + 1) for r in range(5)]
        lines[row] = colour * (row + 1)
        game, events = tiled("\n".join(f"{line} > ....." for line in lines))
        assert tilings(events) == [(row + 1, column + 1, colour, 1)]
        assert game.state()["boards"][0]["wall"][row][column] == colour


def test_a_tile_without_neighbours_scores_one():
    _, events = tiled("""
            . > B....
           .. > ..Y..
          ... > ....R
         BBBB > R....
        ..... > Y...B
    """)
    assert tilings(events) == [(4, 4, "B", 1)]


def test_yellow_scores_three_across():
    _, events = tiled("""
            . > .....
           YY > WB...
          ... > .....
         .... > .....
        ..... > .....
    """)
    assert tilings(events) == [(2, 3, "Y", 3)]


def test_blue_scores_three_down():
    _, events = tiled("""
            . > ..R..
           .. > ..Y..
          BBB > .....
         .... > .....
        ..... > .....
    """)
    assert tilings(events) == [(3, 3, "B", 3)]


def test_yellow_scores_four_and_three():
    game, events = tiled("""
            . > ...K.
           .. > ...R.
          YYY > .WB.R
         .... > .....
        ..... > .....
    """)
    assert find(events, Tiled) == [Tiled(0, 3, 4, "Y", 7, 4, 3, "YY")]
    assert game.scores == (7, 0)


def test_a_gap_ends_a_run():
    _, events = tiled("""
            . > B....
           .. > .....
          KKK > ..BYR
         .... > R....
        ..... > .....
    """)
    assert tilings(events) == [(3, 1, "K", 2)]


def test_lines_are_tiled_from_the_top():
    game, events = tiled("""
            B > .....
           WW > .....
          ... > K....
         .... > .....
        ..... > .....
    """)
    assert tilings(events) == [(1, 1, "B", 1), (2, 1, "W", 3)]
    assert game.scores == (4, 0)


def test_players_tile_one_after_the_other():
    one_tile = """
            B > .....
           .. > .....
          ... > .....
         .... > .....
        ..... > .....
        F K
    """
    game = table(["W"], [one_tile] * 3, players=3, to_move=1, first_player=2)
    events = [event for event in game.play("1W>5") if isinstance(event, Tiled | Penalised)]
    assert [(type(event), event.seat) for event in events] == [
        (Tiled, 2),
        (Penalised, 2),
        (Tiled, 0),
        (Penalised, 0),
        (Tiled, 1),
        (Penalised, 1),
    ]


def floored(floor: str, score: int) -> str:
    return f"""
        score {score}
            . > .....
           .. > .....
          ... > .....
         .... > .....
        ..... > .....
        F {floor}
    """


@pytest.mark.parametrize(("spaces", "penalty"), list(enumerate([0, 1, 2, 4, 6, 8, 11, 14])))
def test_the_floor_costs_more_and_more(spaces, penalty):
    floor = "RKBYWRK"[:spaces]
    game, events = tiled(floored(floor, 30))
    assert game.scores == (30 - penalty, 0)
    assert find(events, Penalised) == ([Penalised(0, floor, False, penalty, penalty)] if floor else [])


def test_four_tiles_and_the_marker_cost_eight():
    game, events = tiled(floored("RMKKB", 10))
    assert game.scores == (2, 0)
    assert find(events, Penalised) == [Penalised(0, "RKKB", True, 8, 8)]


@pytest.mark.parametrize("score", [0, 1, 13, 14, 15])
def test_a_score_never_goes_below_zero(score):
    game, events = tiled(floored("RRRRRRR", score))
    assert game.scores == (max(0, score - 14), 0)
    assert find(events, Penalised)[0].lost == min(score, 14)


def test_the_floor_is_settled_last():
    game, _ = tiled("""
            B > .....
           .. > .....
          ... > .....
         .... > .....
        ..... > .....
        F RR
    """)
    assert game.scores == (0, 0)


def test_floor_tiles_go_to_the_lid():
    game, _ = tiled(floored("RMKKB", 10))
    assert game.state()["boards"][0]["floor"] == ""
    assert game.state()["lid"] == {"B": 1, "Y": 0, "R": 1, "K": 2, "W": 0}
    assert game.state()["marker"] is None


def run_length(cells: set, row: int, column: int, step: tuple[int, int]) -> int:
    """How many cells stand together with one, walking both ways."""
    length = 1
    for sign in (1, -1):
        r, k = row + sign * step[0], column + sign * step[1]
        while (r, k) in cells:
            length += 1
            r, k = r + sign * step[0], k + sign * step[1]
    return length


def slow_points(cells: set, row: int, column: int) -> int:
    """The points of a tile just laid, by walking over the wall."""
    across, down = run_length(cells, row, column, (0, 1)), run_length(cells, row, column, (1, 0))
    return max(1, (across if across > 1 else 0) + (down if down > 1 else 0))


def test_points_by_walking_over_the_wall():
    chance = random.Random(25)
    for row in range(5):
        for column in range(5):
            cross = [(row, k) for k in range(5) if k != column] + [(r, column) for r in range(5) if r != row]
            others = [(r, k) for r in range(5) for k in range(5) if r != row and k != column]
            for pattern in range(256):
                cells = {(row, column)} | {cell for i, cell in enumerate(cross) if pattern >> i & 1}
                cells |= {cell for cell in others if chance.random() < 0.5}
                wall = sum(1 << (5 * r + k) for r, k in cells)
                assert points_of(wall, row, column) == slow_points(cells, row, column)
                assert linked_across(wall, row, column) == run_length(cells, row, column, (0, 1))
                assert linked_down(wall, row, column) == run_length(cells, row, column, (1, 0))
