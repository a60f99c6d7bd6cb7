"""Guests and tables over HTTP: joining, leaving, the lobby, rematches, seat links, records, my data."""

import json
import random
from collections.abc import Callable

import pytest

from tests.server.people import Json, Person, choice

Meet = Callable[[str], Person]


def refused(person: Person, method: str, path: str, body: Json | None = None) -> tuple[int, str]:
    answer = person.http.request(method, path, json=body)
    return answer.status_code, answer.json()["error"]


def finished(person: Meet) -> tuple[Person, Person, Json]:
    """A game of two that somebody resigned after some moves."""
    ada, ben = person("Ada"), person("Ben")
    table = ada.new_table("azul", "me open")
    ben.join(table)
    tabs, dice = [ada.sit(table), ben.sit(table)], random.Random(4)
    for version in range(1, 5):
        mover = next(tab for tab in tabs if tab.legal)
        mover.play(choice(mover.legal, dice))
        for tab in tabs:
            tab.until("happened", version=version)
    tabs[0].say(kind="resign", version=4, id="r")
    for tab in tabs:
        tab.until("ended")
        tab.close()
    return ada, ben, table


def test_the_catalogue(person: Meet) -> None:
    catalogue = person("Ada").get("/api/catalogue")
    assert set(catalogue["games"]) == {"azul", "duel"}
    assert [level["id"] for level in catalogue["levels"]][:2] == ["sprout", "mason"]
    assert len(catalogue["games"]["duel"]["tablets"]) == 4


def test_a_guest_keeps_id_and_nickname(person: Meet) -> None:
    ada = person("Ada")
    assert ada.get("/api/me") == {"id": ada.id, "nickname": "Ada", "kept": False}
    assert person("Ben").id != ada.id


def test_joining_needs_the_invitation(person: Meet) -> None:
    ada, ben, eve = person("Ada"), person("Ben"), person("Eve")
    table = ada.new_table("azul", "me open")
    path = f"/api/tables/{table['id']}"
    assert ben.get(path)["invitation"] is None
    assert refused(ben, "POST", f"{path}/join", {}) == (403, "not-invited")
    assert refused(ben, "POST", f"{path}/join", {"invitation": "guess"}) == (403, "not-invited")
    joined = ben.join(table)
    assert (joined["mine"], joined["status"]) == ([1], "playing")
    assert ben.join(table)["mine"] == [1], "joining twice is harmless"
    assert refused(eve, "POST", f"{path}/join", {"invitation": table["invitation"]}) == (409, "full")
    assert refused(eve, "GET", "/api/tables/nowhere") == (404, "no-table")


def test_the_lobby_and_leaving(person: Meet) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = ada.new_table("duel", "me open", listed=True)
    assert table["id"] in [listed["id"] for listed in ben.get("/api/tables")]
    assert ben.ask("POST", f"/api/tables/{table['id']}/join", {})["status"] == "playing"
    assert table["id"] not in [listed["id"] for listed in ben.get("/api/tables")]
    assert refused(ben, "POST", f"/api/tables/{table['id']}/leave") == (409, "begun")
    other = ada.new_table("azul", "me open open", listed=True, options={"players": 3})
    ben.ask("POST", f"/api/tables/{other['id']}/join", {})
    ben.ask("POST", f"/api/tables/{other['id']}/leave")
    assert ada.get(f"/api/tables/{other['id']}")["seats"][1]["who"] == "open"
    ada.ask("POST", f"/api/tables/{other['id']}/leave")
    assert refused(ada, "GET", f"/api/tables/{other['id']}") == (404, "no-table")


def test_a_new_name_reaches_the_running_table(person: Meet) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = ada.new_table("azul", "me here open")
    tab = ada.sit(table)
    ben.join(table)
    tab.until("snapshot")
    ada.ask("PATCH", "/api/me", {"nickname": "Augusta"})
    told = tab.until("changed")["table"]
    assert sorted(seat["name"] for seat in told["seats"]) == ["Augusta", "Ben", "Player 2"]
    assert sorted(seat["name"] for seat in ben.get(f"/api/tables/{table['id']}")["seats"]) == ["Augusta", "Ben", "Player 2"]
    tab.close()


def test_the_boards_of_a_table(person: Meet) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = ada.new_table("duel", "me open")
    path = f"/api/tables/{table['id']}/view"
    assert refused(ada, "GET", path) == (409, "not-now")
    ben.join(table)
    seat = ada.get(f"/api/tables/{table['id']}")["mine"][0]
    assert ada.get(path)["seat"] == seat
    assert ben.get(path)["seat"] == 1 - seat
    assert person("Eve").get(path)["seat"] is None


def test_who_won_is_told_with_the_table(person: Meet) -> None:
    ada, ben, table = finished(person)
    told = ben.get(f"/api/tables/{table['id']}")
    assert told["winners"] == told["mine"]
    assert [one["winners"] for one in ada.get("/api/me/tables") if one["id"] == table["id"]] == [told["winners"]]


