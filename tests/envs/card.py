"""The same games on the processor and on a graphics card, compared byte for byte: `python -m tests.envs.card GAMES STEPS`."""

import sys

import numpy as np

from tessela.envs import Batch

VARIANTS = {
    "azul 2p": ("azul", {}),
    "azul 4p": ("azul", {"players": 4, "rewards": "margin"}),
    "azul 3p grey jokers": ("azul", {"players": 3, "wall": "grey", "jokers": True, "rounds": 9}),
    "duel": ("duel", {"tablets": "random"}),
}
ARRAYS = ("actions", "observations", "masks", "rewards", "to_move", "terminated", "truncated", "seeds", "states")


def compare(name, options, games, steps, every=1):
    """Play on both, looking at all arrays now and then; how many games ended."""
    host, card = Batch(name, games=games, seed=5, **options), Batch(name, games=games, seed=5, device="cuda", **options)
    ended = 0
    for step in range(steps + 1):
        if step % every == 0:
            for what in ARRAYS:
                assert np.asarray(getattr(card, what)).tobytes() == getattr(host, what).tobytes(), f"{what} after {step} steps"
            assert card.game(games - 1).state() == host.game(games - 1).state()
        host.step(host.sample())
        card.step(card.sample())
        ended += int(host.terminated.sum())
    card.check()
    return ended


if __name__ == "__main__":
    for variant, (name, options) in VARIANTS.items():
        print(f"{variant}: equal, {compare(name, options, int(sys.argv[1]), int(sys.argv[2]))} games ended", flush=True)
