"""Digests of whole games and of search trees, to compare one way of running the kernels with another.

    python -m tests.equality GAMES TREES [FIRST_SEED] [--told] [--part=FROM:TO]...

prints a line a variant and a line a tree (or only those of some parts, counted from 0), and with `--told` two about what is told
of a game. `python -m tests.agreement` shares the parts out over the processors and compares two engines.

A game is played by its own digest: each decision is chosen by the check sum of all bytes so far (the state, the list of legal
decisions, what every seat observes), so that one wrong bit changes everything after it. The same walk is written in TypeScript in
web/src/lib/engine/walk.ts.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, combinations, product
from typing import Any
from zlib import crc32

import numpy as np

from tessela import Game
from tessela.bots.analysis.reasons import why
from tessela.bots.games import known
from tessela.bots.nets.nets import nets_of
from tessela.bots.search import looks, tree
from tessela.bots.search.desk import EDGE, NODE, new_desk, zeros
from tessela.game.registry import ruleset_of
from tessela.rules import kernels
from tessela.rules.duel.components import TABLETS

# Played at random a game on the grey wall may never end: all tiles that the last lines wait for can lie in those lines
MOST_DECISIONS = 3_000
SIMULATIONS = 600
TOLD = "--told"
PART = "--part="
TREE_NODES, TREE_EDGES = 1_000, 40_000
TREES: dict[str, dict[str, Any]] = {
    "azul": {"players": 2, "wall": "coloured", "jokers": False},
    "duel": {"tablets": ["rows", "columns", "diagonals"]},
}


def variants() -> Iterator[tuple[str, dict[str, Any]]]:
    """All 12 variants of Azul and all sets of tablets of Duel."""
    for players, wall, jokers in product((2, 3, 4), ("coloured", "grey"), (False, True)):
        yield "azul", {"players": players, "wall": wall, "jokers": jokers}
    for size in (3, 4):
        for chosen in combinations(range(len(TABLETS)), size):
            for sides in product((0, 1), repeat=size):
                yield "duel", {"tablets": [TABLETS[tablet][side] for tablet, side in zip(chosen, sides, strict=True)]}


class Walk:
    """A game that plays itself."""

    def __init__(self, name: str, options: dict[str, Any], seed: int):
        self.ruleset = ruleset_of(name)
        self.options = self.ruleset.check_options(options, seed)
        self.states = self.ruleset.empty()
        self.states.rng[0] = seed
        self.ruleset.set_up(self.states, self.options, None)
        self.moves = np.zeros(kernels.MAX_MOVES, np.int16)
        self.seen = np.zeros(sum(size for _, size in self.ruleset.observation), np.int16)
        self.digest = 0
        self.deal()

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to decide."""
        return bool(self.states.phase[0] == self.ruleset.OVER)

    def deal(self) -> None:
        """Fill the factories, if that comes next."""
        if self.states.phase[0] == self.ruleset.DEAL:
            kernels.deal_in(self.states, 0, kernels.NOTHING_GIVEN)

    def step(self) -> None:
        """One decision."""
        number = kernels.list_moves_of(self.states, 0, self.moves)
        self.digest = crc32(self.states.tobytes(), self.digest)
        self.digest = crc32(self.moves[:number].tobytes(), self.digest)
        for seat in range(self.ruleset.players(self.options)):
            kernels.observe_in(self.states, 0, seat, self.seen)
            self.digest = crc32(self.seen.tobytes(), self.digest)
        kernels.apply_in(self.states, 0, int(self.moves[self.digest % number]))
        self.deal()

    def to_the_end(self) -> int:
        """The digest of the whole game, and of a state whose secrets were drawn anew."""
        for _ in range(MOST_DECISIONS):
            if self.is_over:
                break
            self.step()
        kernels.resample_in(self.states, 0, 0)
        return crc32(self.states.tobytes(), self.digest)


def games_digest(name: str, options: dict[str, Any], seeds: range) -> int:
    """The digest of some games."""
    digest = 0
    for seed in seeds:
        digest = crc32(Walk(name, options, seed).to_the_end().to_bytes(4, "little"), digest)
    return digest


def tree_digest(name: str, seed: int) -> int:
    """The digest of a search tree, of a position after `seed % 12` decisions."""
    walk = Walk(name, TREES[name], seed)
    for _ in range(seed % 12):
        walk.step()
    desk = new_desk(name, zeros(TREE_NODES, NODE), zeros(TREE_EDGES, EDGE), nets_of(name), known(name).knowledge.SETTINGS)
    desk.states[0], desk.root.seat[0], desk.scratch.rng[0] = walk.states[0], walk.states.to_move[0], seed
    looks.prepare(desk.states, desk.worth)
    ran, region = tree.simulate(desk, SIMULATIONS), desk.region[0]
    digest = crc32(desk.nodes[: region.next_node].tobytes(), ran)
    digest = crc32(desk.edges[: region.next_edge].tobytes(), digest)
    return crc32(int(tree.preferred(desk.nodes, desk.edges, 0)).to_bytes(4, "little"), digest)


def games_line(name: str, options: dict[str, Any], seeds: range) -> str:
    """The line of a variant."""
    what = "+".join(str(v) for value in options.values() for v in (value if isinstance(value, list) else [value]))
    return f"{name} {what} {games_digest(name, options, seeds):08x}"


def tree_line(name: str, seed: int) -> str:
    """The line of a tree."""
    return f"{name} tree {seed} {tree_digest(name, seed):08x}"


def work(games: int, trees: int, first: int = 1) -> Sequence[Callable[[], str]]:
    """What gives a line: each variant, then each tree."""
    of_games = [partial(games_line, name, options, range(first, first + games)) for name, options in variants()]
    return of_games + [partial(tree_line, name, seed) for name in TREES for seed in range(first, first + trees)]


def lines(games: int, trees: int, first: int = 1, part: slice = slice(None)) -> Iterator[str]:
    """A line for each variant and each tree, or for a part of them."""
    return (line() for line in work(games, trees, first)[part])


def told_lines() -> Iterator[str]:
    """A line a game: what everybody is told of it, and why each tenth move was good or bad."""
    for name, options in TREES.items():
        game, digest = Game(name, seed=5, **options), 0
        while not game.is_over:
            legal = game.legal_moves()
            move = legal[digest % len(legal)]
            reasons = [] if digest % 10 else why(game, move)
            digest = crc32(repr((game.views([0, 1, None]), reasons, game.play(move))).encode(), digest)
        yield f"{name} told {digest:08x}"


def main(arguments: list[str]) -> None:
    """Print the lines that are asked for, each as soon as it is known."""
    numbers = [int(argument) for argument in arguments if not argument.startswith("--")]
    parts = [argument.removeprefix(PART).split(":") for argument in arguments if argument.startswith(PART)]
    games, trees, first = (*numbers, 1)[:3]
    asked = [slice(int(begin), int(end)) for begin, end in parts] or [slice(None)]
    told = told_lines() if TOLD in arguments else ()
    for line in chain(*(lines(games, trees, first, part) for part in asked), told):
        print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
