"""Home, lobby and joining: what waits for one, who sits there, on which terms, and under which name."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Watched
from tests.web.hands import Hands, invite, make_table, posted, settle, sit_down
from tests.web.layout import cut
from tests.web.test_together import give_up, to_move

Axe = Callable[..., list[str]]
SIZES = [(360, 640), (390, 844), (820, 1180), (1180, 820), (1024, 600), (1280, 800), (1920, 1080), (2560, 1440)]
SPEAK = """([language, theme]) => localStorage.setItem('tessela.settings',
  JSON.stringify({speed: 0, language, theme}))"""
SIDEWAYS = "() => document.documentElement.scrollWidth - innerWidth"
QUICK = {"pace": "live", "seconds": 300, "increment": 5}


def make(page: Page, address: str, **wish: Any) -> dict[str, Any]:
    """A table by the server's interface; the page stays where it is."""
    table = {"game": "azul", "seats": [{"who": "me"}, {"who": "open"}], **wish}
    made: dict[str, Any] = posted(page.request, address, "/api/tables", table)
    return made


def call(page: Page, address: str, name: str) -> None:
    page.request.patch("/api/me", data={"nickname": name}, headers={"origin": address})


# Every size once, the language changing from one to the next; all with all among the long tests
EVERY = pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)], ids=["some", "every"])


def fits(page: Page, ready: str, every: bool = False) -> None:
    """Nothing is cut and nothing scrolls sideways."""
    for i, (language, theme) in enumerate((("en", "day"), ("fr", "evening"), ("it", "day"))):
        page.evaluate(SPEAK, [language, theme])
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator(ready).first).to_be_visible()
        page.evaluate("() => document.fonts.ready.then(() => true)")
        for width, height in SIZES if every else SIZES[i::3]:
            page.set_viewport_size({"width": width, "height": height})
            settle(page, 60)
            assert cut(page) == [], (language, width, height)
            assert page.evaluate(SIDEWAYS) <= 0, (language, width, height)


@EVERY
def test_home_fits_every_window(pages: Watched, every: bool) -> None:
    page = pages.open()
    fits(page, "[data-level=sprout] svg", every)


def test_games_that_wait_come_first_with_their_boards(pages: Watched, axe: Axe) -> None:
    ines, marta = pages.open(), pages.open()
    call(ines, pages.address, "Ines")
    call(marta, pages.address, "Marta")
    make_table(ines, level="mason")
    give_up(ines)
    expect(ines.locator("section.end")).to_be_visible()
    make_table(ines, "duel")
    expect(ines.locator("section.mine")).to_be_visible()
    made = make(ines, pages.address)
    sit_down(marta, f"/t/{made['id']}?invitation={made['invitation']}", "Marta")
    ines.goto(f"/t/{made['id']}")
    if to_move(ines, marta) is marta:
        Hands(marta).decide()
    expect(ines.locator(".status.mine")).to_be_visible()
    expect(ines).to_have_title("Your turn · Azul")
    expect(ines.locator("link[rel=icon]")).to_have_attribute("href", "/icon-turn.svg")
    Hands(ines).decide()
    expect(ines).to_have_title("Azul · Tessela")
    expect(ines.locator("link[rel=icon]")).to_have_attribute("href", "/icon.svg")
    Hands(marta).decide()
    expect(ines.locator(".status.mine")).to_be_visible()
    ines.goto("/")
    expect(ines.locator("h1")).to_have_text("Your turn, Ines.")
    large = ines.locator(".large")
    expect(large.locator("h2")).to_have_text("Marta")  # people before bots
    expect(large.locator(".line .piece").first).to_be_visible()  # what lies on one's lines
    expect(large.locator(".wall > span")).to_have_count(25)
    expect(large.locator(".scores span")).to_have_text([re.compile(r"^0\s+you$"), re.compile(r"^0\s+Marta$")])
    expect(ines.locator("main li a.panel b").first).to_have_text("Sprout")
    assert ines.locator(".button.main").all_inner_texts() == ["Take your turn"]
    ines.get_by_role("button", name="All fourteen").click()
    expect(ines.locator("[data-level=mason] .record")).to_have_text("You won 0 of 1")
    expect(ines.locator("[data-level=sprout] .record")).to_have_count(0)
    assert axe(ines) == []
    fits(ines, ".large .wall")
    ines.evaluate(SPEAK, ["fr", "evening"])
    ines.reload()
    expect(ines.locator(".large .wall")).to_be_visible()
    assert axe(ines) == []
    ines.set_viewport_size({"width": 1280, "height": 800})
    ines.locator(".large .button.main").click()
    expect(ines.locator("section.mine")).to_be_visible()


