"""Deals that anyone can verify: a record with its proof passes, and nothing in it can be changed."""

import copy
import hashlib
import random
from collections import Counter
from itertools import product
from math import comb, prod
from pathlib import Path

import numpy as np
import pytest

from tessela import Game
from tessela.game import RecordError
from tessela.game.chance import bits_of, new_key
from tessela.game.duel.options import choose_tablets
from tessela.game.fair import check_proof, mixed, new_salt, promise_of, proof_of, salt_of, seat_order
from tessela.game.record import proven, verify
from tessela.game.ruleset import Json
from tessela.rules import kernels
from tessela.rules.azul.setup import set_up_in as set_up_azul
from tessela.rules.azul.state import STATE as AZUL_STATE
from tessela.rules.duel.components import TABLETS
from tessela.rules.duel.setup import set_up_in as set_up_duel
from tessela.rules.duel.state import STATE as DUEL_STATE
from tests.game.proven import ALSO, GAMES, passes, played, played_on, spoilt, spoilt_more


@pytest.mark.parametrize(("name", "players", "options"), GAMES, ids=["azul", "azul-4", "duel"])
def test_a_proven_game_passes(name: str, players: int, options: Json) -> None:
    for seed in range(6):
        record = played(name, players, options, seed)
        assert ("history" in record["proof"]) == bool(seed % 2)
        assert verify(record).record()["moves"] == record["moves"]


MILLION = 1_000_000


@pytest.mark.parametrize(("name", "players", "options"), GAMES, ids=["azul", "azul-4", "duel"])
def test_nothing_of_a_proof_can_be_changed(name: str, players: int, options: Json) -> None:
    for seed in (1, 2):
        record = played(name, players, options, seed)
        passed = [what for what, change in spoilt(record) if passes({**copy.deepcopy(record), **change})]
        assert passed == []


def test_a_deal_that_the_bag_allows_but_the_proof_does_not_draw_is_found() -> None:
    """Two factories of a first deal change places: a legal deal, only not the one that was drawn."""
    record = played("azul", 2, {"players": 2}, 2, decisions=0)
    factories = record["chance"]["deals"][0]["factories"]
    other = [{"factories": sorted(factories, key=lambda tiles: tiles != factories[-1])}]
    assert other != record["chance"]["deals"]
    with pytest.raises(RecordError, match="draws other deals"):
        verify({**record, "chance": {**record["chance"], "deals": other}})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 3}, "version of a proof must be 2, not 3"),
        ({"version": True}, "version of a proof must be 2, not True"),
        ({"key": "abc"}, "32 bytes in hexadecimal"),
        ({"salts": []}, "for each of the 2 seats"),
        ({"salts": ["x" * 32, "y" * 32]}, "for each of the 2 seats"),
        ({"options": None}, "are an object"),
        ({"options": {"players": 3}}, "cannot begin"),
        ({"options": {"players": 2, "wall": "grey"}}, "by the proof the options are"),
        ({"more": 1}, "a proof has"),
        ({"history": ["1B>1", 5]}, "history of the proof"),
        ({"history": [None]}, "history of the proof"),
        ({"history": []}, "leads to other moves"),
    ],
)
def test_a_spoilt_proof_is_refused_in_a_line(change: Json, said: str) -> None:
    record = played("azul", 2, {"players": 2}, 2, decisions=3)
    with pytest.raises(RecordError, match=said):
        verify({**record, "proof": {**record["proof"], **change}})


def test_a_proof_cannot_bring_its_own_chance() -> None:
    record = played("azul", 2, {"players": 2}, 2, decisions=0)
    chosen = {**record["chance"], "deals": [{"factories": record["chance"]["deals"][0]["factories"][::-1]}]}
    proof = {**record["proof"], "options": {"players": 2, "chance": chosen}}
    with pytest.raises(RecordError, match="cannot begin"):
        verify({**record, "chance": chosen, "proof": proof})


def test_versions_of_records() -> None:
    record = played("azul", 2, {"players": 2}, 2, decisions=3)
    assert record["version"] == 2
    with pytest.raises(RecordError, match="version must be 2, not 1"):
        verify({**record, "version": 1})
    plain = {key: value for key, value in record.items() if key != "proof"}
    with pytest.raises(RecordError, match="version must be 1, not 2"):
        verify(plain)
    verify({**plain, "version": 1})


def test_a_game_from_a_position_is_drawn_by_its_proof_from_there() -> None:
    dice, key, salts = random.Random(3), new_key(), [new_salt(), new_salt()]
    game = Game.from_state(Game("azul", seed=4).state())
    game.draw_by(mixed(key, salts))
    while not game.is_over:
        game.play(dice.choice(game.legal_moves()))
    record = proven(game.record(), proof_of(key, salts, {"players": 2}, None, []))
    check_proof(record)
    with pytest.raises(RecordError, match="draws other deals"):
        check_proof({**record, "proof": proof_of(key, salts[::-1], {"players": 2}, None, [])})


def test_no_salt_and_no_key_alone_decides() -> None:
    """Either changed changes what is drawn; all seats come out alike often in every order."""
    key, salts = bytes(32), ["00" * 16, "11" * 16]
    drawn = {bits_of(mixed(k, s), "deal 1") for k in (key, bytes(31) + b"1") for s in (salts, salts[::-1], [salts[0], "12" * 16])}
    assert len(drawn) == 6
    assert len({promise_of(bytes([byte]) * 32) for byte in range(256)}) == 256
    orders = Counter(tuple(seat_order(number.to_bytes(32, "big"), 3)) for number in range(6000))
    expected = 1000
    assert sum((count - expected) ** 2 / expected for count in orders.values()) < 20.5  # chi-square, 5 degrees: one in a thousand
    assert len(orders) == 6


