"""The environments beside what is required of them and beside others, in one run: `python -m bench.envs [seconds for each]`.

PettingZoo and others are measured where they are installed (`pip install "tessela[rl,bench]"`): pgx and OpenSpiel, whose games
are backgammon and connect four, for nobody else has Azul. All play at random among legal decisions, with observations and
masks. What runs on one core is counted in time of the processor. On a machine with a graphics card it is measured too.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from tessela.envs import Batch, aec_env
from tessela.envs.card import open_card
from tessela.extras import MissingExtraError
from tessela.game.errors import OptionError

BARS = {
    "azul batch": 3e6,
    "duel batch": 1.5e6,
    "azul PettingZoo": 50e3,
    "azul card": 500e6,
    "duel card": 100e6,
    "azul card to torch": 50e6,
}
GAMES, CARD_GAMES = 1024, 262_144
Work = Callable[[], int]  # does some steps; how many


def batch_on_a_core(name: str) -> Work:
    """Steps of a batch."""
    batch = Batch(name, games=GAMES, seed=1)

    def work() -> int:
        for _ in range(20):
            batch.step(batch.sample())
        return 20 * GAMES

    return work


def pettingzoo_steps() -> Work:
    """Steps of an environment of PettingZoo, game after game."""
    env, dice = aec_env("azul"), random.Random(1)
    env.reset(seed=1)

    def work() -> int:
        for _ in range(500):
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
            else:
                env.step(dice.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        return 500

    return work


def batch_on_a_card(name: str) -> Work:
    """Steps of a batch on the card."""
    cuda, batch = open_card(), Batch(name, games=CARD_GAMES, seed=1, device="cuda")

    def work() -> int:
        for _ in range(50):
            batch.step(batch.sample())
        cuda.synchronize()
        return 50 * CARD_GAMES

    return work


def loop_to_torch() -> Work:
    """Steps of a batch on the card whose decisions are made by torch."""
    import torch

    batch = Batch("azul", games=CARD_GAMES, seed=1, device="cuda")
    masks = torch.from_dlpack(batch.masks)

    def work() -> int:
        for _ in range(50):
            above_nothing = 1 - torch.rand(masks.shape, dtype=torch.float16, device="cuda")  # a half is 0 now and then
            batch.step((above_nothing * masks).argmax(1))
        torch.cuda.synchronize()
        batch.check()
        return 50 * CARD_GAMES

    return work


def pgx_steps(game: str) -> Work:
    """Steps of a batch of pgx, compiled as a whole."""
    import jax
    import pgx

    env = pgx.make(game)

    def step(state, key):
        noise, chance = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(noise, logits, axis=-1)
        keys = jax.random.split(chance, GAMES)
        fresh = env.init(keys[0])
        following = jax.vmap(env.step)(state, actions, keys)
        again = lambda new, old: jax.numpy.where(  # noqa: E731
            following.terminated.reshape(-1, *[1] * (old.ndim - 1)), new, old
        )
        return jax.tree.map(again, fresh, following), None

    run = jax.jit(lambda state, key: jax.lax.scan(step, state, jax.random.split(key, 20))[0])
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), GAMES))
    state = run(state, jax.random.PRNGKey(1))

    def work() -> int:
        nonlocal state
        state = run(state, jax.random.PRNGKey(2))
        jax.block_until_ready(state)
        return 20 * GAMES

    return work


def openspiel_steps(game: str) -> Work:
    """Steps of a game of OpenSpiel from Python."""
    import pyspiel

    made, dice = pyspiel.load_game(game), random.Random(1)

    def work() -> int:
        state, steps = made.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, chances)[0])
            else:
                state.observation_tensor()
                state.apply_action(dice.choice(state.legal_actions()))
                steps += 1
        return steps

    return work


def speed(work: Work, seconds: float, clock: Callable[[], float]) -> float:
    """Steps a second, the best of several runs: whatever else runs only slows things down."""
    work()
    best = 0.0
    for _ in range(5):
        began, steps = clock(), 0
        while clock() - began < seconds / 5:
            steps += work()
        best = max(best, steps / (clock() - began))
    return best


def measured(seconds: float) -> Iterator[tuple[str, float]]:
    """All speeds by name."""
    for game in ("azul", "duel"):
        yield f"{game} batch", speed(batch_on_a_core(game), seconds, time.process_time)
    if find_spec("pettingzoo"):
        yield "azul PettingZoo", speed(pettingzoo_steps(), seconds, time.process_time)
    if find_spec("pyspiel"):
        yield "OpenSpiel backgammon", speed(openspiel_steps("backgammon"), seconds, time.process_time)
    if find_spec("pgx"):
        for game in ("backgammon", "connect_four"):
            yield f"pgx {game}", speed(pgx_steps(game), seconds, time.process_time)
    try:
        open_card()
    except (MissingExtraError, OptionError) as error:
        print(error, file=sys.stderr)
        return
    for game in ("azul", "duel"):
        yield f"{game} card", speed(batch_on_a_card(game), seconds, time.perf_counter)
    if find_spec("torch"):
        yield "azul card to torch", speed(loop_to_torch(), seconds, time.perf_counter)


def verdict(name: str, figure: float) -> str:
    """What is required, and whether it is met."""
    return f"≥ {BARS[name]:,.0f} {'yes' if figure >= BARS[name] else 'NO'}" if name in BARS else ""


def main() -> None:
    """Measure everything and print the table."""
    table = Table(title="Steps a second", box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("what", "steps/s", "to azul batch", "required"):
        table.add_column(heading, justify="left" if heading == "what" else "right", no_wrap=True)
    own = 0.0
    for name, figure in measured(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0):
        own = own or figure
        table.add_row(name, f"{figure:,.0f}", f"{figure / own:.3g}", verdict(name, figure))
    Console(highlight=False, width=100).print(table)


if __name__ == "__main__":
    main()
