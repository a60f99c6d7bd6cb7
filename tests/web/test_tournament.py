"""A tournament as somebody holds it in a browser: held, entered, begun, and the way to one's game and back."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.conftest import Watched

ROUND = re.compile("Round [123] of 3")  # the bots may have been quick
Axe = Callable[..., list[str]]


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_an_evening_of_bots_and_oneself(pages: Watched, axe: Axe) -> None:
    page = pages.open("/tournaments")
    press(page, "Hold a tournament")
    assert axe(page) == []
    page.get_by_role("textbox", name="Name").fill("Friday")
    page.get_by_role("radio", name="Round robin").check()
    press(page, "Create the tournament")
    expect(page.get_by_role("heading", level=1)).to_have_text("Friday")
    press(page, "Take part")
    for level in ("sprout", "sprout"):
        page.get_by_label("Add a bot").select_option(level)
        press(page, "Add")
    rows = page.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(4)
    expect(rows.nth(3)).to_contain_text("Sprout 2")
    tournament = page.url
    assert axe(page) == []
    press(page, "Begin")
    expect(page.get_by_text(ROUND)).to_be_visible()
    page.goto(f"{tournament}?wall")
    expect(page.get_by_text(ROUND)).to_be_visible()
    expect(page.get_by_role("button")).to_have_count(0)
    page.goto("/tournaments")
    expect(page.get_by_role("link", name="Friday")).to_contain_text("You take part")
    assert axe(page) == []
    page.get_by_role("link", name="Friday").click()
    play = page.get_by_role("link", name="Play", exact=True).first
    out = page.get_by_text("You sit out this round")
    expect(play.or_(out).first).to_be_visible()
    if play.is_visible():
        play.click()
    expect(page).to_have_url(re.compile("/t/"))


def test_a_tournament_that_is_not_there_says_so(pages: Watched) -> None:
    pages.expected = ("404",)
    page = pages.open("/tournament/nothing")
    expect(page.get_by_role("alert")).to_contain_text("no such tournament")
