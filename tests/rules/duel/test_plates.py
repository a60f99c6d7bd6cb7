"""Action A: plates from the display and from the pile."""

import random

import pytest

from tessela.game import Game, IllegalMoveError
from tessela.game.events import (
    DisplayRefilled,
    PlateDrawn,
    PlateKept,
    PlatePlaced,
    PlateReturned,
    PlatesSeen,
    PlateTaken,
)

from .table import PLATES, board, dome, drawn, moves, of_kind, play, table

ONE_PLATE_EACH = """
    round 1
    L  sun BBYRT
    1  sun BYRR  chip TY
    2  sun KKTT  chip B
    3  sun YYRR  chip K
    4  sun BKTY  chip R
    display YKTS *BTK TRB*
    pile KYR* KSTR TY*K SKRB YBKS
    seat 0  score {score}
    -  | . .   . .   . .
    -  | . .   . .   . .
    -  | . .   s y   . .
    -  | . .   b r   . .
    seat 1  tokens 2
"""


def one_plate_each(score: int = 5) -> Game:
    return table(ONE_PLATE_EACH.format(score=score))


def plate_moves(game: Game) -> set[str]:
    return {move for move in moves(game) if move.startswith(("plate", "draw"))}


def test_a_plate_from_the_display_costs_a_token_and_no_point():
    game = one_plate_each()
    assert plate_moves(game) == {"plate YKTS", "plate *BTK", "plate TRB*", "draw"}
    assert play(game, "plate *BTK", "a1@0") == [PlateTaken(0, "*BTK"), PlatePlaced(0, "*BTK", "a1", 0)]
    assert (board(game, 0)["tokens"], board(game, 0)["score"]) == (1, 5)
    assert game.to_move == 1


def test_the_display_is_not_refilled_during_the_round():
    game = one_plate_each()
    play(game, "plate *BTK", "a1@0")
    assert game.state()["display"] == ["YKTS", None, "TRB*"]
    assert plate_moves(game) == {"plate YKTS", "plate TRB*", "draw"}
    play(game, "plate TRB*", "a2@0")
    assert game.state()["display"] == ["YKTS", None, None]


def test_the_display_is_refilled_to_three_for_the_next_round():
    game = table("""
        round 1  turn 1
        4  chip B
        display YKTS - -
        pile KYR* KSTR TY*K
    """)
    events = game.play("chip 4")
    assert of_kind(events, DisplayRefilled) == [DisplayRefilled(("KYR*", "KSTR"))]
    assert game.state()["display"] == ["YKTS", "KYR*", "KSTR"]
    assert game.state()["pile"][0] == "TY*K"


def test_placed_plates_cannot_be_covered_or_moved():
    game = one_plate_each()
    game.play("plate *BTK")
    assert moves(game) == {
        f"{space}@{turn}" for space in ["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"] for turn in (0, 90, 180, 270)
    }
    game.play("c3@270")
    assert dome(game, 0) == drawn("""
        . .   . .   . .
        . .   . .   . .
        . .   s y   . .
        . .   b r   . .
        . .   . .   b k
        . .   . .   * t
    """)


def test_two_plates_drawn_for_two_points():
    """The rulebook's example: two draws, one plate kept and placed, the other put under the pile."""
    game = one_plate_each()
    assert game.play("draw") == [PlateDrawn(0, "joker", 1)]
    assert (game.scores[0], board(game, 0)["tokens"]) == (4, 1)
    assert game.play("draw") == [PlateDrawn(0, "special", 1)]
    assert (game.scores[0], board(game, 0)["tokens"]) == (3, 1)
    assert game.play("stop") == [PlatesSeen(0, 2, ("KYR*", "KSTR"))]
    assert moves(game) == {"keep KYR*", "keep KSTR"}
    assert game.play("keep KSTR") == [PlateKept(0, "special", "KSTR")]
    assert game.play("a1@0") == [PlatePlaced(0, "KSTR", "a1", 0), PlateReturned(0, "KYR*")]
    state = game.state()
    assert state["pile"][:3] == ["TY*K", "SKRB", "YBKS"]
    assert state["pile"][-1] == "KYR*"
    assert state["display"] == ["YKTS", "*BTK", "TRB*"]
    assert (game.to_move, state["phase"], game.scores) == (1, "acquire", (3, 5))


def test_a_draw_is_binding():
    game = one_plate_each()
    game.play("draw")
    assert moves(game) == {"draw", "stop"}
    for late in ("plate YKTS", "LB>6", "a1@0", "keep KYR*"):
        with pytest.raises(IllegalMoveError):
            game.play(late)


def test_a_single_drawn_plate_is_kept_without_asking():
    game = one_plate_each()
    game.play("draw")
    assert game.play("stop") == [PlatesSeen(0, 1, ("KYR*",)), PlateKept(0, "joker", "KYR*")]
    assert game.phase == "place"
    game.play("a1@0")
    assert len(game.state()["pile"]) == len(PLATES) - 2 - 3 - 1
    assert game.to_move == 1


def test_without_a_point_only_an_open_plate_can_be_taken():
    game = one_plate_each(score=0)
    assert plate_moves(game) == {"plate YKTS", "plate *BTK", "plate TRB*"}


def test_the_last_point_ends_the_drawing():
    game = one_plate_each(score=2)
    play(game, "draw")
    assert game.play("draw") == [PlateDrawn(0, "special", 1), PlatesSeen(0, 2, ("KYR*", "KSTR"))]
    assert (game.scores[0], game.phase) == (0, "keep")


def test_one_point_buys_exactly_one_plate():
    game = one_plate_each(score=1)
    assert game.play("draw") == [
        PlateDrawn(0, "joker", 1),
        PlatesSeen(0, 1, ("KYR*",)),
        PlateKept(0, "joker", "KYR*"),
    ]
    assert (game.scores[0], game.phase) == (0, "place")


