"""Positions as JSON: what `state` gives `from_state` takes, and what cannot be is refused with the reason."""

import re
from copy import deepcopy
from typing import Any

import pytest

from tessela.game import Game, OptionError, PositionError

from .table import position, table

BEGUN = """
    score 12
        . > B....
       .R > .....
      ... > .....
     .... > .....
    ..KKK > .....
    F RM
"""
ONE_LINE = """
        B > .....
       .. > .....
      ... > .....
     .... > .....
    ..... > .....
"""
TWO_LINES = ONE_LINE.replace("   .. >", "   YY >")


def plain() -> dict:
    return position(["BBYR"], [BEGUN], centre="K", to_move=1)


def grey() -> dict:
    return position(["BBYR"], [BEGUN], wall="grey", to_move=1)


def with_jokers() -> dict:
    return position(["BBYJ"], [BEGUN], jokers=True, to_move=1)


def dropping() -> dict:
    return position(["K"], jokers=True, phase="drop", pending={"line": 2, "tiles": "BBJJ"})


def spacing() -> dict:
    return position([], [TWO_LINES], wall="grey", phase="space", pending={"line": 1})


def over() -> dict:
    complete = BEGUN.replace("B....", "BYRKW").replace("F RM", "F")
    return position([], [complete], phase="over", to_move=None)


@pytest.mark.parametrize("make", [plain, grey, with_jokers, dropping, spacing, over])
def test_a_state_comes_back(make):
    state = make()
    assert Game.from_state(state).state() == state


@pytest.mark.parametrize("moves", [(), ("1BJ>2",), ("1BJ>2", "drop 1J"), ("1BJ>2", "drop 1J", "CY>1", "2K>1")])
def test_a_state_during_a_game_comes_back(moves):
    game = table(["BBJJ", "K"], centre="Y", jokers=True, wall="grey")
    for move in moves:
        game.play(move)
    again = Game.from_state(game.state())
    assert again.state() == game.state()
    assert again.legal_moves() == game.legal_moves()


def a_row() -> tuple[Game, str]:
    nearly = ONE_LINE.replace("B > .....", "B > .YRKW")
    return table(["W"], [nearly], to_move=1), "1W>5"


def a_stuck_grey_game() -> tuple[Game, str]:
    drawing = """
            . > BYRK.
           .. > YRKB.
          ... > RKBY.
         .... > KBYR.
        ..... > ....W
    """
    return table([], [drawing, drawing], centre="BW", wall="grey", to_move=1), "CW>4"


def nothing_to_deal() -> tuple[Game, str]:
    drawing = """
            . > .YRKW
           .Y > WB.RK
          .BB > KW.YR
         ...R > .KWBY
        ....K > YR.WB
    """
    return table(["K"], [drawing, drawing, drawing, drawing.replace("....K", ".....")], players=4, to_move=3), "1K>5"


@pytest.mark.parametrize("make", [a_row, a_stuck_grey_game, nothing_to_deal])
def test_a_finished_game_comes_back(make):
    game, move = make()
    game.play(move)
    if not game.is_over:
        game.play("CB>5")
    assert game.is_over
    again = Game.from_state(game.state())
    assert again.state() == game.state()
    assert again.outcome == game.outcome
    assert again.legal_moves() == []


def put(state: Any, *path, value) -> Any:
    """The state with one thing in it replaced."""
    state = deepcopy(state)
    inside = state
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value
    return state


def put_tiles(state: Any, *path, value) -> Any:
    """The same, the new tiles coming from the bag and the old ones going there."""
    inside = state
    for step in path:
        inside = inside[step]
    changed = put(state, *path, value=value)
    for letter in changed["bag"]:
        changed["bag"][letter] += inside.count(letter) - value.count(letter)
    return changed


BOARD = ("boards", 0)

