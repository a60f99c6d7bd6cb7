"""The examples that learn, run for a moment on the processor: they play, learn and are measured."""

import importlib
import sys
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra train is not installed")
EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def ppo(monkeypatch):
    """The example as a module."""
    monkeypatch.setattr(sys, "path", [str(EXAMPLES), *sys.path])
    return importlib.import_module("ppo")


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
