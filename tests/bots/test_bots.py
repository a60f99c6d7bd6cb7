"""What every bot must satisfy: legal, repeatable, and blind to what its seat may not know."""

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tessela import Game, OptionError
from tessela.bots.bot import Bot, Budget
from tessela.bots.levels import LEVELS, RATINGS
from tessela.bots.registry import BOT_NAMES, make_bot
from tests.variants import VARIANTS, choose, new_game, resampled

SMALL = Budget(simulations=40)
KINDS = ("random", "greedy", "search")


def positions(variant: str, seed: int, every: int) -> list[Game]:
    """Some positions of a random game in which there is a choice."""
    game, dice, found = new_game(variant, seed), random.Random(seed), []
    while not game.is_over:
        if len(game.moves) % every == 0 and len(game.legal_moves()) > 1:
            found.append(game.copy())
        game.play(choose(game, dice, 2))
    return found


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_bots_play_legal_moves(name: str, variant: str) -> None:
    bot = make_bot(name, seed=1)
    for game in positions(variant, 3, 11):
        assert bot.choose(game.view(game.to_move), SMALL).move in game.legal_moves()


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("variant", ["azul-3p-grey-jokers", "duel-random"])
def test_the_same_view_seed_and_simulations_give_the_same_move(name: str, variant: str) -> None:
    first, second = make_bot(name, seed=5), make_bot(name, seed=5)
    games = positions(variant, 4, 9)
    moves = [first.choose(game.view(game.to_move), SMALL).move for game in games]
    assert moves[::-1] == [second.choose(game.view(game.to_move), SMALL).move for game in reversed(games)]


@pytest.mark.parametrize("name", KINDS)
def test_a_bot_decides_the_same_for_all_that_it_cannot_tell_apart(name: str) -> None:
    bot = make_bot(name, seed=2)
    changed = 0
    for game in positions("duel-random", 6, 4):
        seat = game.to_move
        assert seat is not None
        other = resampled(game, seat, 12345)
        changed += other.state()["pile"] != game.state()["pile"]
        assert bot.choose(other.view(seat), SMALL).move == bot.choose(game.view(seat), SMALL).move
    assert changed > 5


def play(bots: list[Bot], game: Game, budget: Budget) -> Game:
    while not game.is_over:
        seat = game.to_move
        assert seat is not None
        game.play(bots[seat].choose(game.view(seat), budget).move)
    return game


@pytest.mark.parametrize(("stronger", "weaker"), [("search", "greedy"), ("greedy", "random")])
@pytest.mark.parametrize("name", ["azul", "duel"])
def test_the_ladder_of_baselines(stronger: str, weaker: str, name: str) -> None:
    """Margins here are of dozens of points: four games of fixed seeds tell."""
    ahead = 0
    for seed in range(2):
        for seat in (0, 1):
            names = [stronger, weaker] if seat == 0 else [weaker, stronger]
            game = play([make_bot(n, seed=seed) for n in names], Game(name, seed=seed), Budget(simulations=200))
            ahead += game.scores[seat] - game.scores[1 - seat]
    assert ahead > 0


SPOILT = [0, -1.0, float("nan"), True, np.bool_(True), "1", [1]]


@pytest.mark.parametrize("budget", [*({"seconds": one} for one in SPOILT), *({"simulations": one} for one in [*SPOILT, 1.0])])
def test_a_budget_must_allow_something(budget: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="must be above 0"):
        Budget(**budget)


def test_numbers_of_numpy_are_numbers_of_a_budget() -> None:
    budget = Budget(seconds=np.float32(0.5), simulations=np.int64(20))  # type: ignore[arg-type]
    assert budget == Budget(seconds=0.5, simulations=20)
    assert (type(budget.seconds), type(budget.simulations)) == (float, int)


def test_an_unknown_bot_is_refused_with_the_known_ones() -> None:
    with pytest.raises(OptionError, match="there is no bot 'deep'; bots are random, greedy"):
        make_bot("deep")


@pytest.mark.parametrize("seed", ["seven", 1.5, -1, True, None])
def test_a_bot_takes_only_a_seed_that_a_game_would_take(seed: Any) -> None:
    with pytest.raises(OptionError, match="seed must be a whole number"):
        make_bot("greedy", seed=seed)


def test_levels_are_bots_by_name_with_a_character_and_look_ever_further() -> None:
    assert len(LEVELS) >= 8
    assert [level.number for level in LEVELS] == list(range(1, len(LEVELS) + 1))
    for name in ("azul", "duel"):
        for asks in (False, True):  # who is told where to look sees more with fewer simulations
            further = [level.simulations(name) for level in LEVELS[1:] if level.asks_policy(name) == asks]
            assert further == sorted(set(further))
        assert [RATINGS[name][level.name] for level in LEVELS] == sorted(set(RATINGS[name].values()))
    for level in LEVELS[:7]:
        assert level.name in BOT_NAMES
        assert level.character
        bot = make_bot(level.name, seed=1)
        for variant in ("duel", "azul-2p-coloured"):
            game = new_game(variant, 1)
            assert bot.choose(game.view(game.to_move)).move in game.legal_moves()


def test_levels_are_described_alike_in_the_terminal_and_on_the_page() -> None:
    words = json.loads((Path(__file__).parents[2] / "web/src/lib/words/en.json").read_text())
    assert {level.name: level.character for level in LEVELS} == {level.name: words[f"level.{level.name}.is"] for level in LEVELS}
