"""What a graphics card runs for a batch: a thread a game, around the kernels that the processor runs too.

Rows of observations and masks are written byte by byte into memory that the threads of a block share, then carried to the arrays
word by word, side by side: several times as fast as every thread writing its own row.
"""

from numba import cuda, uint8, uint32

from tessela.envs.kernels import (
    CUT,
    OVER,
    REFUSED,
    begin,
    clear,
    is_marked,
    sample_game,
    seed_place,
    show_mask,
    show_observation,
    step_game,
)

WORD = 4  # bytes; a block has a multiple of so many games, so that its rows begin and end with whole words


def reset_games(states, places, variants, observations, masks, rewards, seats, terminated, truncated, seed):
    """Begin every game."""
    i = cuda.grid(1)
    if i < len(states):
        places[i].rng = seed
        seed_place(places[i], i)
        begin(states[i], places[i], variants)
        clear(rewards[i])
        terminated[i] = 0
        truncated[i] = 0
        seats[i] = states[i].to_move
        show_observation(states[i], observations[i])
        show_mask(states[i], masks[i])


def sample_games(states, places, actions):
    """A random legal decision for every game."""
    i = cuda.grid(1)
    if i < len(states):
        actions[i] = sample_game(states[i], places[i])


def step_games(
    states, places, variants, actions, masks, rewards, seats, terminated, truncated,
    observation_words, mask_words, width, refused, rounds, by_margin,
):  # fmt: skip
    """A step of every game; the first whose decision was not legal is noted."""
    i, thread, threads = cuda.grid(1), cuda.threadIdx.x, cuda.blockDim.x
    first = cuda.blockIdx.x * threads
    games = min(threads, len(states) - first)
    rows, words = cuda.shared.array(0, uint8), cuda.shared.array(0, uint32)  # the same memory
    if i < len(states):
        action = int(actions[i])
        legal = is_marked(masks[i], action)
        became = step_game(states[i], places[i], variants, action, legal, rewards[i], rounds, by_margin, 1)
        if became == REFUSED:
            cuda.atomic.min(refused, 0, i)
        terminated[i] = became == OVER
        truncated[i] = became == CUT
        seats[i] = states[i].to_move
        show_observation(states[i], rows[thread * width : (thread + 1) * width])
    carry(words, observation_words, first * width // WORD, (games * width + WORD - 1) // WORD)
    width = masks.shape[1]
    if i < len(states):
        show_mask(states[i], rows[thread * width : (thread + 1) * width])
    carry(words, mask_words, first * width // WORD, (games * width + WORD - 1) // WORD)


@cuda.jit(device=True)
def carry(words, out, at, number):
    """Carry what a block shares to an array, once all its threads are there, and before any goes on."""
    cuda.syncthreads()
    n = cuda.threadIdx.x
    while n < number:
        out[at + n] = words[n]
        n += cuda.blockDim.x
    cuda.syncthreads()
