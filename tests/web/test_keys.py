"""Whole games with nothing but a keyboard."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.rules.azul.table import table
from tests.web.conftest import Watched
from tests.web.hands import Hands, make_table, play_from, settle
from tests.web.key_hands import LOST_FOR_GOOD, READY, KeyHands
from tests.web.test_learn import AZUL, DUEL
from tests.web.test_sizes import GREY, OTHER


def test_azul_by_keys(pages: Watched) -> None:
    page = pages.guest()
    play_from(page, table([], [GREY, OTHER], centre="W", wall="grey"))
    hands = KeyHands(page)
    hands.begin()
    assert hands.play_on(5) == 5
    assert "column" in hands.asked


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, {"wall": "grey", "jokers": True}], ids=["coloured", "grey with jokers"])
def test_a_whole_game_of_azul_by_keys(pages: Watched, options: dict[str, Any]) -> None:
    page = pages.guest()
    make_table(page, **options)
    hands = KeyHands(page)
    hands.begin()
    assert hands.play_on() > 15
    hands.led("section.end .button.main")
    before = page.url
    hands.press("Enter")
    expect(page).not_to_have_url(before)


def test_a_duel_by_keys(pages: Watched) -> None:
    hands = duel_by_keys(pages)
    assert hands.play_on(12) == 12
    assert hands.asked >= {"plate", "place"}  # what the beginning asks for


@pytest.mark.long
def test_a_whole_game_of_duel_by_keys(pages: Watched) -> None:
    hands = duel_by_keys(pages)
    assert hands.play_on() > 40
    assert hands.asked >= {"plate", "place", "sun", "moon", "stack", "chip", "pile", "draw", "keep or return"}
    hands.led("section.end .button.main")


def duel_by_keys(pages: Watched) -> KeyHands:
    page = pages.guest()
    make_table(page, "duel", tablets=["five-colours", "outer-spaces", "corner-plates", "specials"])
    hands = KeyHands(page)
    hands.begin()
    return hands


def test_who_is_quick_is_not_fetched_back(pages: Watched) -> None:
    """The page leads the focus a moment after a choice: not away from where one has gone meanwhile."""
    page = pages.guest()
    make_table(page, "duel")
    hands = KeyHands(page)
    hands.begin()
    hands.go("[data-plate]:enabled")
    hands.press("Enter")
    hands.led("[data-space]")
    page.evaluate("""() => { document.activeElement.click();
      document.querySelector('[data-space]:not(:focus)').focus(); window.gone = document.activeElement; }""")
    expect(page.locator("[data-space][aria-pressed=true]")).to_have_count(1)
    settle(page)  # the page would lead it by a timer of 0 ms
    assert page.evaluate("() => document.activeElement === window.gone")


def test_the_log_is_one_stop(pages: Watched) -> None:
    """However many moves of bots it holds: Tab stops at the newest, the arrows go from one to the next."""
    page = pages.guest()
    make_table(page)
    Hands(page).play_on(4)
    hands = KeyHands(page)
    hands.begin()
    asks = page.locator(".log ol :is(button, summary)")
    assert asks.count() >= 4
    expect(page.locator(".log ol [tabindex='0']")).to_have_count(1)
    hands.go(".log ol *")
    expect(asks.first).to_be_focused()
    hands.press("ArrowDown", 2)
    expect(asks.nth(2)).to_be_focused()
    hands.press("End")
    expect(asks.last).to_be_focused()
    hands.press("Home")
    hands.press("Enter")
    page.wait_for_selector(".log ol :is(button[aria-expanded=true], details[open] > summary)")
    hands.press("ArrowDown")
    hands.press("Shift+Tab")
    expect(page.locator(".log input")).to_be_focused()
    hands.press("Tab")
    expect(asks.first).to_be_focused()
    hands.press("Tab")
    assert not hands.at(".log *"), hands.where()


@pytest.mark.long
@pytest.mark.parametrize("game", ["azul", "duel"])
def test_a_first_game_by_keys(pages: Watched, game: str) -> None:
    """The focus goes to what the coach has lit: Enter and nothing else makes the moves that it asks for."""
    page = pages.open(f"/learn/{game}")
    hands = KeyHands(page)
    hands.begin()
    hands.go("[data-next]")  # what is said first
    lessons: list[str] = []
    for _ in range(300):
        hands.page.wait_for_function(READY)
        if hands.there("a[data-next]"):
            break
        lesson = page.locator("section.lesson").get_attribute("data-lesson") or ""
        if lesson not in (*lessons, "free", "wait", "finished"):
            lessons.append(lesson)
        if hands.there("[data-space][aria-pressed=true]"):  # the plate lies there: turn it, then confirm
            hands.press("r")
            hands.go("[data-confirm][data-lit]")
            hands.press("Enter")
        elif hands.there("[data-lit]:enabled") or hands.there("[data-next]"):
            hands.led("[data-lit], [data-next]")
            hands.press("Enter")
        else:
            hands.choose()
        settle(page, 80)
    assert lessons == AZUL if game == "azul" else set(lessons) >= DUEL
    hands.led("a[data-next], section.end .button.main")
    assert page.evaluate("() => window.longestLost") < LOST_FOR_GOOD
