"""Games of the search against itself, and the boards between their rounds, as samples to learn from."""

import time
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from tessela.bots.nets import value
from tessela.bots.search import ends, looks
from tessela.bots.search.desk import DESK
from tessela.compiled import INT, Array, entry, kernel
from tessela.rules import kernels
from tessela.rules.chance import random_below
from tessela.train.desk import begin_round, desk_for, set_up, think
from tessela.train.job import Job

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
def choose(desk, simulations, exploration_rate):
    """A decision of a small search; now and then the second or third best, for variety."""
    state, edges = desk.states[0], desk.edges
    found = think(desk, simulations)
    rank = 0
    if random_below(state, 1000) < exploration_rate:
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
def play_game(desk, simulations, exploration_rate, boards, contexts, scores):
    """Play a game from its set-up; how many positions between rounds were written down, none if it did not end."""
    state, features = desk.states[0], desk.for_value[0].features
    positions = 0
    players = kernels.number_of_players(state)
    for played in range(MOST_DECISIONS):
        if kernels.is_over(state):
            return positions
        if kernels.needs_deal(state):
            if played > 0 and positions < len(contexts):
                for player in range(players):
                    value.describe(state, player, features)
                    for i in range(boards.shape[2]):
                        boards[positions, player, i] = features[i]
                    scores[positions, player] = state.score[player]
                contexts[positions] = value.context(state)
                positions += 1
            begin_round(desk)
        if simulations == 0 or looks.is_tiling_choice(state):
            action = looks.likely_move(state, desk.worth, LOOKS_NOISE if simulations == 0 else np.float32(0.0))
        else:
            action = choose(desk, simulations, exploration_rate)
        kernels.apply_move(state, action)
    return 0


@entry(kernels.STATES, value.OUTLOOKS)
def winners(states, outlook):
    """Note the share of the win of each player as their chance."""
    ends.tell_result(states[0], outlook[0])


@dataclass(frozen=True, slots=True)
class Playing(Job):
    """Games against itself; without simulations, by looks."""

    exploration_rate: float = 0.08  # the share of decisions that are not the best


def play(job: Playing) -> Samples:
    """The samples of one process: of whole games until the time is over, one at least."""
    until, seed = time.perf_counter() + job.seconds, job.seed
    desk, features = desk_for(job.game, job.simulations, job.nets, seed), len(job.nets.value.own)
    mine: list[Samples] = []
    while not mine or time.perf_counter() < until:
        seed += 1
        players = set_up(desk, job.game, job.options, seed)
        boards = np.zeros((MOST_POSITIONS, players, features), np.float32)
        contexts, scores = np.zeros(MOST_POSITIONS, np.int16), np.zeros((MOST_POSITIONS, players), np.int16)
        n = play_game(desk, job.simulations, int(1000 * job.exploration_rate), boards, contexts, scores)
        if n:
            winners(desk.states, desk.outlook)
            final = np.tile(desk.states.score[0][:players].astype(np.int16), (n, 1))
            won = np.tile(desk.outlook.chance[0][:players].astype(np.float16), (n, 1))
            last = np.arange(n) == n - 1
            mine.append(Samples(boards[:n].astype(np.float16), contexts[:n].copy(), scores[:n].copy(), final, won, last))
    return joined(mine)
