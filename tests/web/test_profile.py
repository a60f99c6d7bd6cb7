"""One's own page with what one has played, the list of all games, and what somebody else may see of it."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.server.people import Person
from tests.web.conftest import Watched

Axe = Callable[..., list[str]]
OF_TWO = {"pace": "live", "seconds": 600}


def lost_rated(address: str, name: str, games: int) -> Person:
    """Somebody who has resigned rated games against the gentlest level."""
    person = Person(address, name)
    for _ in range(games):
        tab = person.sit(person.new_table(seats="me bot:sprout", clock=OF_TWO, rated=True))
        tab.say(kind="resign", version=tab.version, id="r")
        tab.until("ended")
    return person


def sign_in(page: Page, person: Person) -> None:
    cookies = [{"name": name, "value": value, "url": person.address} for name, value in person.http.cookies.items()]
    page.context.add_cookies(cookies)  # type: ignore[arg-type]


def test_what_one_has_played(pages: Watched, axe: Axe) -> None:
    """Figures, rating and windows; the list, narrowed by keys; a profile that is shown, and to whom."""
    ada = lost_rated(pages.address, "Ada of the front", 2)
    try:
        ada.ask("POST", "/api/me/sessions")
        ada.ask("POST", "/api/me/code")
        page = pages.open()
        sign_in(page, ada)
        page.goto("/you")
        rating = page.get_by_role("region", name="Rating")
        expect(rating.get_by_text(re.compile(r"^\d+\?$"))).to_be_visible()
        expect(rating.get_by_role("img", name=re.compile("Rating after each rated game"))).to_be_visible()
        against = page.get_by_role("region", name="Against the five")
        expect(against.get_by_text("0 of 2")).to_be_visible()
        expect(against.get_by_text("average 0, best 0")).to_be_visible()
        expect(page.get_by_role("link", name=re.compile("review this game"))).to_have_count(2)
        assert axe(page) == []
        against.get_by_role("button", name="All fourteen").click()
        expect(page.get_by_text("not yet met")).to_have_count(13)

        page.get_by_role("link", name="All your games").click()
        expect(page.get_by_role("link", name=re.compile("^Sprout"))).to_have_count(2)
        expect(page.get_by_role("listitem").first).to_contain_text("rated")
        assert axe(page) == []
        page.get_by_label("Result").select_option("won")
        expect(page.get_by_text("No finished game matches.")).to_be_visible()
        page.get_by_label("Result").select_option("lost")
        page.get_by_label("Opponent").select_option("Sprout")
        expect(page).to_have_url(re.compile(r"result=lost&other=bot%3Asprout"))
        expect(page.get_by_role("link", name=re.compile("^Sprout"))).to_have_count(2)

        pages.expected = ("404",)
        somebody = pages.open("/player/nobody%20at%20all", phone=True)
        expect(somebody.get_by_text("There is no public profile under this name.")).to_be_visible()
        page.goto("/you")
        page.get_by_label("Show my profile to everybody").check()
        expect(page.get_by_role("link", name="/player/Ada of the front")).to_be_visible()
        somebody.goto("/player/ada%20of%20the%20front")
        expect(somebody.get_by_role("heading", level=1)).to_have_text("Ada of the front")
        expect(somebody.get_by_role("img", name=re.compile(r"^\d+ points$"))).to_have_count(2)
        expect(somebody.get_by_role("link", name=re.compile("review"))).to_have_count(0)
        assert axe(somebody) == []
    finally:
        ada.close()
