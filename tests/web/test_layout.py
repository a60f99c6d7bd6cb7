"""Every page in every language and light: nothing cut, nothing too small, nothing that jumps, nothing that axe minds."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Watched
from tests.web.duel_hands import DuelHands
from tests.web.hands import Hands, make_table, settle
from tests.web.layout import SHIFTS, cut, too_small
from tests.web.test_replay import bring, record_of

Axe = Callable[..., list[str]]
# Both lights, and two languages: axe has been on English pages in their own tests
CHECKED = [("fr", "day"), ("it", "evening")]
SPEAK = """([language, theme]) => localStorage.setItem('tessela.settings',
  JSON.stringify({...JSON.parse(localStorage.getItem('tessela.settings')), language, theme}))"""
READY = {
    "home": "[data-level=sprout] svg",
    "settings": "dialog",
    "you": "main[aria-busy=false]",
    "azul table": ".status.mine",
    "duel table": ".status.mine",
    "azul replay": "[role=slider]",
    "duel replay": "[role=slider]",
    "azul rules": "#jokers",
    "duel rules": "#tablets",
    "azul lesson": "section.lesson",
    "duel lesson": "section.lesson",
    "missing": "main",
}
PATHS = {
    "home": "/", "settings": "/settings", "you": "/you", "azul rules": "/rules", "duel rules": "/rules/duel",
    "azul lesson": "/learn/azul", "duel lesson": "/learn/duel", "missing": "/nowhere",
}  # fmt: skip


# A phone shows every page in a language with long words, the other one among the long tests
ON_PHONES = [where for where in READY if not where.endswith("rules")]
PAIRS = [(where, ("fr", "it")[i % 2]) for i, where in enumerate(ON_PHONES)]
OTHERS = [(where, ("it", "fr")[i % 2]) for i, where in enumerate(ON_PHONES)]


def show(pages: Watched, where: str, phone: bool) -> Page:
    """A page of a kind, with something on it."""
    game = where.split()[0]
    if where.endswith("replay"):
        record = record_of("duel" if game == "duel" else "azul-2p-coloured")
        return pages.open(f"{bring(pages, record)}?ply={len(record['moves']) // 2}", phone=phone)
    page = pages.open(phone=phone)
    if where.endswith("table"):
        make_table(page, game)
        hands = DuelHands(page, touch=phone) if game == "duel" else Hands(page, touch=phone)
        hands.play_on(4)
        assert hands.wait()
    else:
        page.goto(PATHS[where])
    return page


def speak(page: Page, where: str, language: str, theme: str) -> None:
    page.evaluate(SPEAK, [language, theme])
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    expect(page.locator(READY[where]).first).to_be_attached()


@pytest.mark.parametrize(
    "where", ["home", "azul table", "duel table", "missing"]
)  # axe has been on the others in their own tests
def test_axe_in_other_languages_and_both_lights(pages: Watched, axe: Axe, where: str) -> None:
    page = show(pages, where, phone=False)
    for language, theme in CHECKED:
        speak(page, where, language, theme)
        assert axe(page) == [], (language, theme)


@pytest.mark.parametrize(("where", "language"), [*PAIRS, *(pytest.param(*pair, marks=pytest.mark.long) for pair in OTHERS)])
def test_every_text_and_target_fits_a_phone(pages: Watched, where: str, language: str) -> None:
    page = show(pages, where, phone=True)
    speak(page, where, language, "day")
    page.evaluate("() => document.fonts.ready.then(() => true)")
    settle(page, 150)
    assert [*cut(page), *too_small(page)] == [], language


@pytest.mark.parametrize(("where", "phone"), [("home", False), ("home", True), ("azul table", True), ("duel table", False)])
def test_nothing_jumps_while_a_page_opens_and_a_game_begins(pages: Watched, where: str, phone: bool) -> None:
    page = pages.open(phone=phone)
    page.context.add_init_script(SHIFTS)
    if where == "home":
        page.reload()
        expect(page.locator(READY["home"]).first).to_be_visible()
    else:
        make_table(page, where.split()[0])
        hands = DuelHands(page, touch=phone) if where == "duel table" else Hands(page, touch=phone)
        assert hands.play_on(3) == 3
        assert hands.wait()
    settle(page, 300)
    assert page.evaluate("window.shifts") < 0.05


# Empty spaces of pattern lines that have no edge; and whether a page at 400 % would have to be scrolled sideways
EDGELESS = """() => [...document.querySelectorAll('.mine .line .slot')]
  .filter(e => getComputedStyle(e).outlineStyle === 'none').length"""
SIDEWAYS = "() => [document.documentElement, document.querySelector('main.body')].some(e => e.scrollWidth > e.clientWidth + 1)"
SIZES = """selectors => selectors.map(selector => document.querySelector(selector).getBoundingClientRect())
  .map(({ width, height }) => Math.min(width, height))"""


@pytest.mark.parametrize("game", ["azul", "duel"])
def test_who_zooms_and_who_has_colours_of_their_own(pages: Watched, game: str) -> None:
    page = pages.guest()
    make_table(page, game)
    hands = DuelHands(page) if game == "duel" else Hands(page)
    page.emulate_media(forced_colors="active")
    assert hands.wait()
    assert page.locator(".mine .line .slot").count() >= 15
    assert page.evaluate(EDGELESS) == 0
    page.emulate_media(forced_colors="none")
    page.set_viewport_size({"width": 320, "height": 256})  # 1280x1024 at 400 %
    assert hands.play_on(4) == 4  # all is reached by scrolling
    assert hands.wait()
    assert not page.evaluate(SIDEWAYS)
    assert min(page.evaluate(SIZES, [".mine .lines", f".mine {'.dome' if game == 'duel' else '.wall'}"])) > 120
    page.set_viewport_size({"width": 320, "height": 568})
    assert hands.play_on(1) == 1
    assert not page.evaluate(SIDEWAYS)
    page.goto("/")
    expect(page.get_by_role("link", name="Settings")).to_be_in_viewport(ratio=1)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
