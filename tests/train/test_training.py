"""Games against itself give whole samples, and the learner sees the net as the search does."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tessela.bots.games import known
from tessela.bots.nets import files, policy, value
from tessela.bots.nets.nets import nets_of
from tessela.bots.search import looks
from tessela.bots.search.desk import zeros
from tessela.game.registry import ruleset_of
from tessela.rules import kernels
from tessela.train import positions
from tessela.train.selfplay import Playing, Samples, joined, play

VARIANT = {"players": 3, "wall": "grey", "jokers": True}
JOB = Playing("azul", VARIANT, 4, nets_of("azul"), 0.0, 7)


@pytest.fixture(scope="module")
def samples() -> Samples:
    return play(JOB)


def test_samples_are_the_boards_of_whole_games(samples: Samples) -> None:
    features = len(value.value_net_of("azul").own)
    assert samples.boards.shape == (len(samples), 3, features)
    assert len(samples) >= 4
    assert samples.won.sum(axis=1) == pytest.approx(np.ones(len(samples)), abs=1e-2)
    assert (samples.finals == samples.finals[0]).all()  # one game
    assert (np.argmax(samples.won, axis=1) == np.argmax(samples.finals[:, :], axis=1)).all()
    assert len(set(samples.contexts.tolist())) > 1
    assert samples.last.tolist() == [False] * (len(samples) - 1) + [True]


def test_the_same_seed_gives_the_same_game(samples: Samples) -> None:
    again = play(JOB)
    assert (again.boards == samples.boards).all()
    assert (again.finals == samples.finals).all()


def test_either_game_is_played() -> None:
    found = play(Playing("duel", {"tablets": "random"}, 4, nets_of("duel"), 0.0, 3))
    assert found.boards.shape == (len(found), 2, len(value.value_net_of("duel").own))
    assert len(found) == 4  # between the five rounds


def test_a_saved_net_reads_back(tmp_path: Path) -> None:
    net = value.value_net_of("azul")
    files.save(tmp_path / "azul.npz", net)
    for before, after in zip(net, value.load(tmp_path / "azul.npz", "azul"), strict=True):
        assert (before == after).all()


def test_the_learner_computes_what_the_search_does(samples: Samples) -> None:
    torch = pytest.importorskip("torch", reason="the extra `train`")
    from tessela.train.value_learner import ValueLearner, learn, on_device
    from tests.bots.test_value_net import plainly

    learner = ValueLearner("azul")
    learner.take(value.value_net_of("azul"))
    learner.eval()
    boards, contexts, scores, _, _ = on_device(samples, "cpu")
    with torch.no_grad():
        points, logits = learner(boards.float(), contexts, scores)
    for i in range(len(samples)):
        chances, expected = plainly(
            value.value_net_of("azul"),
            samples.boards[i].astype(np.float32),
            int(samples.contexts[i]),
            samples.scores[i].astype(np.float32),
        )
        assert torch.softmax(logits[i], 0).numpy() == pytest.approx(chances, abs=1e-4)
        assert points[i].numpy() == pytest.approx(expected, abs=1e-2)
    assert "chances, points" in learn(learner, [samples], 2 * 1024 / len(samples), 1e-3, "cpu")


def test_targets_lean_on_what_the_net_thinks_of_the_next_position(samples: Samples) -> None:
    torch = pytest.importorskip("torch", reason="the extra `train`")
    from tessela.train.value_learner import ValueLearner, on_device, td_targets, to_last

    two = joined([samples, samples])
    n = len(samples)
    assert to_last(two.last).tolist() == [*range(n - 1, -1, -1)] * 2
    learner = ValueLearner("azul")
    learner.take(value.value_net_of("azul"))
    learner.eval()
    columns = on_device(two, "cpu")
    boards, contexts, scores, finals, won = columns
    with torch.no_grad():
        points, logits = learner(boards.float(), contexts, scores)
    chances = torch.softmax(logits, 1)
    for share in (1.0, 0.6):
        _, _, _, calmer, leaning = td_targets(learner, columns, two.last, share)
        for last in (n - 1, 2 * n - 1):
            assert torch.equal(leaning[last], won[last])
            expected_won, expected_finals = won[last], finals[last]
            for i in range(last - 1, last - n, -1):
                expected_won = share * expected_won + (1 - share) * chances[i + 1]
                expected_finals = share * expected_finals + (1 - share) * points[i + 1]
                assert leaning[i].numpy() == pytest.approx(expected_won.numpy(), abs=1e-5)
                assert calmer[i].numpy() == pytest.approx(expected_finals.numpy(), abs=1e-3)


@pytest.mark.long
@pytest.mark.parametrize("afresh", [False, True])
def test_a_net_learns_on_or_afresh(afresh: bool, tmp_path: Path) -> None:
    """With next to no rate of learning a net that learns on stays what it was; one that begins anew is another."""
    pytest.importorskip("torch", reason="the extra `train`")
    start, out = tmp_path / "start.npz", tmp_path / "out.npz"
    files.save(start, value.value_net_of("duel"))
    wish = ["value", "duel", "--processes", "1", "--start", str(start), "--stages", "4:1:1", "--rate", "1e-9", "--out", str(out)]
    subprocess.run([sys.executable, "-m", "tessela.train", *wish, *["--afresh"] * afresh], check=True)
    before, after = value.value_net_of("duel"), value.load(out, "duel")
    stayed = all(np.allclose(one, other, atol=1e-3) for one, other in zip(before, after, strict=True))
    assert stayed is not afresh


@pytest.fixture(scope="module")
def searched() -> positions.Positions:
    return gathered(5)


def gathered(seed: int) -> positions.Positions:
    return positions.gather(positions.Gathering("azul", VARIANT, 60, nets_of("azul"), 0.0, seed, by_looks=True))


def test_positions_come_with_the_shares_of_their_decisions(searched: positions.Positions) -> None:
    assert len(searched) > 10
    assert searched.sizes.sum() == len(searched.actions) == len(searched.shares)
    edge, found = 0, np.zeros(kernels.MAX_MOVES, np.int16)
    for i, size in enumerate(searched.sizes):
        legal = found[: kernels.list_moves_of(searched.states, i, found)].tolist()
        assert set(searched.actions[edge : edge + size].tolist()) <= set(legal)
        assert searched.shares[edge : edge + size].sum() == pytest.approx(1.0, abs=1e-4)
        edge += size


def test_the_same_seed_gives_the_same_positions(searched: positions.Positions) -> None:
    again = gathered(5)
    assert again.states.tobytes() == searched.states.tobytes()
    assert (again.shares == searched.shares).all()
    two = positions.joined([searched, again])
    assert len(two) == 2 * len(searched)
    assert two.states.dtype == ruleset_of("azul").empty().dtype


def test_the_learner_of_the_policy_computes_what_the_search_does_and_learns(searched: positions.Positions) -> None:
    torch = pytest.importorskip("torch", reason="the extra `train`")
    from tessela.train.policy_learner import PolicyLearner, described, learn, surprise
    from tests.bots.test_policy_net import logit_in, read_position_in

    learner, net = PolicyLearner("azul"), policy.policy_net_of("azul")
    learner.take(net)
    decisions, places = (torch.from_numpy(part) for part in described("azul", searched))
    owner = torch.repeat_interleave(torch.arange(len(searched)), torch.from_numpy(searched.sizes))
    with torch.no_grad():
        logits = learner(decisions, places, owner)
    scratch, worth, edge = zeros(1, policy.SCRATCH), np.zeros(known("azul").knowledge.WORTH, np.float32), 0
    for i, size in enumerate(searched.sizes):
        looks.prepare(searched.states[i : i + 1], worth)
        read_position_in(searched.states, i, worth, net, scratch)
        for _ in range(size):
            found = logit_in(searched.states, i, worth, net, scratch, int(searched.actions[edge]))
            assert float(logits[edge]) == pytest.approx(found, abs=1e-3)
            edge += 1
    shares = torch.from_numpy(searched.shares)
    plainly = [-(shares[owner == i] * torch.log_softmax(logits[owner == i], 0)).sum().item() for i in range(len(searched))]
    assert surprise(logits, owner, shares, len(searched)).item() == pytest.approx(np.mean(plainly), abs=1e-3)

    torch.manual_seed(1)
    beginner = PolicyLearner("azul")
    with torch.no_grad():
        before = surprise(beginner(decisions, places, owner), owner, shares, len(searched)).item()
    learn(beginner, "azul", searched, 40 * 256 / len(searched), 5e-3, "cpu")
    with torch.no_grad():
        after = surprise(beginner(decisions, places, owner), owner, shares, len(searched)).item()
    assert after < before - 0.1
