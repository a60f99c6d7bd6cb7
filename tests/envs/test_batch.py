"""A batch plays the very games that `Game` plays, whatever the number of threads."""

import copy
import pickle

import numpy as np
import pytest

from tessela import Game
from tessela.envs import Batch
from tessela.envs.duel import variants
from tessela.game.errors import IllegalMoveError, OptionError
from tests.variants import VARIANTS

STEPS = 260  # enough for games of all variants to end


def agree(batch: Batch, place: int, game: Game) -> None:
    """Whether a place of the batch shows a game."""
    width, decisions = batch.observations.shape[1], batch.masks.shape[1]
    seen, mask = game.observation(game.turn), game.action_mask()
    assert batch.to_move[place] == game.to_move
    assert batch.observations[place].tolist() == seen[:width].tolist()
    assert not seen[width:].any()
    assert batch.masks[place].tolist() == mask[:decisions].tolist()
    assert not mask[decisions:].any()


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_batch_plays_as_game_does(variant):
    """Step by step: who is to move, what it sees, what is legal, who has won."""
    name, options = VARIANTS[variant]
    batch = Batch(name, games=3, seed=11, rewards="margin", **options)
    seeds, games = batch.seeds.copy(), list[Game | None]()
    for place in range(3):
        fixed = {**options, "tablets": batch.game(place).options["tablets"]} if name == "duel" else options
        games.append(Game(name, seed=int(seeds[place]), **fixed))
    for _ in range(STEPS):
        for place, game in enumerate(games):
            if game is not None:
                agree(batch, place, game)
        actions = batch.sample().copy()
        batch.step(actions)
        for place, game in enumerate(games):
            if game is None:
                continue
            game.play(actions[place])
            assert batch.terminated[place] == game.is_over
            if game.outcome:
                best = [max(score for other, score in enumerate(game.scores) if other != seat) for seat in range(game.players)]
                assert batch.rewards[place].tolist() == [a - b for a, b in zip(game.scores, best, strict=True)]
                assert batch.seeds[place] != seeds[place]
                games[place] = None
            else:
                assert not batch.rewards[place].any()
    assert name == "azul" or games == [None] * 3


@pytest.mark.parametrize(("name", "options"), [("azul", {"players": 3}), ("duel", {"tablets": "random"})])
def test_threads_change_nothing(name, options):
    batches = [Batch(name, games=50, seed=3, threads=threads, **options) for threads in (1, 3)]
    ended = 0
    for _ in range(STEPS):
        for batch in batches:
            batch.step(batch.sample())
        one, three = batches
        for what in ("actions", "observations", "masks", "rewards", "to_move", "terminated", "truncated", "seeds"):
            assert getattr(one, what).tobytes() == getattr(three, what).tobytes(), what
        ended += int(one.terminated.sum())
    assert ended


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_copy_goes_on_as_the_batch_would_have(copied, threads):
    batch = Batch("duel", games=4, seed=3, threads=threads, tablets="random")
    for _ in range(7):
        batch.step(batch.sample())
    twin = copied(batch)
    before = batch.states.copy()
    for _ in range(STEPS):
        twin.step(twin.sample())
    assert (batch.states == before).all()
    assert (twin.states != before).any()
    for _ in range(STEPS):
        batch.step(batch.sample())
    for what in ("states", "observations", "masks", "to_move", "seeds"):
        assert getattr(batch, what).tobytes() == getattr(twin, what).tobytes(), what


