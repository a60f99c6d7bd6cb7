"""Odds: exact, from what a seat knows, and the same as the deals of the rules."""

import math
from collections import Counter
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from tessela import Game
from tessela.coach.counting import Draw, Stock
from tessela.coach.errors import CoachError
from tessela.coach.odds import AzulOdds, DuelOdds, deal_in_azul, deal_in_duel, odds
from tessela.game.fields import Fields
from tessela.game.ruleset import Json, States
from tessela.game.tiles import counts
from tessela.rules import kernels
from tests.variants import new_game

ERRORS = 4.5  # standard errors: some thousand figures are compared


@pytest.mark.parametrize(("bag", "lid", "groups"), [("AABB", "", (2, 1)), ("AAB", "ABBB", (2, 3)), ("AB", "AABC", (2, 2, 1))])
def test_odds_are_those_of_all_orders(bag: str, lid: str, groups: tuple[int, ...]) -> None:
    stock = Stock(bag.count("A"), len(bag), lid.count("A"), len(lid))
    orders = [(*first, *second) for first in permutations(bag) for second in permutations(lid)]
    numbers, together = Counter[int](), Counter[int]()
    for order in orders:
        rest, counts = list(order), []
        for size in groups:
            counts.append(rest[:size].count("A"))
            rest = rest[size:]
        numbers[sum(counts)] += 1
        together[max(counts)] += 1
    draw = Draw(stock, groups)
    for number, chance in enumerate(draw.dealt()):
        assert chance == Fraction(numbers[number], len(orders))
    for number in range(1, max(groups) + 1):
        assert draw.fewer_together(number) == Fraction(sum(n for most, n in together.items() if most < number), len(orders))


def before_next_deal(variant: str, rounds: int, seed: int) -> tuple[Game, States]:
    """A game at the end of a round, and the state before the factories are filled."""
    game = new_game(variant, seed)
    dice = np.random.default_rng(seed)
    while True:
        legal = game.legal_moves()
        move, states = legal[int(dice.integers(len(legal)))], game.states()
        kernels.apply_in(states, 0, game.action_of(move))
        if int(states.phase[0]) == game.ruleset.DEAL and int(states.round_number[0]) > rounds:
            return game, states
        game.play(move)
        assert not game.is_over


def dealt_again(game: Game, states: States, deals: int) -> tuple[dict[str, Counter[int]], dict[str, Counter[int]]]:
    """How many tiles of each kind the rules deal, in all and together on one factory, in so many deals."""
    totals: dict[str, Counter[int]] = {}
    most: dict[str, Counter[int]] = {}
    many = game.ruleset.empty(1)
    for number in range(deals):
        many[:] = states
        many.rng[0] = 7_919 * number + 13
        kernels.deal_in(many, 0, kernels.NOTHING_GIVEN)
        deal = game.ruleset.deal_of(many)
        groups = deal["factories"] if "factories" in deal else [deal["large"], *deal["small"]]
        for kind in "BYRKWTJ":
            counts = [group.count(kind) for group in groups]
            totals.setdefault(kind, Counter())[sum(counts)] += 1
            most.setdefault(kind, Counter())[max(counts)] += 1
    return totals, most


def view_before(game: Game, states: States) -> Json:
    """The view of the last decision, with bag and lid as they are when the factories are filled."""
    view = game.view(0)
    lid = "lid" if game.name == "azul" else "tower"
    letters = "".join(view["bag"])
    return {**view, "bag": counts(int(states.bag[0]), letters), lid: counts(int(states[lid][0]), letters)}


