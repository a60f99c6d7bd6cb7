"""Who plays whom: nobody twice the same while that can be, everybody sits out equally often, everybody begins equally often."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tessela.server.tournaments.matching import matched
from tessela.server.tournaments.pairing import Past, Round, arena, round_robin, rounds_of, sizes, swiss, who_begins

quietly = settings(deadline=None, max_examples=40)


def played(entrants: int, rounds: int, size: int, seed: int) -> tuple[list[Round], Past]:
    """Rounds of a Swiss tournament whose tables are won by chance."""
    dice, past, points, found = random.Random(seed), Past(), Counter[int](), []
    for _ in range(rounds):
        standing = sorted(range(entrants), key=lambda one: -points[one])
        found.append(swiss(standing, past, size))
        for table in found[-1].tables:
            past.sat_together(table)
            points[dice.choice(table)] += 1
            begins = table[who_begins(table, past)]
            past.began[begins] = past.began.get(begins, 0) + 1
        if (out := found[-1].out) is not None:
            past.out[out] = past.out.get(out, 0) + 1
            points[out] += 1
    return found, past


@quietly
@given(entrants=st.integers(2, 24), size=st.integers(2, 4), rounds=st.integers(1, 5), seed=st.integers(0, 99))
def test_everybody_has_one_place_in_every_round(entrants: int, size: int, rounds: int, seed: int) -> None:
    for one in played(entrants, rounds, size, seed)[0]:
        seated = [entrant for table in one.tables for entrant in table]
        assert sorted([*seated, *([] if one.out is None else [one.out])]) == list(range(entrants))
        assert all(2 <= len(table) <= size for table in one.tables)
        assert (one.out is not None) == (size == 2 and entrants % 2 == 1)


@quietly
@given(entrants=st.integers(2, 40), seed=st.integers(0, 99))
def test_nobody_meets_the_same_twice_and_nobody_sits_out_twice(entrants: int, seed: int) -> None:
    _, past = played(entrants, max(1, entrants // 2), 2, seed)  # so many rounds can always be paired
    assert max(past.met.values()) == 1
    assert max(past.out.values(), default=0) <= 1


@quietly
@given(entrants=st.integers(3, 12), seed=st.integers(0, 99))
def test_who_must_meet_again_meets_as_rarely_as_can_be(entrants: int, seed: int) -> None:
    _, past = played(entrants, 2 * rounds_of(entrants), 2, seed)
    assert max(past.met.values()) <= 3
    assert max(past.out.values(), default=0) - min(past.out.values(), default=0) <= 1


def test_the_nearest_in_the_standings_meet() -> None:
    assert swiss([4, 2, 0, 1, 3, 5], Past(), 2).tables == ((4, 2), (0, 1), (3, 5))
    past = Past()
    past.sat_together((4, 2))
    past.sat_together((3, 5))
    assert swiss([4, 2, 0, 1, 3, 5], past, 2).tables == ((4, 0), (2, 3), (1, 5)), "2 and 1 would leave 3 and 5, who have met"


def test_larger_tables_mix_who_has_met() -> None:
    _, past = played(16, 4, 4, 1)
    assert max(past.met.values()) == 1, "sixteen can sit in fours four times without meeting again"
    assert [len(table) for table in played(10, 1, 4, 1)[0][0].tables] == sizes(10, 4) == [4, 3, 3]


@pytest.mark.parametrize("entrants", range(2, 12))
def test_in_a_round_robin_everybody_meets_everybody_once(entrants: int) -> None:
    rounds = [round_robin(range(entrants), number) for number in range(rounds_of(entrants))]
    met = Counter(frozenset(table) for one in rounds for table in one.tables)
    assert met == Counter(map(frozenset, combinations(range(entrants), 2)))
    assert Counter(one.out for one in rounds if one.out is not None) == Counter(range(entrants) if entrants % 2 else ())


def test_everybody_begins_about_equally_often() -> None:
    _, past = played(8, 6, 2, 3)
    assert max(past.began.values()) - min(past.began.get(one, 0) for one in range(8)) <= 2


def test_an_arena_pairs_neighbours_who_did_not_just_meet() -> None:
    assert arena([3, 1, 2, 0], {}, 2) == ((3, 1), (2, 0))
    assert arena([3, 1, 2, 0], {3: (3, 1), 1: (1, 3)}, 2) == ((3, 2), (1, 0))
    assert arena([3, 1], {3: (3, 1), 1: (1, 3)}, 2) == (), "they wait for others"
    assert arena([3, 1, 2], {}, 4) == ()


@quietly
@given(st.integers(1, 9).flatmap(lambda n: st.tuples(st.just(n), st.sets(st.sampled_from(list(combinations(range(n + 1), 2)))))))
def test_a_matching_is_as_large_as_can_be(graph: tuple[int, set[tuple[int, int]]]) -> None:
    last, edges = graph
    allowed = {one: [sum(edge) - one for edge in sorted(edges) if one in edge] for one in range(last + 1)}
    pairs = matched(allowed)
    assert all(pairs[other] == one and other in allowed[one] for one, other in pairs.items())
    assert len(pairs) // 2 == largest(frozenset(edges))


def largest(edges: frozenset[tuple[int, int]]) -> int:
    """By trying everything."""
    if not edges:
        return 0
    one, other = edge = min(edges)
    free = frozenset(two for two in edges if one not in two and other not in two)
    return max(1 + largest(free), largest(edges - {edge}))
