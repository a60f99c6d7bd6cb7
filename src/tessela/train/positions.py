"""Positions of games against itself with what a deep search made of their decisions, for the policy net to learn from."""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tessela.bots.nets import policy
from tessela.bots.search import looks
from tessela.bots.search.desk import DESK
from tessela.compiled import INT, Array, Group, entry, kernel
from tessela.game.registry import ruleset_of
from tessela.rules import kernels
from tessela.rules.chance import random_below
from tessela.train.desk import begin_round, desk_for, set_up, think
from tessela.train.job import Job

FEW_SIMULATIONS = 40  # of the decisions that are only played
DEEP_SHARE = 350  # of a thousand decisions are searched deeply and kept
ODD_SHARE = 120  # of a thousand others are anything, or what looks good from afar: for variety
BLURRED = np.float32(4.0)  # points of noise in those looks
PROVEN_SHARE = np.float32(0.8)  # of what is learnt, for a move that is proven best, beside the visits
MOST_DECISIONS = 800
ROOM = 40  # decisions a position, on average, at most
MOST_POSITIONS = 40_000  # of one process in one stage

# As entry points take them
STATES, SIZES, ACTIONS, TABLE = kernels.STATES, Array(np.int64, None), Array(np.int16, None), Array(np.float32, None, None)


@dataclass(slots=True)
class Positions:
    """Positions, how many decisions each has, and all their decisions in a row with their shares of the search."""

    states: Any
    sizes: NDArray[np.int64]
    actions: NDArray[np.int16]
    shares: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.sizes)


def joined(parts: list[Positions]) -> Positions:
    """All positions of several parts."""
    return Positions(
        np.concatenate([part.states for part in parts]).view(np.recarray),
        np.concatenate([part.sizes for part in parts]),
        np.concatenate([part.actions for part in parts]),
        np.concatenate([part.shares for part in parts]),
    )


@kernel
def write_shares(desk, best, actions, shares):
    """Write the decisions of the tree's root and their shares of the visits; a proven best move gets most."""
    number, visits = int(desk.nodes[0].edges), 0
    for edge in range(number):
        visits += desk.edges[edge].visits
    proven = not np.isnan(desk.edges[best].sure)
    for edge in range(number):
        actions[edge] = desk.edges[edge].action
        shares[edge] = np.float32(desk.edges[edge].visits) / np.float32(visits)
        if proven:
            shares[edge] *= np.float32(1.0) - PROVEN_SHARE
    if proven:
        shares[best] += PROVEN_SHARE


@kernel
def odd_move(desk):
    """Any decision of the tree's root, or what looks good from afar."""
    state = desk.states[0]
    if random_below(state, 2) == 0:
        return int(desk.edges[random_below(state, int(desk.nodes[0].edges))].action)
    return looks.likely_move(state, desk.worth, BLURRED)


@entry(DESK, INT, STATES, SIZES, ACTIONS, Array(np.float32, None), INT, INT, gives=Group((INT, INT)))
def play_and_keep(desk, simulations, states, sizes, actions, shares, kept, used):
    """Play a game from its set-up and keep some positions after the first ones; how many there are then, and decisions."""
    state = desk.states[0]
    for _ in range(MOST_DECISIONS):
        if kernels.is_over(state) or kept == len(sizes) or used + kernels.MAX_MOVES > len(actions):
            break
        if kernels.needs_deal(state):
            begin_round(desk)
        if looks.is_tiling_choice(state):
            kernels.apply_move(state, looks.likely_move(state, desk.worth, np.float32(0.0)))
            continue
        deep = random_below(state, 1000) < DEEP_SHARE
        best = think(desk, simulations if deep else FEW_SIMULATIONS)
        action, number = int(desk.edges[best].action), int(desk.nodes[0].edges)
        if deep and number > 1:
            states[kept] = state
            sizes[kept] = number
            write_shares(desk, best, actions[used:], shares[used:])
            kept += 1
            used += number
        elif not deep and random_below(state, 1000) < ODD_SHARE:
            action = odd_move(desk)
        kernels.apply_move(state, action)
    return kept, used


@entry(STATES, SIZES, ACTIONS, looks.WORTH, policy.POLICY_SCRATCH, TABLE, TABLE)
def describe_all(states, sizes, actions, worth, scratch, moves_out, positions_out):
    """Describe every position and every decision."""
    edge = 0
    for i in range(len(states)):
        looks.note_worth(states[i], worth)
        policy.note_position(states[i], worth, scratch[0].notes, positions_out[i])
        for _ in range(sizes[i]):
            policy.describe_move(states[i], worth, scratch[0].notes, int(actions[edge]), moves_out[edge])
            edge += 1


@dataclass(frozen=True, slots=True)
class Gathering(Job):
    """Positions of games, `simulations` being those of the deep searches."""

    by_looks: bool = False  # the games do not ask the policy net


def gather(job: Gathering) -> Positions:
    """The positions of one process."""
    until, seed = time.perf_counter() + job.seconds, job.seed
    desk = desk_for(job.game, max(job.simulations, FEW_SIMULATIONS), job.nets, seed, job.by_looks)
    states, sizes = ruleset_of(job.game).empty(MOST_POSITIONS), np.zeros(MOST_POSITIONS, np.int64)
    actions, shares = np.zeros(ROOM * MOST_POSITIONS, np.int16), np.zeros(ROOM * MOST_POSITIONS, np.float32)
    kept, used, full = 0, 0, False
    while not kept or (time.perf_counter() < until and not full):
        seed += 1
        set_up(desk, job.game, job.options, seed)
        kept, used = play_and_keep(desk, job.simulations, states, sizes, actions, shares, kept, used)
        full = kept == len(sizes) or used + kernels.MAX_MOVES > len(actions)
    return Positions(states[:kept].copy(), sizes[:kept].copy(), actions[:used].copy(), shares[:used].copy())
