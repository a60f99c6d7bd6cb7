"""The learner of the policy net: fits it to how a deep search shared its visits, on a GPU where there is one."""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from tessela.bots.games import known
from tessela.bots.nets import policy
from tessela.bots.nets.policy import PolicyNet
from tessela.train.learner import Learner
from tessela.train.positions import Positions, describe_all

BATCH = 256  # positions
HELD_BACK = 0.04
DECAY = 0.01


def described(game: str, positions: Positions) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The decisions, and the positions, as the net sees them."""
    shapes = policy.shapes(game)
    out = np.zeros((len(positions.actions), shapes["move"][0]), np.float32)
    positions_out = np.zeros((len(positions), shapes["position"][0]), np.float32)
    worth = np.zeros(known(game).knowledge.WORTH, np.float32)
    notes = np.zeros(1, policy.SCRATCH)
    describe_all(positions.states, positions.sizes, positions.actions, worth, notes, out, positions_out)
    return out, positions_out


class PolicyLearner(Learner[PolicyNet]):
    """The policy net as PyTorch sees it, with the same arithmetic as `policy.logit`."""

    def __init__(self, game: str):
        scale = {"start": 0.0, "last": 0.3}
        super().__init__(
            PolicyNet, {part: scale.get(part, 0.1) * torch.randn(shape) for part, shape in policy.shapes(game).items()}
        )

    def forward(self, decisions: Tensor, positions: Tensor, owner: Tensor) -> Tensor:
        """The logits of decisions; `owner` is the position of each."""
        of_position = positions @ self.position + self.start
        return functional.relu(decisions @ self.move + of_position[owner]) @ self.last


def surprise(logits: Tensor, owner: Tensor, shares: Tensor, number: int) -> Tensor:
    """How little the net expects the shares of the search, in nats: the mean cross entropy over `number` positions."""
    top = torch.full((number,), -torch.inf, device=logits.device).scatter_reduce(0, owner, logits, "amax")
    calm = logits - top[owner]
    total = torch.zeros(number, device=logits.device).index_add_(0, owner, calm.exp())
    return -(shares * (calm - total.log()[owner])).sum() / number


def learn(learner: PolicyLearner, game: str, positions: Positions, epochs: float, rate: float, device: str) -> float:
    """Fit the net to positions; the surprise at those held back, the first ones."""
    learner.to(device)
    decisions, places = (torch.from_numpy(part).to(device) for part in described(game, positions))
    shares, sizes = torch.from_numpy(positions.shares).to(device), torch.from_numpy(positions.sizes).to(device)
    firsts = torch.cumsum(sizes, 0) - sizes
    kept = max(1, int(HELD_BACK * len(positions)))

    def of(chosen: Tensor) -> Tensor:
        width = sizes[chosen]
        owner = torch.repeat_interleave(torch.arange(len(chosen), device=device), width)
        within = torch.arange(len(owner), device=device) - torch.repeat_interleave(torch.cumsum(width, 0) - width, width)
        edges = firsts[chosen][owner] + within
        return surprise(learner(decisions[edges], places[chosen], owner), owner, shares[edges], len(chosen))

    steps = max(1, int(epochs * (len(positions) - kept) / BATCH))
    optimiser = torch.optim.AdamW(learner.parameters(), lr=rate, weight_decay=DECAY)
    plan = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps, eta_min=rate / 50)
    for _ in range(steps):
        optimiser.zero_grad(set_to_none=True)
        of(torch.randint(kept, len(positions), (BATCH,), device=device)).backward()
        optimiser.step()
        plan.step()
    with torch.no_grad():
        return float(of(torch.arange(kept, device=device)))
