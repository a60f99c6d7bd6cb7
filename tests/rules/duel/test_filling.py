"""Filling the factories: order, restocking, five equal tiles, running out. Each position is the end of a round."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from tessela.game import Game, PositionError, RecordError
from tessela.game.events import Refilled, Revealed
from tessela.game.record import replay

from .table import PLATES, bag, moves, of_kind, table, tower

END_OF_ROUND_3 = """
    round 3  turn 1
    4  chip B
    bag {bag}
"""

# All tiles but the blue ones lie on the domes
ONLY_BLUE_LEFT = """
    round 4  turn 1
    4  chip B
    bag {bag}
    seat 0
    -        | Y K     K S     s K
    {two}    | T S     T R     R b
    {three}  | Y b     T R     Y S
    {four}   | K s     b s     K R
    {five}   | b K     s T     s Y
    {six}    | s T     Y b     b R
    seat 1
    -        | {a} b   T R     K Y
    -        | T K     b {b}   R Y*
    -        | T Y     Y R     T K
    -        | R* K    R* b    R K*
    -        | R T     T b     R T*
    -        | Y K*    T* Y    b K
"""
NO_LINES = {"two": "-", "three": "-", "four": "-", "five": "-", "six": "-"}


def only_blue_left(in_bag: str, seed: int = 1, others: bool = False) -> Game:
    """Thirteen blue tiles, and two yellow ones with them if there are others, some of them in the bag."""
    jokers = {"a": "*", "b": "*"} if others else {"a": "Y*", "b": "Y*"}
    return table(ONLY_BLUE_LEFT.format(bag=in_bag, **jokers, **NO_LINES), seed=seed)


def last_turn(game: Game) -> list[Any]:
    """Take the last chip of the round; everything that follows."""
    return game.play("chip 4")


def filled(game: Game) -> Refilled:
    return of_kind(last_turn(game), Refilled)[0]


def suns(game: Game) -> list[str]:
    state = game.state()
    return [state["large"]["sun"], *(small["sun"] for small in state["small"])]


def a_deal(*bunches: str, chips: str = "KB KB YK YK") -> dict[str, Any]:
    return {"large": bunches[0], "small": list(bunches[1:]), "chips": chips.split()}


@pytest.mark.parametrize("seed", range(30))
def test_the_last_two_tiles_of_the_bag_and_three_of_the_tower(seed: int):
    """65 = 3 x 21 + 2: in round 4 the bag is restocked in the middle of the large factory."""
    game = table(END_OF_ROUND_3.format(bag="BY"), seed=seed)
    everything = Counter(bag(game) + tower(game))
    assert filled(game).restocked
    assert {"B", "Y"} <= set(suns(game)[0])
    assert tower(game) == ""
    assert [len(sun) for sun in suns(game)] == [5, 4, 4, 4, 4]
    assert Counter("".join(suns(game)) + bag(game)) == everything


@pytest.mark.parametrize("seed", range(6))
def test_every_game_restocks_in_the_middle_of_the_large_factory_of_round_4(seed: int):
    game = Game("duel", seed=seed)
    dice = random.Random(seed)
    restocked = {}
    while game.round < 4:
        last = bag(game)
        events = game.play(dice.choice(game.legal_moves()))
        restocked |= {event.round: event.restocked for event in of_kind(events, Refilled)}
    assert restocked == {2: False, 3: False, 4: True}
    assert len(last) == 2
    assert not Counter(last) - Counter(suns(game)[0])


@pytest.mark.parametrize(("in_bag", "left"), [("5B5Y5R5K2T", 1), ("5B5Y5R5KT", 0)])
def test_the_tower_is_fetched_only_when_a_tile_is_needed(in_bag: str, left: int):
    """21 tiles in the bag are enough, and the emptied bag stays empty until the next filling."""
    game = table(END_OF_ROUND_3.format(bag=in_bag))
    in_tower = tower(game)
    assert not filled(game).restocked
    assert (len(bag(game)), tower(game)) == (left, in_tower)


@pytest.mark.parametrize("seed", range(20))
def test_a_restock_in_the_middle_of_a_small_factory(seed: int):
    """Seven tiles in the bag: five for the large factory, two for the first small one, then the tower."""
    game = table(END_OF_ROUND_3.format(bag="4B3Y"), seed=seed)
    assert filled(game).restocked
    large, first = suns(game)[:2]
    assert set(large) == {"B", "Y"}
    last_two = Counter("BBBBYYY") - Counter(large)
    assert not last_two - Counter(first)


@pytest.mark.parametrize("seed", range(30))
def test_five_equal_tiles_on_the_large_factory_are_drawn_again(seed: int):
    game = table(END_OF_ROUND_3.format(bag="13B2Y"), seed=seed)
    filled(game)
    assert set(suns(game)[0]) == {"B", "Y"}


@pytest.mark.parametrize("seed", range(30))
def test_five_equal_tiles_are_drawn_again_after_a_restock_too(seed: int):
    """Two blue tiles of the bag and three of eleven blue and two yellow ones of the tower: all equal more often than not."""
    game = only_blue_left("2B", seed, others=True)
    assert tower(game) == "BBBBBBBBBBBYY"
    filled(game)
    assert set(suns(game)[0]) == {"B", "Y"}


@pytest.mark.parametrize("seed", range(10))
def test_five_equal_tiles_stay_when_the_bag_holds_nothing_else(seed: int):
    """The tower has other colours, but it is not fetched for that."""
    game = table(END_OF_ROUND_3.format(bag="6B"), seed=seed)
    filled(game)
    assert suns(game)[0] == "BBBBB"
    assert "B" in suns(game)[1]


def test_five_equal_tiles_stay_when_the_tower_has_nothing_else_either():
    game = only_blue_left("2B")
    filled(game)
    assert suns(game) == ["BBBBB", "BBBB", "BBBB", "", ""]


def test_four_equal_tiles_on_a_small_factory_stay():
    game = table(END_OF_ROUND_3.format(bag="BY"))
    game.give_deals([a_deal("BYKTT", "BBBB", "YYYY", "RRRR", "KKKK")])
    filled(game)
    assert suns(game) == ["BYKTT", "BBBB", "YYYY", "RRRR", "KKKK"]


def test_a_factory_that_gets_no_tile_shows_its_chip():
    game = only_blue_left("7B")
    game.give_deals([a_deal("BBBBB", "BBBB", "BBBB", "", "", chips="KB YK KB YK")])
    filled(game)
    for seat in (0, 1, None):
        assert [small["chip"] for small in game.view(seat)["small"]] == ["?", "?", "KB", "YK"]
    assert {move for move in moves(game) if move.startswith("chip")} == {"chip 3", "chip 4"}


def test_a_chip_that_lies_open_after_the_filling_is_told():
    game = only_blue_left("7B")
    game.give_deals([a_deal("BBBBB", "BBBB", "BBBB", "", "", chips="KB YK KB YK")])
    assert of_kind(last_turn(game), Revealed) == [Revealed(3, "KB"), Revealed(4, "YK")]


def test_a_factory_may_be_filled_in_part():
    game = only_blue_left("7B", others=True)
    filled(game)
    assert [len(sun) for sun in suns(game)] == [5, 4, 4, 2, 0]


def test_a_round_without_any_tile():
    lines = {"two": "B", "three": "BB", "four": "BBB", "five": "BBBB", "six": "BBB"}
    game = table(ONLY_BLUE_LEFT.format(bag="-", a="Y*", b="Y*", **lines))
    filled(game)
    assert suns(game) == ["", "", "", "", ""]
    assert (game.round, game.to_move) == (5, 0)
    assert moves(game) == {"chip 1", "chip 2", "chip 3", "chip 4"}
    for move in ("chip 1", "chip 2", "chip 3", "chip 4"):
        game.play(move)
    assert game.is_over


@pytest.mark.parametrize(
    ("in_bag", "deal", "reason"),
    [
        ("BY", a_deal("RRKTT", "BBBB", "YYYY", "RRRR", "KKKK"), "must contain the last tiles of the bag, 'BY'"),
        ("13B2Y", a_deal("BBBBB", "BBBB", "BBBB", "YYRK", "KKKK"), "five equal tiles"),
        ("13B8Y", a_deal("BBBYY", "BBBB", "YYYY", "KKKK", "BBBB"), "takes more K"),
        ("13B8Y", a_deal("BBBYY", "BBBB", "YYYY", "BBBB", "BBB"), r"\[5, 4, 4, 4, 4\] tiles"),
        ("13B8Y", a_deal("BBBYY", "BBBB", "YYYY", "BBBB", "BBWY"), "not in the game"),
        ("13B8Y", a_deal("BBBYY", "BBBB", "YYYY", "BBBB", "BBYY", chips="KB KB KB YK"), "more chips KB"),
        ("13B8Y", a_deal("BBBYY", "BBBB", "YYYY", "BBBB", "BBYY", chips="KB YK RT Q"), "no chip 'Q'"),
        ("13B8Y", a_deal("BBBYY", "BBBB", "YYYY", "BBBB", "BBYY", chips="KB YK RT"), "4 chips"),
    ],
)
def test_deals_that_cannot_be(in_bag: str, deal: dict[str, Any], reason: str):
    game = table(END_OF_ROUND_3.format(bag=in_bag))
    before = game.state()
    game.give_deals([deal])
    with pytest.raises(PositionError, match=reason):
        last_turn(game)
    assert game.state() == before


def test_a_first_deal_of_five_equal_tiles_is_refused():
    deal = a_deal("BBBBB", "BBBB", "BBYY", "RRRR", "KKKK")
    with pytest.raises(PositionError, match="five equal tiles"):
        Game("duel", chance={"first_player": 0, "pile": PLATES, "deals": [deal]})


def test_a_deal_that_only_a_redraw_explains():
    """The last two of the bag are not on the large factory: five equal tiles went back to the restocked bag."""
    deal = a_deal("YRKTT", "BBBB", "YYYY", "RRRR", "KKKK")
    game = table(END_OF_ROUND_3.format(bag="2B"))
    game.give_deals([deal])
    assert filled(game).restocked
    assert suns(game)[0] == "YRKTT"

    too_few = table("""
        round 3  turn 1
        4  chip B
        bag 2B
        seat 0
        -      |
        -      |
        -      |
        -      |
        BBBB   |
        BBBBB  |
    """)
    assert tower(too_few).count("B") == 2
    too_few.give_deals([deal])
    with pytest.raises(PositionError, match="last tiles of the bag"):
        last_turn(too_few)


@pytest.mark.parametrize("seed", range(4))
def test_a_record_holds_every_deal(seed: int):
    game = Game("duel", seed=seed)
    dice = random.Random(seed)
    while not game.is_over:
        game.play(dice.choice(game.legal_moves()))
    record = json.loads(json.dumps(game.record()))
    assert len(record["chance"]["deals"]) == 5
    again = replay(record).state()
    assert {**again, "rng": None} == {**game.state(), "rng": None}
    record["chance"]["deals"][2]["large"] = "WWWWW"
    with pytest.raises(RecordError, match="not in the game"):
        replay(record)
