"""The learner of the value net: fits it to samples of games, on a GPU where there is one."""

import math
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from tessela.bots.nets import value
from tessela.bots.nets.value import ValueNet
from tessela.train.learner import Learner
from tessela.train.selfplay import Samples

BATCH = 1024
DROP = 0.1
POINTS_SHARE = 0.5  # of the loss, for the points beside the win
HELD_BACK = 0.04
WIDE = 65_536  # positions that the net looks at in one go
DECAY = 1.0


class ValueLearner(Learner[ValueNet]):
    """The value net of a game as PyTorch sees it, with the same arithmetic as `value.predict`."""

    def __init__(self, game: str):
        super().__init__(ValueNet, {part: start_of(part, shape) for part, shape in value.shapes(game).items()})
        self.drop = nn.Dropout(DROP)
        with torch.no_grad():
            self.own[:, value.HIDDEN :] = 0.0
            self.others[:, value.HIDDEN :] = 0.0
            self.last.mul_(0.2)
            self.scale.fill_(0.1)

    def forward(self, boards: Tensor, contexts: Tensor, scores: Tensor) -> tuple[Tensor, Tensor]:
        """Final points, and logits of the win, of every seat."""
        others = boards @ self.others
        others = (others.sum(1, keepdim=True) - others) / (boards.shape[1] - 1)
        first = boards @ self.own + others + self.start[contexts][:, None]
        hidden, straight = functional.relu(first[..., : value.HIDDEN]), first[..., value.HIDDEN :]
        second = functional.relu(self.drop(hidden) @ self.second + self.second_start)
        out = self.drop(second) @ self.last.T + self.last_start + straight
        return scores + 10.0 * out[..., 0], scores * self.scale[contexts] + out[..., 1]

    def loss(self, batch: tuple[Tensor, ...]) -> tuple[Tensor, Tensor]:
        """How wrong the win chances are (cross entropy), and the points (tens of points, smooth)."""
        boards, contexts, scores, finals, won = batch
        points, logits = self(boards.float(), contexts, scores)
        chances = -(won * functional.log_softmax(logits, 1)).sum(1).mean()
        return chances, functional.smooth_l1_loss(points / 10.0, finals / 10.0)


def start_of(part: str, shape: tuple[int, ...]) -> Tensor:
    """Random weights to begin with, the smaller, the more of them are added up; biases begin with nothing."""
    inputs = 80 if part in ("own", "others") else shape[0]  # about as many features of a board are not 0
    return (0.0 if part.endswith("start") else 1.0 / math.sqrt(inputs)) * torch.randn(shape)


def on_device(samples: Samples, device: str) -> tuple[Tensor, ...]:
    """The samples as tensors."""
    return (
        torch.from_numpy(samples.boards).to(device),
        torch.from_numpy(samples.contexts.astype(np.int64)).to(device),
        *(torch.from_numpy(a.astype(np.float32)).to(device) for a in (samples.scores, samples.finals, samples.won)),
    )


def to_last(last: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many positions of the same game follow each position."""
    ends = np.flatnonzero(last)
    places = np.arange(len(last))
    return ends[np.searchsorted(ends, places)] - places


def td_targets(learner: ValueLearner, columns: tuple[Tensor, ...], last: NDArray[np.bool_], share: float) -> tuple[Tensor, ...]:
    """The samples with calmer targets, TD(lambda): by a share what came of a position, else what the net thinks of the next."""
    boards, contexts, scores, finals, won = columns
    learner.eval()
    with torch.no_grad():
        pieces = (slice(i, i + WIDE) for i in range(0, len(scores), WIDE))
        parts = [learner(boards[piece].float(), contexts[piece], scores[piece]) for piece in pieces]
    points, chances = torch.cat([p for p, _ in parts]), torch.cat([torch.softmax(logits, 1) for _, logits in parts])
    finals, won, ahead = finals.clone(), won.clone(), to_last(last)
    for distance in range(1, int(ahead.max()) + 1):
        here = torch.from_numpy(np.flatnonzero(ahead == distance)).to(scores.device)
        finals[here] = share * finals[here + 1] + (1 - share) * points[here + 1]
        won[here] = share * won[here + 1] + (1 - share) * chances[here + 1]
    return boards, contexts, scores, finals, won


def learn(
    learner: ValueLearner, samples: list[Samples], epochs: float, rate: float, device: str, result_share: float = 1.0
) -> dict[str, float]:
    """Fit the net to samples of several variants; the losses on positions that were held back, by what came of them.

    `result_share` is the lambda of the targets: 1 is the result of the game alone.
    """
    learner.to(device)
    results = [on_device(part, device) for part in samples]
    data = [td_targets(learner, columns, part.last, result_share) for columns, part in zip(results, samples, strict=True)]
    learner.train()
    kept = [max(1, int(HELD_BACK * len(part))) for part in samples]
    share = np.array([len(part) for part in samples], float)
    steps = int(epochs * share.sum() / BATCH)
    share /= share.sum()
    optimiser = torch.optim.AdamW(learner.parameters(), lr=rate, weight_decay=DECAY)
    plan = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps, eta_min=rate / 50)
    dice = np.random.default_rng(1)
    for _ in range(steps):
        part = int(dice.choice(len(data), p=share))
        low, high = kept[part], len(samples[part])  # whole games come in order: the first ones are held back
        picked = torch.randint(low, high, (BATCH,), device=device)
        chances, points = learner.loss(tuple(column[picked] for column in data[part]))
        optimiser.zero_grad(set_to_none=True)
        (chances + POINTS_SHARE * points).backward()
        optimiser.step()
        plan.step()
    return report(learner, results, kept)


def report(learner: ValueLearner, data: list[tuple[Tensor, ...]], kept: list[int]) -> dict[str, Any]:
    """The losses on what was held back, part by part."""
    learner.eval()
    found = []
    with torch.no_grad():
        for columns, number in zip(data, kept, strict=True):
            chances, points = learner.loss(tuple(column[:number] for column in columns))
            found.append((round(float(chances), 4), round(float(points), 4)))
    return {"chances, points": found}
