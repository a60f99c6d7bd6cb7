"""The tree search: its bookkeeping, its bounds, and the exact tiling."""

import math
import random
from collections.abc import Iterator
from itertools import islice

import pytest

from tessela import Game
from tessela.bots.bot import Budget
from tessela.bots.games import known
from tessela.bots.search import ends, tree
from tessela.bots.search.bots import best_tiling
from tessela.bots.search.searcher import Searcher
from tests.amount import amount
from tests.variants import choose, new_game

MOST_ENDINGS = 1_000  # of a position whose tilings are all tried


@pytest.mark.parametrize("variant", ["azul-2p-coloured", "azul-4p-grey-jokers", "duel-random"])
@pytest.mark.parametrize("threads", [1, 2])
def test_simulations_are_counted_on_the_edges(variant: str, threads: int) -> None:
    game, searcher = new_game(variant, 1), Searcher(nodes=10_000, threads=threads)
    searcher.search(game, game.to_move or 0, Budget(simulations=600), 1)
    candidates = searcher.root()
    assert searcher.simulations == 601
    assert {game.move_of(c.action) for c in candidates} <= set(game.legal_moves())
    assert sum(c.visits for c in candidates) == pytest.approx(601, abs=0 if threads == 1 else 30)
    assert sum(c.prior for c in candidates) == pytest.approx(1.0, abs=1e-4)
    assert all(0.0 <= c.value <= 1.0 for c in candidates)


def test_edges_made_too_late_are_not_taken() -> None:
    """A thread may rest while it makes the edges of a node; what others noted there meanwhile must not be lost."""
    game, searcher = new_game("azul-2p-coloured", 1), Searcher(nodes=10_000)
    searcher.search(game, 0, Budget(simulations=600), 1)
    desk = searcher.desk
    before, used = searcher.root(), int(desk.region.next_edge[0])
    tree.expand(desk, desk.states[0], searcher.top)
    assert desk.region.next_edge[0] == used
    assert searcher.root() == before


def test_a_move_that_another_thread_tries_for_the_first_time_is_not_held_to_be_worthless() -> None:
    game, searcher = new_game("azul-2p-coloured", 1), Searcher(nodes=10_000)
    searcher.begin(game, 0, 1)
    (tried,) = (c for c in searcher.root() if c.visits)
    searcher.edges.visits[tried.edge] = 100
    edge, _ = tree.select(searcher.nodes, searcher.edges, searcher.top, searcher.desk.settings)
    assert searcher.edges.visits[edge] == 0
    assert 0.5 * tried.value < searcher.edges.value[edge] <= tried.value


def test_one_thread_is_repeatable() -> None:
    game = new_game("duel", 2)
    found = []
    for _ in range(2):
        searcher = Searcher(nodes=5_000)
        searcher.search(game, game.to_move or 0, Budget(simulations=500), 7)
        found.append(searcher.root())
    assert found[0] == found[1]


def test_a_full_tree_stops_and_still_answers() -> None:
    game, searcher = new_game("azul-2p-coloured", 1), Searcher(nodes=100)
    searcher.search(game, 0, Budget(simulations=100_000), 1)
    assert searcher.simulations < 100_000
    assert searcher.root()[0].visits > 0


def test_the_line_is_playable() -> None:
    for variant in ("azul-2p-grey", "duel"):
        game = new_game(variant, 5)
        searcher = Searcher(nodes=20_000)
        searcher.search(game, game.to_move or 0, Budget(simulations=3_000), 3)
        line = searcher.line(game, searcher.root()[0].action)
        assert len(line) >= 2
        for move in line:
            game.play(move)


def test_a_take_that_wins_at_once_is_found() -> None:
    """The last take of a round: blue completes the row and wins, anything else loses."""
    boards = [
        {"score": 20, "lines": ["", "", "", "", ""], "wall": [".YRKW", "....." , ".....", ".....", "....."], "floor": ""},
        {"score": 21, "lines": ["", "", "", "", ""], "wall": [".....", ".....", ".....", ".....", "....."], "floor": "M"},
    ]  # fmt: skip
    state = {
        "game": "azul", "rules": 1, "players": 2, "wall": "coloured", "jokers": False, "round": 4, "phase": "offer",
        "to_move": 0, "first_player": 0, "marker": 1, "factories": ["", "", "", "", ""], "centre": "B",
        "bag": {"B": 19, "Y": 19, "R": 19, "K": 19, "W": 19}, "lid": {"B": 0, "Y": 0, "R": 0, "K": 0, "W": 0},
        "boards": boards, "pending": None,
    }  # fmt: skip
    game, searcher = Game.from_state(state, seed=1), Searcher(nodes=1_000)
    searcher.search(game, 0, Budget(simulations=200), 1)
    assert game.move_of(searcher.root()[0].action) == "CB>1"


def endings(game: Game, seat: int) -> Iterator[float]:
    """What every sequence of tilings that a player can still choose is worth to them at the end of the game."""
    if game.is_over:
        outcome = game.outcome
        assert outcome is not None
        won = (seat in outcome.winners) / len(outcome.winners)
        margin = game.scores[seat] - max(score for i, score in enumerate(game.scores) if i != seat)
        share = float(known(game.name).knowledge.SETTINGS.margin_share)
        yield (1 - share) * won + share / (1 + math.exp(-margin / ends.MARGIN_SCALE))
        return
    for move in game.legal_moves():
        game.play(move)
        yield from endings(game, seat)
        game.undo()


def last_tilings(variant: str, seeds: range) -> list[Game]:
    """Positions in which the last player to tile in the last round has a choice."""
    found = []
    for seed in seeds:
        game, dice = new_game(variant, seed), random.Random(seed)
        while not game.is_over:
            after = game.copy()
            if game.is_tiling and (game.name == "azul" or game.round == 5):
                seat = game.to_move
                while not after.is_over and after.to_move == seat and after.round == game.round:
                    after.play(after.legal_moves()[-1])
                if after.is_over:
                    found.append(game.copy())
                    break
            game.play(choose(game, dice, 1 if game.round < 5 else 0))
    return found


@pytest.mark.parametrize("variant", ["azul-2p-grey", "azul-2p-grey-jokers", "duel-random", "duel-backs"])
def test_the_tiling_solver_finds_the_best_of_all_tilings(variant: str) -> None:
    compared = 0
    for game in last_tilings(variant, range(amount(16, 32))):
        seat = game.to_move
        assert seat is not None
        values = list(islice(endings(game.copy(), seat), MOST_ENDINGS + 1))
        if len(values) > MOST_ENDINGS:
            continue
        found = best_tiling(game)
        assert found.value == pytest.approx(max(values), abs=1e-6)
        assert found.compared <= len(values)
        game.play(found.move)
        assert max(endings(game, seat)) == pytest.approx(max(values), abs=1e-6)
        compared += 1
    assert compared >= amount(6, 20)


def test_evaluation_of_a_finished_game_is_its_result() -> None:
    from tests.variants import walk

    *_, before, game = walk("azul-3p-coloured", 2)
    searcher = Searcher(nodes=100)
    searcher.begin(before, 0, 1)
    ends.evaluate_in(searcher.desk, game.states(), 0)
    outlook = searcher.desk.outlook[0]
    assert game.outcome is not None
    assert outlook.chance[:3].tolist() == [1.0 if seat in game.outcome.winners else 0.0 for seat in range(3)]
    assert outlook.points[:3].tolist() == list(game.scores)
