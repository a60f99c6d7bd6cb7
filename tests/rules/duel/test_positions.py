"""Impossible positions are refused, with the reason; possible ones come back as they were."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from tessela.game import Game, OptionError, PositionError, TesselaError
from tessela.game.record import replay
from tests.variants import resampled

from .table import PLATES, play, state_of, table

State = dict[str, Any]
Edit = Callable[[State], None]

MIDDLE = """
    round 2
    L  moon RKK
    1  sun TTYK  chip TY
    2  moon BYR  chip B
    3  chip K
    4  sun RRRR  chip YK
    display YKTS *BTK -
    seat 0  score 9  broken B  chips R,K
    K    | t r   . .   S Y
    BB   | b *   . .   B R
    -    | . .   Y r   . .
    TTT  | . .   K* b  . .
    seat 1  tokens 2
"""


def put(*path: Any) -> Edit:
    """Replace one value of a state: the keys that lead to it, then the new value."""
    *keys, last, value = path

    def edit(state: State) -> None:
        here: Any = state
        for key in keys:
            here = here[key]
        here[last] = value

    return edit


def without(key: str) -> Edit:
    def edit(state: State) -> None:
        del state[key]

    return edit


def together(*edits: Edit) -> Edit:
    def edit(state: State) -> None:
        for each in edits:
            each(state)

    return edit


def draw_from_the_pile(number: int) -> Edit:
    """Some plates of the pile are in hand, one token is spent."""

    def edit(state: State) -> None:
        state["drawn"], state["pile"] = state["pile"][:number], state["pile"][number:]
        state["pile_seen"], state["pile_backs"] = state["pile_seen"][number:], [True, *state["pile_backs"][number + 1 :]]
        state["boards"][0]["tokens"] = 1

    return edit


def give(owner: Any, kind: str, number: int) -> Edit:
    """Change how many tiles of a colour lie in the bag or tower."""

    def edit(state: State) -> None:
        state[owner][kind] += number

    return edit


FORM = [
    (without("large"), "large"),
    (put("colour", "red"), "colour"),
    (put("round", "two"), "round"),
    (put("phase", "tiling"), "phase"),
    (put("rules", 2), "rules"),
    (put("boards", []), "2 boards, not 0"),
    (put("first_player", 2), "first_player 2 is no seat"),
    (put("starting_tile", 2), "starting_tile: 2 is no seat"),
    (put("to_move", 2), "to_move: 2 is no seat"),
    (put("to_move", None), "to_move: None is no seat"),
    (put("round", 6), "round 6"),
    (put("round", -1), "round -1"),
    (put("rng", "12"), "16 hex digits"),
    (put("tablets", ["rows", "five-colours", "columns"]), "two sides of one tablet"),
    (put("tablets", ["rows", "columns"]), "3 or 4 tablets"),
]

FACTORIES = [
    (put("bag", {"B": 13}), "bag: expected exactly the keys"),
    (put("bag", "B", -1), "bag: -1 tiles of B"),
    (put("large", "moon", "RKW"), "large.moon: 'W' is no tile"),
    (together(put("large", "sun", "B"), give("bag", "B", -1)), "on its sun and on its moon"),
    (together(put("large", "moon", "RKKBBB"), give("bag", "B", -3)), "more than 5 tiles"),
    (together(put("large", "moon", "RKKBB"), give("bag", "B", -2)), "large"),
    (put("small", []), "4 small factories, not 0"),
    (together(put("small", 0, "moon", "B"), give("bag", "B", -1)), r"small\[0\] has tiles on its sun and on its moon"),
    (together(put("small", 0, "sun", "TTYKB"), give("bag", "B", -1)), r"small\[0\] has more than 4 tiles"),
    (together(put("small", 1, "moon", "BYRB"), give("bag", "B", -1)), r"small\[1\] has a stack of more than 3"),
    (put("small", 0, "sun", "TTYW"), "'W' is no tile"),
    (put("small", 1, "moon", "BYW"), "'W' is not one of"),
    (put("small", 0, "chip", "Q"), "no chip 'Q'"),
    (
        together(put("small", 0, "chip", None), put("boards", 1, "chips", ["TY"]), put("boards", 1, "chips_taken", 1)),
        r"small\[0\].*chip",
    ),
    (together(put("starting_tile", 0), put("large", {"sun": "RKK", "moon": ""})), "starting"),
]

PLATES_AND_PILE = [
    (put("display", ["YKTS", "*BTK"]), "3 places, not 2"),
    (put("display", 0, "BBBB"), "display: there is no plate 'BBBB'"),
    (put("pile", 0, "BBBB"), "pile: there is no plate 'BBBB'"),
    (put("pile_seen", []), "equally long"),
    (put("pile_backs", []), "equally long"),
    (put("pile_backs", 0, False), "back of the top of the pile is always known"),
    (put("pile_seen", 0, [2]), "are no seats"),
    (put("display", 2, "YKTS"), "plate YKTS is there 2 times"),
    (put("display", 0, None), "plate YKTS is there 0 times"),
    (put("boards", 0, "tokens", 1), r"boards\[0\]: 3 plates on the dome, in this round it must be 4"),
    (put("boards", 0, "tokens", 3), "3 tokens cannot be"),
]

CHIPS_OF_ALL = [
    (without("chip_supply"), "chip_supply"),
    (put("chip_supply", {"B": 2}), "chip_supply needs exactly the keys"),
    (put("chip_supply", "KB", 3), "chip_supply: 3 of KB"),
    (put("chip_supply", "KB", 1), "1 chips of kind KB"),
    (put("boards", 0, "chips", ["R", "Q"]), "no chip 'Q'"),
    (put("boards", 0, "spent", ["Q"]), "no chip 'Q'"),
    (put("boards", 0, "chips_taken", 3), "3 chips in a round cannot be"),
    (put("boards", 0, "chips_taken", 1), r"boards\[0\]: 2 chips, in this round it must be 3"),
    (together(put("boards", 0, "chips", ["R"]), put("chip_supply", "K", 1)), r"boards\[0\]: 1 chips, in this round"),
    (together(put("small", 2, "chip", None), put("chip_supply", "K", 1)), "3 chips lie on the factories, it must be 4"),
]

BOARDS = [
    (put("boards", 0, "score", -1), "score of -1"),
    (put("boards", 0, "score", 40000), "score of 40000"),
    (put("boards", 0, "lines", ["K"]), "6 lines, not 1"),
    (put("boards", 0, "lines", 0, "KK"), "line 1 has 1 spaces, not 2"),
    (put("boards", 0, "lines", 1, "BY"), "a line holds one colour, not 'BY'"),
    (put("boards", 0, "lines", 1, "WW"), "a line holds one colour, not 'WW'"),
    (put("boards", 0, "broken", "BBBBB"), "at most 4 broken tiles lie there, not 5"),
    (put("boards", 0, "broken", "W"), "'W' is not one of"),
    (put("boards", 0, "plates", []), "9 spaces, not 0"),
    (put("boards", 0, "plates", 0, "turn", 45), "turned by 0, 90, 180 or 270, not 45"),
    (put("boards", 0, "plates", 0, "plate", "BBBB"), "no plate 'BBBB'"),
    (put("boards", 0, "tiles", ["......"] * 5), "6 rows of 6 letters"),
    (put("boards", 0, "tiles", 0, "..B.SY"), "where there is no plate"),
    (put("boards", 0, "tiles", 0, "B...SY"), "'B' lies on a space for T"),
    (put("boards", 0, "tiles", 0, "....BY"), "'B' lies on a special space"),
    (put("boards", 0, "tiles", 1, ".S..BR"), "'S' is no tile for a multicoloured space"),
    (put("boards", 0, "tiles", 0, ".....Y"), "a special tile lies exactly where"),
    (together(put("boards", 0, "tiles", 1, "....B."), give("bag", "R", 1)), "a special tile lies exactly where"),
    (give("bag", "B", 1), "14 tiles of B, the game has 13"),
    (give("bag", "T", -1), "12 tiles of T, the game has 13"),
    (give("tower", "K", 1), "14 tiles of K"),
]

PHASES = [
    (put("pending", {"line": 1}), "does not fit pending"),
    (put("phase", "stack"), "phase 'stack' does not fit pending None"),
    (put("phase", "space"), "phase 'space' does not fit"),
    (put("phase", "setup"), "round 0 is the set-up only"),
    (put("round", 0), "round 0 is the set-up only"),
    (together(put("phase", "over"), put("to_move", None)), "over after round 5"),
    (draw_from_the_pile(1), "drawn plates in phase 'acquire'"),
    (together(draw_from_the_pile(1), put("phase", "keep")), "phase 'keep' needs at least 2 drawn plates"),
    (together(draw_from_the_pile(1), put("phase", "return"), put("pending", {"backs": "same"})), "at least 2 drawn"),
    (put("phase", "draw"), "'draw' needs a drawn plate"),
    (together(draw_from_the_pile(1), put("phase", "draw"), put("boards", 0, "score", 0)), "'draw' needs .* a point"),
    (
        together(draw_from_the_pile(1), put("phase", "place"), put("pending", {"plate": "YKTS", "from": "display"})),
        "a plate of the display, and drawn plates",
    ),
    (together(put("phase", "place"), put("pending", {"plate": "BBBB", "from": "pile"})), "no plate 'BBBB'"),
    (together(put("phase", "stack"), put("pending", {"factory": 5, "tiles": "BY"})), "no small factory 5"),
    (together(put("phase", "stack"), put("pending", {"factory": 1, "tiles": "BY"})), "factory 1 is not empty"),
    (together(put("phase", "stack"), put("pending", {"factory": 3, "tiles": "BYRK"})), "at most 3 tiles"),
    (together(put("phase", "stack"), put("pending", {"factory": 3, "tiles": "BB"})), "'BB' has only one order"),
    (together(put("phase", "space"), put("pending", {"line": 4})), "phase 1 is not over"),
    (together(put("phase", "pay"), put("pending", {"line": 4, "paid": []})), "phase 1 is not over"),
    (put("boards", 0, "passed", True), "passed"),
    (put("boards", 1, "passed", True), "passed"),
]

TILING = """
    round 5
    seat 0  taken 2  chips TY,RT,B
    K    | ? ?   ? ?   ? ?
    -    | ? ?   ? ?   ? ?
    TT   | t y   s y   y s
    RRR  | * k   b r   k r
    -    | ? ?   ? ?   ? ?
    -    | ? ?   ? ?   ? ?
    seat 1  taken 2
