"""The examples that learn, run for a moment on the processor: they play, learn and are measured."""

import importlib
import sys
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra train is not installed")
EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def example(monkeypatch):
    """An example as a module."""
    monkeypatch.setattr(sys, "path", [str(EXAMPLES), *sys.path])
    return importlib.import_module


@pytest.fixture
def ppo(example):
    return example("ppo")


@pytest.fixture
def alphazero(example):
    return example("alphazero")


def test_ppo_learns_from_what_it_played(ppo, tmp_path, monkeypatch):
    monkeypatch.setattr(ppo, "STEPS", 4)
    share = ppo.main(["--games", "8", "--seconds", "0.01", "--matches", "1", "--match-games", "2", "--out", str(tmp_path)])
    assert 0 <= share <= 1
    assert len((tmp_path / "ppo.csv").read_text().splitlines()) == 3
    assert (tmp_path / "ppo.pt").stat().st_size > 1000


def test_ppo_knows_whose_points_they_are(ppo, monkeypatch):
    """Between two players, what one gains the other loses: the rewards of a whole game add up to how it ended."""
    monkeypatch.setattr(ppo, "STEPS", 400)
    batch = ppo.Batch("azul", games=1, seed=3, rewards="margin")

    def dice(observations, masks):
        """Any legal decision."""
        return torch.where(masks, 0.0, -1e9).log_softmax(-1), torch.zeros(len(masks))

    steps, ended = [], []
    step = batch.step

    def noted(actions):
        mover = int(batch.to_move[0])
        step(actions)
        steps.append(mover)
        if batch.terminated[0] and not ended:
            ended.append((len(steps), float(batch.rewards[0, 0])))

    monkeypatch.setattr(batch, "step", noted)
    monkeypatch.setattr(ppo, "TRACE", 1.0)
    seen = ppo.roll_out(batch, ppo.Arrays(batch), dice)
    first = seen["advantages"][0].item() * ppo.POINTS  # without expectations, all that is still to come in the game
    assert ended
    assert np.isclose(first, ended[0][1] if steps[0] == 0 else -ended[0][1], atol=1e-3)


def test_alphazero_learns_from_its_searches(alphazero, tmp_path, monkeypatch):
    monkeypatch.setattr(alphazero, "STEPS", 4)
    small = ["--games", "8", "--simulations", "4", "--width", "16", "--match-games", "2"]
    curve = alphazero.main([*small, "--seconds", "0.01", "--matches", "1", "--out", str(tmp_path)])
    assert [(positions, 0 <= wins <= 1) for _, positions, wins, _ in curve] == [(0, True), (32, True)]
    assert len((tmp_path / "alphazero.csv").read_text().splitlines()) == 3
    assert (tmp_path / "alphazero.pt").stat().st_size > 1000


def test_alphazero_halves_what_it_considers(alphazero):
    assert alphazero.visits_to_consider(4, 8) == [0, 0, 0, 0, 1, 1, 2, 2]
    assert alphazero.visits_to_consider(1, 3) == [0, 1, 2]


def test_alphazero_finds_what_wins_the_game(alphazero):
    """Where the game ends with the next decision, a search that knows nothing finds the decision that leads by most points."""
    before, place, margins = last_decision(alphazero)
    table = alphazero.Table(alphazero.Batch("azul", games=1, rewards="margin"))
    table.states[0], table.masks[0] = torch.from_numpy(before[0][place]), torch.from_numpy(before[1][place])
    table.to_move[0] = int(before[2][place])
    torch.manual_seed(1)
    search = alphazero.Search(alphazero.Net(table.batch, 16), 1, 32, "cpu")
    decisions, policy, worth = search.run(table, noise=0.0)
    assert margins[int(decisions[0])] == max(margins.values()) > min(margins.values())
    assert int(search.visits[0, 0].sum()) == 32
    assert not policy[0][~table.masks[0]].any()
    own = float(worth[0]) * (1 - 2 * int(table.to_move[0])) * alphazero.POINTS
    assert min(margins.values()) <= own <= max(margins.values())


def last_decision(alphazero):
    """Games before a step, the place of one that any decision ends, and by how many points each of these leads."""
    batch = alphazero.Batch("azul", games=500, seed=3, rewards="margin")
    while True:
        before = batch.states.copy(), batch.masks.copy(), batch.to_move.copy()
        batch.step(batch.sample())
        for place in np.flatnonzero(batch.terminated & (before[1].sum(1) > 1)):
            margins = {int(one): margin_after(alphazero, before, place, one) for one in np.flatnonzero(before[1][place])}
            if None not in margins.values() and len(set(margins.values())) > 1:
                return before, place, margins


def margin_after(alphazero, before, place, decision):
    """How many points the one to move leads by after a decision; nothing if the game goes on."""
    batch = alphazero.Batch("azul", games=1, rewards="margin")
    batch.states[0], batch.masks[0] = before[0][place], before[1][place]
    batch.step(np.array([decision]))
    return float(batch.rewards[0, before[2][place]]) if batch.terminated[0] else None
