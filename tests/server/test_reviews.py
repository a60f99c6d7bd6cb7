"""Finished games in hindsight, over HTTP: the review, and positions that are handed over to be tried."""

from collections.abc import Callable

import msgspec
import pytest

from tessela.game.ruleset import Json
from tessela.server import reviews
from tessela.server.frames import Play, Resign
from tessela.server.memory_store import MemoryStore
from tessela.server.reviews import Reviews, engine_digest
from tessela.server.store import StoreError
from tests.server.people import Person
from tests.server.room import open_house, run, table_for
from tests.server.test_http import finished, refused

Meet = Callable[[str], Person]


def reviewed(somebody: Person, path: str) -> Json:
    """A review, once it is whole."""
    review: Json = somebody.get(f"{path}/review")
    while not review["final"]:
        review = somebody.get(f"{path}/review?known={review['done']}")
    return review


def test_a_finished_game_is_reviewed_once_for_everybody(person: Meet) -> None:
    ada, ben, table = finished(person)
    path = f"/api/replays/{table['id']}"
    review = reviewed(ada, path)
    replay = ada.get(path)
    assert [(move["ply"], move["seat"], move["move"]) for move in review["moves"]] == [
        (frame["ply"], frame["seat"], frame["move"]) for frame in replay["frames"]
    ]
    assert "Ada" not in str(review), "a review names nobody"
    assert ben.get(f"{path}/review") == review


def test_a_game_that_goes_on_is_not_reviewed(person: Meet) -> None:
    ada = person("Ada")
    table = ada.new_table("azul", "me here")
    for ask in (("GET", "review", None), ("POST", "position", {"ply": 0}), ("POST", "try", {"ply": 0, "move": "1B>1"})):
        method, what, body = ask
        assert refused(ada, method, f"/api/replays/{table['id']}/{what}", body) == (409, "not-over")
        assert refused(ada, method, f"/api/replays/nothing/{what}", body) == (404, "no-table")


def test_a_position_is_handed_over(person: Meet) -> None:
    """Looking ahead, trying and following moves from a position of a finished game."""
    ada, _, table = finished(person)
    path = f"/api/replays/{table['id']}"
    played = ada.get(path)["frames"][2]
    position = ada.ask("POST", f"{path}/position", {"ply": 2})
    assert (position["seat"], position["view"]["seat"]) == (played["seat"], played["seat"])
    assert played["move"] in position["legal"]
    move, none = ada.ask("POST", f"{path}/look", {"ply": 2, "moves": [played["move"], None]})
    assert move["events"] == played["events"]
    assert none["events"] == []
    assert len(move["forecast"]) == 2
    answer = ada.ask("POST", f"{path}/try", {"ply": 2, "move": played["move"]})
    assert answer["move"] == played["move"]
    assert 0 <= answer["lost"] <= 1
    assert answer["reasons"]
    assert abs(answer["best_chance"] - answer["chance"] - answer["lost"]) < 1e-9
    line = ada.ask("POST", f"{path}/line", {"ply": 2, "moves": [played["move"], "nonsense"]})
    assert [(frame["ply"], frame["move"]) for frame in line] == [(3, played["move"])]
    assert refused(ada, "POST", f"{path}/try", {"ply": 2, "move": "9Z>9"})[0] == 422
    assert refused(ada, "POST", f"{path}/line", {"ply": 2, "moves": ["9Z>9"]})[0] == 422
    assert refused(ada, "POST", f"{path}/look", {"ply": 2, "moves": []}) == (422, "bad-body")
    assert refused(ada, "POST", f"{path}/position", {"ply": 99})[0] in (409, 422)


def test_the_odds_of_a_position_are_those_of_what_a_seat_knew(person: Meet) -> None:
    ada, _, table = finished(person)
    path = f"/api/replays/{table['id']}"
    for seat in (0, 1, None):
        odds = ada.ask("POST", f"{path}/odds", {"ply": 2, "seat": seat})
        assert (odds["game"], odds["deal"]["tiles"], bool(odds["lines"])) == ("azul", 20, seat is not None)
    assert refused(ada, "POST", f"{path}/odds", {"ply": 999})[0] == 422
    assert refused(ada, "POST", f"{path}/odds", {"ply": 2, "seat": 2}) == (422, "bad-body")


class FullForReviews(MemoryStore):
    """No review can be stored here."""

    async def save_review(self, game_id: str, engine: str, review: bytes) -> None:
        raise StoreError("the disk is full")


@pytest.mark.parametrize("store", [MemoryStore, FullForReviews])
def test_a_review_is_stored_before_it_is_told_and_told_where_it_cannot_be(store: type[MemoryStore]) -> None:
    async def check() -> None:
        kept = store()
        async with open_house(kept) as house:
            table = await table_for(house, "azul", "a a")
            assert table.course
            await table.play([0, 1], Play(0, table.course.game.legal_moves()[0], "m"))
            await table.resign([0, 1], Resign(1, "r"))
            reviews = Reviews(house)
            final = {"final": False, "done": -1}
            while not final["final"]:
                final = msgspec.json.decode(await reviews.of(table.row.id, "a", final["done"]))
            stored = await kept.review(table.row.id, engine_digest())
            assert stored is None if store is FullForReviews else msgspec.json.decode(stored or b"") == final

    run(check())


def test_a_game_given_up_before_its_first_move_has_no_review(person: Meet) -> None:
    ada = person("Ada")
    table = ada.new_table("azul", "me here")
    tab = ada.sit(table)
    tab.say(kind="resign", version=0, id="r")
    tab.until("ended")
    assert refused(ada, "GET", f"/api/replays/{table['id']}/review") == (409, "no-review")


def test_whatever_changes_a_review_makes_it_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """How moves are called, how accuracy is counted, what is said: each is in the digest under which reviews lie."""
    asked: list[str] = []
    monkeypatch.setattr(reviews, "digest_of", lambda names: asked.extend(names) or "0" * 64)
    engine_digest.__wrapped__()
    changes = {"judging", "looks", "luck", "summary", "follows"}
    assert {f"coach/{name}.py" for name in changes} <= set(asked)
    assert {"bots/analysis/texts.py", "bots/search/tree.py", "game/azul/happenings.py", "rules/duel/tiling.py"} <= set(asked)
    assert [name for name in asked if name.endswith(".npz")]
