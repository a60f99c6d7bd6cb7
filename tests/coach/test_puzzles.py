"""Puzzles of the package: they can be played, are what they say, and come one a day."""

from datetime import date, timedelta
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from tessela import Game
from tessela.bots.search.bots import GreedyBot
from tessela.coach.errors import CoachError
from tessela.coach.forms import VERSION
from tessela.coach.hints import hint
from tessela.coach.mine import Mined, puzzles_in
from tessela.coach.mining import GAP, STILL_OPEN, rating_of
from tessela.coach.puzzles import games, pack, puzzle_of_the_day, puzzles
from tessela.coach.themes import THEMES
from tessela.coach.tries import answer


def test_both_games_have_puzzles_that_are_sound() -> None:
    assert games() == ["azul", "duel"]
    for name in games():
        found = puzzles(name)
        assert len({puzzle.id for puzzle in found}) == len(found)
        for puzzle in found:
            assert puzzle.game == name
            assert puzzle.best - puzzle.second >= GAP - 1e-3
            assert puzzle.second <= STILL_OPEN
            assert puzzle.themes
            assert set(puzzle.themes) <= set(THEMES)
            assert 400 <= puzzle.rating <= 2600
            assert puzzle.solution[0] == puzzle.accepted[0]
            assert puzzle.second_move not in puzzle.accepted


@pytest.mark.parametrize("name", ["azul", "duel"])
def test_a_puzzle_is_a_position_of_its_seat_in_which_the_solution_can_be_played(name: str) -> None:
    for puzzle in list(puzzles(name))[::97]:
        game = Game.from_text(puzzle.position)
        assert game.turn == puzzle.seat
        assert game.text() == puzzle.position
        legal = game.legal_texts()
        assert len(legal) >= 4
        assert {*puzzle.accepted, puzzle.second_move} <= set(legal)
        assert str(GreedyBot().choose(game.view(puzzle.seat)).move) not in puzzle.accepted


def test_a_solution_is_right_and_the_second_best_is_not() -> None:
    puzzle = puzzles("azul")[3]
    right, wrong = answer(puzzle, puzzle.solution[0]), answer(puzzle, puzzle.second_move)
    assert (right.right, right.lost, right.judgement) == (True, 0.0, "best")
    assert (wrong.right, wrong.judgement in ("inaccuracy", "mistake", "blunder")) == (False, True)
    assert hint(puzzle, "move").move == puzzle.solution[0]
    assert hint(puzzle, "nudge").move is None


def test_every_day_has_its_puzzle_and_none_comes_again_soon() -> None:
    found = puzzles("azul")
    days = [puzzle_of_the_day("azul", date(2026, 1, 1) + timedelta(number)).id for number in range(len(found))]
    assert len(set(days)) == len(found)


def test_puzzles_are_found_by_theme_and_rating() -> None:
    found = puzzles("duel")
    theme = next(iter(found.themes()))
    about = found.about(theme)
    assert [puzzle.rating for puzzle in about] == sorted(puzzle.rating for puzzle in about)
    nearest = found.near(1500)
    assert found.near(1500, [nearest.id]) != nearest
    with pytest.raises(CoachError, match="no puzzles about"):
        found.about("nothing")
    with pytest.raises(CoachError, match="no puzzle"):
        found.of("nothing")


def test_a_puzzle_is_the_harder_the_fewer_solve_it() -> None:
    levels = ["sprout", "mason", "potter", "tiler", "painter", "court"]
    ratings = [rating_of("azul", {name: i >= first for i, name in enumerate(levels)}) for first in range(len(levels) + 1)]
    assert ratings == sorted(ratings)
    assert ratings[0] < ratings[-1]


def test_puzzles_of_another_version_and_logs_that_are_not_there_are_refused(tmp_path: Path) -> None:
    newer = replace(puzzles("azul")[0], version=VERSION + 1)
    packed, log = tmp_path / "azul.jsonl.xz", tmp_path / "mine.log"
    pack([[newer]], packed, 1)
    log.write_bytes(msgspec.json.encode(Mined("azul", 1, 1, (newer,))) + b"\n")
    for file in (packed, log):
        with pytest.raises(CoachError, match=f"{file.name} has puzzles of version {VERSION + 1}.* reads version {VERSION}$"):
            puzzles_in("azul", [file])
    with pytest.raises(CoachError, match=r"cannot read .*gone\.log: there is no such file"):
        puzzles_in("azul", [tmp_path / "gone.log"])
