"""The pictures in docs/screenshots, taken anew from real games: `make screenshots`."""

import re
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from tests.server.conftest import Server
from tests.web.conftest import ARGUMENTS, CHROMIUM, Watched
from tests.web.hands import Hands, make_table
from tests.web.learning_hands import Learner

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"


def keep(page: Page, name: str) -> None:
    """Keep what the page shows."""
    page.wait_for_timeout(500)
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=84)


def play_well(page: Page, decisions: int) -> None:
    """So many decisions, each as a bot advises."""
    hands = Hands(page)
    for _ in range(decisions):
        if not hands.wait():
            return
        page.get_by_role("button", name="Hint").or_(page.get_by_role("button", name="Conseil")).click()
        expect(page.locator(".hint")).to_be_visible()
        page.locator("[data-confirm]:enabled").click()


def choose_something(page: Page) -> None:
    """Tiles in the hand and a line chosen, so that the preview shows."""
    hands = Hands(page)
    if hands.wait() and page.locator("[data-take]:enabled").count():
        hands.press("[data-take]:enabled .tile")
        hands.press("section.mine [data-line]:enabled")


def azul(pages: Watched, name: str, decisions: int, bots: int, variants: dict[str, Any], **settings: Any) -> Page:
    """An Azul table in the middle of a game."""
    page = pages.open(**settings)
    make_table(page, bots=bots, level="painter", **variants)
    play_well(page, decisions)
    choose_something(page)
    keep(page, name)
    return page


def tiling(pages: Watched) -> None:
    """The moment when a tile of one's wall scores."""
    page = pages.open(speed=1)
    make_table(page, level="painter")
    while not page.locator("section.end").count():
        play_well(page, 1)
        for _ in range(20):
            page.wait_for_timeout(50)
            if page.locator(".pop").count() and re.match(r"Guest.*\+[2-9]", page.locator(".status").inner_text()):
                page.wait_for_timeout(200)
                page.screenshot(path=FOLDER / "azul-tiling.jpg", type="jpeg", quality=84)
                return


def learning(pages: Watched) -> None:
    """The rules, and a lesson of each first game."""
    page = pages.open("/rules/duel#sun")
    expect(page.locator("#sun")).to_be_focused()
    keep(page, "rules")
    page = pages.open("/learn/azul")
    Learner(page, "azul").learn(until="neighbour")
    keep(page, "learn-azul")
    page = pages.open("/learn/duel", phone=True, language="it")
    Learner(page, "duel", touch=True).learn(until="moon")
    keep(page, "learn-duel-phone")


def replay(page: Page, name: str) -> None:
    """A finished game at one of its turning points; the page shows its replay."""
    page.locator(".hindsight button").click()
    expect(page.locator(".timeline .turn").first).to_be_visible(timeout=120_000)
    page.locator(".hindsight button").click()
    keep(page, name)


def take(pages: Watched) -> None:
    """Every picture."""
    page = pages.open()
    expect(page.locator(".ladder label").first).to_be_visible()
    keep(page, "home")
    azul(pages, "azul", 14, 1, {})
    azul(pages, "azul-evening", 12, 3, {"jokers": True}, theme="evening", language="fr")
    azul(pages, "azul-phone", 9, 1, {}, phone=True)
    tiling(pages)
    learning(pages)
    page = pages.open()
    make_table(page)
    play_well(page, 200)
    keep(page, "azul-end")
    page.locator("section.end a[href^='/r/']").click()
    replay(page, "replay")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data", "--no-limits", "--bot-pace", "0").start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            take(Watched(browser, server.address))
        finally:
            browser.close()
            server.stop()
