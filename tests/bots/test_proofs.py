"""Ends of rounds that are searched to the end: every proven value is that of brute force."""

import itertools
import random
from typing import Any

import numpy as np
import pytest

from tessela import Game
from tessela.bots.bot import Budget
from tessela.bots.search import ends, looks, tree
from tessela.bots.search.bots import SearchBot
from tessela.bots.search.desk import Desk
from tessela.bots.search.searcher import Searcher
from tessela.rules import kernels
from tessela.rules.duel.chips import face_up
from tessela.rules.duel.components import CHIP_KINDS
from tessela.rules.duel.constants import SMALL_FACTORIES
from tests.variants import choose, new_game

MOST_POSITIONS = 20_000


class TooLargeError(Exception):
    pass


def step(states, i, j, action, worth):
    states[j] = states[i]
    kernels.apply_in(states, j, action)
    looks.tile_out_in(states, j, worth)
    return kernels.needs_deal(states[j]) or kernels.is_over(states[j])


def shown_in(states, i):
    return looks.signature(states[i])


def is_face_up(states, i, factory):
    return face_up(states[i], factory)


class BruteForce:
    """Tries every move, and every way in which the face-down chips may lie."""

    def __init__(self, game: Game, searcher: Searcher):
        self.desk, self.players = searcher.desk, game.players
        self.duel = game.name == "duel"
        self.states = game.ruleset.empty(60)
        self.states[0] = game.states()[0]
        self.positions = 0

    def best(self, level: int = 0) -> Any:
        """The values of all players when each plays best."""
        moves = np.zeros(kernels.MAX_MOVES, np.int16)
        number = kernels.list_moves_of(self.states, level, moves)
        player = int(self.states.to_move[level])
        found = [self.after(level, action) for action in moves[:number].tolist()]
        return max(found, key=lambda values: values[player])

    def after(self, level: int, action: int) -> Any:
        """The expected values after an action."""
        groups: dict[int, tuple[float, Any, bool]] = {}
        here = self.states[level].copy()
        for odds, state in self.deals(here):
            self.states[level] = state
            ended = step(self.states, level, level + 1, action, self.desk.worth)
            shown = shown_in(self.states, level + 1)
            known = groups.get(shown)
            groups[shown] = (odds + (known[0] if known else 0.0), self.states[level + 1].copy(), ended)
        self.states[level] = here
        return sum(odds * self.value(level + 1, state, ended) for odds, state, ended in groups.values())

    def value(self, level: int, state: Any, ended: bool) -> Any:
        self.positions += 1
        if self.positions > MOST_POSITIONS:
            raise TooLargeError
        self.states[level] = state
        if not ended:
            return self.best(level)
        ends.evaluate_in(self.desk, self.states, level)
        return self.desk.outlook.value[0, : self.players].copy()

    def deals(self, state: Any) -> list[tuple[float, Any]]:
        """Every way in which the face-down chips may lie, with its odds."""
        if not self.duel:
            return [(1.0, state)]
        self.states[-1] = state
        hidden = [f for f in range(SMALL_FACTORIES) if state.chip[f] < CHIP_KINDS and not is_face_up(self.states, -1, f)]
        unseen = state.chip_supply.astype(int)
        for factory in hidden:
            unseen[state.chip[factory]] += 1
        found = []
        for kinds in itertools.product(range(CHIP_KINDS), repeat=len(hidden)):
            odds, left, other = 1.0, unseen.copy(), state.copy()
            for factory, kind in zip(hidden, kinds, strict=True):
                odds *= left[kind] / left.sum()
                left[kind] -= 1
                other.chip[factory] = kind
            if odds > 0:
                other.chip_supply[:] = left
                found.append((odds, other))
        return found


def tiles_left(game: Game) -> int:
    state = game.state()
    if game.name == "azul":
        return sum(map(len, state["factories"])) + len(state["centre"])
    places = [state["large"], *state["small"]]
    return sum(len(place["sun"]) + len(place["moon"]) for place in places)


def ends_of_rounds(variant: str, seeds: range, tiles: int, last_round: bool) -> list[Game]:
    found = []
    for seed in seeds:
        game, dice = new_game(variant, seed), random.Random(seed)
        wanted = 5 if last_round else dice.randint(1, 4)
        while not game.is_over:
            if game.round == wanted and game.phase in ("offer", "acquire") and 1 < tiles_left(game) <= tiles:
                found.append(game)
                break
            game.play(choose(game, dice, 1))
    return found


def check(game: Game) -> bool:
    """Whether the search proved the position, after comparing it with brute force."""
    searcher, seat = Searcher(nodes=60_000), game.to_move
    assert seat is not None
    searcher.search(game, seat, Budget(simulations=20_000), 1)
    if not searcher.proven or len(game.legal_moves()) == 1:
        return False
    try:
        best = BruteForce(game, searcher).best()
    except TooLargeError:
        return False
    found = searcher.root()
    assert all(candidate.proven for candidate in found)
    assert found[0].value == max(candidate.value for candidate in found) == pytest.approx(best[seat], abs=1e-4)
    return True


def enough_proven(games: list[Game], wanted: int) -> bool:
    """Whether that many of the positions are proven, each as brute force has it."""
    return len(list(itertools.islice(filter(check, games), wanted))) == wanted


@pytest.mark.parametrize("variant", ["azul-2p-coloured", "azul-3p-coloured", "azul-4p-grey-jokers"])
def test_the_last_plies_of_a_round_are_proven(variant: str) -> None:
    assert sum(check(game) for game in ends_of_rounds(variant, range(12), 6, last_round=False)) >= 5


