"""From round to round: who starts, and how the factories are filled."""

from collections import Counter
from typing import Any

import pytest

from tessela.game import Game, Reason
from tessela.game.events import BonusScored, GameEnded, Refilled, RoundEnded

from .table import find, position, table


def play_round_to_the_floor(game: Game) -> Refilled:
    """Drop every tile of the round; the filling of the factories that follows."""
    events = []
    while not find(events, Refilled):
        events = game.play(next(move for move in game.legal_moves() if move.endswith(">F")))
    return find(events, Refilled)[-1]


def in_bag(game: Game) -> int:
    return sum(game.state()["bag"].values())


def in_lid(game: Game) -> int:
    return sum(game.state()["lid"].values())


def test_the_holder_of_the_marker_starts():
    game = table([], centre="RB", players=3, to_move=1, first_player=0)
    game.play("CR>2")
    events = game.play("CB>2")
    assert find(events, RoundEnded) == [RoundEnded(2, (0, 0, 0))]
    assert (game.round, game.to_move, game.state()["first_player"]) == (3, 1, 1)
    assert game.state()["marker"] is None


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_without_a_holder_the_same_player_starts(starter):
    game = table(["WWWW", "BBBB"], players=3, to_move=2, first_player=starter)
    game.play("1W>5")
    game.play("2B>5")
    assert (game.round, game.to_move, game.state()["first_player"]) == (3, starter, starter)


@pytest.mark.parametrize(("players", "round_of_the_lid", "left_before"), [(2, 6, 0), (3, 4, 16), (4, 3, 28)])
@pytest.mark.parametrize("jokers", [False, True])
def test_the_lid_comes_back_when_the_bag_is_empty(players, round_of_the_lid, left_before, jokers):
    game = Game("azul", players=players, jokers=jokers, seed=8)
    for number in range(2, round_of_the_lid):
        filled = play_round_to_the_floor(game)
        assert (filled.round, filled.restocked) == (number, False)
    assert in_bag(game) == left_before
    last = Counter({tile: number for tile, number in game.state()["bag"].items() if number})
    filled = play_round_to_the_floor(game)
    assert (filled.round, filled.restocked) == (round_of_the_lid, True)
    assert Counter("".join(filled.deal["factories"][: left_before // 4])) == last
    assert (in_bag(game), in_lid(game)) == (100 - sum(map(len, filled.deal["factories"])), 0)


def test_two_players_empty_the_bag_in_round_five():
    game = Game("azul", players=2, seed=9)
    left = [in_bag(game)]
    for _ in range(4):
        play_round_to_the_floor(game)
        left.append(in_bag(game))
    assert left == [80, 60, 40, 20, 0]
    assert in_lid(game) == 80


def test_the_lid_stays_when_the_bag_is_enough():
    game = table(["K"], to_move=1, bag="BYRW" * 5)
    filled: Any = game.play("1K>5")[-1]
    assert filled.restocked is False
    assert (in_bag(game), in_lid(game)) == (0, 79)


@pytest.mark.parametrize("tile", "BYRKW")
@pytest.mark.parametrize("seed", range(5))
def test_the_bag_is_restocked_within_a_factory(tile, seed):
    game = Game.from_state(position(["K"], to_move=1, bag=tile * 3), seed=seed)
    filled: Any = game.play("1K>5")[-1]
    assert filled.restocked
    assert filled.deal["factories"][0].count(tile) >= 3
    assert [len(factory) for factory in filled.deal["factories"]] == [4] * 5
    assert (in_bag(game), in_lid(game)) == (100 - 20 - 1, 0)


NEARLY_FULL = """
        . > .YRKW
       .Y > WB.RK
      .BB > KW.YR
     ...R > .KWBY
    ....K > YR.WB
"""
LACKS_ONE = NEARLY_FULL.replace("....K", ".....")


def test_too_few_tiles_fill_the_first_factories():
    sparse = NEARLY_FULL.replace("YR.WB", ".....").replace("KW.YR", "...Y.")
    game = table(["K"], [sparse, sparse, NEARLY_FULL, LACKS_ONE], players=4, to_move=3, bag="BYR")
    left = 3 + in_lid(game)
    filled: Any = game.play("1K>5")[-1]
    sizes = [len(factory) for factory in filled.deal["factories"]]
    assert left == 14
    assert sizes == [4, 4, 4, 2, 0, 0, 0, 0, 0]
    assert filled.restocked
    assert (in_bag(game), in_lid(game), game.phase) == (0, 0, "offer")


def test_one_last_tile_is_still_dealt():
    game = table(["K"], [NEARLY_FULL, NEARLY_FULL, NEARLY_FULL, LACKS_ONE], players=4, to_move=3)
    filled: Any = game.play("1K>F")[-1]
    assert filled.deal["factories"] == ["K"] + [""] * 8
    assert not game.is_over


def test_nothing_to_deal_ends_the_game():
    game = table(["K"], [NEARLY_FULL, NEARLY_FULL, NEARLY_FULL, LACKS_ONE], players=4, to_move=3)
    events = game.play("1K>5")
    assert (in_bag(game), in_lid(game)) == (0, 0)
    assert game.is_over
    assert game.legal_moves() == []
    assert BonusScored(3, "columns", 21) in events
    assert BonusScored(3, "colours", 10) in events
    assert events[-1] == GameEnded((31,) * 4, (0, 1, 2, 3), Reason.SHARED_ROWS)
