"""The environments of Gymnasium, by its own checker and ours."""

import copy
import pickle
import random
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tessela.envs.gym  # noqa: F401  (makes them known)
from tessela import Game
from tessela.bots.dialogue import BotError
from tessela.envs.games import ROWS
from tessela.game.errors import OptionError


def play(env, seed, choose):
    """A game to its end; the rewards of all steps, and the last info."""
    seen, info = env.reset(seed=seed)
    rewards, over = [], False
    while not over:
        seen, reward, terminated, truncated, info = env.step(choose(seen["action_mask"]))
        rewards.append(reward)
        over = terminated or truncated
    return rewards, info


@pytest.mark.parametrize("name", ["Azul", "Duel"])
def test_its_own_checker_passes(name):
    env = gymnasium.make(f"tessela/{name}-v1", opponent="greedy", render_mode="rgb_array")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*has been wrapped.*|.*different from the unwrapped.*")
        check_env(env.unwrapped, skip_render_check=False)
    env.close()


def test_every_game_is_registered():
    names = [name for name in gymnasium.registry if name.startswith("tessela/")]
    assert names == [f"tessela/{game.capitalize()}-v1" for game in ROWS]
    assert gymnasium.make("tessela.envs.gym:tessela/Duel-v1").action_space == gymnasium.spaces.Discrete(295)


@pytest.mark.parametrize("opponent", ["greedy", "random", "painter"])
def test_games_against_bots_end_with_a_result(opponent):
    env = gymnasium.make("tessela/Azul-v1", opponent=opponent, seat=1)
    rewards, info = play(env, 4, lambda mask: int(np.flatnonzero(mask)[-1]))
    assert (info["seat"], info["illegal"]) == (1, False)
    assert rewards[-1] in (-1.0, 0.0, 1.0)
    assert not any(rewards[:-1])
    assert rewards == play(env, 4, lambda mask: int(np.flatnonzero(mask)[-1]))[0]
    env.close()


def test_three_bots_and_points():
    env = gymnasium.make("tessela/Azul-v1", players=4, wall="grey", rewards="margin", opponent="greedy")
    dice = np.random.default_rng(0)
    rewards, info = play(env, 2, lambda mask: int(dice.choice(np.flatnonzero(mask))))
    assert rewards[-1] < -1
    assert info["seat"] in range(4)
    assert env.get_wrapper_attr("action_masks")().dtype == bool
    env.close()


def test_an_illegal_decision_loses():
    env = gymnasium.make("tessela/Duel-v1", opponent="random")
    seen, _ = env.reset(seed=1)
    _, reward, terminated, _, info = env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(OptionError, match="the game is over"):
        env.step(0)
    env.reset(seed=1)
    for beyond in (-1, 2**70):
        env.reset(seed=1)
        assert env.step(beyond)[4]["illegal"]
    env.reset(seed=1)
    for spoilt in (1.5, None, "4W>3"):
        with pytest.raises(OptionError, match="a decision must be a whole number from 0 to 294"):
            env.unwrapped.step(spoilt)
    env.close()


def test_an_opponent_that_fails_is_named():
    env = gymnasium.make("tessela/Azul-v1", opponent="they=py:tests.envs.test_single:Quitting", seat=1)
    with pytest.raises(BotError, match=r"they failed with SystemExit: 3 \(test_single.py, line \d+\)"):
        play(env, 0, lambda mask: int(np.flatnonzero(mask)[0]))


def test_wrong_options_are_named():
    for options, told in (({"opponent": "nobody"}, "there is no bot"), ({"seat": 2}, "seat must be from 0 to 1")):
        with pytest.raises(OptionError, match=told):
            gymnasium.make("tessela/Azul-v1", **options)


def answered(env, seed):
    """What the agent sees after its first decision, and the answer to it."""
    seen, _ = env.reset(seed=seed)
    return env.step(int(np.flatnonzero(seen["action_mask"])[0]))[0]["observation"].tolist()


def test_an_opponent_may_have_a_budget_or_be_a_program():
    program = f"cmd:{sys.executable} examples/external_bot.py"
    for opponent in ("search@5", program):
        env = gymnasium.make("tessela/Azul-v1", opponent=opponent, seat=1)
        assert answered(env, 4) == answered(env, 4)
        env.close()


def test_the_dice_of_the_opponent_follow_from_the_seed_of_the_game():
    env = gymnasium.make("tessela/Azul-v1", opponent="py:tests.envs.test_single:Drawing", seat=1)
    assert answered(env, 4) == answered(env, 4)
    env.close()


class Quitting:
    """Ends the program."""

    def choose(self, view, budget=None):
        sys.exit(3)


class Drawing:
    """Plays at random, and goes on with its dice."""

    name = "drawing"

    def __init__(self, seed):
        self._dice = random.Random(seed)

    def choose(self, view, budget=None):
        return self._dice.choice(Game.from_view(view).legal_moves())


@pytest.mark.parametrize("opponent", ["greedy", "search@20", "painter"])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_its_own_way(copied, opponent):
    env = gymnasium.make("tessela/Azul-v1", opponent=opponent, seat=0, render_mode="ansi")
    seen, _ = env.reset(seed=3)
    twin = copied(env)
    first = int(np.flatnonzero(seen["action_mask"])[0])
    before = env.render()
    shown = twin.step(first)[0]
    assert (shown["observation"] != seen["observation"]).any()
    assert env.render() == before
    assert (env.step(first)[0]["observation"] == shown["observation"]).all()
