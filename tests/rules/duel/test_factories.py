"""Actions B and C: tiles from suns and from moons, stacks, chips that turn up, the starting tile."""

from itertools import permutations

import pytest

from tessela.game import Game, IllegalMoveError
from tessela.game.events import MarkerTaken, Placed, Revealed, Stacked, Taken

from .table import board, lines, moves, of_kind, play, table

FULL = """
    round 1
    L  sun BBYRT
    1  sun TTYK  chip TY
    2  sun BYYR  chip B
    3  sun KKKR  chip K
    4  sun RRRR  chip R
"""


def small(game: Game, factory: int) -> dict:
    return game.state()["small"][factory - 1]


def colours_offered(game: Game, source: str) -> set[str]:
    return {move[1] for move in moves(game) if move[0] == source and move[2] == ">"}


def test_every_colour_of_every_sun_is_offered():
    game = table(FULL)
    assert {source: colours_offered(game, source) for source in "L1234M"} == {
        "L": set("BYRT"),
        "1": set("TYK"),
        "2": set("BYR"),
        "3": set("KR"),
        "4": set("R"),
        "M": set(),
    }


def test_a_take_from_a_small_sun_and_the_stack_of_the_rest():
    """The rulebook's example: two turquoise tiles taken, black stacked below yellow."""
    game = table(FULL)
    game.play("1T>3")
    assert (game.phase, game.to_move) == ("stack", 0)
    assert moves(game) == {"stack KY", "stack YK"}
    assert game.play("stack KY") == [Stacked(0, 1, "KY")]
    assert small(game, 1) == {"sun": "", "moon": "KY", "chip": "TY"}
    assert lines(game, 0) == "- - TT - - -"
    assert game.to_move == 1
    assert colours_offered(game, "M") == {"Y"}


def test_a_take_leaves_the_other_suns_alone():
    game = table(FULL)
    play(game, "3R>2")
    assert [f["sun"] for f in game.state()["small"]] == ["YKTT", "BYYR", "", "RRRR"]
    assert game.state()["large"] == {"sun": "BBYRT", "moon": ""}
    assert lines(game, 0) == "- R - - - -"


def test_the_rest_of_the_large_factory_goes_to_its_moon():
    """The rulebook's example: two turquoise tiles from the large factory, three others to its moon."""
    game = table("""
        round 1
        L  sun YRKTT
        1  sun BBBB  chip TY
        2  sun BBBB  chip B
        3  sun BBBB  chip K
        4  sun YYYY  chip R
    """)
    assert game.play("LT>2") == [Taken(0, "L", "TT", "YRK"), Placed(0, "TT", 2)]
    assert game.state()["large"] == {"sun": "", "moon": "YRK"}
    assert colours_offered(game, "M") == set("YRK")
    assert game.state()["starting_tile"] is None


MOONS = """
    round 1
    L  moon RKK
    1  moon KY   chip TY
    2  moon BRY  chip B
    3  sun TTTT  chip K
    4  sun BBTT  chip R
"""


@pytest.mark.parametrize(
    ("move", "tiles", "with_starting_tile"), [("MR>6", "R", True), ("MK>6", "KK", True), ("MY>6", "YY", False)]
)
def test_the_choice_at_the_moons(move: str, tiles: str, with_starting_tile: bool):
    """The rulebook's example: one red, two black or two yellow; only yellow comes without the starting tile."""
    game = table(MOONS)
    assert colours_offered(game, "M") == set("RKY")
    events = game.play(move)
    assert events[0] == Taken(0, "M", tiles, "")
    assert of_kind(events, MarkerTaken) == ([MarkerTaken(0)] if with_starting_tile else [])
    assert game.state()["starting_tile"] == (0 if with_starting_tile else None)
    assert lines(game, 0) == f"- - - - - {tiles}"


def test_a_moon_take_takes_only_the_top_of_each_stack():
    game = table("""
        round 1
        L  moon RYY
        1  moon RYY  chip TY
        2  moon YYY  chip B
        3  moon YR   chip K
        4  sun YYYB  chip R
    """)
    assert game.play("MY>6")[0] == Taken(0, "M", "YYYY", "")
    assert game.state()["large"]["moon"] == "R"
    assert [f["moon"] for f in game.state()["small"]] == ["RY", "YY", "YR", ""]
    assert small(game, 4)["sun"] == "BYYY"
    assert game.play("MR>6")[0] == Taken(1, "M", "RR", "")
    assert [f["moon"] for f in game.state()["small"]] == ["RY", "YY", "Y", ""]


def test_tiles_below_the_top_are_not_offered():
    game = table("""
        round 1
        1  moon RKY  chip TY
        2  chip B
        3  chip K
        4  chip R
    """)
    assert colours_offered(game, "M") == {"Y"}
    game.play("MY>1")
    assert colours_offered(game, "M") == {"K"}


