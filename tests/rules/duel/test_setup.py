"""Set-up: the table before round 1, the first plates, the tablets."""

from collections import Counter

import pytest

from tessela.game import Game, IllegalMoveError, OptionError
from tessela.game.events import DisplayRefilled, PlatePlaced, PlateTaken
from tessela.rules.duel.components import CHIP_NAMES, CHIPS_OF_A_KIND, IS_SPECIAL, PLATE_NAMES

from .table import CHIPS, COLOURS, PLATES, bag, dome, drawn, moves, play, turned

SIDES = [("rows", "five-colours"), ("columns", "outer-spaces"), ("diagonals", "corner-plates"), ("jokers", "specials")]
DEAL = {"large": "BBYRT", "small": ["BYRK", "TTKY", "RRKK", "BBBB"], "chips": ["B", "TY", "R", "K"]}


def new_game(first_player: int = 0, **options) -> Game:
    """A new game whose pile lies in the order of the list of plates."""
    return Game("duel", chance={"first_player": first_player, "pile": PLATES, "deals": [DEAL]}, **options)


def test_the_box_has_18_plates_and_20_chips():
    assert list(PLATE_NAMES) == PLATES
    assert [bool(special) for special in IS_SPECIAL] == ["S" in plate for plate in PLATES]
    assert sum("S" in plate for plate in PLATES) == sum("*" in plate for plate in PLATES) == 9
    assert list(CHIP_NAMES) == CHIPS
    assert CHIPS_OF_A_KIND * len(CHIPS) == 20


def test_the_table_at_the_start():
    state = new_game().state()
    assert (state["round"], state["phase"], state["starting_tile"]) == (0, "setup", None)
    assert state["large"] == {"sun": "BBYRT", "moon": ""}
    assert [small["sun"] for small in state["small"]] == ["BYRK", "YKTT", "RRKK", "BBBB"]
    assert [small["chip"] for small in state["small"]] == ["B", "TY", "R", "K"]
    assert state["display"] == PLATES[:3]
    assert state["pile"] == PLATES[3:]
    for player in state["boards"]:
        assert (player["score"], player["tokens"], player["broken"], player["chips"]) == (5, 2, "", [])
        assert player["plates"] == [None] * 9
        assert player["lines"] == [""] * 6


def test_65_tiles_13_of_each_colour_5_and_4_of_them_dealt():
    game = Game("duel", seed=3)
    state = game.state()
    suns = [state["large"]["sun"], *(small["sun"] for small in state["small"])]
    assert [len(sun) for sun in suns] == [5, 4, 4, 4, 4]
    assert Counter("".join(suns) + bag(game)) == dict.fromkeys(COLOURS, 13)


def test_the_starting_player_is_random_and_the_other_places_first():
    games = [Game("duel", seed=seed) for seed in range(40)]
    starters = Counter(game.state()["first_player"] for game in games)
    assert min(starters[0], starters[1]) >= 10
    assert all(game.to_move == 1 - game.state()["first_player"] for game in games)


def test_everything_at_the_start_is_shuffled():
    states = [Game("duel", seed=seed).state() for seed in range(30)]
    assert len({tuple(state["pile"]) for state in states}) == 30
    assert {state["display"][0] for state in states} > {"YKTS"}
    assert len({state["large"]["sun"] for state in states}) > 15
    assert len({state["small"][0]["chip"] for state in states}) > 5


@pytest.mark.parametrize("starter", [0, 1])
def test_first_plates(starter: int):
    game = new_game(starter)
    other = 1 - starter
    assert game.to_move == other
    assert moves(game) == {"plate YKTS", "plate *BTK", "plate TRB*"}

    assert play(game, "plate *BTK", "b2@0") == [
        PlateTaken(other, "*BTK"),
        PlatePlaced(other, "*BTK", "b2", 0),
        DisplayRefilled(("KYR*",)),
    ]
    assert game.state()["display"] == ["YKTS", "KYR*", "TRB*"]

    assert (game.to_move, game.round) == (starter, 0)
    assert moves(game) == {"plate YKTS", "plate KYR*", "plate TRB*"}
    play(game, "plate KYR*", "c3@180")

    state = game.state()
    assert state["display"] == ["YKTS", "KSTR", "TRB*"]
    assert len(state["pile"]) == 13
    assert (state["round"], state["phase"], state["to_move"]) == (1, "acquire", starter)
    assert [(player["score"], player["tokens"]) for player in state["boards"]] == [(5, 2), (5, 2)]


