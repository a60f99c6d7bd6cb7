"""Fit what boards promise between rounds to the results of many games: `python -m tessela.bots.fitting`.

The games are played by decisions that look right (`likely_move`), with some noise. For each coming round, a ridge regression
tells what a board will still gain; then the scale of the win chance is the one under which the results are most likely.
"""

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tessela.bots.knowledge import azul as azul_knowledge
from tessela.bots.knowledge import duel as duel_knowledge
from tessela.bots.search.searcher import WEIGHTS, variant_key
from tessela.bots.search.tree import likely_move, note_worth
from tessela.game import Game
from tessela.rules.jit import kernel
from tessela.rules.kernels import (
    NOTHING_GIVEN,
    apply_move,
    deal,
    for_either_game,
    is_over,
    needs_deal,
    number_of_players,
)

features = for_either_game(azul_knowledge, duel_knowledge, "features")
round_index = for_either_game(azul_knowledge, duel_knowledge, "round_index")

RIDGE = 30.0
MOST_DECISIONS = 800


@kernel
def play_and_describe(states, given, worth, noise, described, rounds, scores):
    """Play a set-up game to the end, describing every board before each deal but the first; how many were described."""
    state = states[0]
    players = number_of_players(state)
    number = 0
    played = 0
    begun = False
    while not is_over(state) and played < MOST_DECISIONS:
        if needs_deal(state):
            if begun and number + players <= len(described):
                for player in range(players):
                    features(state, player, described[number])
                    rounds[number] = round_index(state)
                    scores[number] = state.score[player]
                    number += 1
            begun = True
            deal(state, given)
            note_worth(state, worth)
        apply_move(state, likely_move(state, worth, noise))
        played += 1
    return number


def fit_variant(name: str, options: dict[str, Any], games: int, seed: int) -> NDArray[np.float32]:
    """The weights of one variant: rounds x (features and the scale of the win chance)."""
    knowledge: Any = azul_knowledge if name == "azul" else duel_knowledge
    rows, boards, rounds, gains, finals = [], [], [], [], []
    described = np.zeros((120, knowledge.FEATURES), np.float64)
    at_round, scores = np.zeros(120, np.int64), np.zeros(120, np.int64)
    worth = np.zeros(knowledge.WORTH, np.float32)
    for number in range(games):
        game = Game(name, seed=seed + number, **options)
        states = game.states()
        game.ruleset.set_up(states, game.options, None)
        found = play_and_describe(states, NOTHING_GIVEN, worth, np.float32(1.0), described, at_round, scores)
        final = states.score[0][: game.players].astype(np.int64)
        rows.append(described[:found].astype(np.float32))
        rounds.append(at_round[:found].copy())
        boards.append(scores[:found].copy())
        finals.append(np.tile(final, found // game.players))
        gains.append(finals[-1] - boards[-1])
    x, r = np.concatenate(rows), np.concatenate(rounds)
    y, score, final_scores = np.concatenate(gains), np.concatenate(boards), np.concatenate(finals)
    weights = np.zeros((knowledge.ROUNDS, knowledge.FEATURES + 1), np.float32)
    for index in range(knowledge.ROUNDS):
        chosen = r == index
        if chosen.sum() < 500:
            weights[index] = weights[max(0, index - 1)]
            continue
        a = x[chosen].astype(np.float64)
        w = np.linalg.solve(a.T @ a + RIDGE * np.eye(a.shape[1]), a.T @ y[chosen])
        expected = a @ w + score[chosen]
        weights[index, :-1] = w
        weights[index, -1] = fit_scale(expected, final_scores[chosen], game.players)
        error = np.sqrt(np.mean((a @ w - y[chosen]) ** 2))
        scale = weights[index, -1]
        print(f"  round {index + 2}: {chosen.sum()} boards, error {error:.2f} of {y[chosen].std():.2f}, scale {scale:.2f}")
    return weights


def fit_scale(expected: NDArray[np.float64], final: NDArray[np.int64], players: int) -> float:
    """The scale under which the winners are most likely."""
    expected, final = expected.reshape(-1, players), final.reshape(-1, players)
    won = (final == final.max(axis=1, keepdims=True)).astype(float)
    won /= won.sum(axis=1, keepdims=True)
    best, scale = -np.inf, 1.0
    for candidate in np.geomspace(1.0, 60.0, 60):
        logits = (expected - expected.max(axis=1, keepdims=True)) / candidate
        log_chance = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        likelihood = float((won * log_chance).sum())
        if likelihood > best:
            best, scale = likelihood, float(candidate)
    return scale


def main(games: int) -> None:
    """Fit every variant and write the weights."""
    found = {}
    for players in (2, 3, 4):
        for wall in ("coloured", "grey"):
            for jokers in (False, True):
                options = {"players": players, "wall": wall, "jokers": jokers}
                print(variant_key("azul", options))
                found[variant_key("azul", options)] = fit_variant("azul", options, games, 1_000_000)
    print("duel")
    found["duel"] = fit_variant("duel", {"tablets": "random"}, games, 1_000_000)
    np.savez_compressed(WEIGHTS, **found)  # type: ignore[arg-type]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