@pytest.mark.parametrize(
    ("sun", "take", "number"),
    [
        ("BBBY", "1B>6", 1),
        ("BBYY", "1B>6", 1),
        ("BYYY", "1B>6", 1),
        ("BBYR", "1B>6", 2),
        ("BYYR", "1B>6", 3),
        ("BYRR", "1B>6", 3),
        ("BYRK", "1B>6", 6),
        ("YRKT", "1R>6", 6),
    ],
)
def test_each_different_order_of_the_stack_is_offered_once(sun: str, take: str, number: int):
    rest = sun.replace(take[1], "")
    orders = {"".join(order) for order in permutations(rest)}
    assert len(orders) == number
    game = table(f"""
        round 1
        1  sun {sun}  chip TY
        2  chip B
        3  chip K
        4  chip R
    """)
    game.play(take)
    if number == 1:
        assert (game.phase, small(game, 1)["moon"]) == ("acquire", rest)
        return
    assert sorted(str(move) for move in game.legal_moves()) == sorted(f"stack {order}" for order in orders)
    for order in orders:
        stacked = game.copy()
        stacked.play(f"stack {order}")
        assert small(stacked, 1)["moon"] == order
        assert colours_offered(stacked, "M") == {order[-1]}


def test_a_stack_without_a_choice_builds_itself():
    game = table(FULL)
    assert game.play("3R>1") == [Taken(0, "3", "R", "KKK"), Placed(0, "R", 1), Stacked(0, 3, "KKK")]
    assert game.to_move == 1


def test_four_equal_tiles_reveal_the_chip_at_once():
    game = table(FULL)
    assert game.play("4R>4") == [Taken(0, "4", "RRRR", ""), Placed(0, "RRRR", 4), Revealed(4, "R")]
    assert "chip 4" in moves(game)


def test_the_last_tile_of_a_stack_reveals_the_chip():
    game = table("""
        round 1
        1  moon KY   chip TY
        2  moon Y    chip B
        3  sun TTTT  chip K
        4  chip R
    """)
    assert {move for move in moves(game) if move.startswith("chip")} == {"chip 4"}
    assert of_kind(game.play("MY>2"), Revealed) == [Revealed(2, "B")]
    assert {move for move in moves(game) if move.startswith("chip")} == {"chip 2", "chip 4"}
    assert of_kind(game.play("MK>2"), Revealed) == [Revealed(1, "TY")]


def test_one_moon_take_can_reveal_several_chips():
    game = table("""
        round 1
        1  moon Y   chip TY
        2  moon Y   chip B
        3  moon RY  chip K
        4  moon R   chip R
    """)
    assert of_kind(game.play("MY>3"), Revealed) == [Revealed(1, "TY"), Revealed(2, "B")]


def test_no_chip_turns_up_while_the_stack_is_being_ordered():
    game = table(FULL)
    assert of_kind(game.play("1T>3"), Revealed) == []
    assert game.phase == "stack"
    assert [game.view(seat)["small"][0]["chip"] for seat in (0, 1, None)] == ["?", "?", "?"]
    assert of_kind(game.play("stack KY"), Revealed) == []
    assert game.view(0)["small"][0]["chip"] == "?"


def test_the_starting_tile_never_comes_with_a_sun_take():
    game = table(FULL)
    for move in ("LB>2", "4R>4", "3R>1"):
        assert of_kind(game.play(move), MarkerTaken) == []
    assert game.state()["starting_tile"] is None


def test_the_starting_tile_never_comes_from_a_small_moon():
    game = table("""
        round 1
        L  moon RKK
        1  moon KY  chip TY
        2  chip B
        3  chip K
        4  chip R
    """)
    game.play("MY>1")
    assert game.state()["starting_tile"] is None
    game.play("MK>3")
    assert game.state()["starting_tile"] == 1


def test_only_the_first_take_from_the_large_moon_brings_the_starting_tile():
    game = table(MOONS)
    game.play("MR>1")
    assert of_kind(game.play("MK>2"), MarkerTaken) == []
    assert game.state()["starting_tile"] == 0


def test_the_starting_tile_has_its_own_place():
    game = table("""
        round 1
        L  moon RKK
        1  chip TY
        2  chip B
        3  chip K
        4  chip R
        seat 0  broken BBB
    """)
    game.play("MR>X")
    assert board(game, 0)["broken"] == "BBBR"
    assert game.state()["starting_tile"] == 0


def test_tiles_cannot_be_taken_where_there_are_none():
    game = table(FULL)
    for move in ("LK>5", "4B>5", "MR>5", "2T>5"):
        with pytest.raises(IllegalMoveError):
            game.play(move)
