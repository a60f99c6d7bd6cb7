"""Long measurements: they go on from what a file has, stop when it is enough, and never count a line that was cut off."""

import argparse
from itertools import count
from pathlib import Path

import pytest
from bench import pieces


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """All work is done in this process."""
    monkeypatch.setattr(pieces, "each", lambda work, some, *_: map(work, some))


def squared(piece: pieces.Piece) -> pieces.Found:
    return {"piece": piece, "square": piece[1] ** 2}


def wish_for(path: Path | None) -> argparse.Namespace:
    return argparse.Namespace(out=path, processes=1, seconds=1e9)


def test_a_measurement_goes_on_from_its_file(tmp_path: Path) -> None:
    wish, done = wish_for(tmp_path / "found.jsonl"), list[int]()

    def noted(piece: pieces.Piece) -> pieces.Found:
        done.append(piece[1])
        return squared(piece)

    pieces.measured(wish, "squares", noted, [("a", 2), ("a", 3)])
    with wish.out.open("a") as file:
        file.write('{"what": "squares", "pie')  # it was stopped in the middle of a line
    found = pieces.measured(wish, "squares", noted, [("a", 2), ("a", 3), ("a", 4)])
    assert done == [2, 3, 4]
    assert sorted(one["square"] for one in found) == [4, 9, 16]
    again = pieces.measured(wish, "squares", noted, [("a", 2), ("a", 3), ("a", 4)])
    assert sorted(one["square"] for one in again) == [4, 9, 16]
    assert done == [2, 3, 4]
    assert pieces.measured(wish, "others", noted, []) == []


def test_a_measurement_ends_when_it_is_enough() -> None:
    found = pieces.measured(
        wish_for(None), "squares", squared, (("a", number) for number in count()), lambda some: len(some) >= 3
    )
    assert [one["square"] for one in found] == [0, 1, 4]
