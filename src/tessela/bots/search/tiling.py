"""The exact best tiling of a board at the end of a round: every choice of spaces and chips, to the end."""

import numpy as np

from tessela.bots.search.desk import DESK
from tessela.bots.search.ends import evaluate
from tessela.bots.search.looks import repeats, tile_out
from tessela.compiled import DOUBLE, INT, Array, Group, entry
from tessela.rules.kernels import MAX_MOVES, STATES, apply_move, is_tiling_choice, legal_moves

MAX_CHOICES = 96  # more choices than one player has in a tiling


@entry(DESK, STATES, Array(np.int16, None, MAX_MOVES), Array(np.int64, None), INT, gives=Group((INT, DOUBLE, DOUBLE, INT)))
def solve_tiling(desk, states, moves, numbers, most):
    """The best first choice of the player who is tiling, its value, its chance to win, and how many tilings were compared.

    `states[0]` is the position and `states[-1]` scratch; `moves` and `numbers` hold the choices along the line. A tiling is worth
    what the boards promise once everyone has tiled, the others as it looks best; at the end of the game that is exact. After
    `most` tilings the best one found so far stands.
    """
    seat, outlook = int(states[0].to_move), desk.outlook[0]
    last = len(states) - 1
    best, chance, chosen, tilings = -1e9, 0.0, -1, 0
    level = 0
    numbers[0] = -1
    while level >= 0:
        state = states[level]
        if not is_tiling_choice(state) or state.to_move != seat or level == last - 1:
            states[last] = states[level]
            tile_out(states[last], desk.worth)
            evaluate(desk, states[last], outlook)
            tilings += 1
            if outlook.value[seat] > best:
                best, chance, chosen = outlook.value[seat], outlook.chance[seat], int(moves[0, numbers[0]])
            if tilings >= most:
                break
            level -= 1
            continue
        if numbers[level] < 0:
            numbers[level] = legal_moves(state, moves[level])
        if numbers[level] == 0:
            level -= 1
            continue
        numbers[level] -= 1
        action = int(moves[level, numbers[level]])
        if repeats(state, states[0], action):
            continue
        states[level + 1] = states[level]
        apply_move(states[level + 1], action)
        level += 1
        numbers[level] = -1
    return chosen, best, chance, tilings
