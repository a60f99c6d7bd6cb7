"""The Duel table at every kind of decision, on every screen and in every language: nothing is cut, nothing scrolls."""

from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Watched
from tests.web.duel_hands import MINE, SPACE, TILES, DuelHands
from tests.web.duel_positions import ASKED, asked
from tests.web.hands import play_from, settle
from tests.web.layout import SIZES, holds
from tests.web.test_layout import speak
from tests.web.test_replay import bring, record_of
from tests.web.tongues import LANGUAGES

KINDS = [kind for kind in ASKED if kind != "pass"]  # which is over before one has looked
# every kind of decision at some sizes, the language changing from one to the next: a page is loaded anew for each
SAMPLE = {
    kind: [(size, LANGUAGES[i % len(LANGUAGES)]) for j, size in enumerate(SIZES) if (i + j) % 4 == 0]
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
    page = pages.guest()
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


ROW = """() => [...document.querySelectorAll('.fan .factory')].map(e => e.getBoundingClientRect())
  .map(({ left, top, width, height }) => ({ x: left + width / 2, y: Math.round(top + height / 2), width }))"""
BELOW = """() => [...document.querySelectorAll('.tablets li, .told button')]
  .filter(e => e.getBoundingClientRect().bottom > document.querySelector('main.body').getBoundingClientRect().bottom + 1)
  .map(e => e.outerHTML.slice(0, 120))"""


def test_a_tablet_upright_has_a_layout_of_its_own(pages: Watched) -> None:
    page = pages.open()
    page.set_viewport_size({"width": 820, "height": 1180})
    play_from(page, asked("turn"))
    DuelHands(page).decide()
    assert DuelHands(page).wait()
    row = page.evaluate(ROW)
    assert len({factory["y"] for factory in row}) == 1  # in one row, the large one in the middle
    widest = max(row, key=lambda factory: factory["width"])
    assert sorted(factory["x"] for factory in row)[2] == widest["x"]
    page.locator("section.opponent").get_by_role("button", name="Why?").click()
    expect(page.locator("section.opponent [aria-live] li").first).to_be_visible()
    page.get_by_role("button", name="Moves", exact=True).click()
    expect(page.get_by_role("dialog").locator("ol li").first).to_be_visible()


def test_nothing_of_a_replay_lies_below_its_foot(pages: Watched) -> None:
    page = pages.open(f"{bring(pages, record_of('duel'))}?ply=60")
    expect(page.get_by_role("slider")).to_be_visible()
    expect(page.locator(".tablets li").first).to_be_visible()
    assert page.evaluate(BELOW) == []
