"""An agent that learns two-player Azul from its own searches: AlphaZero in one file, with the search of Gumbel AlphaZero.

    python examples/alphazero.py --device cuda --seconds 240                                    # a graphics card
    python examples/alphazero.py --device cpu --games 128 --simulations 16 --width 128          # the same, slowly

Needs `pip install "tessela[train]"`, and for a card "tessela[train,cuda]". Prints how often the agent wins against `greedy`.

All games are searched at once: a simulation walks down the trees of all of them, carries out one decision in each by a batch,
and asks the net about all new positions together. How good a position is counts in points ahead at the end, for a win alone
says too little to somebody who plays at random. With few simulations, counting visits would teach nothing where there are more
decisions than simulations; what a search teaches here is its own policy, raised where the search found more points than expected
(Danihelka et al., Policy improvement by planning with Gumbel, 2022).
"""

import argparse
import csv
import math
import time
from collections import deque
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from tessela.bots.registry import make_bot
from tessela.envs import Batch

LEVELS = 8  # of a number of an observation that are told apart; a ninth input is the number itself
POINTS = 40.0  # a lead of so many points is a value of 1
ROUNDS = 15  # after which a game is cut off; who plays at random may go on for long
CONSIDERED = 16  # decisions that a search looks at, at first
SHARPNESS, CALM = 0.3, 50  # how much a better value changes a policy: SHARPNESS * (CALM + visits)
CHANCE = 8  # bytes of a state that decide what is dealt
STEPS, KEPT = 16, 4  # between two lessons; how many of such stretches a lesson draws from
PASSES, PARTS, LARGEST = 2, 4, 4096  # of a lesson over what is new, in at least so many parts of at most so many positions
TRACE = 0.9  # how much a value learns from how the game went on, rather than from the next search
RATE, DECAY = 1e-3, 1e-4


