"""A tournament as a browser holds it: over HTTP, on a real server that is killed in the middle of a round."""

import httpx
import pytest

from tests.patience import patiently
from tests.server.conftest import Guest, Server
from tests.server.people import Json, Person

CLOCK = {"pace": "live", "seconds": 600, "increment": 5}


def cup(person: Person, **wish: object) -> Json:
    made: Json = person.ask("POST", "/api/tournaments", {"name": "Cup", "game": "azul", "clock": CLOCK, **wish})
    return made


def seen(person: Person, made: Json) -> Json:
    found: Json = person.get(f"/api/tournaments/{made['id']}")
    return found


def test_an_evening_goes_on_after_a_kill(own_server: Server, guest: Guest) -> None:
    ada = guest(own_server, "Ada")
    made = cup(ada, rounds=2)
    at = f"/api/tournaments/{made['id']}"
    ada.ask("POST", f"{at}/enter", {})
    ada.ask("POST", f"{at}/bots", {"level": "sprout", "number": 3})
    begun = ada.ask("POST", f"{at}/begin")
    assert (begun["status"], begun["round"], len(begun["meetings"])) == ("playing", 1, 2)
    own_server.kill()
    own_server.start(own_server.port)
    lost = []
    for _ in patiently():
        info = seen(ada, made)
        if info["status"] == "over":
            break
        if info["my_table"] is not None and info["my_table"] not in lost:
            lost.append(info["my_table"])
            lose(ada, lost[-1])
    assert len(lost) == 2
    assert [one["points"] is not None for one in info["meetings"]] == [True] * 4
    assert sum(one["points"] for one in info["standings"]) == 4
    assert info["standings"][-1]["entrant"] == info["mine"] == 0
    assert [one["id"] for one in ada.get("/api/tournaments")] == [made["id"]]


def lose(person: Person, table: str) -> None:
    """Move once, then give up."""
    tab = person.sit(table)
    while not tab.legal and tab.ending is None:
        tab.hear()
    if tab.ending is None:
        tab.play(tab.legal[0])
        tab.until("happened", what="move")
        tab.say(kind="resign", id="gone", version=tab.version)
        while tab.ending is None:
            tab.hear()
    tab.close()


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"clock": {"pace": "days", "seconds": 86_400}}, 422),
        ({"form": "round-robin", "size": 3}, 422),
        ({"game": "duel", "size": 3}, 422),
        ({"game": "chess"}, 422),
        ({"name": "\u200b"}, 422),
        ({"starts_at": "yesterday"}, 422),
        ({"starts_at": "2001-01-01T00:00:00Z"}, 422),
        ({"options": {"walls": "blue"}}, 422),
    ],
)
def test_what_cannot_be_held_is_refused_in_a_line(server: Server, guest: Guest, wish: Json, status: int) -> None:
    somebody = guest(server)
    with pytest.raises(httpx.HTTPStatusError) as refused:
        cup(somebody, **wish)
    assert refused.value.response.status_code == status
    assert "\n" not in refused.value.response.json()["text"]
