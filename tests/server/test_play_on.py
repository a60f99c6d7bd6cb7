"""Playing on from a position of a finished game."""

import random
from collections.abc import Callable

import httpx
import pytest

from tessela.game import record as records
from tessela.server.replays import from_here
from tests.server.conftest import Guest, Server
from tests.server.people import Json, Person, choice
from tests.variants import VARIANTS, choose, new_game

Meet = Callable[[str], Person]
HERE = [{"who": "me"}, {"who": "here"}]


def record_of(variant: str, seed: int = 2) -> Json:
    """A whole game played at random."""
    game, dice = new_game(variant, seed), random.Random(seed)
    while not game.is_over:
        game.play(choose(game, dice, 2))
    return game.record()


@pytest.mark.parametrize("variant", [*VARIANTS])
def test_every_position_goes_on(variant: str) -> None:
    record, dice = record_of(variant), random.Random(1)
    for ply in (0, *sorted(dice.sample(range(1, len(record["moves"])), 6))):
        before, game = records.replay(record, ply), from_here(record, ply)
        assert game.view(None) == before.view(None)
        assert (game.to_move, game.phase, game.legal_moves()) == (before.to_move, before.phase, before.legal_moves())
        while not game.is_over:
            game.play(choose(game, dice, 2))
        records.verify(game.record())


def test_what_was_hidden_is_drawn_anew() -> None:
    record = record_of("duel")
    piles = [from_here(record, 0).state()["pile"] for _ in range(4)]
    real = records.replay(record, 0).state()["pile"]
    assert any(pile != real for pile in piles)
    assert {frozenset(pile) for pile in piles} == {frozenset(real)}
    azul = record_of("azul-2p-coloured")
    last = max(ply for ply in range(len(azul["moves"])) if records.replay(azul, ply).round == 1)
    deals = []
    for _ in range(4):
        game = from_here(azul, last)
        game.play(azul["moves"][last])
        deals.append(game.deals[-1])
    assert any(deal != azul["chance"]["deals"][1] for deal in deals)


def test_nobody_remembers_what_was_put_back() -> None:
    record = record_of("duel-backs")
    returned = [ply for ply, move in enumerate(record["moves"], start=1) if move.startswith("back ")]
    assert returned
    for ply in returned:
        game = from_here(record, ply)
        assert not any(game.state()["pile_seen"])
        assert game.view(0)["pile"] == game.view(1)["pile"] == game.view(None)["pile"]


def test_a_table_that_goes_on_from_a_replay(own_server: Server, guest: Guest) -> None:
    ada, dice = guest(own_server), random.Random(3)
    record = record_of("azul-2p-coloured")
    replay = ada.ask("POST", "/api/records", record)["id"]
    asked = {"ply": 20, "seats": [{"who": "me"}, {"who": "bot", "level": "sprout"}]}
    table = ada.ask("POST", f"/api/replays/{replay}/play", asked)
    assert (table["status"], table["mine"], table["options"]) == ("playing", [0], record["options"])
    tab = ada.sit(table)
    while not tab.legal:
        tab.hear()
    tab.play(choice(tab.legal, dice))
    tab.until("happened")
    port = own_server.port
    own_server.kill()
    own_server.start(port)
    tab = ada.sit(table)
    assert tab.version >= 1
    while tab.ending is None:
        if tab.legal:
            tab.play(choice(tab.legal, dice))
            tab.legal = []
        tab.hear()
    ended = ada.get(f"/api/records/{table['id']}")
    assert ended["position"]["round"] == records.replay(record, 20).round
    records.verify(ended)
    shown = ada.get(f"/api/replays/{table['id']}")
    assert [frame["move"] for frame in shown["frames"]] == ended["moves"]
    again = ada.ask("POST", f"/api/replays/{table['id']}/play", {"ply": 1, "seats": HERE})  # and on from there
    assert again["mine"] == [0, 1]


def test_what_cannot_be_played_on(person: Meet) -> None:
    ada = person("Ada")
    record = record_of("azul-2p-coloured")
    replay = ada.ask("POST", "/api/records", record)["id"]
    going_on = ada.new_table("azul", "me here")["id"]
    last = len(record["moves"])
    for game, ply, seats, status in (
        (replay, last, HERE, 409),
        (replay, last + 1, HERE, 422),
        (replay, -1, HERE, 422),
        (replay, 3, [{"who": "me"}, {"who": "open"}], 422),
        (replay, 3, [*HERE, {"who": "bot"}], 422),
        (replay, 3, [{"who": "me"}, {"who": "bot", "level": "nobody"}], 422),
        (going_on, 0, HERE, 409),
        ("nothing", 0, HERE, 404),
    ):
        with pytest.raises(httpx.HTTPStatusError) as refused:
            ada.ask("POST", f"/api/replays/{game}/play", {"ply": ply, "seats": seats})
        assert refused.value.response.status_code == status, (game, ply)