IMPOSSIBLE = {
    "a tile too many": (put(plain(), "lid", "B", value=1), "there are 21 tiles of B, the game has 20"),
    "a tile too few": (put(plain(), "centre", value=""), "there are 19 tiles of K, the game has 20"),
    "a joker too many": (put(with_jokers(), "lid", "J", value=1), "there are 6 tiles of J, the game has 5"),
    "negative tiles": (put(plain(), "bag", "B", value=-1), "bag: -1 tiles of B cannot be"),
    "far too many tiles": (put(plain(), "bag", "W", value=32), "bag: 32 tiles of W cannot be"),
    "a crowded centre": (put(plain(), "centre", value="K" + "W" * 200), "tiles of W"),
    "a centre crowded with jokers": (put(with_jokers(), "centre", value="J" * 200), "tiles of J"),
    "five tiles on a factory": (put_tiles(plain(), "factories", 0, value="BBYRR"), "factories[0] holds 5 tiles, at most 4 fit"),
    "an unknown tile": (put(plain(), "factories", 0, value="BBYT"), "factories[0]: 'T' is no tile"),
    "a joker in a game without": (put(plain(), "centre", value="J"), "centre: 'J' is no tile"),
    "a joker on a wall without": (put_tiles(plain(), *BOARD, "wall", 1, value="J...."), "wall[1]: 'J' is no tile of this game"),
    "a joker in a line without": (put_tiles(plain(), *BOARD, "lines", 2, value="J"), "lines[2]: 'J' are no tiles of this game"),
    "a joker on a floor without": (put(plain(), "boards", 1, "floor", value="J"), "boards[1].floor: 'J'"),
    "jokers in a bag without": (put(plain(), "bag", "J", value=0), "bag: expected exactly the keys B, Y, R, K, W"),
    "a bag without a colour": (put(plain(), "bag", value={"B": 1}), "bag: expected exactly the keys B, Y, R, K, W, got B"),
    "a colour on the wrong space": (put_tiles(plain(), *BOARD, "wall", 1, value="Y...."), "wall[1]: column 1 is for W, not Y"),
    "a colour twice in a row": (put_tiles(grey(), *BOARD, "wall", 1, value="Y..Y."), "wall[1]: a colour lies twice in 'Y..Y.'"),
    "a colour twice in a column": (
        put_tiles(grey(), *BOARD, "wall", 1, value="B...."),
        "column 1 of the wall has a colour twice",
    ),
    "a short wall row": (put(plain(), *BOARD, "wall", 1, value="...."), "wall[1]: a wall row is 5 letters, not '....'"),
    "a wall of four rows": (put(plain(), *BOARD, "wall", value=["....."] * 4), "a wall has 5 rows, not 4"),
    "an unknown tile on a wall": (put(grey(), *BOARD, "wall", 1, value="T...."), "wall[1]: 'T' is no tile of this game"),
    "six lines": (put(plain(), *BOARD, "lines", value=[""] * 6), "there are 5 lines, not 6"),
    "a line too long": (put_tiles(plain(), *BOARD, "lines", 1, value="RRR"), "line 2 has 2 spaces, not 3"),
    "two colours in a line": (put_tiles(plain(), *BOARD, "lines", 1, value="RY"), "lines[1]: a line holds one colour, not 'RY'"),
    "a colour barred by the wall": (put_tiles(plain(), *BOARD, "lines", 0, value="B"), "lines[0]: B is already on the wall row"),
    "a colour barred on the grey wall": (
        put_tiles(grey(), *BOARD, "lines", 0, value="B"),
        "lines[0]: B is already on the wall row",
    ),
    "a colour barred by a joker": (
        put_tiles(put_tiles(with_jokers(), *BOARD, "wall", 0, value="J...."), *BOARD, "lines", 0, value="B"),
        "boards[0].lines[0]: B",
    ),
    "a floor too long": (put_tiles(plain(), "boards", 1, "floor", value="K" * 8), "boards[1]: the floor has 7 spaces, not 8"),
    "an unknown thing on the floor": (put(plain(), "boards", 1, "floor", value="T"), "boards[1].floor: 'T' is not one of"),
    "two markers on a floor": (put(plain(), *BOARD, "floor", value="RMM"), "boards[0]: there is only one marker"),
    "two markers on two floors": (put(plain(), "boards", 1, "floor", value="M"), "the marker lies on the floor of seat [0, 1]"),
    "a marker held by another": (put(plain(), "marker", value=1), "the marker lies on the floor of seat [0], but is held by 1"),
    "a marker held by nobody": (
        put(plain(), "marker", value=None),
        "the marker lies on the floor of seat [0], but is held by None",
    ),
    "a marker held but not laid": (
        put(plain(), *BOARD, "floor", value="R"),
        "seat 0 holds the marker, but their floor has a free space and no M",
    ),
    "a marker with no seat": (put(plain(), "marker", value=2), "marker: 2 is no seat"),
    "five players": (put(plain(), "players", value=5), "players must be 2, 3 or 4, not 5"),
    "a board missing": (put(plain(), "players", value=3), "3 players need as many boards, not 2"),
    "a factory missing": (put(plain(), "factories", value=["BBYR"]), "2 players need 5 factories, not 1"),
    "nobody's turn": (put(plain(), "to_move", value=None), "to_move: None is no seat"),
    "a turn of no seat": (put(plain(), "to_move", value=2), "to_move: 2 is no seat"),
    "a round started by no seat": (put(plain(), "first_player", value=-1), "first_player -1 is no seat"),
    "round zero": (put(plain(), "round", value=0), "round 0 cannot be"),
    "a round beyond all counting": (put(plain(), "round", value=70_000), "round 70000 cannot be"),
    "a negative score": (put(plain(), *BOARD, "score", value=-1), "boards[0]: a score of -1 cannot be"),
    "a score beyond all counting": (put(plain(), *BOARD, "score", value=40_000), "boards[0]: a score of 40000 cannot be"),
    "an offer of nothing": (position([], to_move=0), "phase 'offer', but no tile is on offer"),
    "an offer with a complete row": (put_tiles(plain(), *BOARD, "wall", 0, value="BYRKW"), "complete"),
    "an offer with something pending": (put(plain(), "pending", value={"line": 1}), "phase 'offer' does not fit pending"),
    "a drop of nothing": (put(dropping(), "pending", value=None), "phase 'drop' does not fit pending None"),
    "a drop in a game without jokers": (
        position(["K"], phase="drop", pending={"line": 1, "tiles": "BB"}),
        "pending: a drop is about jokers and one colour",
    ),
    "a drop of two colours": (
        put_tiles(dropping(), "pending", "tiles", value="BYJ"),
        "pending: a drop is about jokers and one colour",
    ),
    "a drop to no line": (put(dropping(), "pending", "line", value=6), "pending: there is no line 6"),
    "a drop of far too many tiles": (put(dropping(), "pending", "tiles", value="B" * 300 + "J"), "tiles of B"),
    "a drop without a choice": (put(dropping(), "pending", "line", value=4), "pending: 'BBJJ' leave no choice on line 4"),
    "a drop to a line of another colour": (
        put_tiles(dropping(), *BOARD, "lines", 1, value="Y"),
        "pending: line 2 does not take B",
    ),
    "a space for nothing": (put(spacing(), "pending", value=None), "phase 'space' does not fit pending None"),
    "a space for no line": (put(spacing(), "pending", "line", value=0), "is no line to be tiled"),
    "a space for a line that is not full": (put(spacing(), "pending", "line", value=3), "pending: line 3 is not full"),
    "a space during the offer": (put_tiles(spacing(), "centre", value="K"), "phase 'space', but tiles are still on offer"),
    "a space without a choice": (
        position([], [ONE_LINE], phase="space", pending={"line": 1}),
        "pending: line 1 has no choice of spaces",
    ),
    "a space below a line to be tiled": (put(spacing(), "pending", "line", value=2), "line 1"),
    "an end with a player to move": (put(over(), "to_move", value=0), "a game that is over has nobody to move"),
    "an end with something pending": (put(over(), "pending", value={"line": 1}), "a game that is over has nobody to move"),
    "an end with tiles on offer": (put_tiles(over(), "centre", value="K"), "over"),
    "an end with tiles on a floor": (put_tiles(over(), *BOARD, "floor", value="K"), "over"),
    "an end without a reason": (put_tiles(over(), *BOARD, "wall", 0, value="B...."), "over"),
    "an unknown phase": (put(plain(), "phase", value="tiling"), "phase"),
    "an unknown wall": (put(plain(), "wall", value="blue"), "wall"),
    "unknown rules": (put(plain(), "rules", value=2), "rules"),
    "an unknown key": (put(plain(), "colour", value="B"), "unknown field `colour`"),
    "an unknown key of a board": (put(plain(), *BOARD, "name", value="Ada"), "unknown field `name`"),
    "an unknown key of what is pending": (put(dropping(), "pending", "colour", value="B"), "unknown field `colour`"),
    "a missing key": ({key: value for key, value in plain().items() if key != "lid"}, "missing required field `lid`"),
    "a text for a score": (put(plain(), *BOARD, "score", value="12"), "Expected `int`, got `str`"),
    "a text for factories": (put(plain(), "factories", value="BBYR"), "Expected `array`, got `str`"),
    "a number for a truth": (put(plain(), "jokers", value=0), "Expected `bool`, got `int`"),
    "a short generator": (put(plain(), "rng", value="7"), "rng must be 16 hex digits, not '7'"),
    "a generator of no digits": (put(plain(), "rng", value="x" * 16), "rng must be 16 hex digits"),
}


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_an_impossible_position_is_refused(case):
    state, reason = IMPOSSIBLE[case]
    with pytest.raises(PositionError, match=re.escape(reason)):
        Game.from_state(state)


@pytest.mark.parametrize("state", [[], "azul", None, 7])
def test_what_is_no_object_is_refused(state):
    with pytest.raises(OptionError, match="a state is a JSON object"):
        Game.from_state(state)


@pytest.mark.parametrize("name", ["chess", None])
def test_an_unknown_game_is_refused(name):
    with pytest.raises(OptionError, match=f"{name!r}"):
        Game.from_state(put(plain(), "game", value=name))


def test_a_full_floor_may_hide_the_marker():
    full = put_tiles(plain(), *BOARD, "floor", value="RRRRRRR")
    assert Game.from_state(full).state()["marker"] == 0
