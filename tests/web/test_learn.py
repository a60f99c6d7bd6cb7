"""Learning: the rules in the page, the way to them from a table, and the first games that teach by doing."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Response, expect

from tests.web.conftest import Watched
from tests.web.hands import Hands, make_table
from tests.web.layout import cut, holds
from tests.web.learning_hands import Learner
from tests.web.test_pages import KEY, texts
from tests.web.tongues import LANGUAGES, english

Axe = Callable[[Page], list[str]]
AZUL = ["aim", "take", "line", "centre", "add", "floor", "tiling", "bar", "neighbour", "finish", "colour", "rest", "bonus"]
DUEL = {"aim", "plate", "place", "sun", "moon", "broken", "token", "pile", "look", "chip", "tiling", "last", "special", "pay",
        "space", "tablets"}  # fmt: skip
SEARCHES = {
    "en": ("chips missing", "Paying with chips"),
    "fr": ("jetons manquante", "Payer avec"),
    "it": ("gettoni mancante", "Pagare con"),
}


def on_top(page: Page, section: str, within: float = 240) -> bool:
    """Until a section stands near the top of what is shown."""
    top = "document.getElementById(id).getBoundingClientRect().top"
    return bool(page.wait_for_function(f"([id, within]) => {top} >= -5 && {top} <= within", arg=[section, within]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_in_each_language(pages: Watched, axe: Axe, language: str) -> None:
    page = pages.open("/rules", phone=language != "en", language=language, theme="evening" if language == "fr" else "day")
    for path, last in (("/rules", "jokers"), ("/rules/duel", "tablets")):
        page.goto(path)
        expect(page.locator(f"#{last}")).to_be_attached()
        assert not [text for text in texts(page) if KEY.match(text) or "{" in text or "**" in text]
        assert cut(page) == []
        assert english(page) == []
        assert axe(page) == []
    query, found = SEARCHES[language]
    page.get_by_role("searchbox").fill(query)
    expect(page.locator("#payment .title")).to_contain_text(found)
    expect(page.locator("#setup")).to_have_count(0)
    assert page.locator("#payment mark").count() > 3
    page.get_by_role("searchbox").fill("xyzzy")
    expect(page.locator("main section")).to_have_count(0)
    expect(page.get_by_role("status")).to_contain_text("xyzzy")


def test_an_address_opens_the_rules_at_a_place(pages: Watched) -> None:
    page = pages.open("/rules/duel#chips")
    expect(page.locator("#chips")).to_be_focused()
    assert on_top(page, "chips")
    page.locator("#chips").get_by_role("link", name="pay").click()
    expect(page).to_have_url(re.compile("#payment$"))
    expect(page.locator("#payment")).to_be_focused()
    assert on_top(page, "payment")
    page.get_by_role("link", name="Azul", exact=True).click()
    expect(page.locator("h1")).to_have_text("Azul")
    expect(page.locator("#grey")).to_be_attached()


def test_from_the_table_to_the_right_place(pages: Watched, axe: Axe) -> None:
    page = pages.guest()
    make_table(page)
    hands = Hands(page)
    assert hands.wait()
    page.locator("[data-help]").click()
    expect(page.locator("dialog #offer")).to_be_focused()
    assert on_top(page, "offer")
    assert axe(page) == []
    page.get_by_role("button", name="Ask about a piece").click()
    page.mouse.click(*middle(page, ".mine .floor"))
    expect(page.locator("dialog #floor")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    hands.press("[data-take]:enabled .tile")
    page.keyboard.press("Tab")
    page.locator(".mine [data-line='5']").focus()
    page.keyboard.press("?")
    expect(page.locator("dialog #lines")).to_be_focused()
    page.keyboard.press("Escape")
    make_table(page, "duel")
    page.wait_for_selector(".status.mine")
    page.mouse.move(*middle(page, "[data-tablet]"))
    page.keyboard.press("?")
    expect(page.locator("dialog #tablets")).to_be_focused()


def middle(page: Page, selector: str) -> tuple[float, float]:
    """The middle of something on the page."""
    box = page.locator(selector).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_first_game_of_azul(pages: Watched, axe: Axe) -> None:
    page = pages.open("/learn/azul")
    learner = Learner(page, "azul")
    learner.learn(until="take")
    assert axe(page) == []
    holds(page)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)  # the coach shows the way
    expect(page.locator(".cue")).to_have_text("Take from here")
    hands = Hands(page)  # what does not fit is answered, not played
    hands.press("[data-take='3K'] .tile")
    hands.press(".mine [data-line='5']")
    hands.press("[data-confirm]")
    expect(page.locator(".lesson .wrong")).to_be_visible()
    expect(page.locator(".mine .line .ghost").first).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    learner.learn(until="centre")
    page.goto("/")
    page.get_by_role("link", name="Learn by playing").last.click()  # one goes on where one was
    expect(page).to_have_url(re.compile("/learn/azul$"))
    page.wait_for_selector("section.lesson")
    assert learner.learn() == AZUL
    expect(page.locator("section.end")).to_contain_text("You won")
    assert axe(page) == []


def test_a_first_game_of_duel_on_a_phone(pages: Watched, axe: Axe) -> None:
    page = pages.open("/learn/duel", phone=True, language="fr", theme="evening")
    learner = Learner(page, "duel", touch=True)
    learner.learn(until="sun")
    expect(page.locator(".lesson .praise")).to_be_visible()  # beside what comes next
    expect(page.locator(".lesson .praise + p")).to_be_visible()
    assert axe(page) == []
    holds(page)
    learner.learn()
    assert set(learner.lessons) - {"stack"} == DUEL  # there is nothing to order where the tiles left are alike
    expect(page.locator("section.end")).to_contain_text("Vous avez gagné")
    page.get_by_role("button", name="Recommencer").tap()
    expect(page.locator("section.lesson[data-lesson=aim]")).to_be_visible()


def test_the_words_of_the_rules_are_not_in_the_first_load(pages: Watched) -> None:
    asked: list[Response] = []
    page = pages.open()
    page.wait_for_load_state("networkidle")  # what a page asked for that is gone cannot be read
    page.on("response", lambda response: asked.append(response))
    page.reload()
    expect(page.locator("[data-level=sprout] svg").first).to_be_visible()
    scripts = [response.text() for response in asked if response.url.endswith(".js")]
    assert scripts
    assert not [text for text in scripts if "wall-tiling](#tiling)" in text]
