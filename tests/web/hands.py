"""Hands at the table: how a person makes moves, by mouse, finger or keys."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import APIRequestContext, Locator, Page, expect

from tessela import Game
from tests.patience import patiently

MOST_DECISIONS = 400
NO_TIME_YET = 503
# Notes whether something was there, be it for a moment
NOTE = """([selector, text]) => { window.wasThere = false; new MutationObserver(() => {
  window.wasThere ||= [...document.querySelectorAll(selector)].some(one => one.textContent.includes(text)); })
    .observe(document.documentElement, {subtree: true, childList: true, characterData: true}); }"""


def looking(page: Page) -> Iterator[None]:
    """For a loop that looks at pages again and again until it has seen what it waits for."""
    return patiently(lambda seconds: page.wait_for_timeout(1000 * seconds))


def settle(page: Page, ms: int = 100) -> None:
    """Until what the page has put off for so long has happened: its timers go off in their order, however late they are."""
    page.evaluate("ms => new Promise(done => setTimeout(done, ms))", ms)


@contextmanager
def glimpsed(selector: str, *pages: Page, text: str = "") -> Iterator[None]:
    """What is done meanwhile makes something appear, which may be gone before one has looked."""
    for page in pages:
        page.evaluate(NOTE, [selector, text])
    yield
    for page in pages:
        page.wait_for_function("() => window.wasThere")


def posted(request: APIRequestContext, address: str, path: str, wish: Any) -> Any:
    """What the server answers to a wish, asked again where it has no time yet: a busy machine may have none for a while."""
    for _ in patiently():
        answer = request.post(path, data=wish, headers={"origin": address})
        if answer.status != NO_TIME_YET:
            break
    assert answer.ok, answer.text()
    return answer.json()


def address_of(page: Page) -> str:
    """Where the server of a page is."""
    return "/".join(page.url.split("/", 3)[:3])


def make_table(page: Page, game: str = "azul", bots: int = 1, level: str = "sprout", **options: Any) -> str:
    """A new table by the server's interface, oneself first; the page goes there."""
    seats = [{"who": "me"}, *({"who": "bot", "level": level} for _ in range(bots))]
    wish = {"game": game, "seats": seats, "options": options}
    table: str = posted(page.request, address_of(page), "/api/tables", wish)["id"]
    page.goto(f"/t/{table}")
    return table


def share(page: Page, game: str, other: str = "Bob", **options: Any) -> None:
    """A new table for two people at one screen, Ada and another one; the page goes there."""
    wish = {"game": game, "seats": [{"who": "me", "name": "Ada"}, {"who": "here", "name": other}], "options": options}
    page.goto(f"/t/{posted(page.request, address_of(page), '/api/tables', wish)['id']}")


def play_from(page: Page, game: Game, bots: int = 1, level: str = "sprout") -> str:
    """A table whose game goes on from a prepared position, oneself first; the page goes there."""
    address = address_of(page)
    brought = posted(page.request, address, "/api/records", game.record())
    seats = [{"who": "me"}, *({"who": "bot", "level": level} for _ in range(bots))]
    table: str = posted(page.request, address, f"/api/replays/{brought['id']}/play", {"ply": 0, "seats": seats})["id"]
    page.goto(f"/t/{table}")
    return table


def invite(page: Page) -> str:
    """On the first page, a table for a friend; the link to it."""
    page.get_by_role("button", name="A friend, by link").click()
    page.get_by_role("button", name="Create a table").click()
    return page.get_by_role("textbox", name="Link").input_value()


def sit_down(page: Page, link: str, name: str = "Ben") -> None:
    """Come by a link, give a name, and take the seat."""
    page.goto(link)
    field = page.locator("form input[autocomplete=nickname]")
    field.fill(name)
    page.locator("form button").click()
    expect(field).to_have_count(0)


def advised(page: Page) -> Locator:
    """Ask for the strongest help at once: the card with the move, which lies in the hand."""
    page.get_by_role("button", name=re.compile("^(Hint|Conseil|Consiglio)$")).click()
    page.locator(".hint .more button").last.click()
    expect(page.locator(".hint .first")).to_be_visible()
    return page.locator(".hint")


class Hands:
    """Plays at a page that shows an Azul table."""

    def __init__(self, page: Page, touch: bool = False):
        self.page = page
        self.touch = touch

    def press(self, selector: str) -> None:
        self.touched(self.page.locator(selector).first)

    def touched(self, place: Locator) -> None:
        if self.touch:
            place.tap()
        else:
            place.click()

    def wait(self) -> bool:
        """Until there is something to choose; false when the game is over."""
        choice = self.page.locator("[data-choice]:enabled, section.end")
        expect(choice.first).to_be_visible()
        return self.page.locator("section.end").count() == 0

    def decide(self) -> bool:
        """One decision, whatever is asked for; false when the game is over."""
        if not self.wait():
            return False
        if self.page.locator("[data-take]:enabled").count():
            self.press("[data-take]:enabled .tile")
            self.press("section.mine [data-line]:enabled")
        elif self.page.locator("[data-drop]").count():
            self.press("[data-drop]")
        else:
            self.press("[data-column]:enabled")
        if self.page.locator("[data-confirm]:enabled").count():
            self.press("[data-confirm]:enabled")
        return True

    def play_on(self, decisions: int = MOST_DECISIONS, each: Callable[[Page], None] = lambda _: None) -> int:
        """Decide until the game is over, or so many times; how often it was. Every fourth time what must hold is checked."""
        made = 0
        while made < decisions and self.wait():
            if made % 4 == 0:
                each(self.page)
            self.decide()
            made += 1
        return made
