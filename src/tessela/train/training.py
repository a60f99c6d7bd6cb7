"""Training in stages: games played by looks (value net only), then games of the search with the nets so far.

Each stage has more simulations. The games of the search are kept from stage to stage.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.pool import Pool
from typing import TypeVar

import torch

from tessela.bots.nets import files, policy, value
from tessela.bots.nets.nets import Nets
from tessela.train import policy_learner, positions, selfplay, value_learner
from tessela.train.policy_learner import PolicyLearner
from tessela.train.value_learner import ValueLearner
from tessela.train.variants import VARIANTS

Job = TypeVar("Job", selfplay.Playing, positions.Gathering)
Part = TypeVar("Part", selfplay.Samples, positions.Positions)

MAIN_SHARE = 0.7  # of the time of a stage, for the first variant
STAGES = {"value": ["0:30:4", "16:60:6", "32:600:8"], "policy": ["3000:120:8", "3000:300:8"]}
RATES = {"value": 2e-3, "policy": 5e-3}


class Training:
    """Gathers in processes what a learner learns from."""

    def __init__(self, wish: argparse.Namespace):
        self.wish, self.game = wish, wish.game
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

    def gather(self, pool: Pool, work: Callable[[Job], Part], job: Job, seconds: float, seed: int) -> list[list[Part]]:
        """What every process has to tell of every variant, if each does its share of a job."""
        variants = VARIANTS[self.game]
        found = []
        print(f"{job.simulations} simulations a move, {seconds} s", flush=True)
        for number, options in enumerate(variants):
            share = 1.0 if len(variants) == 1 else MAIN_SHARE if number == 0 else (1 - MAIN_SHARE) / (len(variants) - 1)
            jobs = [
                replace(job, options=options, seconds=seconds * share, seed=seed + (number << 36) + (i << 30))
                for i in range(self.wish.processes)
            ]
            found.append(pool.map(work, jobs, chunksize=1))
            print(f"  {options}: {sum(len(part) for part in found[-1])} positions", flush=True)
        return found

    def run(self) -> None:
        """Train in stages, and write the net after each."""
        with get_context("spawn").Pool(self.wish.processes) as pool:
            {"value": self.value, "policy": self.policy}[self.wish.what](pool)

    def value(self, pool: Pool) -> None:
        """Train the value net."""
        learner = ValueLearner(self.game)
        if self.wish.start:
            learner.take(value.load(self.wish.start, self.game))
        searched: list[list[selfplay.Samples]] = [[] for _ in VARIANTS[self.game]]
        priors = policy.policy_net_of(self.game)
        job = selfplay.Playing(self.game, VARIANTS[self.game][0], 1, Nets(learner.net(), priors), 0.0, 0)
        selfplay.play(job)  # compiles, for all processes
        for simulations, seconds, epochs, seed in self.stages():
            job = replace(job, simulations=simulations, nets=Nets(learner.net(), priors))
            samples = [selfplay.joined(part) for part in self.gather(pool, selfplay.play, job, seconds, seed)]
            if simulations:
                for kept, part in zip(searched, samples, strict=True):
                    kept.append(part)
                samples = [selfplay.joined(kept) for kept in searched]
            began = time.perf_counter()
            if self.wish.afresh:  # results alone come first: targets lean on the net, which knows nothing yet
                learner = ValueLearner(self.game)
                value_learner.learn(learner, samples, epochs, 2 * self.rate, self.device)
            share = self.wish.result_share if simulations else 1.0
            losses = value_learner.learn(learner, samples, epochs, self.rate, self.device, share)
            print(f"  learnt in {time.perf_counter() - began:.0f} s: {losses}", flush=True)
            files.save(self.wish.out, learner.net())

    def policy(self, pool: Pool) -> None:
        """Train the policy net."""
        learner = PolicyLearner(self.game)
        if self.wish.start:
            learner.take(policy.load(self.wish.start, self.game))
        searched: list[positions.Positions] = []
        values, by_looks = value.value_net_of(self.game), self.wish.by_looks
        job = positions.Gathering(self.game, VARIANTS[self.game][0], 1, Nets(values, learner.net()), 0.0, 0, by_looks)
        positions.gather(job)  # compiles, for all processes
        for simulations, seconds, epochs, seed in self.stages():
            job = replace(job, simulations=simulations, nets=Nets(values, learner.net()))
            parts = self.gather(pool, positions.gather, job, seconds, seed)
            searched += [part for of_variant in parts for part in of_variant]
            began = time.perf_counter()
            loss = policy_learner.learn(learner, self.game, positions.joined(searched), epochs, self.rate, self.device)
            print(f"  learnt in {time.perf_counter() - began:.0f} s: {loss:.4f} nats", flush=True)
            files.save(self.wish.out, learner.net())
