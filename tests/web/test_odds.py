"""The bag opens into what is left and the chances of what comes; and help comes in three strengths."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Watched
from tests.web.duel_hands import DuelHands
from tests.web.hands import Hands, make_table, settle
from tests.web.layout import cut
from tests.web.test_replay import bring, record_of

Axe = Callable[[Page], list[str]]
BAG = ".stock .summary, .supply"
LIGHT = "theme => { document.documentElement.dataset.theme = theme; }"
BOXES = """() => ['section.mine', '.offer', '[data-place=s1]'].map(s => document.querySelector(s).getBoundingClientRect())
  .map(b => [b.left, b.top, b.right, b.bottom].map(Math.round))"""


def clean_in_both_lights(page: Page, axe: Axe) -> None:
    for theme in ("day", "evening"):
        page.evaluate(LIGHT, theme)
        settle(page, 400)  # colours change slowly
        assert axe(page) == [], theme


def percents(texts: list[str]) -> list[int]:
    return [int("".join(sign for sign in text if sign.isdigit())) for text in texts]


def test_the_bag_takes_the_place_of_the_log_and_covers_no_board(pages: Watched, axe: Axe) -> None:
    page = pages.guest()
    make_table(page)
    Hands(page).play_on(4)
    Hands(page).wait()
    before = page.evaluate(BOXES)
    page.locator(BAG).click()
    odds = page.locator(".odds")
    expect(odds.locator("tbody tr")).to_have_count(5)
    expect(page.get_by_role("region", name="Moves")).to_have_count(0)
    assert page.evaluate(BOXES) == before, "no board has moved"
    assert odds.evaluate("e => e.getBoundingClientRect().top") >= before[2][3], "it lies below the other board"
    left = percents(odds.locator("tbody th b").all_inner_texts())
    assert sum(left) == percents(page.locator(".summary b").all_inner_texts())[0]
    expect(odds.locator("tbody td:last-child").first).to_contain_text("%")
    assert odds.locator("li").count() in (2, 3), "questions from one's own lines"
    clean_in_both_lights(page, axe)
    page.keyboard.press("Escape")
    expect(odds).to_have_count(0)
    expect(page.locator(BAG)).to_be_focused()
    expect(page.get_by_role("region", name="Moves")).to_be_visible()


@pytest.mark.parametrize("game", ["azul", "duel"])
def test_on_a_phone_the_bag_is_a_page_of_its_own(pages: Watched, axe: Axe, game: str) -> None:
    page = pages.guest(phone=True, language="fr")
    make_table(page, game)
    expect(page.locator(".status.mine")).to_be_visible()
    page.locator(BAG).tap()
    odds = page.get_by_role("dialog")
    expect(odds.locator("h2")).to_have_text("Le sac" if game == "azul" else "Ce qui reste")
    expect(odds.locator("tbody td:last-child" if game == "azul" else ".share").first).to_contain_text("%")
    if game == "duel":
        assert odds.locator(".kinds li").count() == 10
    assert cut(page) == []
    clean_in_both_lights(page, axe)
    odds.get_by_role("button", name="Fermer").tap()
    expect(odds).to_have_count(0)


def test_the_odds_of_a_replay_follow_the_position(pages: Watched) -> None:
    page = pages.open(bring(pages, record_of("azul-2p-coloured")))
    page.locator(BAG).click()
    expect(page.locator(".odds .sub")).to_contain_text("80 tiles, 20 are dealt")
    page.keyboard.press("PageDown")
    expect(page.locator(".odds .sub")).to_contain_text("60 tiles, 20 are dealt")
    expect(page.locator(".odds tbody td:last-child").first).to_contain_text("%")


@pytest.mark.parametrize("game", ["azul", "duel"])
def test_help_grows_stronger_by_one_key(pages: Watched, axe: Axe, game: str) -> None:
    page = pages.guest()
    make_table(page, game)
    (DuelHands(page) if game == "duel" else Hands(page)).wait()
    page.keyboard.press("h")
    expect(page.locator(".hint p")).to_have_count(1)
    expect(page.locator("[data-look]").first).to_be_visible()  # where to look is lit
    expect(page.locator("[aria-pressed=true][data-take]")).to_have_count(0)  # nothing is given away yet
    clean_in_both_lights(page, axe)
    page.keyboard.press("h")
    expect(page.locator(".hint p")).to_have_count(2)
    page.keyboard.press("h")
    expect(page.locator(".hint .first")).to_contain_text("%")
    expect(page.locator("[data-look]")).to_have_count(0)
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".hint")).to_have_count(0)


def test_a_nudge_on_a_phone_covers_no_board(pages: Watched) -> None:
    page = pages.guest(phone=True)
    make_table(page)
    Hands(page, touch=True).wait()
    before = page.evaluate(BOXES)
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator(".hint p")).to_have_count(1)
    assert page.evaluate(BOXES) == before
    assert page.locator(".hint").evaluate("e => e.getBoundingClientRect().bottom") <= before[2][1] + 8
    assert cut(page) == []
