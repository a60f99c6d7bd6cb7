"""What a fresh pair of eyes looks for: advice that hides nothing, a log that says names once, lessons that keep their coach."""

import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.rules.azul.table import table
from tests.web.conftest import Watched
from tests.web.duel_positions import asked, first_turn
from tests.web.hands import Hands, advised, looking, make_table, play_from
from tests.web.test_sizes import GREY, OTHER, taking

BOXES = "selectors => selectors.map(s => document.querySelector(s).getBoundingClientRect()).map(b => [b.top, b.bottom])"


@pytest.mark.parametrize("game", ["azul", "duel"])
def test_advice_on_a_phone_leaves_the_offer_and_the_board_in_sight(pages: Watched, game: str) -> None:
    page = pages.guest(phone=True)
    make_table(page, game)
    expect(page.locator(".status.mine")).to_be_visible()
    before = page.evaluate(BOXES, ["section.mine"])
    advised(page)
    offer = "[data-take]" if game == "azul" else "[data-plate]"
    (_, hint_ends), (offer_begins, _), mine = page.evaluate(BOXES, [".hint", offer, "section.mine"])
    assert hint_ends <= offer_begins
    assert [mine] == before  # nothing moved
    page.locator(".hint").get_by_role("button", name="Close").click()
    expect(page.locator(".hint")).to_have_count(0)
    expect(page.locator("[data-confirm]")).to_be_enabled()  # the move advised is still in the hand


def test_who_gives_up_is_named_once(pages: Watched) -> None:
    page = pages.guest()
    make_table(page)
    expect(page.locator(".status.mine")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Hello!")).to_have_count(0)  # nobody is there to be greeted
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign").last.click()
    expect(page.locator("section.end")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Moves").click()
    shown = page.get_by_role("dialog").locator(".log li .in-pictures").first.inner_text()
    assert shown.count("Guest") == 1
    assert shown.endswith("resigned.")


def test_the_table_of_a_lesson_leads_to_its_coach(pages: Watched) -> None:
    page = pages.open("/learn/azul")
    expect(page.locator("section.lesson")).to_be_visible()
    table = page.evaluate("JSON.parse(localStorage.getItem('tessela.learn.azul')).table")
    page.goto(f"/t/{table}")
    expect(page.locator("section.lesson")).to_be_visible()
    assert page.url.endswith("/learn/azul")


def test_the_contents_list_what_a_search_found(pages: Watched) -> None:
    page = pages.open("/rules/duel")
    entries = page.locator("aside nav li")
    expect(entries.first).to_be_visible()
    everything = entries.count()
    page.get_by_role("searchbox").fill("moon")
    expect(entries).not_to_have_count(everything)
    assert entries.count() == page.locator("main section").count()


def unanswered(page: Page) -> list[tuple[WebSocketRoute, str | bytes]]:
    """The page asks what moves would do, and is not told: the answers are kept."""
    kept = []

    def passed_on(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        looked = '"kind":"looked"'
        server.on_message(lambda frame: kept.append((route, frame)) if looked in str(frame) else route.send(frame))

    page.route_web_socket(re.compile("/ws/"), passed_on)
    return kept


def test_nothing_is_claimed_before_the_server_has_said_it(pages: Watched) -> None:
    page = pages.open()
    unanswered(page)
    make_table(page)
    assert Hands(page).wait()
    page.locator("[data-take]:enabled .tile").first.click()
    page.locator(".mine [data-line='2']").click()
    expect(page.locator("[data-confirm]")).to_have_text("Place in line 2")
    play_from(page, first_turn())
    expect(page.locator(".status.mine")).to_be_visible()
    expect(page.locator(".forecast li").first).to_have_text("…")
    page.unroute_all()


def test_what_was_said_is_shown(pages: Watched) -> None:
    page = pages.guest()
    make_table(page)
    assert Hands(page).wait()
    take = page.locator("[data-take]:enabled").first
    number = take.locator(".tile").count()
    take.locator(".tile").first.click()
    page.locator(".mine [data-line='5']").click()
    expect(page.locator("[data-confirm]")).to_have_text(f"Place {number} in line 5")
    play_from(page, first_turn())
    expect(page.locator(".forecast li").first).to_have_text("Nothing would be scored or lost yet.")


@pytest.mark.parametrize("game", ["azul", "grey", "duel"])
def test_a_press_counts_though_what_it_would_do_is_shown_meanwhile(pages: Watched, game: str) -> None:
    """What is drawn in a line between the press and the release takes nothing away from either."""
    page = pages.open()
    kept = unanswered(page)
    if game == "grey":
        play_from(page, table([], [GREY, OTHER], centre="W", wall="grey"))
        Hands(page).decide()
        place = page.locator("[data-column]:enabled").first
    else:
        play_from(page, taking(2) if game == "azul" else asked("turn"))
        expect(page.locator(".status.mine")).to_be_visible()
        page.locator("[data-take]:enabled .tile").first.click()
        place = page.locator(".mine .line:enabled").last
    page.mouse.move(2, 2)
    kept.clear()
    place.hover()
    page.mouse.down()
    for _ in looking(page):
        if any('"move":null' not in str(frame) for _, frame in kept):
            break
    for route, frame in kept:
        route.send(frame)
    expect(place.locator(".ghost").first).to_be_visible()
    page.mouse.up()
    expect(place).to_have_attribute("aria-pressed", "true")
    page.unroute_all()
