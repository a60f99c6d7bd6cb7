"""The encodings are frozen: a change here orphans every net and data set, and needs a new version."""

import numpy as np
import pytest

from tessela import Game
from tessela.game.encoding import schema, schema_digest
from tests.variants import walk

DIGESTS = {"azul": "af4bbd754839eb99", "duel": "38c66691dcfd5109"}


@pytest.mark.parametrize("name", DIGESTS)
def test_the_schema_has_not_changed(name: str) -> None:
    assert schema_digest(name) == DIGESTS[name]


def fields(name: str, observation: np.ndarray) -> dict[str, list[int]]:
    """An observation by the names of its fields."""
    found, start = {}, 0
    for field, size in schema(name)["observation"]:
        found[field] = observation[start : start + size].tolist()
        start += size
    assert start == len(observation)
    return found


@pytest.mark.parametrize(
    ("move", "number"), [("3B>2", (3 * 5 + 0) * 6 + 1), ("CR>F", (0 * 5 + 2) * 6 + 5), ("1W>5", (1 * 5 + 4) * 6 + 4)]
)
def test_numbers_of_takes(move: str, number: int) -> None:
    deal = {"factories": ["BBYW", "YYYY", "BBRK", "WWWW", "KKKK"]}
    game = Game("azul", chance={"first_player": 0, "deals": [deal]})
    if move[0] == "C":
        game.play("3B>5")
    assert game.action_of(move) == number
    assert game.move_of(number) == move


def test_an_azul_observation_is_seen_from_its_seat() -> None:
    deal = {"factories": ["BBYW", "YYYY", "BBRK", "WWWW", "KKKK", "RRRR", "RBYK"]}
    game = Game("azul", players=3, chance={"first_player": 1, "deals": [deal]})
    game.play("3B>5")
    game.play("CR>1")
    mine, next_one = fields("azul", game.observation(2)), fields("azul", game.observation(0))
    assert mine["players"] == [3]
    assert mine["to_move"] == [1]
    assert next_one["to_move"] == [0]
    assert mine["marker"] == [1]
    assert next_one["marker"] == [3]
    assert mine["offer"][:6] == [0, 0, 0, 1, 0, 0]
    assert mine["offer"][6:12] == [2, 1, 0, 0, 1, 0]
    assert mine["board_0.floor"] == [7, 0, 0, 0, 0, 0, 0]
    assert mine["board_0.line_colour"] == [3, 0, 0, 0, 0]
    assert mine["board_2.line_tiles"] == [0, 0, 0, 0, 2]
    assert mine["board_3.wall"] == [0] * 25


def test_a_duel_observation_hides_chips_and_pile() -> None:
    game = Game("duel", seed=3)
    seen = fields("duel", game.observation(0))
    assert seen["factory_chips"] == [1, 1, 1, 1]
    assert sum(seen["chips_unseen"]) == 20
    assert set(seen["pile"][1:15]) == {1}
    assert seen["pile"][0] in (2, 3)
    assert seen["pile"][15:] == [0, 0, 0]
    assert all(plate >= 4 for plate in seen["display"])


@pytest.mark.parametrize("variant", ["azul-4p-grey-jokers", "duel-random"])
def test_different_positions_look_different(variant: str) -> None:
    """An observation loses nothing that the seat can see."""
    seen: dict[bytes, str] = {}
    for game in walk(variant, 4):
        for seat in range(game.players):
            view = {key: value for key, value in game.view(seat).items() if key != "seat"}
            if game.name == "duel":
                for board in view["boards"]:
                    board.pop("spent")
                view["pending"] = {k: v for k, v in (view["pending"] or {}).items() if k not in ("from", "backs")}
            key = game.observation(seat).tobytes() + bytes([seat])
            assert seen.setdefault(key, repr(view)) == repr(view)
