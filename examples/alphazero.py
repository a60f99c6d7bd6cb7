"""An agent that learns two-player Azul as AlphaZero does: a net guides a tree search, and learns from what the search found.

    python examples/alphazero.py --seconds 600              # on the processor
    python examples/alphazero.py --device cuda --games 512  # the net on a graphics card

Needs `pip install "tessela[train]"`. Many games are played at once, each with a small tree of its own, so that the net judges
many positions in one go. Prints how often the agent, without search, wins against the bot `random`.
"""

import argparse
import math
import time
from collections import deque

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from tessela.bots.registry import make_bot
from tessela.envs import Batch
from tessela.envs.kernels import observe_bytes_in
from tessela.game.registry import ruleset_of
from tessela.rules.azul.constants import DEAL, OVER
from tessela.rules.azul.ending import rank_key
from tessela.rules.azul.setup import set_up_in
from tessela.rules.kernels import MAX_MOVES, NOTHING_GIVEN, apply_in, deal_in, list_moves_of

NUMBERS, DECISIONS = 181, 180  # of two players, as in a batch
EXPLORATION, NOISE, NOISE_SHARE = 1.5, 0.3, 0.25
GREEDY_FROM = 20  # decisions of a game, from which on the most visited one is played
KEPT, LESSON, RATE = 200_000, 512, 1e-3