"""

IN_THE_TILING = [
    (together(put("phase", "space"), put("pending", {"line": 7})), "no line 7"),
    (together(put("phase", "space"), put("pending", {"line": 5})), "line 5 is empty"),
    (together(put("phase", "space"), put("pending", {"line": 3})), "no choice of spaces"),
    (together(put("phase", "pay"), put("pending", {"line": 7, "paid": []})), "no line 7"),
    (
        together(put("phase", "pay"), put("pending", {"line": 3, "paid": []}), put("boards", 0, "tiles", 2, "T.....")),
        "no space for its colour",
    ),
    (
        together(put("phase", "pay"), put("pending", {"line": 3, "paid": []}), put("boards", 0, "lines", 2, "TTT")),
        "line 3 is full",
    ),
    (
        together(put("phase", "pay"), put("pending", {"line": 3, "paid": []}), put("boards", 0, "chips", ["TY"])),
        "no chips to complete line 3",
    ),
    (
        together(put("phase", "pay"), put("pending", {"line": 3, "paid": ["TY", "Q"]})),
        "no chip 'Q'",
    ),
    (
        together(put("phase", "pay"), put("pending", {"line": 3, "paid": ["B", "TY"]}), put("boards", 0, "chips", ["RT"])),
        "no choice left",
    ),
    (put("boards", 0, "tokens", 1), "tokens are not used in round 5"),
    (put("phase", "acquire"), "phase 1 is over"),
]


def refuse(state: State, edit: Edit, reason: str) -> None:
    edit(state)
    with pytest.raises(TesselaError, match=reason) as caught:
        Game.from_state(state)
    assert isinstance(caught.value, (PositionError, OptionError))


def named(cases: list[tuple[Edit, str]]) -> list[Any]:
    return [pytest.param(edit, reason, id=f"{i} {reason}") for i, (edit, reason) in enumerate(cases)]


@pytest.mark.parametrize(("edit", "reason"), named([*FORM, *FACTORIES, *PLATES_AND_PILE, *CHIPS_OF_ALL, *BOARDS, *PHASES]))
def test_impossible_positions(edit: Edit, reason: str):
    Game.from_state(state_of(MIDDLE))
    refuse(state_of(MIDDLE), edit, reason)


@pytest.mark.parametrize(("edit", "reason"), named(IN_THE_TILING))
def test_impossible_positions_in_the_tiling(edit: Edit, reason: str):
    refuse(state_of(TILING), edit, reason)


SET_UP = [
    (put("boards", 0, "tokens", 1), "token"),
    (put("starting_tile", 0), "starting"),
    (put("boards", 1, "plates", 0, {"plate": "YKTS", "turn": 0}), "YKTS is there 2 times"),
    (together(put("phase", "place"), put("pending", {"plate": "YKTS", "from": "pile"}), put("display", 0, None)), "pile"),
    (together(put("boards", 0, "lines", 0, "B"), give("bag", "B", -1)), "set-up|line"),
    (
        together(
            put("small", 3, "sun", ""),
            put("small", 3, "chip", None),
            give("bag", "B", 4),
            put("boards", 0, "chips", ["K"]),
            put("boards", 0, "chips_taken", 1),
        ),
        "chip",
    ),
]


@pytest.mark.parametrize(("edit", "reason"), named(SET_UP))
def test_impossible_positions_in_the_set_up(edit: Edit, reason: str):
    deal = {"large": "BBYRT", "small": ["BYRK", "TTKY", "RRKK", "BBBB"], "chips": ["B", "TY", "R", "K"]}
    game = Game("duel", chance={"first_player": 0, "pile": PLATES, "deals": [deal]})
    refuse(game.state(), edit, reason)


def test_plates_put_back_have_the_backs_that_are_said():
    game = table(MIDDLE.replace("display YKTS *BTK -", "display YKTS *BTK -\n    pile KYR* KSTR TY*K SKRB"))
    play(game, "draw", "draw", "draw", "stop", "keep KYR*", "b1@0")
    state = game.state()
    assert (state["phase"], state["pending"]) == ("return", {"backs": "mixed"})
    refuse(state, put("pending", {"backs": "same"}), "backs")


def put_back(*pile: str) -> Game:
    """A game in which seat 0 has drawn four plates, kept the first and is putting the others back."""
    game = table(MIDDLE.replace("display YKTS *BTK -", f"display YKTS *BTK -\n    pile {' '.join(pile)}"))
    play(game, "draw", "draw", "draw", "draw", "stop", f"keep {pile[0]}", "b1@0")
    return game


def test_backs_are_secret_only_where_plates_of_both_types_went_back_together():
    alike, mixed = put_back("KYR*", "TY*K", "TKR*", "RTY*"), put_back("KYR*", "TY*K", "KSTR", "SKRB")
    refuse(alike.state(), put("pending", {"backs": "mixed"}), "pending: the backs are the same")
    play(alike, "back TY*K", "back TKR*")
    assert alike.state()["pile_backs"][-3:] == [True, True, True]
    refuse(alike.state(), put("pile_backs", -1, False), "pile_backs: where plates of one type were put back")
    refuse(alike.state(), put("pile_backs", -3, False), "pile_backs: where plates of one type were put back")
    play(mixed, "back TY*K")
    assert Game.from_state(mixed.state()).state() == mixed.state()
    play(mixed, "back KSTR")
    assert mixed.state()["pile_backs"][-3:] == [False, False, False]
    assert Game.from_state(mixed.state()).state() == mixed.state()


def test_what_is_drawn_anew_has_secret_backs_only_where_it_may():
    game = put_back("KYR*", "TY*K", "KSTR", "SKRB")
    play(game, "back TY*K")
    again = [resampled(game, 1, seed).state() for seed in range(60)]
    play(game, "back KSTR")
    again += [resampled(game, 1, seed).state() for seed in range(60)]
    assert len({tuple(state["pile"]) for state in again}) > 20
    for state in again:
        assert Game.from_state(state).state() == state


LAST_CHIP = """
    round 5  turn 1  tablets outer-spaces,rows,specials
    4  chip B
    seat 0  taken 2  score 3
    -    | t r   ? ?   S Y
    -    | b *   ? ?   B R
    -    | ? ?   ? ?   ? ?
    -    | ? ?   ? ?   ? ?
    -    | ? ?   ? ?   ? ?
    -    | ? ?   ? ?   ? ?
