"""An agent that learns two-player Azul by playing against itself: PPO in one file.

    python examples/ppo.py --device cuda --seconds 120     # a graphics card: beats the bot `greedy` after a minute or two
    python examples/ppo.py --device cpu --games 256        # the same, slowly

Needs `pip install "tessela[train]"`, and for a card "tessela[train,cuda]". Prints how often the agent wins against `greedy`.
"""

import argparse
import csv
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from tessela.bots.registry import make_bot
from tessela.envs import Batch

LEVELS = 8  # of a number of an observation that are told apart; a ninth input is the number itself
STEPS = 32  # between two lessons
EPOCHS, PARTS = 2, 8  # of a lesson
DISCOUNT, TRACE, CLIP = 1.0, 0.95, 0.2
RATE, ENTROPY = 6e-4, 0.01
POINTS = 40.0  # a lead of so many points is worth a reward of 1


class Net(nn.Module):
    """What a seat sees to how good each decision is, and how well the game goes for that seat."""

    def __init__(self, numbers: int, decisions: int, width: int = 512):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(numbers * (LEVELS + 1), width), nn.ReLU(), nn.LayerNorm(width),
            nn.Linear(width, width), nn.ReLU(), nn.LayerNorm(width),
            nn.Linear(width, width), nn.ReLU(), nn.LayerNorm(width),
        )  # fmt: skip
        self.policy, self.value = nn.Linear(width, decisions), nn.Linear(width, 1)
        nn.init.normal_(self.policy.weight, std=0.01)
        self.register_buffer("levels", torch.arange(LEVELS, dtype=torch.uint8))

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Logarithms of the chances of all decisions, those not legal having none, and the value."""
        kind = torch.bfloat16 if observations.is_cuda else torch.float32
        apart = observations.clamp(max=LEVELS - 1)[..., None] == self.levels
        inputs = torch.cat([apart.flatten(-2).to(kind), observations.to(kind) / 16], -1)
        with torch.autocast(observations.device.type, torch.bfloat16, enabled=observations.is_cuda):
            found = self.body(inputs)
            logits, value = self.policy(found), self.value(found)
        return functional.log_softmax(logits.float().masked_fill(~masks, -1e9), -1), value.float().squeeze(-1)


class Arrays:
    """The arrays of a batch as tensors, without a copy."""

    def __init__(self, batch: Batch):
        for name in ("observations", "masks", "rewards", "to_move", "terminated", "truncated"):
            setattr(self, name, torch.from_dlpack(getattr(batch, name)))
        places = dict(zip([name for name, _ in batch.fields], np.cumsum([0, *(size for _, size in batch.fields)]), strict=False))
        self._scores = [int(places["board_0.score"]), int(places["board_1.score"])]

    def lead(self) -> Tensor:
        """By how many points the seat to move is ahead."""
        mine, yours = (self.observations[:, place].float() for place in self._scores)
        return mine - yours


def roll_out(batch: Batch, arrays: Arrays, net: Net) -> dict[str, Tensor]:
    """Some steps of all games, played by the net; each with its advantage over what the net had expected."""
    steps: list[dict[str, Tensor]] = []
    for _ in range(STEPS):
        step = {"observations": arrays.observations.clone(), "masks": arrays.masks.clone()}
        with torch.no_grad():
            chances, step["values"] = net(step["observations"], step["masks"])
        step["actions"] = torch.argmax(chances - torch.empty_like(chances).exponential_().log_(), -1)  # a draw by these chances
        step["chances"] = chances.gather(1, step["actions"][:, None])[:, 0]
        step["lead"], step["mover"] = arrays.lead(), arrays.to_move.clone()
        batch.step(step["actions"])
        step["over"] = arrays.terminated | arrays.truncated
        same = torch.where(arrays.to_move == step["mover"], 1.0, -1.0)  # whether the next decision is the same player's
        final = arrays.rewards.gather(1, step["mover"][:, None].long())[:, 0]  # by how much the game was won
        lead = torch.where(arrays.terminated, final, same * arrays.lead())
        step["rewards"] = torch.where(arrays.truncated, 0.0, lead - step["lead"]) / POINTS
        step["keep"] = torch.where(step["over"], 0.0, same)
        steps.append(step)
    with torch.no_grad():
        _, following = net(arrays.observations, arrays.masks)
    advantage = torch.zeros_like(following)
    for step in reversed(steps):
        surprise = step["rewards"] + DISCOUNT * step["keep"] * following - step["values"]
        advantage = surprise + DISCOUNT * TRACE * step["keep"] * advantage
        step["advantages"], following = advantage, step["values"]
    wanted = ("observations", "masks", "actions", "chances", "values", "advantages")
    return {name: torch.cat([step[name] for step in steps]) for name in wanted}


def learn(net: Net, optimiser: torch.optim.Optimizer, seen: dict[str, Tensor], left: float) -> None:
    """A lesson: what was better than expected is made likelier, in steps that get smaller with the time that is left."""
    for group in optimiser.param_groups:
        group["lr"] = RATE * max(0.05, left)
    advantages = seen["advantages"]
    targets, advantages = advantages + seen["values"], (advantages - advantages.mean()) / (advantages.std() + 1e-6)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(advantages), device=advantages.device).chunk(PARTS):
            chances, values = net(seen["observations"][part], seen["masks"][part])
            ratio = (chances.gather(1, seen["actions"][part, None])[:, 0] - seen["chances"][part]).exp()
            gain = torch.minimum(ratio * advantages[part], ratio.clamp(1 - CLIP, 1 + CLIP) * advantages[part]).mean()
            entropy = -(chances.exp() * chances).sum(-1).mean()
            loss = functional.mse_loss(values, targets[part]) - gain - ENTROPY * max(0.1, left) * entropy
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()


def win_rate(net: Net, games: int, seed: int, opponent: str = "greedy") -> float:
    """The share of games that the net wins against a bot, each playing first in half of them; a shared win is half a win."""
    batch, bot, device = Batch("azul", games=games, seed=seed), make_bot(opponent, seed=seed), next(net.parameters()).device
    mine, won = np.arange(games) % 2, np.full(games, np.nan)
    while np.isnan(won).any():
        with torch.no_grad():
            chances, _ = net(torch.from_numpy(batch.observations).to(device), torch.from_numpy(batch.masks).to(device))
        actions = chances.argmax(-1).cpu().numpy()
        for place in np.flatnonzero((batch.to_move != mine) & np.isnan(won)):
            game = batch.game(place)
            actions[place] = game.action_of(bot.choose(game.view(game.turn)).move)
        batch.step(actions)
        ended = (batch.terminated | batch.truncated) & np.isnan(won)
        won[ended] = (1 + batch.rewards[ended, mine[ended]]) / 2
    return float(won.mean())


def main(arguments: list[str] | None = None) -> float:
    """Learn for a while; the share of games won at the end."""
    parser = argparse.ArgumentParser(description="Learn two-player Azul by playing against oneself.")
    parser.add_argument("--device", default="cpu", choices=["cpu", "cuda"])
    parser.add_argument("--games", type=int, default=16384, help="played at once")
    parser.add_argument("--seconds", type=float, default=120, help="of learning; matches do not count")
    parser.add_argument("--matches", type=int, default=8, help="against greedy on the way")
    parser.add_argument("--match-games", type=int, default=200)
    parser.add_argument("--threads", type=int, default=1, help="of the batch, on the processor")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a folder for the net and the curve")
    given = parser.parse_args(arguments)
    torch.manual_seed(given.seed)
    batch = Batch("azul", games=given.games, seed=given.seed, device=given.device, threads=given.threads, rewards="margin")
    net = Net(batch.observations.shape[1], batch.masks.shape[1]).to(given.device)
    optimiser = torch.optim.Adam(net.parameters(), RATE)
    arrays, curve, steps, spent = Arrays(batch), [(0.0, 0, win_rate(net, given.match_games, 1))], 0, 0.0
    print(f"before: wins {curve[0][2]:.0%}", flush=True)
    while spent < given.seconds:
        began = time.perf_counter()
        learn(net, optimiser, roll_out(batch, arrays, net), 1 - spent / given.seconds)
        if given.device == "cuda":
            torch.cuda.synchronize()
        spent, steps = spent + time.perf_counter() - began, steps + STEPS * given.games
        if spent >= given.seconds * len(curve) / given.matches or spent >= given.seconds:
            batch.check()
            curve.append((spent, steps, win_rate(net, given.match_games, 1 + len(curve))))
            print(f"{spent:.0f} s, {steps / 1e6:.1f} M steps: wins {curve[-1][2]:.0%} against greedy", flush=True)
    if given.out:
        given.out.mkdir(parents=True, exist_ok=True)
        torch.save(net.state_dict(), given.out / "ppo.pt")
        with (given.out / "ppo.csv").open("w", newline="") as file:
            csv.writer(file).writerows([("seconds", "steps", "wins"), *curve])
    return curve[-1][2]


if __name__ == "__main__":
    main()
