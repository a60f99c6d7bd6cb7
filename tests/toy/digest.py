"""Games of the toy as one number: the same whichever way kernels run."""

import hashlib
import sys

import numpy as np

from tessela.rules import kernels
from tests import toy
from tests.toy import rules


def digest(games: int) -> str:
    """Every byte of every state of some random games, of all lists of moves and of what the seats see."""
    found = hashlib.sha256()
    moves, seen = np.zeros(kernels.MAX_MOVES, np.int16), np.zeros(16, np.int16)
    for seed in range(games):
        states = np.zeros(1, rules.STATE).view(np.recarray)
        states.rng[0] = seed
        players = 2 + seed % 2
        rules.set_up_in(states, 0, players, -1, np.full(rules.MAX_PLAYERS, -1, np.int8))
        while states.phase[0] != rules.OVER:
            if states.phase[0] == rules.DEAL:
                kernels.deal_in(states, 0, kernels.NOTHING_GIVEN)
            number = kernels.list_moves_of(states, 0, moves)
            kernels.observe_in(states, 0, seed % players, seen)
            kernels.resample_in(states, 0, seed % players)
            found.update(moves[:number].tobytes() + seen.tobytes() + states.tobytes())
            kernels.apply_in(states, 0, kernels.sample_move_in(states, 0))
        found.update(states.tobytes())
    return found.hexdigest()


if __name__ == "__main__":
    with toy.known():
        print(digest(int(sys.argv[1])))
