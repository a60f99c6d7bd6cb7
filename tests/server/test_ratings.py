"""What rated games do to ratings, from the games alone."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessela.arena.statistics.glicko import Met, Rating, after, rested
from tessela.server.messages.tables import Clock
from tessela.server.ratings import A_DAY, NEWCOMER, after_game, is_provisional, level_rating, places_of, rated_game, recomputed
from tessela.server.results import RatedGame, RatedSeat
from tessela.server.store import Head, SeatRow, TableRow


def seat(number: int, who: str, place: int) -> RatedSeat:
    return RatedSeat(number, None, who[4:], place) if who.startswith("bot:") else RatedSeat(number, who, None, place)


def game(*places: tuple[str, int], at: int = 0, table: str = "t") -> RatedGame:
    return RatedGame(table, "azul", "live", at, tuple(seat(number, who, place) for number, (who, place) in enumerate(places)))


def over(*seats: SeatRow, winners: list[int], scores: list[int], **changes: Any) -> TableRow:
    values: dict[str, Any] = {
        "id": "t", "game": "azul", "options": {}, "seats": list(seats), "status": "over", "clock": Clock("live", 60),
        "listed": False, "order": "chosen", "created": 0, "invitation": "x", "winners": winners, "rated": True,
        "head": Head(9, None, 5, scores),
    }  # fmt: skip
    return TableRow(**{**values, **changes})


def person(name: str, **changes: Any) -> SeatRow:
    return SeatRow("person", name, None, [name], **changes)


def test_two_people_are_rated_as_the_paper_says() -> None:
    rows = after_game(game(("ada", 1), ("bob", 2)), {})
    assert rows["ada"].rating == after(NEWCOMER, [Met(NEWCOMER, 1.0)])
    assert rows["bob"].rating == after(NEWCOMER, [Met(NEWCOMER, 0.0)])
    assert rows["ada"].games == 1


def test_a_level_moves_who_plays_it_and_never_itself() -> None:
    rows = after_game(game(("ada", 1), ("bot:painter", 2)), {})
    assert list(rows) == ["ada"]
    assert rows["ada"].rating == after(NEWCOMER, [Met(level_rating("azul", "painter") or NEWCOMER, 1.0)])


def test_a_game_of_four_weighs_as_much_as_one_of_two() -> None:
    """Among equals the first of four wins all its pairs, and gains what the winner of two does."""
    two = after_game(game(("a", 1), ("b", 2)), {})
    four = after_game(game(("a", 1), ("b", 2), ("c", 2), ("d", 2)), {})
    assert four["a"].rating.value == pytest.approx(two["a"].rating.value)
    assert four["a"].rating.deviation == pytest.approx(two["a"].rating.deviation)
    assert four["b"].rating.value < NEWCOMER.value


def test_the_middle_of_three_equals_stays_where_it_is() -> None:
    rows = after_game(game(("a", 1), ("b", 2), ("c", 3)), {})
    assert rows["b"].rating.value == pytest.approx(NEWCOMER.value)


def test_who_rests_becomes_less_sure() -> None:
    rows = recomputed([game(("ada", 1 + day % 2), ("bot:painter", 2 - day % 2), at=day * A_DAY) for day in range(30)])
    row = rows["ada", "azul", "live"]
    assert not is_provisional(row.rating)
    assert is_provisional(rested(row.rating, 365))
    assert row.games == 30


def test_games_and_paces_are_apart() -> None:
    days = RatedGame("u", "azul", "days", 0, game(("ada", 1), ("bob", 2)).seats)
    rows = recomputed([game(("ada", 1), ("bob", 2)), days])
    assert set(rows) == {(who, "azul", pace) for who in ("ada", "bob") for pace in ("live", "days")}


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd"), st.sampled_from([0.0, 0.5, 1.0])), max_size=40))
def test_ratings_stay_in_bounds_whatever_is_played(results: list[tuple[str, str, float]]) -> None:
    games = [
        game((one, 1 if score > 0 else 2), (other, 1 if score < 1 else 2), at=at * 1000)
        for at, (one, other, score) in enumerate(results)
        if one != other
    ]
    for row in recomputed(games).values():
        assert 0 < row.rating.deviation <= 350
        assert -1500 < row.rating.value < 4000


def test_gains_against_one_who_always_loses_run_dry() -> None:
    """Losing on purpose gives ever less: after the first games the winner hardly moves."""
    steps = [0.0]
    rows: dict[Any, Any] = {}
    games = []
    for at in range(60):
        games.append(game(("main", 1), ("puppet", 2), at=at))
        rows = recomputed(games)
        steps.append(rows["main", "azul", "live"].rating.value)
    gains = [now - before for before, now in pairwise(steps)]
    assert gains[-1] < gains[0] / 20
    assert steps[-1] < NEWCOMER.value + 700


def test_places() -> None:
    """Winners share the first place, those who left the last, whatever their boards came to."""
    left = SeatRow("bot", "c", "surveyor", ["c"], left=True)
    row = over(person("a"), person("b"), left, person("d"), winners=[2], scores=[30, 40, 90, 40])
    assert places_of(row) == [3, 1, 4, 1]
    assert places_of(over(person("a"), person("b"), winners=[0], scores=[1, 50])) == [1, 2], "the other has resigned"


def test_what_does_not_count() -> None:
    two, scores = (person("a"), person("b")), [5, 4]
    assert rated_game(over(*two, winners=[0], scores=scores), 7) == game(("a", 1), ("b", 2), at=7)
    assert rated_game(over(*two, winners=[0], scores=scores, rated=False), 7) is None
    assert rated_game(over(*two, winners=[0], scores=scores, clock=None), 7) is None
    assert rated_game(over(person("a"), person("a"), winners=[0], scores=scores), 7) is None, "both seats came to one guest"


def test_who_left_and_was_forgotten_is_nobody() -> None:
    gone = SeatRow("bot", "Guest", "surveyor", [], left=True)
    row = over(person("a"), gone, person("b"), winners=[1], scores=[5, 9, 4])
    found = rated_game(row, 7)
    assert found is not None
    assert [one.guest for one in found.seats] == ["a", "b"]
    assert rated_game(over(person("a"), gone, winners=[0], scores=[5, 4]), 7) is None


def test_levels_stand_on_the_measured_scale() -> None:
    gentle, strong = level_rating("azul", "sprout"), level_rating("azul", "legend")
    assert gentle is not None
    assert strong is not None
    assert gentle.value < NEWCOMER.value < strong.value
    assert level_rating("azul", "random") is None
    assert isinstance(gentle, Rating)