def test_waiting_people_see_who_comes(person: Meet) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = ada.new_table("azul", "me open")
    tab = ada.sit(table)
    assert (tab.view, tab.version) == (None, 0)
    ben.join(table)
    begun = tab.until("snapshot")
    assert begun["table"]["status"] == "playing"
    assert begun["view"]["round"] == 1


def test_my_games_and_another_device(person: Meet) -> None:
    ada, phone = person("Ada"), person("Phone")
    table = ada.new_table("azul", "me here")
    assert ada.get("/api/me/tables")[0]["id"] == table["id"]
    assert phone.get("/api/me/tables") == []
    assert refused(phone, "POST", f"/api/tables/{table['id']}/join", {"seat_link": "x.y"}) == (403, "bad-link")
    brought = phone.ask("POST", f"/api/tables/{table['id']}/join", {"seat_link": table["seat_link"]})
    assert brought["mine"] == [0, 1]
    tabs = [ada.sit(table), phone.sit(table)]
    assert tabs[0].legal == tabs[1].legal != []
    tabs[1].play(tabs[1].legal[0])
    assert tabs[0].until("happened")["version"] == 1


def test_random_seats_are_all_taken(person: Meet) -> None:
    ada = person("Ada")
    orders = {tuple(ada.new_table("azul", "me bot:mason", order="random")["mine"]) for _ in range(20)}
    assert orders == {(0,), (1,)}


def test_rematch(person: Meet) -> None:
    ada, ben, table = finished(person)
    eve = person("Eve")
    path = f"/api/tables/{table['id']}/rematch"
    assert refused(eve, "POST", path) == (409, "not-now")
    tab = ben.sit(table)
    following = ada.ask("POST", path)
    assert following["status"] == "waiting"
    assert tab.until("changed")["table"]["rematch"] == following["id"]
    assert refused(eve, "POST", f"/api/tables/{following['id']}/join", {}) == (403, "not-invited")
    begun = ben.ask("POST", path)
    assert (begun["id"], begun["status"]) == (following["id"], "playing")
    assert sorted([*ada.get(f"/api/tables/{following['id']}")["mine"], *begun["mine"]]) == [0, 1]
    tab.close()


@pytest.mark.parametrize(("game", "seats"), [("azul", "me here"), ("duel", "me bot:sprout")])
def test_whoever_comes_next_starts_the_rematch(person: Meet, game: str, seats: str) -> None:
    ada = person("Ada")
    table = ada.new_table(game, seats, order="random")
    for _ in range(4):
        tab = ada.sit(table)
        assert tab.view is not None
        round_the_table = [seat["name"] for seat in tab.frames[-1]["table"]["seats"]]
        first = tab.view["first_player"]
        while tab.ending is None:  # a bot may move meanwhile: then once more
            tab.say(kind="resign", version=tab.version, id=f"enough at {tab.version}")
            while tab.ending is None and tab.hear()["kind"] not in ("refused", "ended"):
                pass
        tab.close()
        again = ada.ask("POST", f"/api/tables/{table['id']}/rematch")
        tab = ada.sit(again)
        assert tab.view is not None
        starter = again["seats"][tab.view["first_player"]]["name"]
        assert starter == round_the_table[(first + 1) % len(round_the_table)]
        tab.close()
        table = again


def test_a_replay_tells_the_levels_of_bots(person: Meet) -> None:
    ada = person("Mason")  # a person of that name stays one
    table = ada.new_table("azul", "me bot:mason")
    tab = ada.sit(table)
    tab.say(kind="resign", version=tab.version, id="enough")
    while tab.ending is None:
        if tab.hear()["kind"] == "refused":
            tab.say(kind="resign", version=tab.until("snapshot")["version"], id="enough")
    tab.close()
    replay = person("Eve").get(f"/api/replays/{table['id']}")
    assert (replay["seats"], replay["levels"]) == (["Mason", "Mason"], [None, "mason"])
    assert (replay["ending"]["reason"], replay["ending"]["winners"]) == ("resigned", [1])
    assert replay["gone"] == [{"ply": len(replay["frames"]), "seat": 0, "what": "resigned"}]
    record = {**ada.get(f"/api/records/{table['id']}"), "seats": ["Eve", "Surveyor"]}
    brought = ada.ask("POST", "/api/records", record)["id"]
    assert ada.get(f"/api/replays/{brought}")["levels"] == [None, "surveyor"]


def test_a_record_tells_who_gave_up(person: Meet) -> None:
    ada, ben, table = finished(person)
    record = ada.get(f"/api/records/{table['id']}")
    [left] = record["gone"]
    assert (left["ply"], left["what"], record["result"]) == (len(record["moves"]), "resigned", None)
    replay = ben.get(f"/api/replays/{ben.ask('POST', '/api/records', record)['id']}")
    here = ada.get(f"/api/replays/{table['id']}")
    assert (replay["gone"], replay["ending"]) == ([left], here["ending"])
    del record["gone"]  # as it was written before there was a place for it
    old = ben.get(f"/api/replays/{ben.ask('POST', '/api/records', record)['id']}")
    assert (old["gone"], old["ending"]) == ([], None)


