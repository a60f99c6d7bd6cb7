"""The learner: fits a net to samples of games, on a GPU where there is one."""

import math
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from tessela.bots.nets import net as nets
from tessela.train.selfplay import Samples

BATCH = 1024
DROP = 0.1
POINTS_SHARE = 0.5  # of the loss, for the points beside the win
HELD_BACK = 0.04
WIDE = 65_536  # positions that the net looks at in one go
DECAY = 1.0


class Learner(nn.Module):
    """The net of a game as PyTorch sees it, with the same arithmetic as `nets.foresee`."""

    def __init__(self, name: str):
        super().__init__()
        self.drop = nn.Dropout(DROP)
        for part, shape in nets.shapes(name).items():
            scale = 0.0 if part.endswith("start") else 1.0 / math.sqrt(80 if part in ("own", "others") else shape[0])
            self.register_parameter(part, nn.Parameter(scale * torch.randn(shape)))
        with torch.no_grad():
            self.own[:, nets.HIDDEN :] = 0.0
            self.others[:, nets.HIDDEN :] = 0.0
            self.last.mul_(0.2)
            self.scale.fill_(0.1)

    def forward(self, boards: Tensor, contexts: Tensor, scores: Tensor) -> tuple[Tensor, Tensor]:
        """Final points, and logits of the win, of every seat."""
        others = boards @ self.others
        others = (others.sum(1, keepdim=True) - others) / (boards.shape[1] - 1)
        first = boards @ self.own + others + self.start[contexts][:, None]
        hidden, straight = functional.relu(first[..., : nets.HIDDEN]), first[..., nets.HIDDEN :]
        second = functional.relu(self.drop(hidden) @ self.second + self.second_start)
        out = self.drop(second) @ self.last.T + self.last_start + straight
        return scores + 10.0 * out[..., 0], scores * self.scale[contexts] + out[..., 1]

    def loss(self, batch: tuple[Tensor, ...]) -> tuple[Tensor, Tensor]:
        """How wrong the win chances are (cross entropy), and the points (tens of points, smooth)."""
        boards, contexts, scores, finals, won = batch
        points, logits = self(boards.float(), contexts, scores)
        chances = -(won * functional.log_softmax(logits, 1)).sum(1).mean()
        return chances, functional.smooth_l1_loss(points / 10.0, finals / 10.0)

    def net(self) -> nets.Net:
        """The weights as the search takes them."""
        found = {name: value.detach().cpu().numpy().astype(np.float32) for name, value in self.named_parameters()}
        return tuple(np.ascontiguousarray(found[name]) for name in nets.NAMES)

    def take(self, net: nets.Net) -> None:
        """Go on from the weights of a net."""
        with torch.no_grad():
            for name, array in zip(nets.NAMES, net, strict=True):
                getattr(self, name).copy_(torch.from_numpy(array))


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


def tempered(learner: Learner, columns: tuple[Tensor, ...], last: NDArray[np.bool_], share: float) -> tuple[Tensor, ...]:
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
    learner: Learner, samples: list[Samples], epochs: float, rate: float, device: str, result_share: float = 1.0
) -> dict[str, float]:
    """Fit the net to samples of several variants; the losses on positions that were held back, by what came of them.

    `result_share` is the lambda of the targets: 1 is the result of the game alone.
    """
    learner.to(device)
    results = [on_device(part, device) for part in samples]
    data = [tempered(learner, columns, part.last, result_share) for columns, part in zip(results, samples, strict=True)]
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


def report(learner: Learner, data: list[tuple[Tensor, ...]], kept: list[int]) -> dict[str, Any]:
    """The losses on what was held back, part by part."""
    learner.eval()
    found = []
    with torch.no_grad():
        for columns, number in zip(data, kept, strict=True):
            chances, points = learner.loss(tuple(column[:number] for column in columns))
            found.append((round(float(chances), 4), round(float(points), 4)))
    return {"chances, points": found}