def test_the_first_plate_cannot_be_drawn_from_the_pile():
    with pytest.raises(IllegalMoveError):
        new_game().play("draw")


def test_a_plate_goes_to_any_dome_space_in_any_orientation():
    game = new_game()
    game.play("plate YKTS")
    assert moves(game) == {f"{column}{row}@{turn}" for column in "abc" for row in "123" for turn in (0, 90, 180, 270)}


@pytest.mark.parametrize(
    ("place", "diagram"),
    [
        (
            "a1@0",
            """
            y k   . .   . .
            t s   . .   . .
            """,
        ),
        (
            "b1@90",
            """
            . .   t y   . .
            . .   s k   . .
            """,
        ),
        (
            "c2@180",
            """
            . .   . .   . .
            . .   . .   . .
            . .   . .   s t
            . .   . .   k y
            """,
        ),
        (
            "b3@270",
            """
            . .   . .   . .
            . .   . .   . .
            . .   . .   . .
            . .   . .   . .
            . .   k s   . .
            . .   y t   . .
            """,
        ),
    ],
)
def test_a_plate_is_turned_clockwise(place: str, diagram: str):
    game = new_game(first_player=1)
    play(game, "plate YKTS", place)
    assert dome(game, 0) == drawn(diagram)


@pytest.mark.parametrize("plate", PLATES)
def test_every_plate_keeps_its_spaces_when_turned(plate: str):
    order = [plate, *(name for name in PLATES if name != plate)]
    game = Game("duel", chance={"first_player": 1, "pile": order, "deals": [DEAL]})
    play(game, f"plate {plate}", "a1@90")
    top, bottom = (row.split()[:2] for row in dome(game, 0).splitlines()[:2])
    assert "".join(top + bottom).upper() == turned(plate)


def test_default_tablets():
    assert Game("duel", seed=1).options == {"tablets": ["rows", "columns", "diagonals"]}


@pytest.mark.parametrize(
    "names",
    [
        ["five-colours", "outer-spaces", "corner-plates"],
        ["specials", "rows", "columns"],
        ["corner-plates", "jokers", "columns", "five-colours"],
    ],
)
def test_chosen_tablets_lie_in_the_order_of_the_box(names: list[str]):
    in_order = [side for tablet in SIDES for side in tablet if side in names]
    game = Game("duel", seed=1, tablets=names)  # type: ignore[arg-type]
    assert game.options["tablets"] == game.state()["tablets"] == in_order


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        (["rows", "columns"], "3 or 4 tablets, not 2"),
        (["rows", "columns", "diagonals", "jokers", "specials"], "two sides of one tablet"),
        (["rows", "five-colours", "columns"], "rows and five-colours are the two sides"),
        (["rows", "rows", "columns"], "two sides of one tablet"),
        (["rows", "columns", "squares"], "no tablet 'squares'"),
        ("rows", "a list of names"),
        (5, "'random', 3, 4"),
        (True, "'random', 3, 4"),
    ],
)
def test_impossible_tablets(wish: object, reason: str):
    with pytest.raises(OptionError, match=reason):
        Game("duel", seed=1, tablets=wish)  # type: ignore[call-overload]


@pytest.mark.parametrize(("wish", "numbers"), [(3, {3}), (4, {4}), ("random", {3, 4})])
def test_random_tablets(wish: object, numbers: set[int]):
    choices = [Game("duel", seed=seed, tablets=wish).options["tablets"] for seed in range(60)]  # type: ignore[call-overload]
    assert {len(names) for names in choices} == numbers
    assert {name for names in choices for name in names} == {side for tablet in SIDES for side in tablet}
    for names in choices:
        assert all(len(set(tablet) & set(names)) <= 1 for tablet in SIDES)
    again = [Game("duel", seed=seed, tablets=wish).options["tablets"] for seed in range(60)]  # type: ignore[call-overload]
    assert choices == again
