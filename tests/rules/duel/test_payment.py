"""Bonus chips in phase 2: when they are offered, what they pay for, and every way to pay."""

import random
from collections import Counter
from itertools import combinations

import pytest

from tessela.game import Game, IllegalMoveError
from tessela.game.events import ChipsChosen, Paid, Saved, Tiled

from .table import CHIPS, board, dome, lines, moves, of_kind, play, table, tower

EXAMPLE = """
    round 3  turn 1
    4  chip B
    seat 0  chips TY,RT,{more}
    -    | ? ?   ? ?   ? ?
    -    | ? ?   ? ?   ? ?
    TT   | t y   . .   . .
    RRR  | * k   . .   . .
    -    | ? ?   ? ?   ? ?
    -    | ? ?   ? ?   ? ?
"""


def payments_offered(game: Game) -> set[str]:
    return {move for move in moves(game) if move.startswith(("pay", "done", "save"))}


def test_two_chips_that_show_the_colour_replace_a_tile():
    """The rulebook's example: two half-turquoise chips complete the third line."""
    game = table(EXAMPLE.format(more="B"))
    game.play("chip 4")
    assert (game.phase, game.state()["pending"]) == ("pay", {"line": 3, "paid": []})
    assert game.play("pay TY") == [ChipsChosen(0, 3, ("TY",))]
    assert payments_offered(game) == {"pay RT", "pay B"}
    game.play("pay RT")
    assert payments_offered(game) == {"pay B", "done"}
    events = game.play("done")
    assert events[:2] == [Paid(0, 3, ("TY", "RT"), missing=1), Tiled(0, 3, 1, "T", 1, 1, 1, discarded="T")]
    assert board(game, 0)["chips"] == ["B"]
    assert {"TY", "RT"} <= set(board(game, 0)["spent"])
    assert lines(game, 0) == "- - - RRR - -"


def test_any_three_chips_replace_a_tile():
    """The rulebook's example: three chips of any kind complete the fourth line instead."""
    game = table(EXAMPLE.format(more="B"))
    game.play("chip 4")
    assert of_kind(game.play("save"), Saved) == [Saved(0, 3)]
    assert (game.phase, game.state()["pending"]) == ("pay", {"line": 4, "paid": []})
    game.play("pay B")
    events = game.play("pay TY")
    assert events[:2] == [Paid(0, 4, ("B", "TY", "RT"), missing=1), Tiled(0, 4, 1, "R", 1, 1, 1, discarded="RR")]
    assert board(game, 0)["chips"] == []
    assert lines(game, 0) == "- - TT - - -"


def test_chips_add_no_tiles():
    game = table(EXAMPLE.format(more="B"))
    play(game, "chip 4", "pay TY", "pay RT", "done")
    assert tower(game) == "T"


def test_spent_chips_do_not_come_back():
    game = table(EXAMPLE.format(more="B,K,Y"))
    play(game, "chip 4", "pay TY", "pay RT", "done")
    assert payments_offered(game) == {"pay B", "pay K", "pay Y", "save"}
    play(game, "pay B", "pay Y")
    spent = Counter(board(game, 0)["spent"])
    assert not Counter(["TY", "RT", "B", "K", "Y"]) - spent
    assert game.round == 4
    assert board(game, 0)["chips"] == []


def test_paying_is_optional_and_saved_chips_stay():
    game = table(EXAMPLE.format(more="B"))
    events = play(game, "chip 4", "save", "save")
    assert of_kind(events, Paid) == of_kind(events, Tiled) == []
    assert lines(game, 0) == "- - TT RRR - -"
    assert sorted(board(game, 0)["chips"]) == ["B", "RT", "TY"]


def test_a_payment_once_begun_is_finished():
    game = table(EXAMPLE.format(more="B"))
    play(game, "chip 4", "pay TY")
    for move in ("save", "done"):
        with pytest.raises(IllegalMoveError):
            game.play(move)


@pytest.mark.parametrize(
    ("line", "plate", "chips", "why"),
    [
        ("-", ("t y", "* k"), "TY,RT,B", "no tile on the line"),
        ("TT", ("y k", "t s"), "TY,RT,B", "no space for the colour now"),
        ("TT", ("T y", "* k"), "TY,RT,B", "the space is taken"),
        ("TT", ("t y", "* k"), "TY,B", "two chips, one of the colour"),
        ("TT", ("t y", "* k"), "K,B", "two chips, none of the colour"),
        ("TT", ("t y", "* k"), "RT", "one chip"),
        ("T", ("t y", "* k"), "TY,RT,T", "three chips, two tiles are missing"),
        ("T", ("t y", "* k"), "TY,RT,T,K", "four chips, three of the colour, two tiles are missing"),
        ("TTT", ("t y", "* k"), "TY,RT,B", "nothing is missing"),
    ],
)
def test_when_no_payment_is_offered(line: str, plate: tuple[str, str], chips: str, why: str):
    game = table(f"""
        round 3  turn 1
        4  chip B
        seat 0  chips {chips}
        -       | ? ?         ? ?   ? ?
        -       | ? ?         ? ?   ? ?
        {line}  | {plate[0]}  . .   . .
        -       | {plate[1]}  . .   . .
        -       | ? ?         ? ?   ? ?
        -       | ? ?         ? ?   ? ?
    """)
    game.play("chip 4")
    assert (game.round, game.phase) == (4, "acquire")
    assert Counter(board(game, 0)["chips"]) == Counter(chips.split(","))


