"""The card of luck and skill at the end of a game: asked for there, thought of by the server, the figures of its review."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.conftest import Watched
from tests.web.test_ending import SCROLLS, end
from tests.web.test_home import SPEAK

SEATS = 2


def test_luck_and_skill_are_told_at_the_end_of_a_game(pages: Watched, axe: Callable[..., list[str]]) -> None:
    pages.expected = ("503",)  # a server that has no time says so, and is asked again
    page = pages.guest()
    end(page)
    game = page.url.rsplit("/", 1)[1]
    page.get_by_role("button", name="Luck").click()
    card = page.get_by_role("region", name="Luck and skill")
    expect(card.locator("[data-accuracy]")).to_have_count(SEATS)
    review = page.request.get(f"/api/replays/{game}/review").json()
    assert review["final"]
    for seat in range(SEATS):
        value = review["accuracy"][seat]["value"]
        expect(card.locator(f"[data-accuracy='{seat}']")).to_have_text("–" if value is None else f"{round(value)}%")
    page.get_by_role("button", name="Points").click()
    expect(page.locator("section.end td.total")).to_have_count(SEATS)

    page.set_viewport_size({"width": 360, "height": 640})
    page.evaluate(SPEAK, ["fr", "evening"])
    page.reload()
    page.locator(".panes button").last.click()
    expect(page.get_by_role("region", name="Chance et adresse").locator("table")).to_be_visible()
    assert page.evaluate(SCROLLS) == []
    assert axe(page) == []
