"""Two people write to each other at their table; nobody else does, and nothing of the table is covered."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Watched
from tests.web.hands import posted
from tests.web.tongues import english

Axe = Callable[..., list[str]]


def named(page: Page, name: str) -> Page:
    assert page.request.patch("/api/me", data={"nickname": name}, headers={"origin": "/".join(page.url.split("/", 3)[:3])}).ok
    return page


def seated(pages: Watched, *people: Page, game: str = "azul") -> str:
    """A table for these people, who all go there; its address."""
    wish = {"game": game, "seats": [{"who": "me"}, *({"who": "open"} for _ in people[1:])]}
    made = posted(people[0].request, pages.address, "/api/tables", wish)
    for page in people[1:]:
        posted(page.request, pages.address, f"/api/tables/{made['id']}/join", {"invitation": made["invitation"]})
    for page in people:
        page.goto(f"/t/{made['id']}")
        expect(page.locator("section.mine")).to_be_visible()
    return f"/t/{made['id']}"


def open_by_menu(page: Page, menu: str = "Menu", chat: str = "Chat") -> None:
    page.get_by_role("button", name=menu).click()
    page.get_by_role("dialog").get_by_role("button", name=chat).click()


def write(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Message").fill(text)
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Message")).to_have_value("")


def test_two_people_agree_to_talk_and_do(pages: Watched, axe: Axe) -> None:
    ada, bob = named(pages.guest(), "Ada"), named(pages.guest(phone=True), "Bob")
    table = seated(pages, ada, bob)
    eve = named(pages.guest(), "Eve")
    eve.goto(table)
    expect(eve.locator("section.mine")).to_be_visible()
    expect(bob.get_by_role("button", name="Chat")).to_have_count(0)

    open_by_menu(ada)
    ada.get_by_role("button", name="Switch the chat on").click()
    expect(ada.locator(".talk")).to_contain_text("Still off for: Bob")
    expect(ada.get_by_role("textbox", name="Message")).to_have_count(0)
    asked = bob.get_by_role("button", name="The chat is waiting for you")
    expect(asked).to_be_visible()
    asked.tap()
    assert axe(bob) == []
    bob.get_by_role("button", name="Switch the chat on").tap()
    write(ada, "Good evening, Bob")
    expect(bob.locator(".talk li")).to_contain_text("Good evening, Bob")
    expect(bob.locator(".talk li b")).to_have_text("Ada")
    for page in (ada, bob):
        assert axe(page) == []

    bob.keyboard.press("Escape") if bob.locator(".talk input:focus").count() else bob.get_by_role("button", name="Close").tap()
    expect(bob.locator(".talk")).to_have_count(0)
    write(ada, "Are you there?")
    unread = bob.get_by_role("button", name="Chat, 1 new message")
    expect(unread).to_be_visible()
    expect(bob.locator(".bar [role=status]")).to_have_text("Ada: Are you there?")  # said aloud, and nothing covered
    bob.reload()
    unread.tap()
    expect(bob.locator(".talk li")).to_have_count(2)
    expect(bob.get_by_role("button", name="Chat", exact=True)).to_be_visible()
    expect(eve.locator(".talk")).to_have_count(0)
    expect(eve.get_by_role("button", name="Chat")).to_have_count(0)
    eve.get_by_role("button", name="Menu").click()
    expect(eve.get_by_role("dialog")).not_to_contain_text("Chat")

    bob.get_by_role("button", name="Mute Ada").tap()
    expect(bob.locator(".talk li")).to_have_count(0)
    write(ada, "Hello?")
    expect(ada.locator(".talk li")).to_have_count(3)
    bob.get_by_role("button", name="Unmute Ada").tap()
    expect(bob.locator(".talk li")).to_have_count(3)
    bob.get_by_role("button", name="Switch the chat off").tap()
    expect(ada.locator(".talk")).to_contain_text("Still off for: Bob")
    expect(ada.get_by_role("textbox", name="Message")).to_have_count(0)
    expect(ada.locator(".talk li")).to_have_count(3)  # what was written stays


BOXES = """() => { const box = (selector) => document.querySelector(selector)?.getBoundingClientRect().toJSON();
  return [box('.talk'), box('.body'), box('.bar'), innerWidth, innerHeight, document.documentElement.scrollWidth]; }"""


@pytest.mark.parametrize("game", ["azul", "duel"])
@pytest.mark.parametrize("theme", ["day", "evening"])
def test_the_panel_covers_nothing_on_a_phone(pages: Watched, axe: Axe, game: str, theme: str) -> None:
    people = [named(pages.guest(phone=True, theme=theme), name) for name in ("Ada", "Bob")]
    seated(pages, *people, game=game)
    for page in people:
        open_by_menu(page)
        page.get_by_role("button", name="Switch the chat on").tap()
    ada = people[0]
    for number in range(6):
        write(ada, f"A message that is long enough for two lines on a small phone, number {number}")
    talk, body, bar, width, height, scrolls = ada.evaluate(BOXES)
    assert body["bottom"] <= talk["top"], "the table ends where the panel begins"
    assert talk["bottom"] <= height
    assert bar["bottom"] <= body["top"]
    assert scrolls == width
    last = ada.locator(".talk li").last.bounding_box()
    panel = ada.locator(".talk form").bounding_box()
    assert last
    assert panel
    assert last["y"] + last["height"] <= panel["y"] + 1, "the last line is in sight"
    assert axe(ada) == []


def test_four_talk_where_all_agreed_in_three_languages(pages: Watched) -> None:
    tongues = (("Ada", "en"), ("Bruno", "it"), ("Claire", "fr"), ("Dan", "en"))
    people = [named(pages.guest(language=language), name) for name, language in tongues]
    seated(pages, *people)
    words = {
        "en": ("Menu", "Chat", "Switch the chat on", "Message"),
        "fr": ("Menu", "Discussion", "Activer la discussion", "Message"),
        "it": ("Menu", "Chat", "Attiva la chat", "Messaggio"),
    }
    for page, (_, language) in zip(people, tongues, strict=True):
        menu, chat, begin, _ = words[language]
        open_by_menu(page, menu, chat)
        page.get_by_role("button", name=begin).click()
    for page, (name, language) in zip(people, tongues, strict=True):
        field = page.get_by_role("textbox", name=words[language][3])
        field.fill(f"!{name}!")
        field.press("Enter")
    for page, (_, language) in zip(people, tongues, strict=True):
        for name, _ in tongues:
            expect(page.locator(".talk li", has_text=f"!{name}!")).to_have_count(1)
        if language != "en":
            assert english(page) == []


def test_keys_of_the_table_are_letters_in_the_chat(pages: Watched) -> None:
    ada, bob = named(pages.guest(), "Ada"), named(pages.guest(), "Bob")
    seated(pages, ada, bob)
    for page in (ada, bob):
        open_by_menu(page)
        page.get_by_role("button", name="Switch the chat on").click()
    ada.get_by_role("textbox", name="Message").focus()
    ada.keyboard.type("h? hello")
    expect(ada.get_by_role("dialog")).to_have_count(0)
    ada.keyboard.press("Enter")
    expect(bob.locator(".talk li")).to_contain_text("h? hello")
    ada.get_by_role("textbox", name="Message").press("Escape")
    expect(ada.locator(".talk")).to_have_count(0)
