"""A club as browsers use it: founded, joined by its link, a game and its table, over HTTP on a real server that is killed."""

from tests.server.conftest import Guest, Server
from tests.server.people import Json, Person
from tests.server.test_identity import kept_by_code, refusal, unheard

KEYS = {"first", "last", "year", "quarter"}


def member(guest: Guest, server: Server, name: str) -> Person:
    person: Person = guest(server, unheard(name))
    kept_by_code(person)
    return person


def game(ada: Person, ben: Person, **terms: object) -> None:
    """Ada wins a game against Ben, who moves once and gives up."""
    table = ada.new_table(**terms)  # type: ignore[arg-type]
    ben.join(table)
    tabs = [ada.sit(table), ben.sit(table)]
    while not tabs[1].legal:
        if tabs[0].legal:
            tabs[0].play(tabs[0].legal[0])
            tabs[0].until("happened", what="move")
        else:
            tabs[1].hear()
    tabs[1].say(kind="resign", id="gone", version=tabs[1].version)
    for tab in tabs:
        while tab.ending is None:
            tab.hear()
        tab.close()


def test_a_club_from_its_founding_to_its_end(own_server: Server, guest: Guest) -> None:
    ada, ben, cleo = (member(guest, own_server, name) for name in ("Ada", "Ben", "Cleo"))
    club = ada.ask("POST", "/api/clubs", {"name": "Dragons"})
    at, invitation = f"/api/clubs/{club['id']}", {"invitation": club["invitation"]}
    door = ben.get(f"{at}/door?invitation={club['invitation']}")
    assert (door["name"], door["members"], door["mine"]) == ("Dragons", 1, False)
    assert door["host"].startswith("Ada")
    assert len(ben.ask("POST", f"{at}/join", invitation)["members"]) == 2
    game(ada, ben)
    game(ada, cleo)  # no member
    for _ in range(2):
        season = ada.get(at)["season"]
        assert season["games"] == 1
        assert [(one["entrant"], one["points"]) for one in season["standings"]] == [(0, 1.0), (1, 0.0)]
        own_server.kill()
        own_server.start(own_server.port)
    (brief,) = ben.get("/api/me/clubs")
    assert (brief["name"], brief["members"], brief["hosted"]) == ("Dragons", 2, False)
    assert refusal(cleo, "GET", at) == refusal(cleo, "GET", f"{at}x") == (404, "no-club")
    assert refusal(cleo, "GET", f"{at}/door?invitation=guess") == (404, "no-club")
    changed = ada.ask("PATCH", at, {"name": "Dragons", "counts": "rated"})
    assert changed["season"]["games"] == 0
    cup = ada.ask("POST", "/api/tournaments", new_cup(club))
    assert refusal(cleo, "GET", f"/api/tournaments/{cup['id']}") == (404, "no-tournament")
    assert ben.get(f"/api/tournaments/{cup['id']}")["club"] == {"id": club["id"], "name": "Dragons"}
    assert [one["name"] for one in ben.get(at)["season"]["tournaments"]] == ["Friday"]
    assert ben.get("/api/me/export")["clubs"][0]["name"] == "Dragons"
    assert refusal(ben, "DELETE", at) == (403, "not-club-host")
    ben.ask("DELETE", "/api/me")
    assert len(ada.get(at)["members"]) == 1
    ada.ask("DELETE", at)
    assert ada.get("/api/me/clubs") == []


def new_cup(club: Json) -> Json:
    return {"name": "Friday", "game": "azul", "clock": {"pace": "live", "seconds": 300}, "club": club["id"]}
