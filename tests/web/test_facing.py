"""Two people on either side of one tablet: the far half turned, the table between them as near to one as to the other."""

from collections.abc import Callable
from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Watched
from tests.web.duel_hands import CONFIRM, DRAWN, PILE, DuelHands
from tests.web.hands import Hands, share
from tests.web.layout import holds

Axe = Callable[..., list[str]]
TABLETS = [(820, 1180), (1180, 820), (1024, 768)]
# Whose half is turned, how far each factory is from either half, and what the half that waits would take
SIDES = """() => { const rect = e => e.getBoundingClientRect(), [far, near] = document.querySelectorAll('section.half');
  const waits = document.querySelector('section.half:not(.mine)');
  return { turned: [far, near].map(half => getComputedStyle(half).rotate), above: rect(far).top < rect(near).top,
    askew: [...document.querySelectorAll('.between .factory')].map(rect)
      .map(one => Math.round(one.top - rect(far).bottom - (rect(near).top - one.bottom))),
    taps: [...waits.querySelectorAll('button:enabled')]
      .filter(e => e.checkVisibility({visibilityProperty: true})).length,
    covered: getComputedStyle(waits).visibility }; }"""


def sit_face_to_face(page: Page) -> None:
    """By the switch in the menu."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("checkbox", name="Face to face").click()
    expect(page.locator(".facing")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def fair(page: Page) -> None:
    sides = page.evaluate(SIDES)
    assert sides == {"turned": ["180deg", "none"], "above": True, "askew": [0] * 5, "taps": 0, "covered": "visible"}
    holds(page)


@pytest.mark.parametrize(("game", "theme"), [("azul", "day"), ("duel", "evening")])
def test_two_face_to_face(pages: Watched, axe: Axe, game: str, theme: str) -> None:
    page = pages.open(theme=theme)
    page.set_viewport_size({"width": 820, "height": 1180})
    share(page, game)
    sit_face_to_face(page)
    hands = DuelHands(page) if game == "duel" else Hands(page)
    sizes = cycle(TABLETS)
    deciders = set()

    def look(page: Page) -> None:
        width, height = next(sizes)
        page.set_viewport_size({"width": width, "height": height})
        deciders.add(page.locator("section.half.mine").get_attribute("aria-label"))
        fair(page)

    for _ in range(12 if game == "duel" else 6):
        hands.play_on(1, look)
    assert hands.wait()
    assert deciders == {"Ada’s board", "Bob’s board"}
    assert axe(page) == []
    page.reload()  # they sit so until they say otherwise
    expect(page.locator(".facing")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})  # too small for two boards
    expect(page.locator(".facing")).to_have_count(0)


def test_a_curtain_turns_to_whom_it_speaks(pages: Watched) -> None:
    page = pages.guest(faceToFace=True)
    share(page, "duel")
    hands = DuelHands(page)
    turned = {}
    for _ in range(60):
        assert hands.wait()
        who = page.locator("section.half.mine").get_attribute("aria-label") or ""
        if not hands.there(PILE) or who in turned:
            assert hands.decide()
            continue
        hands.press(PILE)
        hands.press(CONFIRM)
        hands.press("[data-draw]")
        hands.press(CONFIRM)
        curtain = page.locator("[data-curtain=pass]")
        turned[who] = curtain.evaluate("e => getComputedStyle(e).rotate")
        expect(page.locator(".frame :visible")).to_have_count(0)
        curtain.get_by_role("button").click()
        expect(page.locator(f".half.mine {DRAWN}")).to_have_count(2)
        if len(turned) == 2:
            break
    assert turned == {"Ada’s board": "none", "Bob’s board": "180deg"}
