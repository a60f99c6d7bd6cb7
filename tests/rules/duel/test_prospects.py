"""What is worked out for those who look at the table: every sensible payment, the points of free spaces, how far tablets are."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from operator import le

import pytest

from tessela.game import Game
from tessela.game.duel import payments
from tessela.game.duel.payments import Kinds
from tessela.game.events import Paid
from tessela.game.ruleset import Json
from tessela.rules import kernels
from tessela.rules.duel.chips import is_payment
from tessela.rules.duel.components import CHIP_KINDS, CHIPS_OF_A_KIND, SHOWS
from tessela.rules.duel.constants import COLOURS
from tests.variants import walk

from .table import board, of_kind, table

TO_PAY = """
    round 3  turn 1
    4  chip T
    seat 0  chips {chips}
    -     | ? ?   ? ?   ? ?
    -     | ? ?   ? ?   ? ?
    -     | t y   . .   . .
    KKK   | * k   . .   . .
    -     | ? ?   ? ?   ? ?
    -     | ? ?   ? ?   ? ?
"""


def asked_to_pay(chips: str) -> Game:
    """Seat 0 is asked to pay for its fourth line, which lacks a black tile."""
    game = table(TO_PAY.format(chips=chips))
    game.play("chip 4")
    assert game.phase == "pay"
    return game


def offered(game: Game) -> list[Json]:
    payments: list[Json] = game.prospects()["payments"]
    return payments


def ways(game: Game) -> list[str]:
    return [",".join(payment["chips"]) for payment in offered(game)]


def test_a_pair_before_three_of_any_kind():
    game = asked_to_pay("K,KB,R,T")
    assert ways(game) == ["K,KB", "T,R,K"]
    assert [payment["why"] for payment in offered(game)] == ["fewest", None]


def test_no_chip_more_than_needed():
    assert ways(asked_to_pay("K,K,R")) == ["K,K"]


def test_a_chip_of_one_colour_is_spent_before_one_of_two():
    """With black left over nobody would spend black and blue."""
    assert ways(asked_to_pay("K,K,KB,YK")) == ["K,K"]


def test_what_leaves_more_colours_is_better():
    game = asked_to_pay("KB,YK,Y,K")
    assert ways(game)[:2] == ["K,YK", "K,KB"]
    assert [payment["why"] for payment in offered(game)[:2]] == ["colours", None]


def test_where_nothing_speaks_for_one_none_is_better():
    game = asked_to_pay("B,T,R,Y")
    assert len(ways(game)) == 4
    assert {payment["why"] for payment in offered(game)} == {None}


def test_chips_laid_down_belong_to_every_payment():
    game = asked_to_pay("K,KB,R,T")
    game.play("pay R")
    assert ways(game) == ["T,R,K", "R,K,KB"]
    assert [payment["moves"] for payment in offered(game)] == [["pay T", "pay K"], ["pay K", "pay KB"]]


def plainly(laid: Kinds, held: Kinds, colour: int, missing: int) -> set[Kinds]:
    """Every payment that wastes nothing, found by looking at all that can be laid down."""

    def pays(chips: Kinds) -> bool:
        matching = sum(number for kind, number in enumerate(chips) if SHOWS[kind, colour])
        return bool(is_payment(matching, sum(chips) - matching, missing))

    def plainer(chips: Kinds) -> Iterator[Kinds]:
        for kind, less in payments.PLAINER:
            if chips[kind] > laid[kind] and chips[less] < held[less]:
                yield tuple(number - (k == kind) + (k == less) for k, number in enumerate(chips))

    ways = {chips for chips in product(*(range(few, most + 1) for few, most in zip(laid, held, strict=True))) if pays(chips)}
    parts = {chips for chips in ways if any(all(map(le, part, chips)) for part in ways - {chips})}
    return {chips for chips in ways - parts if not any(other in ways - parts for other in plainer(chips))}


def test_the_payments_are_those_that_a_look_at_everything_finds():
    dice, found = random.Random(4), 0
    for _ in range(60):
        held = tuple(dice.choice((0, 0, 1, 1, 2)) for _ in range(CHIP_KINDS))
        laid = tuple(min(number, dice.choice((0, 0, 0, 0, 1))) for number in held)
        asked = laid, held, dice.randrange(COLOURS), dice.randint(1, 3)
        expected = plainly(*asked)
        assert Counter(payments.thrifty(*asked)) == Counter(expected)
        found += len(expected)
    assert found > 200


def test_a_full_hand_is_little_work(monkeypatch: pytest.MonkeyPatch):
    """A game can begin with any hand; what everybody waits for must not grow with it."""
    every, none = (CHIPS_OF_A_KIND,) * CHIP_KINDS, (0,) * CHIP_KINDS
    others = [kind for kind in range(CHIP_KINDS) if not SHOWS[kind, 0]]
    assert sum(map(len, payments._choices(others, none, every).values())) < 300, "of the 2187 there are"
    assert all(sum(1 for _ in payments.thrifty(none, every, 0, missing)) < 150 for missing in range(1, 6))
    game = asked_to_pay("B,R,Y,TY,BR")
    played = []
    decide_in = kernels.decide_in
    monkeypatch.setattr(kernels, "decide_in", lambda *decision: played.append(decision) or decide_in(*decision))
    monkeypatch.setattr(payments, "MOST", 3)
    assert len(offered(game)) == 3
    assert len(played) <= 3 * 4, "nobody plays what is not told"


def test_what_is_not_told_can_be_laid_down(monkeypatch: pytest.MonkeyPatch):
    """Of too many payments the best are told; those of chips laid down are always among them."""
    monkeypatch.setattr(payments, "MOST", 3)
    game = asked_to_pay("B,R,Y,TY,BR")
    told = ways(game)
    assert len(told) == 3
    assert not any("BR" in way for way in told)
    game.play("pay BR")
    assert ways(game)
    assert all("BR" in way for way in ways(game))


def test_nobody_pays_outside_the_tiling():
    game = Game("duel", seed=1)
    assert (offered(game), game.prospects()["openings"]) == ([], [])


def paying(games: int) -> Iterator[Game]:
    """Positions of random games in which somebody pays."""
    for seed in range(games):
        yield from (game for game in walk("duel", 3 * seed + 2) if game.phase == "pay")


def whole_payments(game: Game) -> set[tuple[str, ...]]:
    """Every payment that the legal moves lead to, one by one."""
    found, seen, open_ = set(), set(), [game]
    while open_:
        here = open_.pop()
        for move in here.legal_moves():
            twin = here.copy()
            paid = of_kind(twin.play(move), Paid)
            if paid:
                found.add(paid[0].chips)
            elif twin.phase == "pay" and move != "save" and (laid := tuple(twin.state()["pending"]["paid"])) not in seen:
                seen.add(laid)
                open_.append(twin)
    return found


def test_every_legal_payment_is_offered_or_wastes_something():
    compared = 0
    for game in paying(6):
        if game.state()["pending"]["paid"]:
            continue
        chosen = [Counter(payment["chips"]) for payment in offered(game)]
        legal = [Counter(chips) for chips in whole_payments(game)]
        held = Counter(board(game, game.turn)["chips"])
        assert chosen
        assert all(chips in legal for chips in chosen)
        for chips in legal:
            assert chips in chosen or any(better(held - other, held - chips) for other in legal if other != chips)
            compared += 1
    assert compared > 100


def better(left: Counter[str], than: Counter[str]) -> bool:
    """Whether one has all that another has or, in the place of one chip, one that shows more."""
    if not than - left:
        return True
    lost, won = than - left, left - than
    return lost.total() == won.total() == 1 and set(*lost) < set(*won)


def test_the_moves_of_a_payment_pay_it():
    played = 0
    for game in paying(6):
        for payment in offered(game):
            twin = game.copy()
            events = [event for move in payment["moves"] for event in twin.play(move)]
            assert list(of_kind(events, Paid)[0].chips) == payment["chips"]
            played += 1
    assert played > 100


def test_an_opening_has_the_points_of_its_space():
    """What a space would bring is what it brings: with a special tile that follows, without what else the round does."""
    compared = 0
    for seed in range(12):
        for game in walk("duel", seed):
            if game.phase != "space":
                continue
            line = game.state()["pending"]["line"]
            here = {
                f"col {opening['column']}": opening["points"]
                for opening in game.prospects()["openings"]
                if opening["row"] == line
            }
            assert set(here) == set(game.legal_moves())
            for move, points in here.items():
                decided, _, _ = game.look_ahead(move, lambda twin: twin.legal_moves()[0])
                assert points == sum(event.points for event in decided)  # type: ignore[attr-defined]
                compared += 1
    assert compared > 50


def test_full_lines_below_are_open_too():
    game = table("""
        round 3  turn 1
        4  chip B
        seat 0
        K     | y k   * b   . .
        TT    | t s   t k   . .
        -     | ? ?   ? ?   ? ?
        -     | ? ?   ? ?   ? ?
        -     | ? ?   ? ?   . .
        -     | ? ?   ? ?   . .
    """)
    game.play("chip 4")
    assert game.phase == "space"
    openings = [(opening["row"], opening["column"], opening["points"]) for opening in game.prospects()["openings"]]
    assert openings == [(1, 2, 1), (1, 3, 1), (2, 1, 1), (2, 3, 1)]


def test_how_far_the_tablets_are():
    far = """
        round 1  turn 0  tablets {tablets}
        1 sun BBYR chip B
        seat 0
        -   | Y k   B* k   . .
        -   | T s   R  B   . .
        -   | . .   .  .   . .
        -   | . .   .  .   . .
        -   | . .   .  .   . .
        -   | . .   .  .   . .
    """
    front = table(far.format(tablets="rows,columns,diagonals,jokers")).prospects()["progress"]
    assert {name: (part["at"], part["has"], part["of"]) for name, part in front[0].items()} == {
        "rows": ("2", 3, 6),
        "columns": ("1", 2, 6),
        "diagonals": ("", 1, 6),
        "jokers": ("", 1, 1),
    }
    back = table(far.format(tablets="five-colours,outer-spaces,corner-plates,specials")).prospects()["progress"]
    assert {name: (part["at"], part["has"], part["of"]) for name, part in back[0].items()} == {
        "five-colours": ("2", 3, 5),
        "outer-spaces": ("", 3, 20),
        "corner-plates": ("a1", 2, 4),
        "specials": ("", 0, 1),
    }
    assert (back[1]["outer-spaces"]["has"], back[1]["outer-spaces"]["of"]) == (0, 20)
