"""The pictures in docs/screenshots, taken anew from real games: `make screenshots`. The deals are the same every time."""

import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from tests.server.conftest import Server
from tests.web.conftest import PHONE, Watched, launched
from tests.web.hands import Hands, make_table
from tests.web.hands import advised as advice
from tests.web.learning_hands import Learner

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
LOOSE, DRAW, DRAWN, COLUMN, SPACE = "[data-loose]", "[data-draw]", "[data-drawn]", "[data-column]", "[data-space]"
REVIEWED_MS = 30 * 60 * 1000  # a busy machine thinks for minutes about a whole game
CONFIRM, PAY, END = "[data-confirm]:enabled", "[data-pay]:enabled", "section.end"
# A server whose chance is seeded: every table gets the deals of the last picture of its name
SEEDED = """
import random, secrets, sys
dice = random.Random(int(sys.argv.pop(1)))
secrets.randbits, secrets.randbelow, secrets.choice = dice.getrandbits, dice.randrange, dice.choice
secrets.token_bytes = dice.randbytes
from tessela.cli import main
sys.exit(main())
"""


class SeededServer(Server):
    """A server that always deals the same."""

    program = (sys.executable, "-c", SEEDED, "5")


def keep(page: Page, name: str) -> None:
    """Keep what the page shows: a JPG for the documents, and with `--png` a PNG beside it."""
    page.wait_for_timeout(500)
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=82)
    if "--png" in sys.argv:
        page.screenshot(path=Path(tempfile.gettempdir()) / f"shot-{name}.png")


def ready(page: Page) -> bool:
    """Until one is asked for something; false when the game is over."""
    page.wait_for_selector(f".status.mine, {END}")
    return page.locator(END).count() == 0


def asked(page: Page, selector: str) -> bool:
    return page.locator(selector).count() > 0


def advised(page: Page) -> None:
    """One decision as a bot advises."""
    card = advice(page)
    before = page.locator(".log li").count()
    card.locator("button").first.click()
    if asked(page, DRAWN):
        page.locator(DRAWN).first.click()
    elif asked(page, DRAW) or not asked(page, CONFIRM):
        page.locator(f"{CONFIRM}, {PAY}, [data-plate]:enabled").first.click()
    else:
        page.locator(CONFIRM).click()
    page.wait_for_function(
        "n => document.querySelectorAll('.log li').length > n || document.querySelector('section.end')", arg=before
    )


def play_well(page: Page, decisions: int, until: str = "nothing") -> bool:
    """So many decisions, each as a bot advises, or until something is asked for; whether it was."""
    for _ in range(decisions):
        if not ready(page):
            return False
        if asked(page, until):
            return True
        advised(page)
    return ready(page) and asked(page, until)


def choose_something(page: Page) -> None:
    """A move, on the desk as a bot advises, not yet made: its result shows."""
    if not ready(page):
        return
    takes = page.locator("[data-take]:enabled")
    if page.viewport_size == PHONE and takes.count():
        takes.last.locator(".tile").first.click()
        page.locator(".mine [data-line]:enabled").nth(1).click()
    else:
        advice(page)


def azul(
    pages: Watched, name: str, decisions: int, bots: int = 1, variants: dict[str, Any] | None = None, **settings: Any
) -> Page:
    """An Azul table in the middle of a game."""
    page = pages.open(**settings)
    make_table(page, bots=bots, level="mason", **(variants or {}))
    play_well(page, decisions)
    choose_something(page)
    keep(page, name)
    return page


def azul_games(pages: Watched) -> None:
    page = pages.open()
    make_table(page, level="mason")
    ready(page)
    keep(page, "azul-start")
    play_well(page, 16)
    choose_something(page)
    keep(page, "azul")
    page.locator(CONFIRM).click()
    play_well(page, 200)
    keep(page, "azul-end")
    looked_back(pages)
    azul(pages, "azul-evening", 12, 3, {"jokers": True}, theme="evening", language="fr")
    azul(pages, "azul-phone", 3, phone=True)