def test_a_record_tells_for_whom_a_bot_played_on(person: Meet) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = ada.new_table("azul", "me open bot:sprout")
    ben.ask("POST", f"/api/tables/{table['id']}/join", {"invitation": table["invitation"]})
    for name, someone in (("Ada", ada), ("Ben", ben)):
        tab = someone.sit(table)
        tab.say(kind="resign", version=tab.version, id=name)
        while (name, "bot") not in [(seat["name"], seat["who"]) for seat in ada.get(f"/api/tables/{table['id']}")["seats"]]:
            if tab.hear()["kind"] == "refused":
                tab.say(kind="resign", version=tab.until("snapshot")["version"], id=name)
        if someone is ben:
            tab.until("ended")
        tab.close()
    record = ada.get(f"/api/records/{table['id']}")
    assert [record["seats"][left["seat"]] for left in record["gone"]] == ["Ada", "Ben"]
    assert record["result"] is not None
    replay = ben.get(f"/api/replays/{ben.ask('POST', '/api/records', record)['id']}")
    assert replay["gone"] == record["gone"]
    assert replay["ending"]["scores"] == record["result"]["scores"]


def test_records_go_out_and_come_in(person: Meet) -> None:
    ada, ben, table = finished(person)
    going = ada.new_table("azul", "me here")
    assert refused(ada, "GET", f"/api/records/{going['id']}") == (409, "not-over")
    assert refused(ada, "GET", f"/api/replays/{going['id']}") == (409, "not-over")
    record = ada.get(f"/api/records/{table['id']}")
    assert record["seats"] == ["Ada", "Ben"]
    imported = ben.ask("POST", "/api/records", record)
    assert ben.ask("POST", "/api/records", record) == imported
    assert ada.get(f"/api/records/{imported['id']}") == record
    replay = ada.get(f"/api/replays/{imported['id']}")
    assert [frame["move"] for frame in replay["frames"]] == record["moves"]
    assert replay["start"]["round"] == 1


@pytest.mark.parametrize(
    ("change", "text"),
    [({"moves": ["9B>1"]}, "ply 1"), ({"version": 3}, "version"), ({"seats": ["Ada"]}, "ply 0"), ({"extra": 1}, "unknown"),
     ({"result": {"scores": [1, 2], "winners": [1]}}, "ply 4"), ({"moves": ["1B>1"] * 3000}, "at most"),
     ({"gone": [{"ply": 3, "seat": 0, "what": "resigned"}]}, "went on"),
     ({"gone": [{"ply": 4, "seat": 2, "what": "resigned"}]}, "seat 2"),
     ({"gone": [{"ply": 4, "seat": 0, "what": "bored"}]}, "gone must"),
     ({"gone": [{"ply": 5, "seat": 0, "what": "resigned"}]}, "move 5"), ({"seats": 5}, "seats must be a list"),
     ({"chance": {"first_player": 0, "deals": [], "pile": [1, None]}}, "chance must"), ({"seed": "7"}, "seed must")],
)  # fmt: skip
def test_a_record_that_is_wrong_is_refused_with_the_reason(person: Meet, change: Json, text: str) -> None:
    ada, _, table = finished(person)
    record = {**ada.get(f"/api/records/{table['id']}"), "gone": [], **change}
    answer = ada.http.post("/api/records", json=record)
    assert answer.status_code == 422
    assert text in answer.json()["text"]


def test_a_name_is_what_one_can_see(person: Meet) -> None:
    ada = person("Ada")
    assert ada.ask("PATCH", "/api/me", {"nickname": "\u202eA\u200bda\n\0 L."})["nickname"] == "Ada L."
    assert ada.ask("PATCH", "/api/me", {"nickname": "\u200b\u3164"})["nickname"] == "Guest"
    seats = [{"who": "me", "name": "\u2067Ada"}, {"who": "here", "name": "\u200b"}]
    table = ada.ask("POST", "/api/tables", {"game": "azul", "seats": seats})
    assert [seat["name"] for seat in table["seats"]] == ["Ada", "Player 2"]


def test_take_my_data_and_forget_me(person: Meet) -> None:
    ada, ben, table = finished(person)
    going = ada.new_table("azul", "me open")
    ben.join(going)
    waiting = ada.new_table("azul", "me open")
    mine = ada.get("/api/me/export")
    assert mine["nickname"] == "Ada"
    assert {one["table"]["id"] for one in mine["tables"]} == {table["id"], going["id"], waiting["id"]}
    assert len(next(one for one in mine["tables"] if one["table"]["id"] == table["id"])["log"]) == 5
    cookie = ada.cookie
    ada.ask("DELETE", "/api/me")
    assert "Ada" not in json.dumps(ben.get(f"/api/tables/{table['id']}"))
    assert ben.get(f"/api/tables/{going['id']}")["seats"][0]["who"] == "bot"
    assert refused(ben, "GET", f"/api/tables/{waiting['id']}") == (404, "no-table")
    old = ada.http.get("/api/me/tables", headers={"cookie": cookie})
    assert old.status_code == 401


def test_pages(person: Meet) -> None:
    ada = person("Ada")
    answer = ada.http.get("/")
    assert answer.status_code == 200
    assert refused(ada, "GET", "/api/nothing") == (404, "no-such-thing")
