"""What bots need of a third game: one row, of whose parts each lets more of them play."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from tessela import Game, OptionError
from tessela.bots import games
from tessela.bots.bot import Budget
from tessela.bots.games import KNOWN, Known, Ladder, add_known
from tessela.bots.levels import LEVELS
from tessela.bots.nets import files, policy, value
from tessela.bots.registry import make_bot, opponents
from tests import toy

LOOKS = Known("tests.toy.knowledge")
LADDER = Ladder((0, 0, *(4 * n for n in range(1, 13))), by_policy_from=8, sight=0.2, ratings=tuple(range(500, 1900, 100)))


@contextmanager
def known(row: Known) -> Iterator[None]:
    """The toy is there for a while, and bots know it."""
    with toy.known():
        add_known("toy", row)
        try:
            yield
        finally:
            del KNOWN["toy"]
            for kinds, _, _ in games._in_each:
                kinds.kinds.pop("toy", None)
            value.value_net_of.cache_clear()
            policy.policy_net_of.cache_clear()


def whole(folder: Path) -> Known:
    """A row with nets, which have learnt one thing: who takes more tiles wins more often."""
    return Known("tests.toy.knowledge", "tests.toy.value", "tests.toy.policy", weights=folder, ladder=LADDER)


def teach(folder: Path) -> None:
    boards = value.ValueNet(*(np.zeros(shape, np.float32) for shape in value.shapes("toy").values()))
    boards.own[:, value.HIDDEN + value.STANDING] = 0.5
    moves = policy.PolicyNet(*(np.zeros(shape, np.float32) for shape in policy.shapes("toy").values()))
    files.save(folder / "toy-value.npz", boards)
    files.save(folder / "toy-policy.npz", moves)


def positions() -> list[Game]:
    game, found = Game("toy", players=2, seed=3), []
    while not game.is_over:
        if len(game.legal_moves()) > 1:
            found.append(game.copy())
        game.play(game.legal_moves()[0])
    return found


def test_knowledge_makes_a_greedy_bot() -> None:
    with known(LOOKS):
        for game in positions():
            assert make_bot("greedy").choose(game.view(game.turn)).move in game.legal_moves()
        assert opponents("toy") == ("random",)


def test_without_nets_a_search_says_what_is_missing() -> None:
    with known(LOOKS):
        view, bot = positions()[0].view(0), make_bot("search")
        with pytest.raises(OptionError, match="there are no nets of the game 'toy'"):
            bot.choose(view, Budget(simulations=5))


def test_nets_and_a_ladder_make_a_search_and_all_levels(tmp_path: Path) -> None:
    with known(whole(tmp_path)):
        teach(tmp_path)
        assert opponents("toy") == tuple(level.name for level in LEVELS)
        for game in positions()[:3]:
            view = game.view(game.turn)
            choice = make_bot("search", seed=1).choose(view, Budget(simulations=30))
            assert choice.move in game.legal_moves()
            assert sum(move["visits"] for move in choice.thoughts["moves"]) >= 30 or choice.thoughts["proven"]
            for level in LEVELS[:5]:
                assert make_bot(level.name).choose(view).move in game.legal_moves()


def test_a_search_of_the_toy_takes_two_where_it_can(tmp_path: Path) -> None:
    with known(whole(tmp_path)):
        teach(tmp_path)
        game = positions()[0]
        two = [move for move in game.legal_moves() if game.action_of(move) in (1, 3)]
        assert make_bot("search", seed=1).choose(game.view(game.turn), Budget(simulations=80)).move in two
