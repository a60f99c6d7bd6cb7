"""Several people: somebody who looks on, reactions, how a game ended and who was in it, in the language of each reader."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.conftest import Watched
from tests.web.hands import Hands, address_of, glimpsed, looking, make_table, posted, sit_down

APART = 8  # pixels between two figures that mean different things


def open_table(page: Page, game: str = "azul") -> tuple[str, str]:
    """A new table with a free seat; its address and the one that invites."""
    wish = {"game": game, "seats": [{"who": "me"}, {"who": "open"}]}
    made = posted(page.request, address_of(page), "/api/tables", wish)
    return f"/t/{made['id']}", f"/t/{made['id']}?invitation={made['invitation']}"


def give_up(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()


def test_somebody_looks_on(pages: Watched, axe: Callable[[Page], list[str]]) -> None:
    ada, ben = pages.open(), pages.open()
    table, invitation = open_table(ada, "duel")
    ada.goto(table)
    sit_down(ben, invitation)
    expect(ada.locator("section.mine")).to_be_visible()
    expect(ada.locator(".watchers")).to_have_count(0)
    eve = pages.open(invitation)  # the table is full: she watches
    expect(eve.locator("section.mine")).to_be_visible()
    expect(eve.locator("header")).to_contain_text("You are watching")
    expect(ben.locator("header")).not_to_contain_text("You are watching")
    for page in (ada, ben, eve):
        expect(page.locator(".watchers")).to_contain_text("1 person is watching")
    assert axe(ada) == []
    ada.set_viewport_size({"width": 390, "height": 844})
    watchers, shown = ada.locator(".watchers").bounding_box(), ada.locator("header .round").bounding_box()
    assert watchers
    assert shown
    assert shown["x"] - watchers["x"] - watchers["width"] >= APART, "two numbers do not run into one"
    ada.set_viewport_size({"width": 1280, "height": 800})
    mover = to_move(ada, ben)
    expect(eve.locator(".status")).to_contain_text("is thinking")
    assert eve.locator("[data-choice]:enabled, [data-confirm]:enabled, .log input").count() == 0
    eve.get_by_role("button", name="Menu").click()
    expect(eve.get_by_role("dialog")).not_to_contain_text(re.compile("Resign|Well played|another device"))
    eve.keyboard.press("Escape")
    mover.locator("[data-plate]:enabled").first.click()
    expect(eve.locator(".log li")).to_have_count(1)  # what happens is told at once
    ben.get_by_role("button", name="Menu").click()
    with glimpsed(".reactions", ada, ben, eve, text="Well played!"):
        ben.get_by_role("button", name="Well played!").click()
    eve.goto("/")
    expect(ada.locator(".watchers")).to_have_count(0)


def test_how_a_game_ended_and_who_was_in_it(pages: Watched) -> None:
    ada = pages.open()
    table = make_table(ada, level="mason")
    Hands(ada).play_on(2)
    guest = ada.locator("section.mine .name").inner_text().strip()
    give_up(ada)
    expect(ada.locator("section.end .why")).to_have_text(f"{guest} resigned.")
    giulia = pages.open(f"/r/{table}", language="it")
    expect(giulia.locator(".opponent .name")).to_contain_text("Muratore")
    expect(giulia.locator("section.mine .name")).to_contain_text(guest.replace("Guest", "Ospite"))
    giulia.keyboard.press("End")
    expect(giulia.locator("section.end .why")).to_contain_text(re.compile(r"^Ospite \d+ "))
    expect(giulia.locator("section.end h2")).to_contain_text("Muratore")


def test_a_bot_plays_on_for_one_of_three(pages: Watched) -> None:
    ada, ben = pages.open(), pages.open(language="it")
    for page, name in ((ada, "Ada"), (ben, "Ben")):
        page.request.patch("/api/me", data={"nickname": name}, headers={"origin": pages.address})
    wish = {"game": "azul", "seats": [{"who": "me"}, {"who": "open"}, {"who": "bot", "level": "sprout"}]}
    made = posted(ada.request, pages.address, "/api/tables", wish)
    ada.goto(f"/t/{made['id']}")
    sit_down(ben, f"/t/{made['id']}?invitation={made['invitation']}")
    expect(ben.locator("section.mine")).to_be_visible()
    eve = pages.open(f"/t/{made['id']}?invitation={made['invitation']}", language="fr")
    for _ in looking(ben):
        if ben.locator(".log li > .unseen").filter(has_text=re.compile("^Ben")).count():  # Ben has made a move
            break
        for page in (ada, ben):
            if page.locator("[data-take]:enabled").count():
                Hands(page).decide()
    ben.get_by_role("button", name="Menu").click()
    ben.get_by_role("button", name="Abbandona").click()
    ben.get_by_role("dialog").get_by_role("button", name="Abbandona").click()
    for page, text in (
        (ada, "Ben resigned. A bot is now playing for Ben."),
        (ben, "Ben abbandona. Il computer continua al posto di Ben."),
        (eve, "Ben abandonne. L’ordinateur continue à la place de Ben."),
    ):
        left = page.locator(".log li .in-pictures").filter(has_text=text)
        expect(left).to_have_count(1)
        expect(page.locator("[role=log] p").filter(has_text=text)).to_have_count(1)  # and it is announced
        by_himself = page.locator(".in-pictures b", has_text=re.compile("^Ben$"))  # what he played himself stays his
        was_his = page.locator(".log li", has=by_himself).last
        expect(was_his).to_be_attached()
        expect(was_his.get_by_role("button")).to_have_count(0)
    expect(ben.locator("section.mine")).to_have_attribute("aria-label", "Plancia di Ben (computer)")  # his seat still


# Notes the name of one whose seat a bot has taken, as soon as it is there: the bots soon bring the game to its end
NOTE_NAME = """() => new MutationObserver(() => {
  const name = document.querySelector('section.mine .name'), text = name?.querySelector('.text');
  if (text && name.textContent.includes('('))
    window.noted ??= {text: name.textContent, whole: text.scrollWidth <= text.clientWidth};
}).observe(document.documentElement, {subtree: true, childList: true, characterData: true})"""


def test_who_gave_up_keeps_a_whole_name(pages: Watched) -> None:
    for phone in (False, True):
        page = pages.open(phone=phone, language="fr")
        make_table(page, bots=2)
        expect(page.locator("section.mine")).to_be_visible()
        page.evaluate(NOTE_NAME)
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Abandonner").click()
        page.get_by_role("dialog").get_by_role("button", name="Abandonner").click()
        name = page.wait_for_function("() => window.noted").json_value()
        assert re.fullmatch(r"\s*Invité \d{4}\s+\(ordinateur\)\s*", name["text"])
        assert name["whole"]


def choose_seats(page: Page, *kinds: str) -> None:
    """On the first page, a table of so many others, each chosen by itself."""
    page.get_by_role("button", name="Variants").click()
    page.get_by_role("radio", name=str(len(kinds) + 1), exact=True).check()
    for number, kind in enumerate(kinds, start=2):
        page.get_by_role("combobox", name=f"Player {number}").select_option(label=kind)


def moves_of(people: list[Page], moves: int) -> set[str]:
    """Everybody plays whenever they can, until each has decided so often; on which boards."""
    made = [0] * len(people)
    boards = set()
    for _ in looking(people[0]):
        if min(made) >= moves:
            break
        for number, page in enumerate(people):
            if page.locator("[data-take]:enabled").count():
                boards.add(page.locator("section.mine").get_attribute("aria-label") or "")
                Hands(page).decide()
                made[number] += 1
    return boards


def test_a_bot_and_a_friend_at_a_table_of_three(pages: Watched, axe: Callable[[Page], list[str]]) -> None:
    ada, ben = pages.open(), pages.open()
    choose_seats(ada, "Mason", "Invite a friend")
    assert axe(ada) == []
    ada.get_by_role("button", name="Create a table").click()
    expect(ada.get_by_role("status")).to_have_text("Waiting for 1 more player")
    expect(ada.locator(".seats li")).to_have_text([re.compile(r"Guest \d+\s+you"), "Mason Computer", "free seat"])
    assert axe(ada) == []
    sit_down(ben, ada.get_by_role("textbox", name="Link").input_value())
    assert len(moves_of([ada, ben], 2)) == 2
    for page in (ada, ben):
        expect(page.locator(".log li").filter(has_text="Mason").first).to_be_visible()
    ada.goto("/")  # what was chosen is chosen still
    ada.get_by_role("button", name="Variants").click()
    expect(ada.get_by_role("combobox", name="Player 2")).to_have_value("mason")
    expect(ada.get_by_role("combobox", name="Player 3")).to_have_value("open")
    ada.get_by_role("radio", name="2", exact=True).check()
    expect(ada.get_by_role("combobox")).to_have_count(0)  # with one opponent there is nothing to choose apart


def test_somebody_beside_one_a_friend_and_a_bot(pages: Watched) -> None:
    ada, ben = pages.open(phone=True), pages.open()
    choose_seats(ada, "On this screen", "Invite a friend", "Sprout")
    ada.get_by_role("button", name="Create a table").click()
    expect(ada.locator(".seats li").nth(1)).to_have_text("Player 2 On this screen")
    sit_down(ben, ada.get_by_role("textbox", name="Link").input_value())
    boards = moves_of([ada, ben], 2)
    assert len(boards) == 3
    assert "Player 2’s board" in boards


def test_why_a_bot_moved(pages: Watched, axe: Callable[[Page], list[str]]) -> None:
    page = pages.guest()
    make_table(page, level="mason")
    Hands(page).play_on(3)
    assert Hands(page).wait()
    why = page.locator(".log").get_by_role("button", name="Why?")
    assert 2 <= why.count() <= 4  # beside the moves of the bot only
    why.first.click()
    expect(why.first).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".log .asks").first.locator("ul li").first).to_have_text(re.compile(r"\w{4,}"))
    assert axe(page) == []
    why.first.click()
    expect(page.locator(".log .asks ul")).to_have_count(0)


def test_a_guest_is_called_so_in_every_language(pages: Watched) -> None:
    page = pages.open(language="fr")
    name = page.locator(".nick input")
    expect(name).to_have_value(re.compile(r"^Invité \d{4}$"))
    page.get_by_role("button", name="Italiano").click()
    expect(name).to_have_value(re.compile(r"^Ospite \d{4}$"))
    name.fill("Chloé")
    name.press("Enter")
    page.get_by_role("button", name="Su questo schermo").click()
    page.get_by_role("button", name="Gioca", exact=True).click()
    heads = page.locator(".azul .head .name")
    expect(heads).to_have_count(2)
    assert sorted(text.strip() for text in heads.all_inner_texts()) == ["Chloé", "Giocatore 2"]


def test_the_next_game_is_started_by_the_other(pages: Watched) -> None:
    ada, ben = pages.open(), pages.open()
    for page, name in ((ada, "Ada"), (ben, "Ben")):
        page.request.patch("/api/me", data={"nickname": name}, headers={"origin": pages.address})
    for game in ("azul", "duel"):
        table, invitation = open_table(ada, game)
        ada.goto(table)
        sit_down(ben, invitation)
        first = starter(ada, ben)
        give_up(ada)
        ada.get_by_role("button", name="Play again").click()
        expect(ada.get_by_role("heading", name="Waiting for players")).to_be_visible()
        expect(ada.locator(".seats li").filter(has_text="waiting for Ben")).to_have_count(1)
        ben.get_by_role("button", name="Join the next game").click()
        assert starter(ada, ben) != first


def starter(*people: Page) -> str:
    """Who of those at a new table may move."""
    return to_move(*people).locator("section.mine .name").inner_text().strip()


def to_move(*people: Page) -> Page:
    """Who of those at a table may move; waits until one of them may."""
    for _ in looking(people[0]):
        movers = [page for page in people if page.locator(".status.mine").count()]
        if movers:
            [mover] = movers
            return mover
    raise AssertionError("nobody is to move")
