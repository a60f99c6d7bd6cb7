"""The Duel table at every kind of decision, on every screen and in every language: nothing is cut, nothing scrolls."""

from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Watched
from tests.web.duel_hands import MINE, SPACE, TILES
from tests.web.duel_positions import ASKED, asked
from tests.web.hands import play_from, settle
from tests.web.layout import SIZES, holds
from tests.web.test_layout import speak
from tests.web.tongues import LANGUAGES

KINDS = [kind for kind in ASKED if kind != "pass"]  # which is over before one has looked
# every size once with every kind of decision, the language changing from one to the next
SAMPLE = {
    kind: [(size, LANGUAGES[(i + j) % len(LANGUAGES)]) for j, size in enumerate(SIZES) if (i + j) % 4 == 0]
    for i, kind in enumerate(KINDS)
}
UNEVEN = """() => [...document.querySelectorAll('.dome .space, .dome .cells > *')].filter(e => e.checkVisibility())
  .map(e => [e, e.getBoundingClientRect()]).filter(([e, box]) => Math.abs(box.width - box.height) > 1.1)
  .map(([e, box]) => `${box.width}x${box.height} ${e.className}`)"""


def begin(page: Page, kind: str) -> bool:
    """Choose something, which is not yet confirmed; whether there is something to choose."""
    expect(page.locator(".status.mine")).to_be_visible()
    if kind == "turn":
        page.locator(TILES).first.click()
        page.locator(f"{MINE} .line:enabled, {MINE} .broken:enabled").last.click()
    elif kind == "place":
        page.locator(SPACE).first.click()
        page.locator("[data-turn=right]").click()
    elif kind == "space":
        page.locator("[data-column]").first.click()
    elif "payment" in kind:
        page.locator("[data-pay]").first.click()
    else:
        return False
    return True


def look(pages: Watched, kind: str, checks: list[tuple[tuple[int, int], str]]) -> None:
    """Every fault of the table at some sizes in some languages."""
    page = pages.open()
    play_from(page, asked(kind, len(kind) % 2))
    faults = []
    for language in dict.fromkeys(language for _, language in checks):
        speak(page, "duel table", language, "day")
        sizes = [size for size, spoken in checks if spoken == language]
        faults += [f"{kind} {language} {fault}" for fault in found(page, sizes)]
        if begin(page, kind):
            faults += [f"{kind} {language}, chosen, {fault}" for fault in found(page, sizes)]
    assert not faults, "\n\n".join(faults)


def found(page: Page, sizes: list[tuple[int, int]]) -> Iterator[str]:
    """What is wrong with a page at some sizes."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        settle(page, 350)  # what comes from below has come
        try:
            assert page.evaluate(UNEVEN) == []
            holds(page)
        except AssertionError as error:
            yield f"{width}x{height}: {error}"


@pytest.mark.parametrize("kind", KINDS)
def test_every_decision_fits_every_screen(pages: Watched, kind: str) -> None:
    look(pages, kind, SAMPLE[kind])


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_every_decision_fits_every_screen_in_every_language(pages: Watched, kind: str) -> None:
    look(pages, kind, list(product(SIZES, LANGUAGES)))