"""


def test_a_finished_game_does_not_invent_what_the_rounds_brought():
    """Where the tablets took more than there was, the position does not tell it."""
    game = table(LAST_CHIP)
    game.play("chip 4")
    assert game.outcome
    real = game.outcome.breakdown
    assert game.scores[0] == 0 < real[0]["rounds"]
    told = Game.from_state(game.state()).outcome
    assert told
    assert "rounds" not in told.breakdown[0]
    assert {**told.breakdown[0], "rounds": 3} == real[0]


def test_a_finished_game_has_at_least_the_points_of_its_tablets():
    game = table(LAST_CHIP.replace("outer-spaces,rows,specials", "outer-spaces,rows,jokers"))
    game.play("chip 4")
    bonus = sum(game.bonuses(0).values())
    assert game.scores[0] == 3 + bonus > 3
    refuse(game.state(), put("boards", 0, "score", bonus - 1), f"boards.0.: a score of {bonus - 1} cannot be")
    told = Game.from_state({**game.state()}).outcome
    assert told
    assert told.breakdown[0]["rounds"] == 3


def test_a_finished_game_has_nothing_on_the_factories():
    game = table("""
        round 5  turn 1
        4  chip B
    """)
    game.play("chip 4")
    state = game.state()
    assert Game.from_state(state).is_over
    refuse(state, together(put("large", "sun", "B"), give("bag", "B", -1)), "factor")


def test_not_a_state():
    with pytest.raises(OptionError):
        Game.from_state([])  # type: ignore[arg-type]
    with pytest.raises(OptionError):
        Game.from_state({"game": "chess"})


@pytest.mark.parametrize("seed", range(3))
def test_every_position_of_a_game_comes_back_as_it_was(seed: int):
    game = Game("duel", seed=seed, tablets="random")
    dice = random.Random(seed)
    phases = set()
    while not game.is_over:
        state = game.state()
        phases.add(state["phase"])
        again = Game.from_state(state)
        assert again.state() == state
        assert again.legal_moves() == game.legal_moves()
        drawing_on = "draw" in again.legal_moves() and dice.random() < 0.6
        game.play("draw" if drawing_on else dice.choice(game.legal_moves()))
    assert Game.from_state(game.state()).state() == game.state()
    assert phases >= {"setup", "acquire", "stack", "draw", "keep", "place", "return", "pay", "space"}


def test_a_game_from_a_position_has_a_record_that_replays():
    state = {**state_of(MIDDLE), "tablets": ["specials", "rows", "columns"]}
    game = Game.from_state(state, seed=1)
    game.play("MR>6")
    assert replay(game.record()).state()["boards"] == game.state()["boards"]
