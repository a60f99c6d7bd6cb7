"""The environments of PettingZoo, by its own tests and ours."""

import copy
import pickle
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from tessela import Game
from tessela.envs import aec_env
from tessela.game.errors import IllegalMoveError, OptionError
from tests.variants import VARIANTS


@pytest.fixture(autouse=True)
def _quiet():
    """Its tests warn of any environment with masks that is not one of their own list."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


@pytest.mark.parametrize("variant", ["azul-2p-coloured", "azul-4p-grey-jokers", "duel-random"])
def test_its_own_tests_pass(variant):
    name, options = VARIANTS[variant]
    api_test(aec_env(name, **options), num_cycles=150)
    seed_test(lambda: aec_env(name, **options), num_cycles=60)


@pytest.mark.parametrize("variant", VARIANTS)
def test_agents_see_and_get_what_game_says(variant):
    name, options = VARIANTS[variant]
    env, game, dice = aec_env(name, **options), Game(name, seed=5, **options), np.random.default_rng(1)
    env.reset(seed=5)
    for agent in env.agent_iter(400):
        seen, reward, terminated, truncated, info = env.last()
        if terminated:
            break
        assert (agent, reward, truncated, info) == (f"player_{game.to_move}", 0.0, False, {})
        for seat, other in enumerate(env.possible_agents):
            looked = env.observe(other)
            assert env.observation_space(other).contains(looked)
            width, decisions = looked["observation"].size, looked["action_mask"].size
            assert looked["observation"].tolist() == game.observation(seat)[:width].tolist()
            assert looked["action_mask"].tolist() == (game.action_mask()[:decisions] * (seat == game.to_move)).tolist()
        action = dice.choice(np.flatnonzero(seen["action_mask"]))
        env.step(action)
        game.play(action)
    if game.outcome:
        won = [env.rewards[agent] > 0 for agent in env.possible_agents]
        assert won == [seat in game.outcome.winners and len(game.outcome.winners) < game.players for seat in range(game.players)]
        for _ in env.possible_agents:
            env.step(None)
        assert env.agents == []


def test_games_that_follow_a_seed_are_the_same():
    first, second = aec_env(), aec_env()
    seen = []
    for env, seed in ((first, 3), (second, np.int64(3))):
        env.reset(seed=seed)
        env.reset()
        seen.append(env.last()[0]["observation"].tolist())
    assert seen[0] == seen[1]
    first.reset(seed=3)
    assert first.last()[0]["observation"].tolist() != seen[0]


def test_what_is_not_legal_is_refused():
    env = aec_env("azul")
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(IllegalMoveError):
        env.step(illegal)
    for spoilt in (1.5, True, None, "4W>3", [3], float("nan")):
        with pytest.raises(OptionError, match="a decision must be a whole number from 0 to 179, not "):
            env.step(spoilt)
    for beyond in (-1, 180, 2**70):
        with pytest.raises(IllegalMoveError, match=f"'{beyond}' is not legal"):
            env.step(beyond)
    for ask in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(OptionError, match="agent must be one of player_0, player_1, not 'player_9'"):
            ask("player_9")
    with pytest.raises(OptionError, match="render_mode must be one of"):
        aec_env("azul", render_mode="window")


def test_its_own_test_of_rendering_passes_and_people_see_each_step(capsys):
    render_test(aec_env)
    capsys.readouterr()
    env = aec_env("azul", render_mode="human")
    env.reset(seed=5)
    assert capsys.readouterr().out.strip() == str(Game("azul", seed=5)).strip()
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert capsys.readouterr().out.count("Azul, coloured wall") == 1


@pytest.mark.parametrize("variant", ["azul-4p-grey-jokers", "duel-backs"])
def test_tables_are_rendered(variant):
    name, options = VARIANTS[variant]
    text, pixels = aec_env(name, render_mode="ansi", **options), aec_env(name, render_mode="rgb_array", **options)
    for env in (text, pixels):
        env.reset(seed=5)
    assert text.render() == str(Game(name, seed=5, **options))
    before = pixels.render()
    pixels.step(int(np.flatnonzero(pixels.last()[0]["action_mask"])[0]))
    after = pixels.render()
    assert (before.shape, before.dtype, before.ndim) == (after.shape, np.uint8, 3)
    assert (before != after).any()
    assert (before == np.array([0x2F, 0x6F, 0xD6])).all(axis=2).any()  # blue tiles
    assert aec_env(name, **options).render_mode is None


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_its_own_way(copied):
    env = aec_env("duel")
    env.reset(seed=3)
    twin = copied(env)
    before = env.last()[0]
    twin.step(int(np.flatnonzero(before["action_mask"])[0]))
    assert (env.last()[0]["observation"] == before["observation"]).all()
    assert (twin.last()[0]["observation"] != before["observation"]).any()
    env.step(int(np.flatnonzero(before["action_mask"])[0]))
    assert (twin.last()[0]["observation"] == env.last()[0]["observation"]).all()
