"""The page has words of its own for all that the server says by a key, and no others."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tessela.coach import hints, summary
from tessela.coach.themes import THEMES

ROOT = Path(__file__).parents[2]
WORDS = ROOT / "web/src/lib/words"
# what only programs meet: bots, and what asks for other things than the page does
PROGRAMS = {
    "bad-page", "bad-token", "foreign", "gone", "no-challenge", "no-game", "no-lesson", "no-opponent", "no-session",
    "no-such-thing", "not-for-bots",
}  # fmt: skip
AREAS = [path.parent.relative_to(WORDS).as_posix() for path in WORDS.rglob("en.json")]  # some pages have words of their own


def words(area: str, prefix: str) -> set[str]:
    """The keys of the page under a prefix."""
    known: dict[str, str] = json.loads((WORDS / area / "en.json").read_text())
    return {key.removeprefix(prefix) for key in known if key.startswith(prefix)}


def refusals() -> Iterator[str]:
    """The words for programs with which the server refuses a request."""
    for path in (ROOT / "src/tessela/server").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(func=ast.Name("HouseError" | "problem"), args=[_, ast.Constant(str(word)), *_]):
                    yield word


def test_what_the_server_refuses_is_told_in_the_language_of_the_page() -> None:
    told = {word for area in AREAS for word in words(area, "problem.")}
    assert told - {"unknown", "not-valid.move"} == set(refusals()) - PROGRAMS
    assert set(refusals()) > PROGRAMS


def test_what_the_coach_says_is_told_in_the_language_of_the_page() -> None:
    said: dict[str, Any] = {
        "told.": set(summary.ENGLISH) | {f"{key}.you" for key in summary.ENGLISH},
        "habit.": set(summary.HABITS),
        "help.": set(hints.ENGLISH) - {"the_move"},  # which is drawn
        "puzzle.theme.": set(THEMES),
    }
    counted = {"times.one", "times.other", "twice"}
    assert {prefix: words("coach", prefix) - counted for prefix in said} == said
