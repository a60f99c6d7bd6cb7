"""What the nets are told: named places, one after the other, and the very numbers that the trained nets were taught with."""

import random
from zlib import crc32

import numpy as np
import pytest

from tessela import Game
from tessela.bots.games import KNOWN, known
from tessela.bots.nets import policy, value
from tessela.bots.nets.layout import layout
from tessela.bots.search.bots import worth_in
from tessela.bots.search.desk import zeros

# Check sums of features: another one means that the trained nets no longer see what they were trained on
TAUGHT = {
    ("azul-2p", "value"): 2928144569, ("azul-2p", "policy"): 1410313060,
    ("azul-4p", "value"): 553230735, ("azul-4p", "policy"): 608194730,
    ("duel", "value"): 2448928141, ("duel", "policy"): 578126058,
}  # fmt: skip
GAMES = {
    "azul-2p": lambda: Game("azul", players=2, wall="coloured", jokers=False, seed=11),
    "azul-4p": lambda: Game("azul", players=4, wall="grey", jokers=True, seed=12),
    "duel": lambda: Game("duel", tablets="random", seed=13),
}
EVERY = 7  # of the positions of a game
FINE = 64  # steps of a number that are told apart: the last bits of a float are not meant


def positions(variant: str) -> list[Game]:
    game, dice, found = GAMES[variant](), random.Random(variant), []
    while not game.is_over and len(game.moves) < 200:
        if len(game.moves) % EVERY == 0:
            found.append(game.copy())
        game.play(dice.choice(list(game.legal_moves())))
    return found


def digest(numbers: object, so_far: int) -> int:
    return crc32(np.rint(FINE * np.asarray(numbers, np.float64)).astype(np.int64).tobytes(), so_far)


def digest_of_boards(game: Game, so_far: int) -> int:
    features = np.zeros(known(game.name).value.BOARD.size, np.float32)
    for player in range(game.players):
        value.describe(game.states()[0], player, features)
        so_far = digest(features, so_far)
    return digest(value.context(game.states()[0]), so_far)


def digest_of_moves(game: Game, so_far: int) -> int:
    row, worth = known(game.name).policy, worth_in(game)
    notes, of_position = zeros(row.NOTES.size, np.float32), np.zeros(row.POSITION.size, np.float32)
    policy.note_position(game.states()[0], worth, notes, of_position)
    so_far = digest(of_position, digest(notes, so_far))
    features = np.zeros(row.MOVE.size, np.float32)
    for action in list(game.legal_actions())[:: len(game.legal_moves()) // 6 + 1]:
        policy.describe_move(game.states()[0], worth, notes, action, features)
        so_far = digest(features, so_far)
    return so_far


@pytest.mark.parametrize("variant", GAMES)
def test_the_nets_see_what_they_were_taught_with(variant: str) -> None:
    boards = moves = 0
    for game in positions(variant):
        boards, moves = digest_of_boards(game, boards), digest_of_moves(game, moves)
    assert (boards, moves) == (TAUGHT[variant, "value"], TAUGHT[variant, "policy"])


@pytest.mark.parametrize("game", KNOWN)
def test_every_part_of_a_description_has_a_place_of_its_own(game: str) -> None:
    row = known(game)
    for found in (row.value.BOARD, row.policy.NOTES, row.policy.MOVE, row.policy.POSITION):
        assert list(found) == sorted(set(found))
        assert found[0] == 0


def test_places_are_counted() -> None:
    found = layout("one", ("five", 5), "last")
    assert found._asdict() == {"one": 0, "five": 1, "last": 6, "size": 7}
    with pytest.raises(ValueError, match="'one' is laid out twice"):
        layout("one", "one")
