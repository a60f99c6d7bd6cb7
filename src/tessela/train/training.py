"""Training in stages: games played by looks (boards only), then games of the search with the nets so far.

Each stage has more simulations. The games of the search are kept from stage to stage.
"""

import argparse
import time
from collections.abc import Callable
from multiprocessing import get_context
from typing import Any

import torch

from tessela.bots.nets import moves
from tessela.bots.nets import net as nets
from tessela.train import moves_learner, positions, selfplay
from tessela.train.learner import Learner, learn

AZUL: list[dict[str, Any]] = [
    {"players": players, "wall": wall, "jokers": jokers}
    for players in (2, 3, 4)
    for wall in ("coloured", "grey")
    for jokers in (False, True)
]
VARIANTS = {"azul": AZUL, "duel": [{"tablets": "random"}]}
MAIN_SHARE = 0.7  # of the time of a stage, for the first variant
STAGES = {"boards": ["0:30:4", "16:60:6", "32:600:8"], "moves": ["3000:120:8", "3000:300:8"]}
RATES = {"boards": 2e-3, "moves": 5e-3}


class Training:
    """Gathers in processes what a learner learns from."""

    def __init__(self, wish: argparse.Namespace):
        self.wish, self.name = wish, wish.game
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.rate = wish.rate or RATES[wish.what]
        torch.manual_seed(wish.seed)

    def stages(self) -> list[tuple[int, int, int, int]]:
        """Simulations, seconds, epochs and a seed of each stage."""
        found = []
        for number, stage in enumerate(self.wish.stages or STAGES[self.wish.what]):
            simulations, seconds, epochs = (int(part) for part in stage.split(":"))
            found.append((simulations, seconds, epochs, (self.wish.seed << 8 | number) << 40))
        return found

    def gather(self, play: Callable[[Any], Any], simulations: int, net: Any, seconds: float, seed: int) -> list[list[Any]]:
        """What every process has to tell of every variant."""
        variants = VARIANTS[self.name]
        found = []
        print(f"{simulations} simulations a move, {seconds} s", flush=True)
        for number, options in enumerate(variants):
            share = 1.0 if len(variants) == 1 else MAIN_SHARE if number == 0 else (1 - MAIN_SHARE) / (len(variants) - 1)
            jobs = [
                (self.name, options, simulations, net, seconds * share, seed + (number << 36) + (i << 30))
                for i in range(self.wish.processes)
            ]
            found.append(self.pool.map(play, jobs, chunksize=1))
            print(f"  {options}: {sum(len(part) for part in found[-1])} positions", flush=True)
        return found

    def run(self) -> None:
        """Train in stages, and write the net after each."""
        with get_context("spawn").Pool(self.wish.processes) as self.pool:
            {"boards": self.boards, "moves": self.moves}[self.wish.what]()

    def boards(self) -> None:
        """Train the net of boards."""
        learner = Learner(self.name)
        if self.wish.start:
            learner.take(nets.load(self.wish.start, self.name))
        searched: list[list[selfplay.Samples]] = [[] for _ in VARIANTS[self.name]]
        selfplay.play((self.name, VARIANTS[self.name][0], 1, learner.net(), 0.0, 0))  # compiles, for all processes
        for simulations, seconds, epochs, seed in self.stages():
            parts = self.gather(selfplay.play, simulations, learner.net(), seconds, seed)
            samples = [selfplay.joined(part) for part in parts]
            if simulations:
                for kept, part in zip(searched, samples, strict=True):
                    kept.append(part)
                samples = [selfplay.joined(kept) for kept in searched]
            began = time.perf_counter()
            if self.wish.afresh:  # results alone come first: targets lean on the net, which knows nothing yet
                learner = Learner(self.name)
                learn(learner, samples, epochs, 2 * self.rate, self.device)
            share = self.wish.result_share if simulations else 1.0
            losses = learn(learner, samples, epochs, self.rate, self.device, share)
            print(f"  learnt in {time.perf_counter() - began:.0f} s: {losses}", flush=True)
            nets.save(self.wish.out, learner.net())

    def moves(self) -> None:
        """Train the net of moves."""
        learner = moves_learner.MovesLearner(self.name)
        if self.wish.start:
            learner.take(moves.load(self.wish.start, self.name))
        searched: list[positions.Positions] = []
        boards, by_looks = nets.net_of(self.name), self.wish.by_looks
        positions.gather((self.name, VARIANTS[self.name][0], 1, ((boards, learner.net()), by_looks), 0.0, 0))  # compiles
        for simulations, seconds, epochs, seed in self.stages():
            parts = self.gather(positions.gather, simulations, ((boards, learner.net()), by_looks), seconds, seed)
            searched += [part for of_variant in parts for part in of_variant]
            began = time.perf_counter()
            loss = moves_learner.learn(learner, self.name, positions.joined(searched), epochs, self.rate, self.device)
            print(f"  learnt in {time.perf_counter() - began:.0f} s: {loss:.4f} nats", flush=True)
            moves.save(self.wish.out, learner.net())