@pytest.mark.parametrize(
    ("line", "chips"),
    [("TT", "TY,RT"), ("TT", "B,K,Y"), ("T", "TY,TY,RT,RT"), ("T", "TY,RT,B,K,Y"), ("T", "B,B,K,K,Y,R")],
)
def test_pairs_and_triples_and_both_together(line: str, chips: str):
    game = table(f"""
        round 4  turn 1
        4  chip T
        seat 0  chips {chips}
        -       | ? ?   ? ?   ? ?
        -       | ? ?   ? ?   ? ?
        {line}  | t y   s y   y s
        -       | * k   b r   k r
        -       | ? ?   ? ?   ? ?
        -       | ? ?   ? ?   ? ?
    """)
    game.play("chip 4")
    assert reachable_payments(game) == {tuple(sorted(chips.split(",")))}
    while game.phase == "pay":
        game.play(min(payments_offered(game) - {"save"}))
    assert dome(game, 0).splitlines()[2] == "T y s y y s"


def test_the_space_is_chosen_after_the_payment():
    game = table("""
        round 2  turn 1
        4  chip B
        seat 0  chips TY,RT
        -   | t y   k t   . .
        T   | * k   b *   . .
        -   | ? ?   ? ?   ? ?
        -   | ? ?   ? ?   ? ?
    """)
    events = play(game, "chip 4", "pay TY")
    assert of_kind(events, Paid) == [Paid(0, 2, ("TY", "RT"), 1)]
    assert (game.phase, moves(game)) == ("space", {"col 1", "col 4"})
    assert of_kind(game.play("col 4"), Tiled) == [Tiled(0, 2, 4, "T", 1, 1, 1, discarded="")]
    assert tower(game) == ""


def test_both_players_may_pay_in_turn():
    game = table("""
        round 2  first 1  turn 0
        4  chip K
        seat 0  chips TY,RT
        -   | t y   ? ?   ? ?
        T   | * k   ? ?   ? ?
        -   | . .   ? ?   ? ?
        -   | . .   ? ?   ? ?
        seat 1  chips B,KB
        -   | k t   ? ?   ? ?
        B   | b *   ? ?   ? ?
        -   | . .   ? ?   ? ?
        -   | . .   ? ?   ? ?
    """)
    game.play("chip 4")
    assert (game.to_move, payments_offered(game)) == (1, {"pay B", "pay KB", "save"})
    game.play("save")
    assert (game.to_move, "save" in moves(game)) == (0, True)


def can_be_grouped(chips: Counter, colour: str, missing: int) -> bool:
    """Whether the chips fall into so many groups, each two chips that show the colour or any three chips."""
    if missing == 0:
        return not chips
    kinds = sorted(chips.elements())
    pairs = (pair for pair in combinations(kinds, 2) if all(colour in chip for chip in pair))
    groups = {*pairs, *combinations(kinds, 3)}
    return any(can_be_grouped(chips - Counter(group), colour, missing - 1) for group in groups)


def all_payments(chips: list[str], colour: str, missing: int) -> set[tuple[str, ...]]:
    """Every payment, by trying all handfuls of chips."""
    sizes = range(2 * missing, min(len(chips), 3 * missing) + 1)
    handfuls = {tuple(sorted(handful)) for size in sizes for handful in combinations(chips, size)}
    return {handful for handful in handfuls if can_be_grouped(Counter(handful), colour, missing)}


def reachable_payments(game: Game) -> set[tuple[str, ...]]:
    """Every payment that some sequence of decisions makes."""
    found, seen, open_games = set(), set(), [game]
    while open_games:
        here = open_games.pop()
        for move in payments_offered(here) - {"save"}:
            following = here.copy()
            paid = of_kind(following.play(move), Paid)
            if paid:
                found.add(tuple(sorted(paid[0].chips)))
                continue
            chosen = tuple(sorted(following.state()["pending"]["paid"]))
            if chosen not in seen:
                seen.add(chosen)
                open_games.append(following)
    return found


PAY_ON_LINE = """
    round 5  turn 1
    4  chip {last}
    seat 0  chips {chips}
    -     | ? ?   ? ?   ? ?
    -     | ? ?   ? ?   ? ?
    {three}  | t *   ? ?   ? ?
    -     | r y   ? ?   ? ?
    -     | k b   ? ?   ? ?
    {six}  | * r   ? ?   ? ?
"""


@pytest.mark.parametrize("case", range(24))
def test_every_payment_can_be_made_and_no_other(case: int):
    dice = random.Random(case)
    colour, line, missing = dice.choice("BYRKT"), dice.choice((3, 6)), dice.choice((1, 1, 2, 2, 3))
    missing = min(missing, line - 1)
    all_chips = [*CHIPS, *CHIPS]
    dice.shuffle(all_chips)
    chips = all_chips[1 : 1 + dice.randint(2, 8)]
    tiles = {"three": "-", "six": "-", {3: "three", 6: "six"}[line]: colour * (line - missing)}
    game = table(PAY_ON_LINE.format(last=all_chips[0], chips=",".join(chips), **tiles))
    expected = all_payments(chips, colour, missing)
    game.play("chip 4")
    assert (game.to_move, game.phase == "pay") == ((0, True) if expected else (None, False))
    assert reachable_payments(game) == expected


def test_wasteful_payments_are_legal():
    game = table(EXAMPLE.format(more="T"))
    game.play("chip 4")
    assert reachable_payments(game) == {("RT", "T"), ("RT", "TY"), ("T", "TY"), ("RT", "T", "TY")}
