"""A finished game, drawn again in the page: the page has to find by itself whether the deals are those that were promised."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.game.proven import played, played_on
from tests.web.conftest import PHONE, Watched
from tests.web.hands import Hands, invite, make_table, posted, sit_down
from tests.web.test_azul import moves_first
from tests.web.test_home import SPEAK
from tests.web.test_replay import bring, record_of

Change = Callable[[dict[str, Any]], Any]
NOTED = "() => JSON.parse(localStorage.getItem('tessela.promises')).at(-1)"
NOTES = "note => localStorage.setItem('tessela.promises', JSON.stringify([note]))"


def resign(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("section.end")).to_be_visible()


def checked(page: Page) -> Locator:
    """The panel of the check, opened in the replay, when it is done."""
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Check the deals").click()
    panel = page.locator("dialog .proof")
    expect(panel.locator("[data-proof]")).to_be_visible()
    return panel


def spoil(page: Page, change: Change) -> None:
    """Whatever record is asked for comes with a change: the page cannot have its verdict from the server."""

    def answer(route: Route) -> None:
        record = route.fetch().json()
        change(record)
        route.fulfill(json=record)

    page.route("**/api/records/*", answer)


def test_two_players_check_their_game(pages: Watched, axe: Callable[..., list[str]]) -> None:
    ada, ben = pages.open(), pages.open()
    sit_down(ben, invite(ada))
    for _ in range(4):
        mover = Hands(ada if moves_first(ada, ben) else ben)
        assert mover.decide()
    game, note = ada.evaluate(NOTED)
    assert ben.evaluate(NOTED)[0] == game
    resign(ada)
    ada.get_by_role("button", name="Luck").click()
    ada.get_by_role("button", name="Check the deals").click()
    panel = ada.locator("dialog .proof")
    expect(panel.locator("[data-proof=right]")).to_have_text(
        "The deal and who starts follow from what was promised before the first deal and from what each seat added."
    )
    expect(panel).to_contain_text("This browser noted that promise when you sat down: it is the same one.")
    expect(panel).to_contain_text("The random numbers this browser added are part of the draw.")
    expect(panel).to_contain_text("Every seat added random numbers of its own.")
    assert axe(ada) == []

    somebody = pages.open(f"/r/{game}")  # who has noted nothing
    expect(checked(somebody)).to_contain_text("This browser noted nothing when the game began")

    for spoilt, verdict, told in (
        ({**note, "promise": "0" * 64}, "noted", "This browser noted another promise when you sat down."),
        ({**note, "salt": "0" * 32}, "salt", "The random numbers this browser added are not part of the draw."),
    ):
        ada.evaluate(NOTES, [game, spoilt])
        ada.goto(f"/r/{game}")
        panel = checked(ada)
        expect(panel.locator(f"[data-proof={verdict}]")).to_have_text("This game does not pass the check.")
        expect(panel).to_contain_text(told)


def test_what_was_changed_in_a_record_is_found_without_the_server(pages: Watched) -> None:
    record = played("duel", 2, {"tablets": "random"}, 3)
    game = bring(pages, record)
    deals = len(record["chance"]["deals"])
    page = pages.open(game)
    panel = checked(page)
    expect(panel.locator("[data-proof=right]")).to_have_text(re.compile(rf"^All {deals} deals, the order of the plates and who"))
    expect(panel).to_contain_text("The scoring tablets were drawn with it.")

    def swap(record: dict[str, Any]) -> None:
        record["chance"]["deals"][-1]["small"].reverse()

    def turn(record: dict[str, Any]) -> None:
        record["chance"]["pile"].reverse()

    changes: list[tuple[Change, str, str]] = [
        (swap, "deals", f"Deal {deals} is not the one that was drawn."),
        (turn, "plates", "The order of the plates is not the one that was drawn."),
        (lambda one: one["proof"].update(key="0" * 64), "promise", "is not the one the server promised"),
        (lambda one: one["moves"].pop(), "moves", "The record and the game do not match"),
    ]
    for change, verdict, told in changes:
        page = pages.open(game)
        spoil(page, change)
        panel = checked(page)
        expect(panel.locator(f"[data-proof={verdict}]")).to_have_text("This game does not pass the check.")
        expect(panel).to_contain_text(told)


@pytest.mark.parametrize(("language", "theme"), [("en", "evening"), ("fr", "day"), ("it", "evening")])
def test_on_a_phone_in_every_language(pages: Watched, axe: Callable[..., list[str]], language: str, theme: str) -> None:
    record = played("azul", 4, {"players": 4, "wall": "grey", "jokers": True}, 1)
    page = pages.open(bring(pages, record), phone=True, language=language)
    page.evaluate(SPEAK, [language, theme])
    page.reload()
    page.locator("footer .tools button").last.click()
    page.get_by_role("button", name=re.compile("^(Check the deals|Vérifier|Verifica)")).click()
    panel = page.locator("dialog .proof")
    expect(panel.locator("[data-proof=right]")).to_be_visible()
    assert page.evaluate("() => document.querySelector('dialog').scrollWidth") <= PHONE["width"]
    assert axe(page) == []


def test_a_game_from_a_position(pages: Watched) -> None:
    for number in range(20):
        record = played_on("duel", 2, {}, number)
        if record["chance"]["deals"]:
            break
    page = pages.open(bring(pages, record))
    expect(checked(page).locator("[data-proof=right]")).to_contain_text("This game went on from a position.")


def test_what_has_no_proof_is_told_kindly(pages: Watched) -> None:
    pages.expected = ("404", "409")  # of a record there is no table, and what ended before it began is not reviewed
    page = pages.open(bring(pages, record_of("azul-2p-coloured")))
    expect(checked(page).locator("[data-proof=none]")).to_contain_text("played with an older version")
    page = pages.guest()
    address = pages.address
    daily = posted(page.request, address, "/api/deals/azul", None)["id"]
    page.goto(f"/t/{daily}")
    resign(page)
    page.goto(f"/r/{daily}")
    expect(checked(page).locator("[data-proof=none]")).to_contain_text("The deal of the day is the same for everyone.")


def test_a_game_against_a_bot_says_who_added_what(pages: Watched) -> None:
    pages.expected = ("409",)  # what ended before it began is not reviewed
    page = pages.guest()
    game = make_table(page)
    resign(page)
    page.goto(f"/r/{game}")
    expect(checked(page)).to_contain_text("No seat added random numbers of its own")  # this one was not made by the page
