"""Train the net of a game: `python -m tessela.train azul --help`.

In stages: games played by looks, then games of the search with the net so far, each stage with more simulations. The games of the
search are kept from stage to stage.
"""

import argparse
import time
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import torch

from tessela.bots.nets import net as nets
from tessela.train.learner import Learner, learn
from tessela.train.selfplay import Samples, joined, play

AZUL: list[dict[str, Any]] = [
    {"players": players, "wall": wall, "jokers": jokers}
    for players in (2, 3, 4)
    for wall in ("coloured", "grey")
    for jokers in (False, True)
]
VARIANTS = {"azul": AZUL, "duel": [{"tablets": "random"}]}
MAIN_SHARE = 0.7  # of the time of a stage, for the first variant


def gather(pool: Any, processes: int, name: str, net: nets.Net, simulations: int, seconds: float, seed: int) -> list[Samples]:
    """Samples of every variant."""
    variants = VARIANTS[name]
    found = []
    for number, options in enumerate(variants):
        share = 1.0 if len(variants) == 1 else MAIN_SHARE if number == 0 else (1 - MAIN_SHARE) / (len(variants) - 1)
        jobs = [(name, options, simulations, net, seconds * share, seed + (i << 32)) for i in range(processes)]
        part = joined(pool.map(play, jobs, chunksize=1))
        print(f"  {options}: {len(part)} positions", flush=True)
        found.append(part)
    return found


def main() -> None:
    """Train in stages, and write the net after each."""
    parser = argparse.ArgumentParser(description="Train the net that the search judges boards by.")
    parser.add_argument("game", choices=["azul", "duel"])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="a net to go on from")
    parser.add_argument("--stages", nargs="+", default=["0:30:4", "16:60:6", "32:600:8"], help="simulations:seconds:epochs")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--result-share", type=float, default=0.7, help="of the result in what is learnt from searched games")
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(wish.seed)
    learner = Learner(wish.game)
    if wish.start:
        learner.take(nets.load(wish.start, wish.game))
    searched: list[list[Samples]] = [[] for _ in VARIANTS[wish.game]]
    play((wish.game, VARIANTS[wish.game][0], 1, learner.net(), 0.0, 0))  # compiles, for all processes
    with get_context("spawn").Pool(wish.processes) as pool:
        for number, stage in enumerate(wish.stages):
            simulations, seconds, epochs = (int(part) for part in stage.split(":"))
            print(f"stage {number}: {simulations} simulations a move, {seconds} s", flush=True)
            seed = (wish.seed << 8 | number) << 40
            samples = gather(pool, wish.processes, wish.game, learner.net(), simulations, seconds, seed)
            if simulations:
                for kept, part in zip(searched, samples, strict=True):
                    kept.append(part)
                samples = [joined(kept) for kept in searched]
            began = time.perf_counter()
            losses = learn(learner, samples, epochs, wish.rate, device, wish.result_share if simulations else 1.0)
            print(f"  learnt in {time.perf_counter() - began:.0f} s: {losses}", flush=True)
            nets.save(wish.out, learner.net())


if __name__ == "__main__":
    main()
