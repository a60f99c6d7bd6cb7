"""Lessons: fixed positions, for one person alone with a bot."""

from collections.abc import Callable

import httpx
import pytest

from tessela.game import Game, Outcome
from tessela.server.lessons import lessons
from tests.server.conftest import Guest, Server
from tests.server.people import Person

MakePerson = Callable[[str], Person]


@pytest.mark.parametrize("name", ["azul-1", "azul-2", "duel-1", "duel-2"])
def test_a_lesson_is_a_possible_position_with_the_learner_to_move(name: str) -> None:
    game = Game.from_state(lessons()[name])
    assert game.name == name.split("-")[0]
    assert game.to_move == 0
    assert not game.is_over


def test_who_follows_the_coach_wins_something_at_the_end() -> None:
    azul = played("azul-2", ["2Y>2", "4B>5", "CB>5"])
    assert azul.winners == (0,)
    assert {"rows", "colours"} <= {bonus for bonus, points in azul.breakdown[0].items() if points}
    duel = played("duel-2", ["MY>4", "pay TY", "pay YK", "done", "col 3"])
    assert duel.winners == (0,)
    assert {"rows", "columns"} <= {bonus for bonus, points in duel.breakdown[0].items() if points}


def played(name: str, wishes: list[str]) -> Outcome:
    """How a lesson ends where the learner plays what is wished for as soon as it is possible, and the other one anything."""
    game = Game.from_state(lessons()[name])
    while not game.is_over:
        legal = [str(move) for move in game.legal_moves()]
        wished = [move for move in wishes if move in legal] if game.to_move == 0 else []
        game.play((wished or legal)[0])
    assert game.outcome
    return game.outcome


def test_a_lesson_begins_in_its_position_with_a_gentle_bot(person: MakePerson) -> None:
    ada = person("Ada")
    table = ada.ask("POST", "/api/lessons/azul-2")
    assert [seat["who"] for seat in table["seats"]] == ["person", "bot"]
    assert table["invitation"] is None
    assert table["mine"] == [0]
    assert table["lesson"] == "azul-2"
    assert [mine["lesson"] for mine in ada.get("/api/me/tables")] == ["azul-2"]
    tab = ada.sit(table)
    assert tab.view is not None
    assert tab.view["factories"] == lessons()["azul-2"]["factories"]
    assert "rng" not in tab.view
    tab.play("2Y>2")
    while tab.ending is None:
        if tab.hear()["kind"] == "happened" and tab.legal:
            tab.play(tab.legal[0])
    assert ada.get(f"/api/records/{table['id']}")["position"]["round"] == 5
    assert len(ada.get(f"/api/replays/{table['id']}")["frames"]) == tab.version
    assert ada.ask("POST", f"/api/tables/{table['id']}/rematch")["round"] == 1  # the next game is an ordinary one


def test_nobody_else_sits_down_at_a_lesson(person: MakePerson) -> None:
    table = person("Ada").ask("POST", "/api/lessons/duel-1")
    ben = person("Ben")
    for asked in ({}, {"invitation": "x"}, {"seat_link": "x"}):
        with pytest.raises(httpx.HTTPStatusError):
            ben.ask("POST", f"/api/tables/{table['id']}/join", asked)
    with pytest.raises(httpx.HTTPStatusError):
        ben.ask("POST", "/api/lessons/azul-9")


def test_a_lesson_goes_on_after_the_server_was_killed(own_server: Server, guest: Guest) -> None:
    ada = guest(own_server)
    table = ada.ask("POST", "/api/lessons/duel-2")
    tab = ada.sit(table)
    tab.play("MY>4")
    tab.until("happened")
    port = own_server.port
    own_server.kill()
    own_server.start(port)
    again = ada.sit(table)
    assert again.view is not None
    assert again.view["boards"][0]["lines"][3] == "YYY"