class Net(nn.Module):
    """What a seat sees to how good each decision is, and by how much that seat will be ahead in the end."""

    def __init__(self, batch: Batch, width: int):
        super().__init__()
        numbers, decisions = batch.observations.shape[1], batch.masks.shape[1]
        self.body = nn.Sequential(
            nn.Linear(numbers * (LEVELS + 1), width), nn.ReLU(), nn.LayerNorm(width),
            nn.Linear(width, width), nn.ReLU(), nn.LayerNorm(width),
            nn.Linear(width, width), nn.ReLU(), nn.LayerNorm(width),
        )  # fmt: skip
        self.policy, self.gain = nn.Linear(width, decisions), nn.Linear(width, 1)
        for last in (self.policy, self.gain):
            nn.init.normal_(last.weight, std=0.01)
        self.register_buffer("levels", torch.arange(LEVELS, dtype=torch.uint8))
        self._scores = [place_of(batch, "board_0.score"), place_of(batch, "board_1.score")]

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of all decisions, those not legal having none, and the value: the lead of now and what will be gained."""
        kind = torch.bfloat16 if observations.is_cuda else torch.float32
        apart = observations.clamp(max=LEVELS - 1)[..., None] == self.levels
        inputs = torch.cat([apart.flatten(-2).to(kind), observations.to(kind) / 16], -1)
        with torch.autocast(observations.device.type, torch.bfloat16, enabled=observations.is_cuda):
            found = self.body(inputs)
            logits, gain = self.policy(found), self.gain(found)
        mine, yours = (observations[:, place].float() for place in self._scores)
        return logits.float().masked_fill(~masks, -1e9), (mine - yours) / POINTS + gain.float().squeeze(-1)


def place_of(batch: Batch, field: str) -> int:
    """Where a number stands in an observation."""
    names = [name for name, _ in batch.fields]
    return sum(size for _, size in batch.fields[: names.index(field)])


class Table:
    """The arrays of a batch as tensors, without a copy."""

    def __init__(self, batch: Batch):
        self.batch = batch
        for name in ("states", "observations", "masks", "rewards", "to_move", "terminated", "truncated"):
            setattr(self, name, torch.from_dlpack(getattr(batch, name)))
        self._round = place_of(batch, "round")

    def round(self) -> Tensor:
        """Which round is played."""
        return self.observations[:, self._round].clone()

    def signs(self) -> Tensor:
        """1 where the first seat is to move, -1 where the second is."""
        return 1.0 - 2.0 * self.to_move.float()


def visits_to_consider(considered: int, simulations: int) -> list[int]:
    """For each simulation, how often the decision it tries was tried before: the better half of them goes on, again and again."""
    if considered <= 1:
        return list(range(simulations))
    found: list[int] = []
    halvings, left, visits = math.ceil(math.log2(considered)), considered, [0] * considered
    while len(found) < simulations:
        for _ in range(max(1, simulations // (halvings * left))):
            found += visits[:left]
            visits[:left] = [number + 1 for number in visits[:left]]
        left = max(2, left // 2)
    return found[:simulations]


class Search:
    """A tree for each of many games, in tensors: the first axis is the game, the second a node, the third a decision.

    A node is a position with a decision to make in the same round. What lies behind the deal of the next round has no node: it is
    dealt anew at every visit, so that no search knows what will come. Values are kept for the first seat.
    """

    def __init__(self, net: Net, games: int, simulations: int, device: str, threads: int = 1):
        self.net, self.simulations, self.device = net, simulations, device
        self.imagined = Table(Batch("azul", games=games, device=device, threads=threads, rewards="margin", rounds=ROUNDS))
        nodes, decisions, states = simulations + 1, self.imagined.masks.shape[1], self.imagined.states.shape[1]
        self.all = torch.arange(games, device=device)
        self.states = torch.zeros((games, nodes, states), dtype=torch.uint8, device=device)
        self.masks = torch.zeros((games, nodes, decisions), dtype=torch.bool, device=device)
        self.rounds = torch.zeros((games, nodes), dtype=torch.uint8, device=device)
        self.signs, self.values = (torch.zeros((games, nodes), device=device) for _ in range(2))
        self.logits, self.visits, self.sums = (torch.zeros((games, nodes, decisions), device=device) for _ in range(3))
        self.children = torch.zeros((games, nodes, decisions), dtype=torch.int16, device=device)
        plan = [visits_to_consider(number, simulations) for number in range(CONSIDERED + 1)]
        self.plan = torch.tensor(plan, device=device)

    @torch.no_grad()
    def run(self, table: Table, noise: float) -> tuple[Tensor, Tensor, Tensor]:
        """Search from the positions of a table: decisions, what they teach the policy, and what positions are worth to seat 0."""
        for memory in (self.visits, self.sums, self.children):
            memory.zero_()
        logits, values = self.net(table.observations, table.masks)
        self._keep(0, table, logits, values * table.signs())
        dice = noise * -torch.empty_like(logits).exponential_().log_()
        plan = self.plan[table.masks.sum(-1).clamp(max=CONSIDERED)]
        for number in range(self.simulations):
            hopes = self._hopes(self.all, 0)[0] + dice
            due = self.visits[:, 0] == plan[:, number, None]
            self._simulate(number + 1, torch.where(due & table.masks, hopes, -torch.inf).argmax(-1))
        hopes, worth = self._hopes(self.all, 0)
        tried = self.visits[:, 0]
        decisions = torch.where(tried == tried.amax(-1, keepdim=True), hopes + dice, -torch.inf).argmax(-1)
        policy = hopes.softmax(-1)
        return decisions, policy, (policy * worth).sum(-1) * self.signs[:, 0]

    def _keep(self, node: int, table: Table, logits: Tensor, values: Tensor) -> None:
        """Write down the positions of a table as nodes."""
        self.states[:, node], self.masks[:, node] = table.states, table.masks
        self.rounds[:, node], self.signs[:, node] = table.round(), table.signs()
        self.logits[:, node], self.values[:, node] = logits, values

    def _hopes(self, games: Tensor, node: Tensor | int) -> tuple[Tensor, Tensor]:
        """The logits of nodes, raised by what the search found, and what each decision is worth to the one who makes it.

        What was not tried is worth the mean of what the net said and of what was tried.
        """
        logits, visits, signs = self.logits[games, node], self.visits[games, node], self.signs[games, node][:, None]
        found = signs * self.sums[games, node] / visits.clamp(min=1)
        chances, tried = logits.softmax(-1), visits.sum(-1, keepdim=True)
        mean = (chances * found).sum(-1, keepdim=True) / (chances * (visits > 0)).sum(-1, keepdim=True).clamp(min=1e-9)
        untried = (signs * self.values[games, node][:, None] + tried * mean) / (1 + tried)
        worth = torch.where(visits > 0, found, untried)
        return logits + SHARPNESS * (CALM + visits.amax(-1, keepdim=True)) * worth, worth

    def _simulate(self, new: int, decisions: Tensor) -> None:
        """One walk down each tree: by these decisions at its root, to a position that is not there yet, and back."""
        nodes, path = torch.zeros_like(decisions), [(self.all, 0, decisions.clone())]
        on, child = self.all, self.children[self.all, 0, decisions]
        while len(on := on[child > 0]):
            at = child[child > 0].long()
            visits = self.visits[on, at]
            chosen = (self._hopes(on, at)[0].softmax(-1) - visits / (1 + visits.sum(-1, keepdim=True))).argmax(-1)
            nodes[on], decisions[on] = at, chosen
            path.append((on, at, chosen))
            child = self.children[on, at, chosen]
        values = self._imagine(new, nodes, decisions)
        for games, at, chosen in path:
            self.visits[games, at, chosen] += 1
            self.sums[games, at, chosen] += values[games]

    def _imagine(self, new: int, nodes: Tensor, decisions: Tensor) -> Tensor:
        """Carry out a decision at a node of each tree; what came of it is worth so much to the first seat."""
        table = self.imagined
        table.states.copy_(self.states[self.all, nodes])
        table.states[:, :CHANCE] = torch.randint(0, 256, (len(nodes), CHANCE), dtype=torch.uint8, device=self.device)
        table.masks.copy_(self.masks[self.all, nodes])
        table.batch.step(decisions)
        over = table.terminated | table.truncated
        logits, values = self.net(table.observations, table.masks)
        values = torch.where(over, table.rewards[:, 0] / POINTS, values * table.signs())
        self._keep(new, table, logits, values)
        same_round = ~over & (table.round() == self.rounds[self.all, nodes])
        self.children[self.all, nodes, decisions] = torch.where(same_round, new, 0).short()
        return values


def play(table: Table, search: Search, noise: float = 1.0) -> dict[str, Tensor]:
    """Some steps of all games, decided by searches; each position with what it teaches."""
    steps: list[dict[str, Tensor]] = []
    for _ in range(STEPS):
        step = {"observations": table.observations.clone(), "masks": table.masks.clone(), "signs": table.signs()}
        decisions, step["policies"], step["values"] = search.run(table, noise)
        table.batch.step(decisions)
        step["over"] = table.terminated | table.truncated
        step["ends"] = torch.where(table.terminated, table.rewards[:, 0] / POINTS, step["values"])
        steps.append(step)
    with torch.no_grad():
        following = coming = search.net(table.observations, table.masks)[1] * table.signs()
    for step in reversed(steps):
        coming = torch.where(step["over"], step["ends"], TRACE * coming + (1 - TRACE) * following)
        step["targets"], following = step["signs"] * coming, step["values"]
    return {name: torch.cat([step[name] for step in steps]) for name in ("observations", "masks", "policies", "targets")}


def learn(net: Net, optimiser: torch.optim.Optimizer, stretches: deque[dict[str, Tensor]], left: float) -> tuple[float, float]:
    """A lesson from the last stretches of play, in steps that get smaller with the time that is left; how far the net is off."""
    for group in optimiser.param_groups:
        group["lr"] = RATE * max(0.05, left)
    new = len(stretches[-1]["targets"])
    size, losses = min(LARGEST, new // PARTS), torch.zeros(2)
    updates = PASSES * new // size
    for _ in range(updates):
        seen = stretches[int(torch.randint(len(stretches), ()))]
        part = torch.randint(new, (size,), device=seen["targets"].device)
        logits, values = net(seen["observations"][part], seen["masks"][part])
        policy_loss = functional.cross_entropy(logits, seen["policies"][part])
        value_loss = functional.smooth_l1_loss(values, seen["targets"][part], beta=0.5)
        optimiser.zero_grad(set_to_none=True)
        (policy_loss + 4 * value_loss).backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        losses += torch.stack([policy_loss, value_loss]).detach().cpu() / updates
    return float(losses[0]), float(losses[1])


def match(search: Search, seed: int, opponent: str = "greedy") -> tuple[float, float]:
    """Searches against a bot, each playing first in half of the games: the share they win, and how many points they are ahead."""
    games = len(search.all)
    table = Table(Batch("azul", games=games, seed=seed, device=search.device, rewards="margin"))
    bot, mine, ahead = make_bot(opponent, seed=seed), np.arange(games) % 2, np.full(games, np.nan)
    while np.isnan(ahead).any():
        decisions = search.run(table, noise=0.0)[0].cpu().numpy()
        for place in np.flatnonzero((table.to_move.cpu().numpy() != mine) & np.isnan(ahead)):
            game = table.batch.game(place)
            decisions[place] = game.action_of(bot.choose(game.view(game.turn)).move)
        table.batch.step(decisions)
        ended = (table.terminated | table.truncated).cpu().numpy() & np.isnan(ahead)
        ahead[ended] = table.rewards.cpu().numpy()[ended, mine[ended]]
    return float((0.5 + 0.5 * np.sign(ahead)).mean()), float(ahead.mean())


def main(arguments: list[str] | None = None) -> list[tuple[float, int, float, float]]:
    """Learn for a while; after how many seconds and positions which share of games was won, and by how many points."""
    parser = argparse.ArgumentParser(description="Learn two-player Azul from one's own searches.")
    parser.add_argument("--device", default="cpu", choices=["cpu", "cuda"])
    parser.add_argument("--games", type=int, default=8192, help="played at once")
    parser.add_argument("--simulations", type=int, default=32, help="of a search")
    parser.add_argument("--width", type=int, default=512, help="of the net")
    parser.add_argument("--seconds", type=float, default=240, help="of playing and learning; matches do not count")
    parser.add_argument("--matches", type=int, default=6, help="against greedy on the way")
    parser.add_argument("--match-games", type=int, default=200)
    parser.add_argument("--threads", type=int, default=1, help="of the batch, on the processor")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a folder for the net and the curve")
    given = parser.parse_args(arguments)
    torch.manual_seed(given.seed)
    device, threads = given.device, given.threads
    batch = Batch("azul", games=given.games, seed=given.seed, device=device, threads=threads, rewards="margin", rounds=ROUNDS)
    table, net = Table(batch), Net(batch, given.width).to(device)
    search, playing = (Search(net, games, given.simulations, device, threads) for games in (given.games, given.match_games))
    optimiser, stretches = torch.optim.AdamW(net.parameters(), RATE, weight_decay=DECAY), deque(maxlen=KEPT)
    curve, positions, spent = [(0.0, 0, *match(playing, 1))], 0, 0.0
    print("before: wins {2:.0%} against greedy, {3:+.1f} points".format(*curve[0]), flush=True)
    while spent < given.seconds:
        began = time.perf_counter()
        stretches.append(play(table, search))
        losses = learn(net, optimiser, stretches, 1 - spent / given.seconds)
        spent, positions = spent + time.perf_counter() - began, positions + STEPS * given.games
        if spent >= given.seconds * len(curve) / given.matches or spent >= given.seconds:
            batch.check()
            curve.append((spent, positions, *match(playing, 1 + len(curve))))
            told = "{:.0f} s, {:,} positions: wins {:.0%} against greedy, {:+.1f} points".format(*curve[-1])
            print(f"{told} (policy off by {losses[0]:.2f}, value by {losses[1]:.4f})", flush=True)
    if given.out:
        given.out.mkdir(parents=True, exist_ok=True)
        torch.save(net.state_dict(), given.out / "alphazero.pt")
        with (given.out / "alphazero.csv").open("w", newline="") as file:
            csv.writer(file).writerows([("seconds", "positions", "wins", "points"), *curve])
    return curve


if __name__ == "__main__":
    main()
