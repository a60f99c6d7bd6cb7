"""Puzzles and the deal of the day in the page: a walk at a desk and one on a phone."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tessela.coach.puzzles import puzzles
from tests.web.conftest import Watched
from tests.web.hands import Hands
from tests.web.layout import cut
from tests.web.test_pages import KEY, texts
from tests.web.tongues import english

PUZZLE = puzzles("azul").of("04b77aa736")  # its moves take from factories and go to lines
ADDRESS = f"/puzzle/azul?id={PUZZLE.id}"


def attempt(hands: Hands, move: str) -> None:
    """A try by hand: such as `2B>4`."""
    hands.press(f"[data-take='{move[:2]}'] .tile")
    hands.press(f"section.mine [data-line='{move[-1]}']")
    hands.press("[data-confirm]:enabled")


def test_a_puzzle_at_a_desk(pages: Watched, axe: Callable[[Page], list[str]]) -> None:
    page = pages.open()
    card = page.locator("section", has=page.locator("#puzzle-of-the-day"))
    expect(card.locator(".board")).to_be_visible()
    card.get_by_role("link", name="Solve it").click()
    expect(page.locator("[data-state=open]")).to_be_visible()
    page.goto(ADDRESS)
    panel = page.locator(".puzzle")
    expect(panel.get_by_role("heading")).to_have_text("Which move is best here?")
    assert axe(page) == []
    attempt(Hands(page), PUZZLE.second_move)
    expect(panel.locator("[data-told]")).to_contain_text("Look at")
    expect(panel.locator(".dots .used")).to_have_count(1)
    expect(panel.get_by_role("button", name="Nudge")).to_be_disabled()
    expect(page.locator("[data-mark]")).to_have_count(0)  # nothing gives it away
    panel.get_by_role("button", name="Idea").click()
    expect(panel.locator("[data-told]")).to_contain_text("Look for a move that")
    attempt(Hands(page), PUZZLE.solution[0])
    expect(panel.get_by_role("heading")).to_have_text("Solved, second try")
    for kind in ("played", "better"):
        expect(page.locator(f"[data-mark={kind}]")).to_be_visible()
        expect(panel.locator(f".option.{kind} .chance")).to_have_text(re.compile(r"\d+%"))
    expect(panel.locator(".theme")).to_contain_text("Denying the opponent")
    expect(panel.locator(".rating .loss")).to_have_text(re.compile(r"^−\d+$"))
    expect(panel.get_by_role("listitem")).to_have_count(7)
    assert axe(page) == []
    panel.get_by_role("button", name="More puzzles").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Denying the opponent")
    assert axe(page) == []
    sheet.get_by_role("button", name=re.compile("^Patience")).click()
    expect(page).to_have_url(re.compile("by=theme&theme=patience$"))
    expect(page.locator("[data-state=open]")).to_be_visible()
    page.goto(ADDRESS)
    panel.get_by_role("button", name="Play it out").click()
    expect(page).to_have_url(re.compile(r"/t/\w+$"))
    assert Hands(page).decide()


def test_a_puzzle_and_the_deal_of_the_day_on_a_phone_in_french(pages: Watched, axe: Callable[[Page], list[str]]) -> None:
    page = pages.open(ADDRESS, phone=True, language="fr", theme="evening")
    panel = page.locator(".puzzle")
    panel.get_by_role("button", name="Un indice").tap()
    expect(panel.locator("[data-told]")).to_be_visible()
    attempt(Hands(page, touch=True), PUZZLE.second_move)
    expect(panel.locator(".dots .used")).to_have_count(1)
    below = page.evaluate("document.querySelector('.puzzle').getBoundingClientRect().top + scrollY")
    board = page.evaluate("document.querySelector('section.mine').getBoundingClientRect().bottom + scrollY")
    assert below >= board, "nothing covers the board"
    assert cut(page) == []
    panel.get_by_role("button", name="Montrer le coup").tap()
    expect(panel.get_by_role("heading")).to_have_text("Le meilleur coup")
    expect(page.locator("[data-mark=better]")).to_be_visible()
    assert axe(page) == []
    assert english(page) == []
    assert not [text for text in texts(page) if KEY.match(text)]
    page.goto("/deal/azul")
    page.get_by_role("button", name=re.compile("^Affronter ")).tap()
    expect(page).to_have_url(re.compile(r"/t/\w+$"))
    hands = Hands(page, touch=True)
    assert hands.wait()
    expect(page.locator("section.mine [data-confirm]")).to_be_visible()
    expect(page.get_by_role("button", name="Conseil")).to_have_count(0)
    page.goto("/deal/azul")
    expect(page.get_by_role("button", name="Continuer")).to_be_visible()
    assert axe(page) == []
    assert english(page) == []
