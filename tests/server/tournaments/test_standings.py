"""How everybody stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessela.server.tournaments.standings import Meeting, Standing, shares_of, standings


def met(round_number: int, one: int, other: int, share: float, ahead: float = 10.0) -> Meeting:
    return Meeting(round_number, [one, other], "t", shares=[share, 1 - share], ahead=[ahead, -ahead])


def order(rows: list[Standing]) -> list[tuple[int, int]]:
    return [(row.entrant, row.place) for row in rows]


@given(st.lists(st.integers(0, 50), min_size=2, max_size=4))
def test_a_table_gives_half_of_its_places(ranks: list[int]) -> None:
    shares = shares_of(ranks)
    assert sum(shares) == pytest.approx(len(ranks) / 2)
    assert shares.index(max(shares)) == ranks.index(max(ranks))


def test_points_come_first_then_whom_one_has_met() -> None:
    meetings = [met(1, 0, 1, 1.0), met(1, 2, 3, 1.0), met(2, 0, 2, 1.0), met(2, 1, 3, 1.0)]
    rows = standings(4, meetings)
    assert order(rows) == [(0, 1), (1, 2), (2, 2), (3, 4)], "who is level shares a place"
    assert [row.buchholz for row in rows] == [2.0, 2.0, 2.0, 2.0]
    weaker = standings(4, [*meetings[:3], met(2, 1, 3, 0.5)])
    assert order(weaker) == [(0, 1), (2, 2), (1, 3), (3, 4)]


def test_who_sits_out_has_a_point_and_has_met_somebody_as_good() -> None:
    rows = standings(3, [met(1, 0, 1, 1.0), Meeting(1, [2], shares=[1.0], ahead=[0.0])])
    assert order(rows) == [(2, 1), (0, 2), (1, 3)]
    assert (rows[0].points, rows[0].buchholz, rows[0].played, rows[0].won) == (1.0, 1.0, 0, 0)


def test_ties_go_by_tables_won_then_by_the_points_of_the_games() -> None:
    far, near = met(1, 0, 1, 1.0, 30.0), met(1, 2, 3, 1.0, 5.0)
    assert order(standings(4, [far, near])) == [(0, 1), (2, 2), (3, 3), (1, 4)]


def test_in_an_arena_only_what_one_did_counts() -> None:
    meetings = [met(1, 0, 1, 1.0), met(2, 2, 3, 1.0), met(3, 2, 1, 0.5)]
    assert order(standings(4, meetings, arena=True))[0] == (2, 1)


def test_what_is_not_over_does_not_count() -> None:
    assert all(row.points == 0 and row.place == 1 for row in standings(2, [Meeting(1, [0, 1], "t")]))
