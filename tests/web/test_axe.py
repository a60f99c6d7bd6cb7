"""axe on every page and at every kind of decision, in all languages and both lights: too long for every run."""

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Watched
from tests.web.duel_hands import COLUMN, DuelHands
from tests.web.duel_positions import ASKED, FOUR_TABLETS, asked
from tests.web.hands import MOST_DECISIONS, Hands, invite, make_table, play_from, share
from tests.web.test_duel import nearly_over
from tests.web.test_ending import end
from tests.web.test_layout import PATHS, READY, SPEAK, show
from tests.web.tongues import LANGUAGES

pytestmark = pytest.mark.long
Axe = Callable[..., list[str]]
ALL = list(product(LANGUAGES, ("day", "evening")))
KINDS = {"column": COLUMN, "drop": "[data-drop]"}
KINDS_OF_DUEL = [kind for kind in ASKED if kind != "pass"]  # which is over before one has looked


def everywhere(page: Page) -> Iterator[str]:
    """The same page in all languages and lights, one after the other."""
    for language, theme in ALL:
        page.evaluate(SPEAK, [language, theme])
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        yield f"{language}, {theme}"


def clean(page: Page, axe: Axe, ready: str) -> None:
    wrong = []
    for spoken in everywhere(page):
        expect(page.locator(ready).first).to_be_attached()
        wrong += [f"{spoken}: {one}" for one in axe(page)]
    assert wrong == []


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("where", [*PATHS, "azul replay", "duel replay"])
def test_pages(pages: Watched, axe: Axe, where: str, phone: bool) -> None:
    clean(show(pages, where, phone), axe, READY[where])


def test_the_way_to_a_table(pages: Watched, axe: Axe) -> None:
    """The home page of who returns, a new table, the room where one waits, and where one is asked to sit down."""
    page = pages.guest()
    make_table(page)
    Hands(page).play_on(2)
    page.goto("/")
    clean(page, axe, READY["home"])
    page.evaluate(SPEAK, ["en", "day"])
    page.goto("/")
    link = invite(page)
    clean(page, axe, "main")
    guest = pages.open(link)
    clean(guest, axe, "form input")


def moment(page: Page) -> str:
    """What kind of decision is asked for."""
    return next((kind for kind, selector in KINDS.items() if page.locator(selector).count()), "turn")


@pytest.mark.parametrize("kind", KINDS_OF_DUEL)
def test_every_kind_of_decision_of_a_duel(pages: Watched, axe: Axe, kind: str) -> None:
    page = pages.guest()
    play_from(page, asked(kind))
    clean(page, axe, ".status.mine")


def test_every_kind_of_decision_of_azul(pages: Watched, axe: Axe) -> None:
    page = pages.guest()
    make_table(page, wall="grey", jokers=True)
    hands = Hands(page)
    seen: set[str] = set()
    for _ in range(MOST_DECISIONS):
        if not hands.wait():
            break
        if moment(page) not in seen:
            seen.add(moment(page))
            clean(page, axe, ".status.mine")
            page.evaluate(SPEAK, ["en", "day"])
            page.reload()
            hands.wait()
        hands.decide()
    assert seen >= {"turn", "column"}


def test_the_end_and_two_face_to_face(pages: Watched, axe: Axe) -> None:
    page = pages.guest()
    end(page)
    clean(page, axe, "section.end")
    page = pages.guest()
    play_from(page, nearly_over(FOUR_TABLETS[0]))
    DuelHands(page).play_on()
    clean(page, axe, "section.end")
    for game in ("azul", "duel"):
        page = pages.open(faceToFace=True)
        page.set_viewport_size({"width": 1180, "height": 820})
        share(page, game)
        hands = DuelHands(page) if game == "duel" else Hands(page)
        hands.play_on(5)
        clean(page, axe, ".facing")