def test_open_tables_say_their_terms_and_ones_own_can_be_closed(pages: Watched) -> None:
    ada, ben = pages.open(), pages.open()
    call(ada, pages.address, "Adalina")
    make(ada, pages.address, listed=True, options={"wall": "grey", "jokers": True}, clock=QUICK)
    make(ada, pages.address, game="duel", listed=True, clock={"pace": "days", "seconds": 259200})
    ben.goto("/")
    rows = ben.locator("section", has=ben.get_by_role("heading", name="Open tables")).locator("li", has_text="Adalina")
    expect(rows).to_have_count(2)
    expect(rows.locator("ul").last).to_have_text(re.compile("1 of 2 seats.*grey wall.*joker tiles.*5 min \\+ 5 s", re.S))
    expect(rows.locator("ul").first).to_have_text(re.compile("3 Rows.*7 Columns.*10 Diagonals.*3 days per move", re.S))
    ada.goto("/")
    closing = ada.get_by_role("button", name="Close this table")
    for left in (1, 0):
        closing.first.click()
        expect(closing).to_have_count(left)  # before the next one is pressed, which would be the same
    ben.reload()
    expect(ben.locator("[data-level=sprout] svg")).to_be_visible()
    expect(rows).to_have_count(0)
    ada.goto("/")
    invite(ada)
    ada.get_by_role("button", name="Close this table").click()
    expect(ada).to_have_url(re.compile("/$"))


def test_who_is_invited_is_told_the_terms_and_gives_a_name(pages: Watched, axe: Axe) -> None:
    ada, ben = pages.open(), pages.open(language="fr")
    call(ada, pages.address, "Ada")
    made = make(ada, pages.address, options={"wall": "grey"}, clock=QUICK)
    ada.goto(f"/t/{made['id']}")
    expect(ada.get_by_role("status")).to_have_text("Waiting for 1 more player")
    expect(ada.locator("main")).to_contain_text("The clock starts with the first move.")
    ben.goto(f"/t/{made['id']}?invitation={made['invitation']}")
    expect(ben.locator("h1")).to_have_text("Ada vous invite")
    terms = ben.get_by_role("list", name="La partie").get_by_role("listitem")
    expect(terms).to_have_text(["2 joueurs", "mur gris", "sans tuiles joker", "5 min + 5 s"])
    assert axe(ben) == []
    ben.get_by_role("button", name="S’asseoir").click()
    expect(ben.get_by_role("alert")).to_have_text("Entrez un nom\u00a0: les autres le verront.")
    expect(ben.get_by_role("textbox")).to_be_focused()
    expect(ada.get_by_role("status")).to_have_text("Waiting for 1 more player")  # nobody was seated by a link alone
    ben.get_by_role("textbox").fill("Bénédicte")
    ben.get_by_role("button", name="S’asseoir").click()
    expect(ada.locator(".opponent .name")).to_contain_text("Bénédicte")
    for page in (ada, ben):
        expect(page.locator(".clock")).to_have_text(["5:00", "5:00"])
        expect(page.locator(".clock.running")).to_have_count(0)
    Hands(to_move(ada, ben)).decide()
    for page in (ada, ben):
        expect(page.locator(".clock.running")).to_have_count(1)
    call(ben, pages.address, "Bee")  # a name that is changed later is seen at once, and after a reload
    expect(ada.locator(".opponent .name")).to_contain_text("Bee")
    ada.reload()
    expect(ada.locator(".opponent .name")).to_contain_text("Bee")


@EVERY
def test_the_waiting_room_and_the_way_in_fit_every_window(pages: Watched, axe: Axe, every: bool) -> None:
    ada, ben = pages.open(), pages.open()
    call(ada, pages.address, "Maximilienne Champollion")
    made = make(
        ada, pages.address, game="duel", clock=QUICK, options={"tablets": ["five-colours", "outer-spaces", "corner-plates"]}
    )
    ada.goto(f"/t/{made['id']}")
    ben.goto(f"/t/{made['id']}?invitation={made['invitation']}")
    for page in (ada, ben):
        fits(page, "main section ul", every)
        assert axe(page) == []
        page.evaluate(SPEAK, ["en", "evening"])
        page.reload()
        expect(page.locator("main section ul").first).to_be_visible()
        assert axe(page) == []


def test_a_blank_name_is_answered(pages: Watched) -> None:
    page = pages.open()
    call(page, pages.address, "Ada")
    page.reload()
    name = page.locator("header .nick input")
    expect(name).to_have_value("Ada")
    name.fill("   ")
    name.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("Please enter a name: the others will see it.")
    expect(name).to_have_value("Ada")


def test_the_menu_shows_no_secret_and_giving_up_is_not_the_blue_button(pages: Watched) -> None:
    page = pages.guest()
    make_table(page)
    expect(page.locator("section.mine")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Resign")).to_be_visible()
    expect(dialog.locator("svg[role=img], input:not([type=checkbox])")).to_have_count(0)
    dialog.get_by_role("button", name="Play on another device").click()
    expect(dialog.get_by_role("img", name="The link as a QR code")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    dialog.get_by_role("button", name="Resign").click()
    expect(dialog.locator(".button.main")).to_have_count(0)


@pytest.mark.parametrize("players", [2, 3])
def test_those_at_one_screen_have_names(pages: Watched, players: int) -> None:
    page = pages.open()
    page.get_by_role("button", name="Variants").click()
    page.get_by_role("radio", name=str(players), exact=True).check()
    page.get_by_role("button", name="On this screen").click()
    names = ["Grace", "Hedy"][: players - 1]
    for number, name in enumerate(names, start=2):
        page.get_by_role("textbox", name=f"Player {number}").fill(name)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".head .name")).to_have_count(players)
    shown = " ".join(page.locator(".head .name").all_inner_texts())
    assert all(name in shown for name in names)
    status = page.locator(".status")
    expect(status).not_to_contain_text("Your turn")  # whose turn it is, is said by name
