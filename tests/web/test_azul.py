"""A person at the Azul table: by mouse, by finger, by keys, with friends and alone."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.server.conftest import Server
from tests.web.conftest import Watched
from tests.web.hands import Hands, make_table


def fits_the_screen(page: Page) -> bool:
    """Whether nothing has to be scrolled."""
    size: list[int] = page.evaluate(
        "[document.documentElement.scrollWidth, innerWidth, document.documentElement.scrollHeight, innerHeight]"
    )
    return size[0] <= size[1] and size[2] <= size[3]


def test_two_clicks_from_the_home_page_to_the_first_move(pages: Watched) -> None:
    page = pages.open()
    page.get_by_role("button", name=re.compile("^Azul Two")).click()
    page.get_by_role("button", name="Play", exact=True).click()
    assert Hands(page).wait()
    expect(page.locator(".status")).to_contain_text("Your turn")
    assert fits_the_screen(page)


def test_a_whole_game_by_clicking(pages: Watched) -> None:
    page = pages.open()
    make_table(page)
    assert Hands(page).play_on() > 10
    expect(page.locator("section.end")).to_contain_text("Total")
    assert fits_the_screen(page)
    before = page.url
    page.get_by_role("button", name="Play again").click()
    expect(page).not_to_have_url(before)
    expect(page.locator("section.end")).to_have_count(0)
    assert Hands(page).wait()


def test_a_whole_game_with_every_kind_of_choice(pages: Watched) -> None:
    page = pages.open(confirm=False)
    make_table(page, bots=2, wall="grey", jokers=True)
    assert Hands(page).play_on() > 10


def test_a_whole_game_by_keys(pages: Watched) -> None:
    page = pages.open()
    make_table(page)
    hands = Hands(page)
    assert hands.wait()
    page.keyboard.press("Tab")
    for _ in range(200):
        if not hands.wait():
            break
        expect(page.locator("[data-take]:focus")).to_be_visible() if _ else page.locator("[data-take]:enabled").first.focus()
        page.keyboard.press("Enter")
        expect(page.locator("[data-line]:focus")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator("[data-confirm]:focus")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator(".line.chosen, .floor.chosen")).to_have_count(0)
    expect(page.locator("section.end")).to_be_visible()


def test_arrow_keys_escape_and_typed_moves(pages: Watched) -> None:
    page = pages.open()
    make_table(page)
    assert Hands(page).wait()
    page.locator("[data-take]:enabled").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-take]:focus")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".status")).to_contain_text("choose a line")
    page.keyboard.press("Escape")
    expect(page.locator(".status")).to_contain_text("take tiles")
    take = page.locator("[data-take]:enabled").first.get_attribute("data-take")
    box = page.get_by_role("textbox", name="Type a move")
    box.fill("9Z>9")
    box.press("Enter")
    expect(box).to_have_attribute("aria-invalid", "true")
    box.fill(f"{take}>f".lower())
    box.press("Enter")
    expect(page.locator(".log li").first).to_be_visible()


def test_a_preview_says_what_falls_and_scores(pages: Watched) -> None:
    page = pages.open()
    make_table(page)
    hands = Hands(page)
    assert hands.wait()
    hands.press("[data-take]:enabled .tile")
    hands.press(".mine [data-line='1']")
    expect(page.locator(".mine .wall span.ghost")).to_contain_text("+1")
    expect(page.locator(".mine .line .ghost")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".mine .ghost")).to_have_count(0)


def test_a_whole_game_by_finger_on_a_phone(pages: Watched) -> None:
    page = pages.open(phone=True, confirm=False, language="fr")
    make_table(page, bots=3)
    hands = Hands(page, touch=True)
    assert hands.wait()
    assert fits_the_screen(page)
    assert hands.play_on() > 5
    assert fits_the_screen(page)


def test_two_people_through_an_invitation(pages: Watched) -> None:
    ada = pages.open()
    ada.get_by_role("radio", name="A friend, by link").check()
    ada.get_by_role("button", name="Open a table").click()
    link = ada.get_by_role("textbox", name="Link").input_value()
    bob = pages.open(link, language="it")
    hands = {"ada": Hands(ada), "bob": Hands(bob)}
    for _ in range(6):
        mover = hands["ada"] if _moves(ada, bob) else hands["bob"]
        assert mover.decide()
    ada.get_by_role("button", name="Menu").click()
    ada.get_by_role("button", name="Hello!").click()
    expect(bob.locator(".reactions")).to_contain_text("Ciao!")
    ada.get_by_role("button", name="Menu").click()
    ada.get_by_role("button", name="Give up").click()
    ada.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(bob.locator("section.end")).to_contain_text("Hai vinto!")
    ada.get_by_role("button", name="Play again").click()
    expect(bob.get_by_role("button", name="Prossima partita")).to_be_visible()
    bob.get_by_role("button", name="Prossima partita").click()
    assert _moves(ada, bob) in (True, False)


def _moves(ada: Page, bob: Page) -> bool:
    """Whether Ada is to move; waits until somebody is."""
    for _ in range(150):
        if ada.locator("[data-choice]:enabled").count():
            return True
        if bob.locator("[data-choice]:enabled").count():
            return False
        ada.wait_for_timeout(50)
    raise AssertionError("nobody is to move")


def test_two_people_on_one_screen(pages: Watched) -> None:
    page = pages.open()
    page.get_by_role("radio", name="On this screen").check()
    page.get_by_role("button", name="Play", exact=True).click()
    hands = Hands(page)
    boards = set()
    for _ in range(4):
        assert hands.wait()
        boards.add(page.locator("section.mine").get_attribute("aria-label"))
        assert hands.decide()
    assert len(boards) == 2


def test_the_table_comes_back_after_the_server_was_killed(browser: Browser, own_server: Server) -> None:
    watched = Watched(browser, own_server.address)
    page = watched.open()
    make_table(page)
    hands = Hands(page)
    assert hands.play_on(3) == 3
    assert hands.wait()
    port = own_server.port
    own_server.kill()
    expect(page.get_by_role("alert")).to_contain_text("connection")
    own_server.start(port)
    expect(page.get_by_role("alert")).to_have_count(0, timeout=30_000)
    assert hands.play_on(3) == 3
    for context in watched.contexts:
        context.close()


def test_the_table_comes_back_after_the_line_was_cut(pages: Watched) -> None:
    page = pages.open()
    make_table(page)
    hands = Hands(page)
    assert hands.play_on(2) == 2
    assert hands.wait()
    pages.expected = ("ERR_INTERNET_DISCONNECTED",)
    page.context.set_offline(True)
    expect(page.get_by_role("alert")).to_contain_text("connection")
    page.wait_for_timeout(3_000)
    page.context.set_offline(False)
    expect(page.get_by_role("alert")).to_have_count(0, timeout=30_000)
    assert hands.play_on(2) == 2


def test_motion_carries_every_tile_to_its_place(pages: Watched) -> None:
    page = pages.open(speed=1)
    make_table(page)
    hands = Hands(page)
    assert hands.decide()
    expect(page.locator("#flights > *").first).to_be_attached()
    assert hands.wait()
    expect(page.locator("#flights > *")).to_have_count(0)