def test_the_end_of_the_last_round_of_duel_is_proven_with_the_odds_of_its_chips() -> None:
    games = ends_of_rounds("duel-random", range(60), 4, last_round=True)
    hidden = [game for game in games if any(small["chip"] == "?" for small in game.view(0)["small"])]
    assert enough_proven(hidden, 4)


def test_the_end_of_any_round_of_duel_is_proven_whatever_plates_come_next() -> None:
    games = ends_of_rounds("duel-random", range(60), 4, last_round=False)
    assert enough_proven(games, 4)


def test_time_goes_to_what_is_not_proven_yet() -> None:
    """With nine tiles left a round is searched to the end: no simulation is spent on what is proven."""
    games = ends_of_rounds("azul-2p-coloured", range(12), 9, last_round=False)
    proven = 0
    for game in games:
        searcher = Searcher(nodes=60_000)
        searcher.search(game, game.to_move or 0, Budget(simulations=60_000), 1)
        assert searcher.simulations <= searcher.nodes_made + 1
        proven += searcher.proven
    assert proven >= 10


def test_a_move_proven_to_be_as_good_comes_before_the_most_visited_one() -> None:
    searcher, game = Searcher(nodes=5_000), new_game("azul-2p-coloured", 1)
    searcher.search(game, 0, Budget(simulations=500), 1)
    most, other = searcher.root()[0], searcher.root()[5]
    searcher.edges.sure[other.edge] = most.value - 0.01
    assert searcher.root()[0] == most
    searcher.edges.sure[other.edge] = most.value
    assert searcher.root()[0].edge == other.edge


def empty_desk() -> Desk:
    """A desk with a tree of which nothing is known."""
    searcher = Searcher(nodes=4)
    searcher.begin(new_game("azul-2p-coloured", 1), 0, 1)
    searcher.nodes[:], searcher.edges[:] = np.zeros(4, searcher.nodes.dtype), np.zeros(32, searcher.edges.dtype)
    return searcher.desk


def test_above_a_node_nothing_is_worth_less_than_what_is_proven_there() -> None:
    """A walk that ends badly for the one who moved does not speak for a node where something better is proven."""
    desk = empty_desk()
    nodes, edges, outlook = desk.nodes, desk.edges, desk.outlook[0]
    edges.sure[:] = np.nan
    edges.visits[:3] = 1
    edges.child[2], edges.sure[2] = 3, 0.8  # the proven edge of node 1, where player 1 moves, leads to node 3
    nodes.proven[3], nodes.odds[3] = 1, 1.0
    nodes.value[3][:2] = 0.2, 0.8
    desk.path[0], desk.path[1] = (0, 0, 0, -1), (1, 1, 1, 2)
    outlook.value[:2] = 0.9, 0.1
    tree.backpropagate(desk, 2, 2)
    assert edges.value[1] == pytest.approx(0.1)  # what was tried is as bad as it was
    assert edges.value[0] == pytest.approx(0.2)  # but player 1 would not have played it
    edges.value[:2], edges.visits[:2], outlook.value[:2] = (0.05, 0.95), 100, (0.9, 0.1)
    tree.backpropagate(desk, 2, 2)
    assert edges.value[0] > 0.05  # one bad walk says nothing of an edge that is better on the whole


def test_a_proven_search_stops_by_itself() -> None:
    game = ends_of_rounds("azul-2p-coloured", range(6), 4, last_round=False)[0]
    searcher = Searcher(nodes=10_000)
    searcher.search(game, game.to_move or 0, Budget(simulations=10**9), 1)
    assert searcher.proven
    assert searcher.simulations < 10_000


def test_growing_in_steps_is_the_same_as_at_once() -> None:
    game, steps, whole = new_game("duel", 3), Searcher(nodes=20_000), Searcher(nodes=20_000)
    steps.begin(game, 0, 5)
    for simulations in (100, 300, 600):
        steps.grow(Budget(simulations=simulations))
    whole.search(game, 0, Budget(simulations=1000), 5)
    assert steps.root() == whole.root()


@pytest.mark.parametrize("variant", ["azul-3p-grey", "duel"])
def test_a_tree_is_used_again_when_it_has_the_position(variant: str) -> None:
    game, searcher, reused, known = new_game(variant, 4), Searcher(), 0, 0
    seat = game.to_move or 0
    for _ in range(40):
        if game.to_move == seat and not game.is_tiling and len(game.legal_moves()) > 1:
            had = searcher.resume(game, seat, 1)
            visits = sum(candidate.visits for candidate in searcher.root())
            searcher.grow(Budget(simulations=3_000))
            assert {game.move_of(c.action) for c in searcher.root()} <= set(game.legal_moves())
            assert searcher.root()[0].visits > 0
            if had:
                known += visits
                assert searcher.nodes.player[searcher.top] == seat
                reused += 1
            game.play(searcher.root()[0].action)
        else:
            game.play(game.legal_moves()[0])
    assert reused >= 2
    assert known > 0  # what was thought before is still there


def test_a_tree_is_not_used_for_another_game() -> None:
    searcher = Searcher(nodes=20_000)
    searcher.search(new_game("azul-2p-coloured", 1), 0, Budget(simulations=500), 1)
    assert not searcher.resume(new_game("azul-2p-coloured", 2), 0, 1)
    assert not searcher.resume(new_game("duel", 2), 0, 1)


def test_a_number_of_simulations_is_repeatable_whatever_was_thought_before() -> None:
    game = new_game("azul-2p-coloured", 8)
    fresh, used = SearchBot(3), SearchBot(3)
    used.choose(game.view(game.to_move), Budget(seconds=0.05))
    game.play(game.legal_moves()[0])
    budget = Budget(simulations=700)
    view = game.view(game.to_move)
    assert fresh.choose(view, budget).move == used.choose(view, budget).move