def duel_game(pages: Watched) -> None:
    """From the first plate to the end, on the desk."""
    page = pages.open()
    make_table(page, "duel", level="mason", tablets=["rows", "columns", "diagonals"])
    play_well(page, 1)
    page.locator(SPACE).first.click()
    keep(page, "duel-start")
    page.locator(CONFIRM).click()
    play_well(page, 26)
    play_well(page, 20, ".sun [data-take]:enabled")
    choose_something(page)
    keep(page, "duel")
    page.locator(f"{CONFIRM}, [data-plate]:enabled, {DRAWN}").first.click()
    while ready(page) and not asked(page, "[data-pile]:enabled"):
        advised(page)
    page.locator("[data-pile]:enabled").click()
    page.locator(CONFIRM).click()
    expect(page.locator(DRAW)).to_be_visible()
    page.locator(DRAW).click()
    expect(page.locator(DRAWN).or_(page.locator(DRAW)).first).to_be_visible()
    keep(page, "duel-pile")
    if play_well(page, 60, COLUMN):
        page.locator(COLUMN).first.click()
        keep(page, "duel-tiling")
    play_well(page, 300)
    keep(page, "duel-end")
    page.locator(f"{END} a[href^='/r/']").click()
    reviewed(page)
    page.locator("[data-moves] [data-ply]").nth(60).click()
    keep(page, "replay-duel")


def duel(pages: Watched, name: str, decisions: int, **settings: Any) -> None:
    """A Duel table in the middle of a game."""
    page = pages.open(**settings)
    make_table(page, "duel", level="mason", tablets=["outer-spaces", "corner-plates", "five-colours"])
    play_well(page, decisions)
    play_well(page, 9, "[data-take]:enabled")
    choose_something(page)
    keep(page, name)


def scoring(pages: Watched) -> None:
    """The moment when a tile of one's wall scores."""
    page = pages.open(speed=1)
    make_table(page, level="mason")
    while ready(page):
        advised(page)
        for _ in range(20):
            page.wait_for_timeout(50)
            if page.locator(".pop").count() and re.match(r"Guest.*\+[2-9]", page.locator(".status").inner_text()):
                page.wait_for_timeout(200)
                page.screenshot(path=FOLDER / "azul-tiling.jpg", type="jpeg", quality=82)
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


def looked_back(pages: Watched) -> None:
    """The review of a game that was played without much thought, so that there is something to learn from it."""
    page = pages.open()
    make_table(page, level="mason")
    Hands(page).play_on(300)
    page.locator(f"{END} a[href^='/r/']").click()
    hindsight(page, "replay")


def reviewed(page: Page) -> None:
    """Until the whole game was thought about."""
    expect(page.locator(".summary .seats b").first).to_be_visible(timeout=REVIEWED_MS)


def hindsight(page: Page, name: str) -> None:
    """A finished game before one of its mistakes; the page shows its replay, which is reviewed by itself."""
    reviewed(page)
    page.get_by_role("button", name="Next mistake").click()
    expect(page.locator("[data-mark=better]")).to_be_visible()
    keep(page, name)


def home(pages: Watched) -> None:
    pictures: dict[str, dict[str, Any]] = {"home": {}, "home-evening": {"theme": "evening"}, "home-phone": {"phone": True}}
    for name, settings in pictures.items():
        page = pages.open(**settings)
        expect(page.locator("[data-level=sprout] svg").first).to_be_visible()
        keep(page, name)


def take(pages: Watched) -> None:
    """Every picture."""
    home(pages)
    azul_games(pages)
    scoring(pages)
    duel_game(pages)
    duel(pages, "duel-evening", 22, theme="evening")
    duel(pages, "duel-phone", 7, phone=True, language="it")
    learning(pages)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = SeededServer(Path(folder) / "data", "--no-limits", "--bot-pace", "0").start()
        browser = launched(playwright)
        try:
            take(Watched(browser, server.address))
        finally:
            browser.close()
            server.stop()
