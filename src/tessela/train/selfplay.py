"""Games of the search against itself, and the boards between their rounds, as samples to learn from."""

import time
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tessela.bots.nets import net as nets
from tessela.bots.nets.moves import moves_net_of
from tessela.bots.search import ends, looks
from tessela.compiled import INT, Array, entry, kernel
from tessela.rules import kernels
from tessela.rules.chance import random_below
from tessela.train.desk import DESK, begin_round, desk_for, set_up, think

MOST_DECISIONS = 800  # a game that is longer is left unfinished, and teaches nothing
MOST_POSITIONS = 24
LOOKS_NOISE = np.float32(1.0)


@dataclass(slots=True)
class Samples:
    """Positions between two rounds: boards (position, seat, feature), the game they belong to, scores then and at the end."""

    boards: NDArray[np.float16]
    contexts: NDArray[np.int16]
    scores: NDArray[np.int16]
    finals: NDArray[np.int16]
    won: NDArray[np.float16]  # 1, or a share of it where several win
    last: NDArray[np.bool_]  # whether no other position of its game follows

    def __len__(self) -> int:
        return len(self.contexts)


def joined(parts: list[Samples]) -> Samples:
    """All samples of several parts."""
    return Samples(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Samples)))


@kernel
def choose(desk, simulations, adventure):
    """A decision of a small search; now and then the second or third best, for variety."""
    state, edges = desk.states[0], desk.edges
    found = think(desk, simulations)
    rank = 0
    if random_below(state, 1000) < adventure:
        rank = 1 + random_below(state, 2)
    chosen = int(edges[found].action)
    for _ in range(rank):
        edges[found].visits = -1
        found = -1
        for edge in range(int(desk.nodes[0].edges)):
            if edges[edge].visits > 0 and (found < 0 or edges[edge].visits > edges[found].visits):
                found = edge
        if found < 0:
            break
        chosen = int(edges[found].action)
    return chosen


@entry(DESK, INT, INT, Array(np.float32, None, None, None), Array(np.int16, None), Array(np.int16, None, None), gives=INT)
def play_game(desk, simulations, adventure, boards, contexts, scores):
    """Play a game from its set-up; how many positions between rounds were written down, none if it did not end."""
    state, room = desk.states[0], desk.room
    positions = 0
    players = kernels.number_of_players(state)
    for played in range(MOST_DECISIONS):
        if kernels.is_over(state):
            return positions
        if kernels.needs_deal(state):
            if played > 0 and positions < len(contexts):
                for player in range(players):
                    nets.describe(state, player, room[0])
                    for i in range(boards.shape[2]):
                        boards[positions, player, i] = room[0, i]
                    scores[positions, player] = state.score[player]
                contexts[positions] = nets.context(state)
                positions += 1
            begin_round(desk)
        if simulations == 0 or looks.is_tiling_choice(state):
            action = looks.likely_move(state, desk.worth, LOOKS_NOISE if simulations == 0 else np.float32(0.0))
        else:
            action = choose(desk, simulations, adventure)
        kernels.apply_move(state, action)
    return 0


@entry(kernels.STATES, ends.VALUES_ROOM)
def winners(states, out):
    """The share of the win of each player."""
    ends.evaluate_end(states[0], out)


class SelfPlay:
    """Plays games of one variant and keeps their samples."""

    def __init__(self, name: str, options: dict[str, Any], simulations: int, net: nets.Net, adventure: float = 0.08):
        self.name, self.options, self.simulations, self.net = name, options, simulations, net
        self.adventure = int(1000 * adventure)

    def run(self, seconds: float, seed: int) -> Samples:
        """Play until the time is over, one game at least."""
        until = time.perf_counter() + seconds
        desk = desk_for(self.name, self.simulations, (self.net, moves_net_of(self.name)), seed)
        features = len(self.net[nets.OWN])
        mine: list[Samples] = []
        game = seed
        while not mine or time.perf_counter() < until:
            game += 1
            players = set_up(desk, self.name, self.options, game)
            boards = np.zeros((MOST_POSITIONS, players, features), np.float32)
            contexts, scores = np.zeros(MOST_POSITIONS, np.int16), np.zeros((MOST_POSITIONS, players), np.int16)
            n = play_game(desk, self.simulations, self.adventure, boards, contexts, scores)
            if n:
                winners(desk.states, desk.values)
                final = np.tile(desk.states.score[0][:players].astype(np.int16), (n, 1))
                won = np.tile(desk.values[:players].astype(np.float16), (n, 1))
                last = np.arange(n) == n - 1
                mine.append(Samples(boards[:n].astype(np.float16), contexts[:n].copy(), scores[:n].copy(), final, won, last))
        return joined(mine)


def play(job: tuple[str, dict[str, Any], int, nets.Net, float, int]) -> Samples:
    """The samples of one process: the game, its options, simulations, the net, seconds, a seed."""
    name, options, simulations, net, seconds, seed = job
    return SelfPlay(name, options, simulations, net).run(seconds, seed)
