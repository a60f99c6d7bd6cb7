"""Loops that are measured: whole games one after the other, copies of states, steps of the generator."""

from typing import Any

import numpy as np

from tessela.compiled import INT, Array, entry
from tessela.rules.azul import setup as azul_setup
from tessela.rules.azul.state import STATES as AZUL
from tessela.rules.chance import next_random
from tessela.rules.duel import setup as duel_setup
from tessela.rules.duel.components import PLATES, TABLETS
from tessela.rules.duel.state import STATES as DUEL
from tessela.rules.kernels import GIVEN, MOVES, STATES, play_randomly, play_randomly_from_lists

WHOLE_GAME = 1_000_000  # more decisions than any game has
SIDES, PILE = Array(np.int8, len(TABLETS)), Array(np.int8, PLATES)


@entry(AZUL, INT, INT, INT, INT, GIVEN, gives=INT)
def azul_sampled(states: Any, decisions: int, players: int, grey: int, jokers: int, given: Any) -> int:
    """Random games of Azul, set up and played to their ends, until `decisions` were made; how many were."""
    played = 0
    while played < decisions:
        azul_setup.set_up(states[0], players, grey, jokers, -1)
        played += play_randomly(states, 0, WHOLE_GAME, given)
    return played


@entry(AZUL, INT, INT, INT, INT, GIVEN, MOVES, gives=INT)
def azul_listed(states: Any, decisions: int, players: int, grey: int, jokers: int, given: Any, moves: Any) -> int:
    """The same with the full list of legal decisions made each time."""
    played = 0
    while played < decisions:
        azul_setup.set_up(states[0], players, grey, jokers, -1)
        played += play_randomly_from_lists(states, 0, WHOLE_GAME, given, moves)
    return played


@entry(DUEL, INT, SIDES, PILE, GIVEN, gives=INT)
def duel_sampled(states: Any, decisions: int, tablets: Any, pile: Any, given: Any) -> int:
    """Random games of Azul Duel, set up and played to their ends."""
    played = 0
    while played < decisions:
        duel_setup.set_up(states[0], tablets, -1, pile)
        played += play_randomly(states, 0, WHOLE_GAME, given)
    return played


@entry(DUEL, INT, SIDES, PILE, GIVEN, MOVES, gives=INT)
def duel_listed(states: Any, decisions: int, tablets: Any, pile: Any, given: Any, moves: Any) -> int:
    """The same with the full list of legal decisions made each time."""
    played = 0
    while played < decisions:
        duel_setup.set_up(states[0], tablets, -1, pile)
        played += play_randomly_from_lists(states, 0, WHOLE_GAME, given, moves)
    return played


@entry(STATES, INT, gives=INT)
def copy_around(states: Any, times: int) -> int:
    """Copy each state onto the next, round and round; the generator of each copy is changed so that none can be left out."""
    number = len(states)
    at = 0
    for _ in range(times):
        after = at + 1 if at + 1 < number else 0
        states[after] = states[at]
        states[after].rng += 1
        at = after
    return times


@entry(STATES, INT, gives=INT)
def chain_of_randoms(states: Any, times: int) -> int:
    """Steps of the generator, each beginning where the random bits of the one before say."""
    state = states[0]
    for _ in range(times):
        state.rng = next_random(state)
    return times
