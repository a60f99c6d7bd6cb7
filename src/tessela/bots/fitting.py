"""Fit what boards promise between rounds to the results of many games: `python -m tessela.bots.fitting --help`.

Games are played by decisions that look right, or by a small search. For each coming round a ridge regression tells what a board
will still gain; then the scale of the win chance is the one under which the results are most likely.
"""

import argparse
import random
import sys
from multiprocessing import get_context
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tessela.bots.bot import Budget
from tessela.bots.search import tree
from tessela.bots.search.bots import likely_move_in
from tessela.bots.search.searcher import WEIGHTS, Searcher, knowledge_of, variant_key, weights_of
from tessela.game.registry import ruleset_of
from tessela.rules import kernels
from tessela.rules.jit import kernel

RIDGE = 30.0
MOST_DECISIONS = 800
ADVENTURE = 0.08  # share of the teacher's moves that are the second or third best, for variety

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("azul", {"players": players, "wall": wall, "jokers": jokers})
    for players in (2, 3, 4)
    for wall in ("coloured", "grey")
    for jokers in (False, True)
]
VARIANTS.append(("duel", {"tablets": "random"}))

Samples = tuple[NDArray[np.float32], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


@kernel
def describe_in(states, i, player, rounds, out):
    """Describe a player's board; the round it belongs to, of so many."""
    tree.features(states[i], player, out)
    return tree.round_index(states[i], rounds)


@kernel
def is_tiling_choice_in(states, i):
    """Whether a tiling choice is due."""
    return tree.is_tiling_choice(states[i])


class Teacher:
    """Plays games and describes the boards on the way."""

    def __init__(self, name: str, options: dict[str, Any], simulations: int):
        self.ruleset, self.knowledge, self.simulations = ruleset_of(name), knowledge_of(name), simulations
        self.options = options
        self.key = variant_key(name, options)
        self.searcher = Searcher(nodes=max(2_000, 2 * simulations)) if simulations else None
        self.worth = np.zeros(self.knowledge.WORTH, np.float32)

    def play(self, seed: int) -> Samples:
        """One game: features, rounds, scores then, scores at the end, of every board before each deal but the first."""
        options = self.ruleset.check_options(self.options, seed)
        states, dice = self.ruleset.empty(), random.Random(seed)
        states.rng[0] = seed
        self.ruleset.set_up(states, options, None)
        players = self.ruleset.players(options)
        rows: list[NDArray[np.float32]] = []
        rounds: list[int] = []
        scores: list[int] = []
        for played in range(MOST_DECISIONS):
            if states.phase[0] == self.ruleset.OVER:
                break
            if states.phase[0] == self.ruleset.DEAL:
                if played:
                    for player in range(players):
                        row = np.zeros(self.knowledge.FEATURES, np.float64)
                        rounds.append(describe_in(states, 0, player, self.knowledge.ROUNDS, row))
                        rows.append(row.astype(np.float32))
                        scores.append(int(states.score[0][player]))
                kernels.deal_in(states, 0, kernels.NOTHING_GIVEN)
                tree.prepare(states, self.worth)
            kernels.apply_in(states, 0, self.choose(states, dice))
        final = np.tile(states.score[0][:players].astype(np.int64), len(scores) // players)
        return np.array(rows), np.array(rounds), np.array(scores), final

    def choose(self, states: Any, dice: random.Random) -> int:
        """A decision of the search, or one that looks right."""
        if self.searcher is None or is_tiling_choice_in(states, 0):
            return int(likely_move_in(states, 0, self.worth, np.float32(1.0 if self.searcher is None else 0.0)))
        budget = Budget(simulations=self.simulations)
        seat, seed = int(states.to_move[0]), dice.getrandbits(62)
        self.searcher.search_state(states, self.knowledge, weights_of(self.key), seat, budget, seed)
        found = self.searcher.root()
        rank = dice.choice((1, 2)) if dice.random() < ADVENTURE else 0
        return found[min(rank, len(found) - 1)].action


def play_games(job: tuple[str, dict[str, Any], int, range]) -> Samples:
    """The samples of some games, for a worker process."""
    name, options, simulations, seeds = job
    teacher = Teacher(name, options, simulations)
    parts = [part for part in (teacher.play(seed) for seed in seeds) if len(part[0])]
    return tuple(np.concatenate(column) for column in zip(*parts, strict=True))  # type: ignore[return-value]


def fit(name: str, players: int, samples: Samples) -> NDArray[np.float32]:
    """The weights of one variant: rounds x (features and the scale of the win chance)."""
    knowledge = knowledge_of(name)
    x, rounds, scores, finals = samples
    weights = np.zeros((knowledge.ROUNDS, knowledge.FEATURES + 1), np.float32)
    for index in range(knowledge.ROUNDS):
        chosen = rounds == index
        if chosen.sum() < 500:
            weights[index] = weights[max(0, index - 1)]
            continue
        a, gain = x[chosen].astype(np.float64), (finals - scores)[chosen]
        w = np.linalg.solve(a.T @ a + RIDGE * np.eye(a.shape[1]), a.T @ gain)
        weights[index, :-1] = w
        weights[index, -1] = scale = fit_scale(a @ w + scores[chosen], finals[chosen], players)
        error = np.sqrt(np.mean((a @ w - gain) ** 2))
        print(f"  before round {index + 2}: {chosen.sum()} boards, error {error:.2f} of {gain.std():.2f}, scale {scale:.2f}")
    return weights


def fit_scale(expected: NDArray[np.float64], final: NDArray[np.int64], players: int) -> float:
    """The scale under which the winners are most likely."""
    expected, final = expected.reshape(-1, players), final.reshape(-1, players)
    won = (final == final.max(axis=1, keepdims=True)).astype(float)
    won /= won.sum(axis=1, keepdims=True)
    best, scale = -np.inf, 1.0
    for candidate in np.geomspace(1.0, 60.0, 60):
        logits = (expected - expected.max(axis=1, keepdims=True)) / candidate
        log_chance = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        likelihood = float((won * log_chance).sum())
        if likelihood > best:
            best, scale = likelihood, float(candidate)
    return scale


def main(arguments: list[str]) -> None:
    """Fit variants and write the weights; those of other variants stay."""
    parser = argparse.ArgumentParser(description="Fit the weights that the search judges boards by.")
    parser.add_argument("--games", type=int, default=20_000, help="games for each variant")
    parser.add_argument("--simulations", type=int, default=0, help="simulations a move; 0: play by looks")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--only", nargs="*", help="only these variants")
    parser.add_argument("--out", default=str(WEIGHTS))
    wish = parser.parse_args(arguments)
    found = dict(np.load(WEIGHTS)) if WEIGHTS.exists() else {}
    with get_context("spawn").Pool(wish.processes) as pool:
        for name, options in VARIANTS:
            key = variant_key(name, options)
            if wish.only and key not in wish.only:
                continue
            print(key, flush=True)
            size = max(1, min(200, wish.games // (4 * wish.processes)))
            jobs = [
                (name, options, wish.simulations, range(start, min(start + size, wish.games)))
                for start in range(0, wish.games, size)
            ]
            parts = pool.map(play_games, jobs, chunksize=1)
            samples: Any = tuple(np.concatenate(column) for column in zip(*parts, strict=True))
            found[key] = fit(name, options.get("players", 2), samples)
            np.savez_compressed(wish.out, **found)


if __name__ == "__main__":
    main(sys.argv[1:])
