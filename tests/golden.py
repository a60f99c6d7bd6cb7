"""Golden games, move counts and reasons as text a person can read. `make golden` writes them anew; read the diff first."""

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from tessela.bots.analysis import why
from tessela.game.events import Event, RoundEnded
from tessela.rules import kernels
from tests.variants import VARIANTS, choose, new_game

FOLDER = Path(__file__).parent / "playthroughs"
PERFT = Path(__file__).parent / "perft.txt"
REASONS = Path(__file__).parent / "reasons.txt"
SEED = 2026
DEPTHS = {"azul": 3, "duel": 5}  # the first two plates of Duel are four decisions


def playthrough(variant: str) -> str:
    """One whole game: every move with what happened, the table at the start of every round and at the end."""
    game, dice = new_game(variant, SEED), random.Random(SEED)
    lines = [f"{variant}, seed {SEED}, {game.options}", "", str(game), ""]
    while not game.is_over:
        seat = game.to_move
        move = choose(game, dice, 1)
        legal = len(game.legal_moves())
        events = game.play(move)
        lines.append(f"{len(game.moves)}. seat {seat}: {move}   (one of {legal})")
        lines += [f"    {told(event)}" for event in events]
        if any(isinstance(event, RoundEnded) for event in events):
            lines += ["", str(game), ""]
    return "\n".join([*lines, repr(game.outcome), ""])


def told(event: Event) -> str:
    """An event on one line."""
    parts = event.to_json()
    return f"{parts.pop('event')}: " + ", ".join(f"{key} {value!r}" for key, value in parts.items())


def perft_lines() -> Iterator[str]:
    """How many lines of play there are from the first position of each variant, by their length."""
    for variant in VARIANTS:
        depths = range(1, DEPTHS[VARIANTS[variant][0]] + 1)
        yield f"{variant}: {' '.join(str(perft(variant, depth)) for depth in depths)}"


def perft(variant: str, depth: int) -> int:
    game = new_game(variant, SEED)
    states = game.ruleset.empty(depth + 1)
    states[0] = game.states()[0]
    moves, numbers = np.zeros((depth + 1, kernels.MAX_MOVES), np.int16), np.zeros(depth + 1, np.int64)
    return int(kernels.count_leaves(states, depth, kernels.NOTHING_GIVEN, moves, numbers))


def perft_text() -> str:
    return "\n".join([f"seed {SEED}; lines of play of length 1, 2, 3, ...", *perft_lines(), ""])


def reasons_of(variant: str) -> Iterator[str]:
    """Why a move, good or bad, is good or bad: decisions of a game until every reason that comes up has been given."""
    game, dice, given = new_game(variant, SEED), random.Random(SEED), set[str]()
    while not game.is_over:
        if len(game.moves) % 3 == 0:
            move = dice.choice(game.legal_moves())
            reasons = why(game, move)
            if not {reason.key for reason in reasons} <= given:
                given.update(reason.key for reason in reasons)
                yield "\n    ".join([f"{variant} {len(game.moves) + 1}. {move}", *(f"{r.key}: {r.text}" for r in reasons)])
        game.play(choose(game, dice, 2))


def reasons_text() -> str:
    return "\n".join([*(told for variant in VARIANTS for told in reasons_of(variant)), ""])


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in VARIANTS:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")
    PERFT.write_text(perft_text(), encoding="utf-8")
    REASONS.write_text(reasons_text(), encoding="utf-8")
