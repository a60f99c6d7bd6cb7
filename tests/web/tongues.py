"""Whether a page speaks one language: no word that only English has, seen or heard."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

WORDS = Path(__file__).parents[2] / "web/src/lib"
LANGUAGES = tuple(sorted(file.stem for file in (WORDS / "words").glob("*.json")))
MARKS = re.compile(r"^@\S+ |\{\w+\}|\(#[\w-]+\)")  # names of figures, holes, targets of links
WORD = re.compile(r"[^\W\d_]{3,}")
# What is read on a page, or said of it
TOLD = """() => [document.title, document.body.innerText, ...[...document.querySelectorAll('body *')].flatMap(e =>
  ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'alt', 'placeholder'].map(name => e.getAttribute(name) ?? ''))]
  .join('\\n')"""


def words(text: str) -> frozenset[str]:
    return frozenset(WORD.findall(text.lower()))


@cache
def vocabulary(language: str) -> frozenset[str]:
    """All words of the texts of a language."""
    files = [json.loads(path.read_text()) for path in WORDS.glob(f"**/{language}.json")]
    assert files
    return frozenset(word for file in files for text in strings(file) for word in words(MARKS.sub(" ", text)))


def strings(value: Any) -> list[str]:
    """Every text in a file of words."""
    if isinstance(value, str):
        return [value]
    return [text for inner in (value.values() if isinstance(value, dict) else value) for text in strings(inner)]


def english(page: Page) -> list[str]:
    """English words on a page of another language."""
    language = page.evaluate("document.documentElement.lang")
    return sorted(words(page.evaluate(TOLD)) & (vocabulary("en") - vocabulary(language)))