EMPTY_DISPLAY = """
    round 2
    1  chip TY
    2  chip B
    display - - -
    pile KYR* KSTR TY*K
    seat 0  score {score}  tokens 1  taken 2
    seat 1  taken 0
"""


def test_an_empty_display_and_no_point_give_one_plate_free():
    game = table(EMPTY_DISPLAY.format(score=0))
    assert moves(game) == {"draw"}
    assert game.play("draw") == [
        PlateDrawn(0, "joker", 0),
        PlatesSeen(0, 1, ("KYR*",)),
        PlateKept(0, "joker", "KYR*"),
    ]
    assert (game.scores[0], game.phase, board(game, 0)["tokens"]) == (0, "place", 0)
    assert all(move[2] == "@" for move in moves(game))


def test_an_empty_display_is_not_free_for_who_has_a_point():
    game = table(EMPTY_DISPLAY.format(score=2))
    assert game.play("draw") == [PlateDrawn(0, "joker", 1)]
    assert moves(game) == {"draw", "stop"}


def test_the_token_of_an_unfinished_draw_is_spent():
    game = table(EMPTY_DISPLAY.format(score=3))
    game.play("draw")
    assert board(game, 0)["tokens"] == 0


LAST_PLATES = """
    round 4  first 1
    1  chip TY
    2  chip B
    display {display}
    pile {pile}
    seat 0  score 9  tokens {tokens}  taken 2
    seat 1  tokens {others}  taken 0
"""


def test_an_empty_pile_ends_the_drawing():
    game = table(LAST_PLATES.format(display="YKTS *BTK TRB*", pile="KYR*", tokens=2, others=2))
    assert of_kind(game.play("draw"), PlatesSeen) == [PlatesSeen(0, 1, ("KYR*",))]
    assert (game.scores[0], game.phase, game.state()["pile"]) == (8, "place", [])


def test_plates_go_back_to_an_emptied_pile():
    game = table(LAST_PLATES.format(display="YKTS - -", pile="KYR* KSTR", tokens=2, others=1))
    events = play(game, "draw", "draw")
    assert of_kind(events, PlatesSeen) == [PlatesSeen(0, 2, ("KYR*", "KSTR"))]
    space = sorted(play_and_list(game, "keep KYR*"))[0]
    game.play(space)
    assert game.state()["pile"] == ["KSTR"]
    assert game.state()["pile_backs"] == [True]
    assert "draw" in moves(game)


def play_and_list(game: Game, move: str) -> set[str]:
    game.play(move)
    return moves(game)


def test_without_a_pile_only_the_display_is_left():
    game = table(LAST_PLATES.format(display="YKTS *BTK -", pile="-", tokens=1, others=1))
    assert plate_moves(game) == {"plate YKTS", "plate *BTK"}


def test_plates_are_put_back_in_the_chosen_order():
    game = one_plate_each(score=9)
    play(game, "draw", "draw", "draw", "draw", "stop", "keep KSTR")
    assert of_kind(game.play("a1@90"), PlateReturned) == []
    assert (game.phase, moves(game)) == ("return", {"back KYR*", "back TY*K", "back SKRB"})
    assert game.play("back TY*K") == [PlateReturned(0, "TY*K")]
    assert moves(game) == {"back KYR*", "back SKRB"}
    assert game.play("back SKRB") == [PlateReturned(0, "SKRB"), PlateReturned(0, "KYR*")]
    assert game.state()["pile"][0] == "YBKS"
    assert game.state()["pile"][-3:] == ["TY*K", "SKRB", "KYR*"]
    assert (game.to_move, game.phase) == (1, "acquire")


def test_the_plate_is_placed_before_the_others_go_back():
    game = one_plate_each()
    play(game, "draw", "draw", "stop", "keep KYR*")
    assert game.phase == "place"
    assert game.state()["drawn"] == ["KSTR"]


def test_a_third_plate_needs_a_third_token():
    game = one_plate_each()
    play(game, "plate YKTS", "a1@0", "plate *BTK", "b3@0", "plate TRB*", "a2@0", "draw", "stop", "c3@0")
    assert board(game, 0)["tokens"] == board(game, 1)["tokens"] == 0
    assert plate_moves(game) == set()
    game.play("LB>6")
    assert plate_moves(game) == set()


def test_no_tokens_in_the_last_round():
    game = table("""
        round 4  turn 1
        4  chip B
        display - - -
        pile -
    """)
    game.play("chip 4")
    assert game.round == 5
    assert [board(game, seat)["tokens"] for seat in (0, 1)] == [0, 0]
    assert plate_moves(game) == set()


def play_a_round(game: Game, dice: random.Random) -> int:
    """Random moves to the end of the round; how many plates were drawn."""
    number, draws = game.round, 0
    while game.round == number and not game.is_over:
        move = dice.choice(game.legal_moves())
        draws += move == "draw"
        game.play(move)
    return draws


@pytest.mark.parametrize("seed", range(8))
def test_the_pile_holds_13_9_5_1_and_every_dome_gets_9_plates(seed: int):
    game = Game("duel", seed=seed)
    dice = random.Random(seed)
    play_a_round(game, dice)
    sizes, draws = [], []
    for _ in range(4):
        sizes.append((len(game.state()["pile"]), sum(plate is not None for plate in game.state()["display"])))
        draws.append(play_a_round(game, dice))
    assert sizes == [(13, 3), (9, 3), (5, 3), (1, 3)]
    assert min(draws) >= 1
    state = game.state()
    assert (state["round"], state["pile"], state["display"]) == (5, [], [None] * 3)
    assert all(None not in player["plates"] for player in state["boards"])
