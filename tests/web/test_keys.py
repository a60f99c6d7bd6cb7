"""Whole games with nothing but a keyboard."""

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Watched
from tests.web.hands import make_table
from tests.web.key_hands import KeyHands


@pytest.mark.parametrize("options", [{}, {"wall": "grey", "jokers": True}], ids=["coloured", "grey with jokers"])
def test_a_whole_game_of_azul_by_keys(pages: Watched, options: dict[str, object]) -> None:
    page = pages.open()
    make_table(page, **options)
    hands = KeyHands(page)
    hands.begin()
    assert hands.play_on() > 15
    hands.led("section.end .button.main")
    before = page.url
    hands.press("Enter")
    expect(page).not_to_have_url(before)


def test_a_whole_game_of_duel_by_keys(pages: Watched) -> None:
    page = pages.open()
    make_table(page, "duel", tablets=["five-colours", "outer-spaces", "corner-plates", "specials"])
    hands = KeyHands(page)
    hands.begin()
    assert hands.play_on() > 40
    assert hands.asked >= {"plate", "place", "sun", "moon", "stack", "chip", "pile", "draw", "keep or return"}
    hands.led("section.end .button.main")
