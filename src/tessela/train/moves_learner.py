"""The learner of the net of moves: fits it to how a deep search shared its visits, on a GPU where there is one."""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from tessela.bots.nets import moves
from tessela.bots.nets.net import scratch_room
from tessela.bots.search.searcher import knowledge_of
from tessela.train.positions import Positions, describe_all

BATCH = 256  # positions
HELD_BACK = 0.04
DECAY = 0.01


def described(name: str, positions: Positions) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The decisions, and the positions, as the net sees them."""
    shapes = moves.shapes(name)
    out = np.zeros((len(positions.actions), shapes["move"][0]), np.float32)
    positions_out = np.zeros((len(positions), shapes["position"][0]), np.float32)
    worth = np.zeros(knowledge_of(name).WORTH, np.float32)
    describe_all(positions.states, positions.sizes, positions.actions, worth, scratch_room()[0], out, positions_out)
    return out, positions_out


class MovesLearner(nn.Module):
    """The net of moves as PyTorch sees it, with the same arithmetic as `moves.promise`."""

    def __init__(self, name: str):
        super().__init__()
        for part, shape in moves.shapes(name).items():
            scale = {"start": 0.0, "last": 0.3}.get(part, 0.1)
            self.register_parameter(part, nn.Parameter(scale * torch.randn(shape)))

    def forward(self, decisions: Tensor, positions: Tensor, owner: Tensor) -> Tensor:
        """How promising decisions are; `owner` is the position of each."""
        of_position = positions @ self.position + self.start
        return functional.relu(decisions @ self.move + of_position[owner]) @ self.last

    def net(self) -> moves.MovesNet:
        """The weights as the search takes them."""
        found = {name: value.detach().cpu().numpy().astype(np.float32) for name, value in self.named_parameters()}
        return tuple(np.ascontiguousarray(found[name]) for name in moves.NAMES)

    def take(self, net: moves.MovesNet) -> None:
        """Go on from the weights of a net."""
        with torch.no_grad():
            for name, array in zip(moves.NAMES, net, strict=True):
                getattr(self, name).copy_(torch.from_numpy(array))


def surprise(promises: Tensor, owner: Tensor, shares: Tensor, number: int) -> Tensor:
    """How little the net expects the shares of the search, in nats: the mean cross entropy over so many positions."""
    top = torch.full((number,), -torch.inf, device=promises.device).scatter_reduce(0, owner, promises, "amax")
    calm = promises - top[owner]
    total = torch.zeros(number, device=promises.device).index_add_(0, owner, calm.exp())
    return -(shares * (calm - total.log()[owner])).sum() / number


def learn(learner: MovesLearner, name: str, positions: Positions, epochs: float, rate: float, device: str) -> float:
    """Fit the net to positions; the surprise at those held back, the first ones."""
    learner.to(device)
    decisions, places = (torch.from_numpy(part).to(device) for part in described(name, positions))
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