def test_a_seed_gives_the_same_games_and_a_place_the_same_in_a_larger_batch():
    small, large, other = Batch(games=2, seed=5), Batch(games=6, seed=5), Batch(games=2, seed=6)
    assert small.seeds.tolist() == large.seeds[:2].tolist()
    assert not set(small.seeds.tolist()) & set(other.seeds.tolist())
    assert len(set(large.seeds.tolist())) == 6
    first = small.observations.copy()
    small.step(small.sample())
    small.reset(5)
    assert (small.observations == first).all()
    assert Batch(games=1, seed=2**64 - 1).seeds[0] != Batch(games=1, seed=0).seeds[0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rewards_are_by_the_result_and_sum_up_to_nothing(players):
    batch = Batch("azul", games=40, seed=1, players=players)
    seen = set()
    for _ in range(STEPS):
        batch.step(batch.sample())
        for place in np.flatnonzero(batch.terminated):
            rewards = batch.rewards[place]
            assert abs(rewards.sum()) < 1e-6
            seen.add(round(float(rewards.max()), 3))
            assert rewards.max() < 1 or sorted(rewards)[:-1] == [np.float32(-1 / (players - 1))] * (players - 1)
        assert not batch.rewards[~batch.terminated].any()
    assert 1.0 in seen


def test_the_arrays_stay_the_same_ones():
    batch = Batch(games=4)
    before = [batch.observations, batch.masks, batch.rewards, batch.to_move, batch.terminated]
    batch.step(batch.sample())
    after = [batch.observations, batch.masks, batch.rewards, batch.to_move, batch.terminated]
    assert all(one is other for one, other in zip(before, after, strict=True))
    assert [array.dtype.name for array in after] == ["uint8", "bool", "float32", "uint8", "bool"]


def test_a_game_that_does_not_end_is_cut_off():
    batch = Batch("azul", games=20, seed=2, rounds=1)
    cut = 0
    for _ in range(40):
        batch.step(batch.sample())
        assert not batch.terminated.any()
        assert not batch.rewards.any()
        assert (batch.observations[:, 3] == 1).all()  # the round
        cut += int(batch.truncated.sum())
    assert cut >= 20


def test_what_is_not_legal_is_refused_and_changes_nothing_there():
    batch = Batch(games=3, seed=4)
    actions = batch.sample().copy()
    actions[1] = int(np.flatnonzero(~batch.masks[1])[0])
    before = batch.observations.copy()
    with pytest.raises(IllegalMoveError, match="game 1 of the batch"):
        batch.step(actions)
    assert (batch.observations[1] == before[1]).all()
    assert (batch.observations[[0, 2]] != before[[0, 2]]).any(axis=1).all()
    for wrong in (-1, 180, 2**40):
        with pytest.raises(IllegalMoveError):
            batch.step(np.full(3, wrong))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"games": 0}, "games must be a whole number from 1"),
        ({"threads": 0.5}, "threads must be"),
        ({"rounds": 256}, "rounds must be"),
        ({"rewards": "score"}, "rewards must be one of"),
        ({"device": "tpu"}, "device must be one of"),
        ({"players": 5}, "players must be"),
        ({"tablets": 3}, "azul has no option"),
        ({"seed": -1}, "seed must be"),
    ],
)
def test_wrong_options_are_named(options, told):
    with pytest.raises(OptionError, match=told):
        Batch("azul", **options)
    with pytest.raises(OptionError, match="there is no game"):
        Batch("chess")


def test_random_tablets_are_drawn_for_each_game():
    batch = Batch("duel", games=200, seed=1, tablets="random")
    numbers = (batch.observations[:, 5:9] > 0).sum(axis=1)
    assert set(numbers) == {3, 4}
    assert len({bytes(row) for row in batch.observations[:, 5:9]}) > 30
    assert len(variants({"tablets": "random"})) == 64
    assert (Batch("duel", games=9, tablets=4).observations[:, 5:9] > 0).all()


def test_a_place_can_be_looked_at():
    batch = Batch("duel", games=2, seed=9)
    for _ in range(30):
        batch.step(batch.sample())
    game = batch.game(1)
    agree(batch, 1, game)
    game.play(game.legal_moves()[0])
    with pytest.raises(OptionError, match="place must be from 0 to 1"):
        batch.game(2)


@pytest.mark.parametrize("decisions", [[0], 30, [[30] * 4], [30.0] * 4, [True] * 4, []])
def test_decisions_are_one_for_each_game(decisions):
    batch = Batch("azul", games=4, seed=7)
    before = batch.states.copy()
    with pytest.raises(OptionError, match="decisions must be 4 whole numbers, not "):
        batch.step(decisions)
    assert (batch.states == before).all()
