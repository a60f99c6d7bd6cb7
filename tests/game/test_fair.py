"""Deals that anyone can verify: a record with its proof passes, and nothing in it can be changed."""

import copy
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tessela import Game
from tessela.game import RecordError
from tessela.game.chance import also_seen, bits_of, new_key
from tessela.game.fair import check_proof, mixed, new_salt, promise_of, proof_of, seat_order
from tessela.game.record import proven, verify
from tessela.game.ruleset import Json

GAMES: list[tuple[str, int, Json]] = [
    ("azul", 2, {"players": 2}),
    ("azul", 4, {"players": 4, "wall": "grey", "jokers": True}),
    ("duel", 2, {"tablets": "random"}),
]


def played(name: str, players: int, options: Json, seed: int, decisions: int = 400) -> Json:
    """A record with its proof, of a game in which now and then some moves are taken back."""
    dice, key = random.Random(seed), new_key()
    salts = [new_salt() for _ in range(players)]
    game = Game(name, key=mixed(key, salts), **options)
    history: list[str | int] = []
    seen: Any = {}
    for _ in range(decisions):
        if game.is_over:
            break
        never = not any(isinstance(step, int) for step in history)
        if seed % 2 and game.moves and (dice.random() < 0.05 or (never and len(game.moves) == 9)):
            back = dice.randint(1, min(30, len(game.moves)))
            for _ in range(back):
                game.undo()
            history.append(back)
        earlier = len(game.deals)
        game.deal_again(seen)
        history.append(str(dice.choice(game.legal_moves())))
        game.play(str(history[-1]))
        seen = also_seen(seen, game.deals, earlier)
    order = seat_order(mixed(key, salts), players) if seed % 3 else None
    return proven(game.record(), proof_of(key, salts, options, order, history))


@pytest.mark.parametrize(("name", "players", "options"), GAMES, ids=["azul", "azul-4", "duel"])
def test_a_proven_game_passes(name: str, players: int, options: Json) -> None:
    for seed in range(6):
        record = played(name, players, options, seed)
        assert ("history" in record["proof"]) == bool(seed % 2)
        assert verify(record).record()["moves"] == record["moves"]


def spoilt(record: Json) -> Iterator[tuple[str, Json]]:
    """The record with one thing of its proof or its chance changed."""
    proof, chance = record["proof"], record["chance"]
    for name in ("key", "promise"):
        yield name, {"proof": {**proof, name: _other(proof[name])}}
    for seat, salt in enumerate(proof["salts"]):
        yield f"salt {seat}", {"proof": {**proof, "salts": [*proof["salts"][:seat], _other(salt), *proof["salts"][seat + 1 :]]}}
    yield "order of salts", {"proof": {**proof, "salts": proof["salts"][::-1]}}
    if proof["order"] is not None:
        yield "order", {"proof": {**proof, "order": proof["order"][::-1]}}
    yield "first player", {"chance": {**chance, "first_player": 1 - min(1, chance["first_player"])}}
    if "pile" in chance:
        yield "pile", {"chance": {**chance, "pile": [*chance["pile"][:-2], chance["pile"][-1], chance["pile"][-2]]}}


def passes(record: Json) -> bool:
    try:
        verify(record)
    except RecordError:
        return False
    return True


def _other(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


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


def test_the_vectors_of_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs/chance.md").read_text(encoding="utf-8")
    key, salts = bytes(range(32)), ["00" * 16, "11" * 16]
    by = mixed(key, salts)
    for vector in (promise_of(key), by.hex(), f"{bits_of(by, 'deal 1'):016x}"):
        assert f"`{vector}`" in page
