"""What each seat, and a spectator, may know."""

from typing import Any

import pytest

from tessela.game import Game, OptionError
from tessela.game.events import Event, PlateKept, PlateReturned, PlatesSeen, Refilled

from .table import CHIPS, of_kind, play, table

EVERYONE = (0, 1, None)
TABLE = """
    round 2
    L  sun BBYRT
    1  sun TTYK  chip TY
    2  moon BYR  chip B
    3  chip K
    4  sun RRRR  chip TY
    display YKTS *BTK TRB*
    pile {pile}
    seat 0  score 9
    -  | ? ?   ? ?   ? ?
    -  | ? ?   ? ?   ? ?
    seat 1  score 9  tokens 2
"""


def drawing(pile: str = "KYR* KSTR TY*K SKRB", *moves: str) -> Game:
    game = table(TABLE.format(pile=pile))
    play(game, *moves)
    return game


def seen(game: Game, key: str) -> list[Any]:
    """One part of the views of seat 0, seat 1 and a spectator."""
    return [game.view(seat)[key] for seat in EVERYONE]


def test_a_view_names_its_seat_and_has_no_secret_keys():
    game = drawing()
    for seat in EVERYONE:
        view = game.view(seat)
        assert view["seat"] == seat
        assert not {"rng", "pile_seen", "pile_backs", "chip_supply"} & set(view)
    with pytest.raises(OptionError):
        game.view(2)


def test_boards_factories_bag_and_tower_are_public():
    game = drawing()
    state = game.state()
    for seat in EVERYONE:
        view = game.view(seat)
        for key in ("boards", "large", "display", "bag", "tower", "to_move", "phase", "round", "starting_tile", "tablets"):
            assert view[key] == state[key]
        assert [(small["sun"], small["moon"]) for small in view["small"]] == [
            ("YKTT", ""),
            ("", "BYR"),
            ("", ""),
            ("RRRR", ""),
        ]


def test_face_down_chips_are_hidden_from_everyone():
    game = drawing()
    for seat in EVERYONE:
        assert [small["chip"] for small in game.view(seat)["small"]] == ["?", "?", "K", "?"]


def test_unseen_chips_are_counted_together():
    game = drawing()
    supply = game.state()["chip_supply"]
    expected = {kind: supply[kind] + {"TY": 2, "B": 1}.get(kind, 0) for kind in CHIPS}
    assert seen(game, "chips_unseen") == [expected] * 3


def test_only_the_back_of_the_top_of_the_pile_is_known():
    game = drawing("KYR* KSTR TY*K SKRB")
    assert len(game.state()["pile"]) == 18 - 3 - 3 - 3
    assert seen(game, "pile") == [["joker"] + ["?"] * 8] * 3
    assert seen(drawing("KSTR KYR* TY*K SKRB"), "pile")[0][0] == "special"


def test_while_drawing_nobody_sees_a_front():
    game = drawing("KYR* KSTR TY*K SKRB", "draw", "draw")
    assert seen(game, "drawn") == [["joker", "special"]] * 3
    assert seen(game, "pile") == [["joker"] + ["?"] * 6] * 3


def test_after_stopping_only_the_drawer_sees_the_fronts():
    game = drawing("KYR* KSTR TY*K SKRB", "draw", "draw", "stop")
    assert seen(game, "drawn") == [["KYR*", "KSTR"], ["joker", "special"], ["joker", "special"]]


def test_while_placing_only_the_drawer_sees_the_plate_and_the_others():
    game = drawing("KYR* KSTR TY*K SKRB", "draw", "draw", "draw", "stop", "keep KSTR")
    assert [pending["plate"] for pending in seen(game, "pending")] == ["KSTR", "special", "special"]
    assert seen(game, "drawn") == [["KYR*", "TY*K"], ["joker", "joker"], ["joker", "joker"]]


def test_a_plate_of_the_display_is_public_while_it_is_placed():
    game = drawing("KYR* KSTR TY*K SKRB", "plate *BTK")
    assert [pending["plate"] for pending in seen(game, "pending")] == ["*BTK"] * 3


def test_the_order_of_plates_put_back_is_known_to_one_seat():
    game = drawing("KYR* KSTR TY*K SKRB", "draw", "draw", "draw", "stop", "keep TY*K", "c3@0")
    assert game.phase == "return"
    assert seen(game, "drawn")[0] == ["KYR*", "KSTR"]
    assert seen(game, "drawn")[1:] == [["?", "?"], ["?", "?"]]
    game.play("back KSTR")
    assert game.state()["pile_seen"][-3:] == [[], [0], [0]]
    assert game.state()["pile_backs"][-3:] == [False, False, False]
    assert [pile[-3:] for pile in seen(game, "pile")] == [["?", "KSTR", "KYR*"], ["?", "?", "?"], ["?", "?", "?"]]