@pytest.mark.parametrize(
    ("variant", "rounds"),
    [("azul-2p-coloured", 1), ("azul-2p-coloured", 5), ("azul-4p-coloured-jokers", 2), ("duel", 1), ("duel", 3), ("duel", 4)],
)
def test_odds_are_those_of_the_deals_of_the_rules(variant: str, rounds: int) -> None:
    game, states = before_next_deal(variant, rounds, 3)
    view = view_before(game, states)
    found = deal_in_azul(view) if game.name == "azul" else deal_in_duel(view)
    deals = 4_000
    totals, most = dealt_again(game, states, deals)
    for kind, chances in found.dealt.items():
        _compare(chances, totals[kind], deals, f"{kind} dealt")
        _compare(found.together[kind], most[kind], deals, f"{kind} together")
        mean = sum(number * times for number, times in totals[kind].items()) / deals
        spread = math.sqrt(sum(times * (number - mean) ** 2 for number, times in totals[kind].items()) / deals)
        assert abs(mean - found.expected[kind]) <= ERRORS * spread / math.sqrt(deals) + 1e-9


def _compare(chances: list[float], seen: Counter[int], deals: int, what: str) -> None:
    for number, chance in enumerate(chances):
        share = sum(times for n, times in seen.items() if n >= number) / deals
        error = math.sqrt(chance * (1 - chance) / deals)
        assert abs(share - chance) <= ERRORS * error + 1e-9, (what, number, share, chance)
    assert max(seen) < len(chances)


def test_lines_of_ones_own_are_told_and_those_of_a_spectator_are_not() -> None:
    game = Game("azul", seed=7)
    game.play("4W>4")
    found = odds(game.view(0))
    assert isinstance(found, AzulOdds)
    line = next(one for one in found.lines if one.line == 4)
    assert (line.colour, line.missing) == ("W", 1)
    assert line.together == found.deal.together["W"][1]
    assert {one.colour for one in found.lines if one.line == 5} == set("BYRKW")
    assert odds(game.view(None)).lines == ()


def test_duel_tells_chips_and_plates_from_what_a_seat_knows() -> None:
    game = Game("duel", seed=3)
    found = odds(game.view(game.turn))
    assert isinstance(found, DuelOdds)
    assert sum(found.chips.unseen.values()) == 20
    assert found.chips.face_down == 4
    assert found.chips.next_shows["Y"] == pytest.approx(6 / 20)
    assert found.chips.any_shows["Y"] == pytest.approx(1 - math.comb(14, 4) / math.comb(20, 4))
    assert sum(map(len, found.plates.unseen.values())) == 15
    assert found.plates.next in ("special", "joker")
    of_that_back = found.plates.unseen[str(found.plates.next)]
    assert found.plates.next_shows["K"] == pytest.approx(sum("K" in name for name in of_that_back) / len(of_that_back))


def test_chips_and_plates_are_those_that_are_drawn_where_they_are_hidden() -> None:
    game = Game("duel", seed=5)
    for _ in range(9):
        game.play(game.legal_moves()[0])
    seat, draws = game.turn, 3_000
    found = odds(game.view(seat))
    assert isinstance(found, DuelOdds)
    shown, states = Counter[str](), game.states()
    for number in range(draws):
        states.rng[0] = number
        kernels.resample_in(states, 0, seat)
        position = game.ruleset.position(Fields(states))
        shown.update(letter for letter in "BYRKT*S" if letter in position["pile"][0])
        chips = "".join(small["chip"] for small in _hidden(game, position))
        shown.update(f"chip {letter}" for letter in "BYRKT" if letter in chips)
    for letter, chance in found.plates.next_shows.items():
        assert abs(shown[letter] / draws - chance) <= ERRORS * math.sqrt(chance * (1 - chance) / draws) + 1e-9
    for letter, chance in found.chips.any_shows.items():
        assert abs(shown[f"chip {letter}"] / draws - chance) <= ERRORS * math.sqrt(chance * (1 - chance) / draws) + 1e-9


def _hidden(game: Game, position: Json) -> list[Json]:
    """The factories whose chips lie face down."""
    return [small for small, seen in zip(position["small"], game.view(0)["small"], strict=True) if seen["chip"] == "?"]


def test_the_last_round_has_no_deal_and_bad_views_are_refused() -> None:
    game = Game("azul", seed=7)
    for wrong in ({}, {"seat": 0, "game": "chess"}, game.state()):
        with pytest.raises(CoachError, match="a view"):
            odds(wrong)
    duel = Game("duel", seed=7)
    assert odds({**duel.view(0)}).deal is not None
