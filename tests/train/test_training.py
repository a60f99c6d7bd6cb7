"""Games against itself give whole samples, and the learner sees the net as the search does."""

from pathlib import Path

import numpy as np
import pytest

from tessela.bots.nets import net as nets
from tessela.train.selfplay import Samples, SelfPlay


@pytest.fixture(scope="module")
def samples() -> Samples:
    options = {"players": 3, "wall": "grey", "jokers": True}
    return SelfPlay("azul", options, 4, nets.net_of("azul")).run(0.0, 7)


def test_samples_are_the_boards_of_whole_games(samples: Samples) -> None:
    features = len(nets.net_of("azul")[nets.OWN])
    assert samples.boards.shape == (len(samples), 3, features)
    assert len(samples) >= 4
    assert samples.won.sum(axis=1) == pytest.approx(np.ones(len(samples)), abs=1e-2)
    assert (samples.finals == samples.finals[0]).all()  # one game
    assert (np.argmax(samples.won, axis=1) == np.argmax(samples.finals[:, :], axis=1)).all()
    assert len(set(samples.contexts.tolist())) > 1


def test_the_same_seed_gives_the_same_game(samples: Samples) -> None:
    again = SelfPlay("azul", {"players": 3, "wall": "grey", "jokers": True}, 4, nets.net_of("azul")).run(0.0, 7)
    assert (again.boards == samples.boards).all()
    assert (again.finals == samples.finals).all()


def test_a_saved_net_reads_back(tmp_path: Path) -> None:
    net = nets.net_of("azul")
    nets.save(tmp_path / "azul.npz", net)
    for before, after in zip(net, nets.load(tmp_path / "azul.npz", "azul"), strict=True):
        assert (before == after).all()


def test_the_learner_computes_what_the_search_does(samples: Samples) -> None:
    torch = pytest.importorskip("torch", reason="the extra `train`")
    from tessela.train.learner import Learner, learn, on_device
    from tests.bots.test_nets import plainly

    learner = Learner("azul")
    learner.take(nets.net_of("azul"))
    learner.eval()
    boards, contexts, scores, _, _ = on_device(samples, "cpu")
    with torch.no_grad():
        points, logits = learner(boards.float(), contexts, scores)
    for i in range(len(samples)):
        chances, expected = plainly(
            nets.net_of("azul"),
            samples.boards[i].astype(np.float32),
            int(samples.contexts[i]),
            samples.scores[i].astype(np.float32),
        )
        assert torch.softmax(logits[i], 0).numpy() == pytest.approx(chances, abs=1e-4)
        assert points[i].numpy() == pytest.approx(expected, abs=1e-2)
    assert "chances, points" in learn(learner, [samples], 2 * 1024 / len(samples), 1e-3, "cpu")