def test_equal_backs_stay_known_when_plates_are_put_back():
    game = drawing("KYR* KSTR TY*K SKRB", "draw", "draw", "draw", "stop", "keep KSTR", "c3@0")
    game.play("back TY*K")
    assert game.state()["pile_backs"][-3:] == [False, True, True]
    assert [pile[-3:] for pile in seen(game, "pile")] == [
        ["?", "TY*K", "KYR*"],
        ["?", "joker", "joker"],
        ["?", "joker", "joker"],
    ]


def test_a_single_plate_put_back_shows_its_back():
    game = drawing("KYR* KSTR TY*K SKRB", "draw", "draw", "stop", "keep KSTR", "c3@0")
    assert [pile[-2:] for pile in seen(game, "pile")] == [["?", "KYR*"], ["?", "joker"], ["?", "joker"]]


def test_each_seat_knows_what_it_put_back():
    game = drawing("KYR* KSTR TY*K SKRB", "draw", "draw", "stop", "keep KSTR", "c3@0")
    play(game, "draw", "draw", "stop", "keep TY*K", "c3@0")
    assert [pile[-2:] for pile in seen(game, "pile")] == [
        ["KYR*", "special"],
        ["joker", "SKRB"],
        ["joker", "special"],
    ]


LAST_PILE = """
    round 4
    L  sun BBYRT
    1  sun TTYK  chip TY
    2  sun RRRR  chip B
    3  sun KKKK  chip K
    4  sun YYYY  chip R
    display YKTS - -
    pile KYR* KSTR TY*K
    seat 0  score 9  tokens 2
    seat 1  score 9  tokens 2
"""


def test_the_back_of_a_plate_becomes_known_when_it_reaches_the_top():
    game = table(LAST_PILE)
    play(game, "draw", "draw", "draw", "keep TY*K", "b3@0", "back KSTR")
    assert game.state()["pile"] == ["KSTR", "KYR*"]
    assert game.state()["pile_backs"] == [True, False]
    assert seen(game, "pile") == [["KSTR", "KYR*"], ["special", "?"], ["special", "?"]]
    play(game, "draw", "stop", "b3@0")
    assert game.state()["pile_backs"] == [True]
    assert seen(game, "pile") == [["KYR*"], ["joker"], ["joker"]]


def test_knowledge_moves_with_the_plate_and_a_position_keeps_it():
    game = table(LAST_PILE)
    play(game, "draw", "draw", "draw", "keep TY*K", "b3@0", "back KSTR")
    again = Game.from_state(game.state())
    assert [again.view(seat) for seat in EVERYONE] == [game.view(seat) for seat in EVERYONE]


def hidden_from(events: list[Event], kind: type[Event], seat: int | None) -> list[Any]:
    return [event.seen_by(seat) for event in of_kind(events, kind)]


@pytest.mark.parametrize("seat", [1, None])
def test_events_tell_the_others_nothing_of_fronts(seat: int | None):
    game = drawing()
    events = play(game, "draw", "draw", "draw", "stop", "keep TY*K", "c3@0", "back KSTR")
    assert hidden_from(events, PlatesSeen, seat) == [PlatesSeen(0, 3, None)]
    assert hidden_from(events, PlateKept, seat) == [PlateKept(0, "joker", None)]
    assert hidden_from(events, PlateReturned, seat) == [PlateReturned(0, None), PlateReturned(0, None)]
    told = str([event.seen_by(seat).to_json() for event in events[:5]])
    assert not any(name in told for name in ("KYR*", "KSTR", "TY*K"))


def test_events_tell_the_drawer_everything():
    game = drawing()
    events = play(game, "draw", "draw", "draw", "stop", "keep TY*K", "c3@0", "back KSTR")
    assert hidden_from(events, PlatesSeen, 0) == [PlatesSeen(0, 3, ("KYR*", "KSTR", "TY*K"))]
    assert hidden_from(events, PlateKept, 0) == [PlateKept(0, "joker", "TY*K")]
    assert hidden_from(events, PlateReturned, 0) == [PlateReturned(0, "KSTR"), PlateReturned(0, "KYR*")]


@pytest.mark.parametrize("seat", EVERYONE)
def test_a_filling_tells_nobody_the_chips(seat: int | None):
    game = table("""
        round 1  turn 1
        4  chip B
    """)
    refilled = of_kind(game.play("chip 4"), Refilled)[0]
    assert set(refilled.deal) == {"large", "small", "chips"}
    assert set(refilled.seen_by(seat).deal) == {"large", "small"}