def test_tablets_are_drawn_as_the_page_has_it() -> None:
    """Python's own choices and samples are what the page describes, whatever a later Python makes of them."""
    for number in range(300):
        bits = bits_of(number.to_bytes(32, "big"), "tablets")
        for wish in ("random", 3, 4):
            assert choose_tablets(wish, bits) == drawn_tablets(wish, bits)
    page = (Path(__file__).parents[2] / "docs/chance.md").read_text(encoding="utf-8")
    for wish, written in (("random", "`random`"), (3, "3"), (4, "4")):
        assert f"| {written} | {', '.join(choose_tablets(wish, bits_of(bytes(range(32)), 'tablets')))} |" in page


def drawn_tablets(wish: str | int, bits: int) -> list[str]:
    """The tablets as docs/chance.md says, with nothing of Python's but its words of 32 bits."""
    text = f"tablets {bits}".encode()
    dice = random.Random(int.from_bytes(text + hashlib.sha512(text).digest(), "big"))

    def below(bound: int) -> int:
        while (drawn := dice.getrandbits(32) >> (32 - bound.bit_length())) >= bound:
            pass
        return drawn

    number = 3 + below(2) if wish == "random" else int(wish)
    left, taken = list(range(len(TABLETS))), []
    for _ in range(number):
        at = below(len(left))
        taken.append(left[at])
        left[at] = left[-1]
        left.pop()
    return [TABLETS[tablet][below(2)] for tablet in sorted(taken)]


def test_the_vectors_of_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs/chance.md").read_text(encoding="utf-8")
    key, salts = bytes(range(32)), ["00" * 16, "11" * 16]
    by = mixed(key, salts)
    for vector in (promise_of(key), salt_of(key, 0), by.hex(), f"{bits_of(by, 'deal 1'):016x}"):
        assert f"`{vector}`" in page


LONG_GAMES = 1_000


@pytest.mark.long
@pytest.mark.parametrize("name", ["azul", "duel"])
def test_a_thousand_games_pass_and_a_thousand_changes_do_not(name: str) -> None:
    """Of all kinds, whole, from positions, and with moves taken back; one thing is changed in each, another one each time."""
    dice, kinds = random.Random(7), [kind for kind in [*GAMES, *ALSO] if kind[0] == name]
    told: Counter[str] = Counter()
    for number in range(LONG_GAMES):
        make = played_on if number % 5 == 4 else played
        record = make(*kinds[number % len(kinds)], number)
        assert passes(record), number
        drawn = "first_player" in record["chance"] or record["chance"]["deals"]  # after a position there may be no deal
        changes = [one for one in [*spoilt(record), *spoilt_more(record)] if drawn or one[0] in ("key", "promise", "points")]
        what, change = dice.choice(changes)
        assert not passes({**record, **change}), f"{number}: {what}"
        told[what.rstrip(" 0123456789")] += 1
    assert len(told) >= 9, told


@pytest.mark.long
def test_deals_are_even_over_a_million_derivations() -> None:
    """Chi-square of who starts, of the first tile of the first deal, and of the first plate, each drawn by a key of its own."""
    keys = (mixed(bytes(32), [f"{number:032x}", "00" * 16]) for number in range(MILLION))
    draws = [Counter[int]() for _ in range(3)]
    states = np.zeros(1, AZUL_STATE).view(np.recarray)
    duels = np.zeros(1, DUEL_STATE).view(np.recarray)
    sides, pile, nothing = np.array([1, 1, 1, 0], np.int8), np.full(18, -1, np.int8), np.full(36, -1, np.int8)
    for key in keys:
        states.rng[0] = bits_of(key, "set-up")
        set_up_azul(states, 0, 2, 0, 0, -1)
        draws[0][int(states.first_player[0])] += 1
        states.rng[0] = bits_of(key, "deal 1")
        kernels.deal_in(states, 0, nothing)
        draws[1][int(states.offer[0, 1])] += 1
        duels.rng[0] = bits_of(key, "set-up")
        set_up_duel(duels, 0, sides, -1, pile)
        draws[2][int(duels.display[0, 0])] += 1
    first, factory, plate = draws
    assert chi_square(first, dict.fromkeys(range(2), 1 / 2)) < 10.83  # one in a thousand, 1 degree
    assert chi_square(plate, dict.fromkeys(range(18), 1 / 18)) < 40.79  # 17 degrees
    chances = chances_of_a_factory()
    assert chi_square(factory, chances) < 112.32  # 69 degrees


def chi_square(drawn: Counter[int], chances: dict[int, float]) -> float:
    assert drawn.keys() <= chances.keys()
    return sum((drawn[value] - MILLION * chance) ** 2 / (MILLION * chance) for value, chance in chances.items())


def chances_of_a_factory() -> dict[int, float]:
    """How likely each handful of four tiles is, out of 20 of each of five colours."""
    ways = {}
    for counts in product(range(5), repeat=5):
        if sum(counts) == 4:
            handful = sum(number << (5 * kind) for kind, number in enumerate(counts))
            ways[handful] = prod(comb(20, number) for number in counts) / comb(100, 4)
    return ways