class Net(nn.Module):
    """From what a seat sees to good decisions, and to how the game will end for it."""

    def __init__(self, width: int = 256):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(NUMBERS * 9, width), nn.ReLU(), nn.LayerNorm(width), nn.Linear(width, width), nn.ReLU(), nn.LayerNorm(width)
        )
        self.policy, self.value = nn.Linear(width, DECISIONS), nn.Linear(width, 1)

    def forward(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits of decisions, and the value from -1 to 1."""
        apart = functional.one_hot(seen.long().clamp(max=7), 8).flatten(-2).float()
        found = self.body(torch.cat([apart, seen.float() / 16], -1))
        return self.policy(found), torch.tanh(self.value(found)).squeeze(-1)


class Node:
    """A position in a tree: its state in the array of the tree, and the edges, once it was judged."""

    __slots__ = ("actions", "children", "priors", "sums", "to_move", "visits", "where")

    def __init__(self, where: int, to_move: int):
        self.where, self.to_move, self.actions = where, to_move, None
        self.children: list[Node | None] = []

    def choose(self) -> int:
        """The edge that promises most: good so far, or likely and seldom tried."""
        total = math.sqrt(self.visits.sum() + 1)
        return int(np.argmax(self.sums / np.maximum(self.visits, 1) + EXPLORATION * self.priors * total / (1 + self.visits)))


class Tree:
    """A game, and the tree that is grown for its next decision."""

    def __init__(self, simulations: int, dice: np.random.Generator):
        self.dice, self.states = dice, ruleset_of("azul").empty(simulations + 2)
        self.moves, self.begun = np.zeros(MAX_MOVES, np.int16), np.zeros(NUMBERS, np.uint8)
        self.begin()

    def begin(self) -> None:
        """A new game."""
        self.states.rng[0] = self.dice.integers(2**63)
        set_up_in(self.states, 0, 2, 0, 0, -1)
        deal_in(self.states, 0, NOTHING_GIVEN)
        self.story: list[tuple[np.ndarray, np.ndarray, int]] = []
        self.clear()

    def clear(self) -> None:
        """Begin the tree anew."""
        self.root, self.used, self.path = Node(0, int(self.states.to_move[0])), 1, []

    def descend(self) -> Node | None:
        """Walk down to a position that was not judged yet; none where the game ended, which needs no judge."""
        node, self.path = self.root, []
        while node.actions is not None:
            edge = node.choose()
            self.path.append((node, edge))
            child = node.children[edge]
            if child is None:
                child = node.children[edge] = self.grow(node, int(node.actions[edge]))
            node = child
            if self.states.phase[node.where] == OVER:
                self.back_up(self.result(node.where, node.to_move), node.to_move)
                return None
        return node

    def grow(self, node: Node, action: int) -> Node:
        """The position after a decision; where a round ends, a deal that nobody knows is drawn."""
        at, self.used = self.used, self.used + 1
        self.states[at] = self.states[node.where]
        self.states.rng[at] = self.dice.integers(2**63)  # the tree must not see the chance of the real game
        apply_in(self.states, at, action)
        if self.states.phase[at] == DEAL:
            deal_in(self.states, at, NOTHING_GIVEN)
        return Node(at, int(self.states.to_move[at]))

    def result(self, at: int, seat: int) -> float:
        """How a game that is over ended for a seat."""
        mine, yours = rank_key(self.states[at], seat), rank_key(self.states[at], 1 - seat)
        return float(np.sign(int(mine) - int(yours)))

    def see(self, node: Node) -> np.ndarray:
        """What the seat to move sees."""
        seen = np.zeros(NUMBERS, np.uint8)
        observe_bytes_in(self.states[node.where : node.where + 1], node.to_move, seen)
        return seen

    def judge(self, node: Node, logits: np.ndarray, value: float) -> None:
        """Give a position its edges, and its value to all above it."""
        number = list_moves_of(self.states, node.where, self.moves)
        node.actions = self.moves[:number].copy()
        likely = np.exp(logits[node.actions] - logits[node.actions].max())
        node.priors = likely / likely.sum()
        if node is self.root:
            node.priors = (1 - NOISE_SHARE) * node.priors + NOISE_SHARE * self.dice.dirichlet([NOISE] * number)
        node.visits, node.sums, node.children = np.zeros(number), np.zeros(number), [None] * number
        self.back_up(value, node.to_move)

    def back_up(self, value: float, seat: int) -> None:
        """Add a value for a seat to all edges that were walked."""
        for node, edge in self.path:
            node.visits[edge] += 1
            node.sums[edge] += value if node.to_move == seat else -value

    def decide(self) -> list[tuple[np.ndarray, np.ndarray, float]]:
        """Carry out what the search found; the lessons of the game, if it is over."""
        root = self.root
        policy = np.zeros(DECISIONS, np.float32)
        policy[root.actions] = root.visits / root.visits.sum()
        self.story.append((self.see(root), policy, root.to_move))
        late = len(self.story) > GREEDY_FROM
        action = int(policy.argmax() if late else self.dice.choice(DECISIONS, p=policy / policy.sum()))
        apply_in(self.states, 0, action)
        if self.states.phase[0] == DEAL:
            deal_in(self.states, 0, NOTHING_GIVEN)
        self.clear()
        if self.states.phase[0] != OVER:
            return []
        lessons = [(seen, found, self.result(0, seat)) for seen, found, seat in self.story]
        self.begin()
        return lessons


def search(trees: list[Tree], net: Net, simulations: int, device: str) -> None:
    """Grow all trees, a position each at a time."""
    for _ in range(simulations):
        found = [(tree, node) for tree in trees if (node := tree.descend()) is not None]
        if found:
            with torch.no_grad():
                logits, values = net(torch.from_numpy(np.stack([tree.see(node) for tree, node in found])).to(device))
            for (tree, node), logit, value in zip(found, logits.cpu().numpy(), values.cpu().tolist(), strict=True):
                tree.judge(node, logit, value)


def learn(net: Net, optimiser: torch.optim.Optimizer, kept: deque, times: int, dice: np.random.Generator, device: str) -> float:
    """Some lessons from what is kept; the loss."""
    loss = torch.zeros(())
    for _ in range(times):
        chosen = [kept[i] for i in dice.integers(len(kept), size=LESSON)]
        seen, policy, result = (torch.from_numpy(np.array(part, kind)).to(device) for part, kind in
                                zip(zip(*chosen, strict=True), (np.uint8, np.float32, np.float32), strict=True))  # fmt: skip
        logits, values = net(seen)
        loss = functional.cross_entropy(logits, policy) + functional.mse_loss(values, result)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
    return loss.item()


def win_rate(net: Net, games: int, seed: int, device: str, opponent: str = "random") -> float:
    """The share of games that the net wins without search against a bot; a shared win is half a win."""
    batch, bot = Batch("azul", games=games, seed=seed), make_bot(opponent, seed=seed)
    mine, won = np.arange(games) % 2, np.full(games, np.nan)
    while np.isnan(won).any():
        with torch.no_grad():
            logits = net(torch.from_numpy(batch.observations).to(device))[0].cpu().numpy()
        actions = np.where(batch.masks, logits, -np.inf).argmax(1)
        for place in np.flatnonzero((batch.to_move != mine) & np.isnan(won)):
            game = batch.game(place)
            actions[place] = game.action_of(bot.choose(game.view(game.turn)).move)
        batch.step(actions)
        ended = (batch.terminated | batch.truncated) & np.isnan(won)
        won[ended] = (1 + batch.rewards[ended, mine[ended]]) / 2
    return float(won.mean())


def main(arguments: list[str] | None = None) -> float:
    """Play and learn for a while; the share of games won at the end."""
    parser = argparse.ArgumentParser(description="Learn two-player Azul as AlphaZero does.")
    parser.add_argument("--device", default="cpu", choices=["cpu", "cuda"])
    parser.add_argument("--games", type=int, default=64, help="played at once")
    parser.add_argument("--simulations", type=int, default=24, help="for a decision")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--match-games", type=int, default=100)
    parser.add_argument("--every", type=float, default=60, help="seconds between two matches")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    torch.manual_seed(given.seed)
    dice, kept = np.random.default_rng(given.seed), deque(maxlen=KEPT)
    net = Net().to(given.device)
    optimiser = torch.optim.Adam(net.parameters(), RATE, weight_decay=1e-5)
    trees = [Tree(given.simulations, dice) for _ in range(given.games)]
    began, matches, rate, loss = time.perf_counter(), 0, 0.0, math.nan
    while (spent := time.perf_counter() - began) < given.seconds or not matches:
        search(trees, net, given.simulations, given.device)
        lessons = [lesson for tree in trees for lesson in tree.decide()]
        kept.extend(lessons)
        if lessons:
            loss = learn(net, optimiser, kept, -(-8 * len(lessons) // LESSON), dice, given.device)
        if kept and (spent >= given.every * (matches + 1) or spent >= given.seconds):
            matches, rate = matches + 1, win_rate(net, given.match_games, matches, given.device, given.opponent)
            print(
                f"{spent:.0f} s, {len(kept)} positions kept, loss {loss:.2f}: wins {rate:.0%} against {given.opponent}",
                flush=True,
            )
    return rate


if __name__ == "__main__":
    main()
