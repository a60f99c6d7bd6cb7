"""Finished games in hindsight."""

from collections.abc import Callable

from tests.server.people import Person
from tests.server.test_http import finished, refused

Meet = Callable[[str], Person]


def test_a_finished_game_is_reviewed_once_for_everybody(person: Meet) -> None:
    ada, ben, table = finished(person)
    path = f"/api/replays/{table['id']}/review"
    review = ada.get(path)
    replay = ada.get(f"/api/replays/{table['id']}")
    assert [(move["ply"], move["seat"], move["move"]) for move in review["moves"]] == [
        (frame["ply"], frame["seat"], frame["move"]) for frame in replay["frames"]
    ]
    assert all(0 <= (move["lost"] or 0) <= 1 for move in review["moves"])
    lost = {move["ply"]: move["lost"] for move in review["moves"]}
    assert [lost[ply] for ply in review["turning_points"]] == sorted((loss for loss in lost.values() if loss), reverse=True)[:3]
    assert ben.get(path) == review


def test_a_game_that_goes_on_is_not_reviewed(person: Meet) -> None:
    ada = person("Ada")
    table = ada.new_table("azul", "me here")
    assert refused(ada, "GET", f"/api/replays/{table['id']}/review") == (409, "not-over")
    assert refused(ada, "GET", "/api/replays/nothing/review") == (404, "no-table")
