"""Azul on every screen: at each kind of decision and at the end nothing is cut, nothing scrolls, nothing is too small."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tessela import Game
from tests.rules.azul.table import table
from tests.web.conftest import Watched
from tests.web.hands import Hands, play_from, settle
from tests.web.layout import SIZES, holds

FULL = """
    score 26
        W > .YRK.
       YY > .B.RK
      YYY > KWB..
     .... > .K...
    ..... > .R...
    F M
"""
GREY = """
    score 31
        W > YK..R
       YY > .B.RK
      ..Y > KWB..
     BBBB > ..K..
    ..... > .R.W.
    F MR
"""
OTHER = """
    score 108
        . > ..R..
       .Y > W....
      ... > ..B..
     ..BB > .K...
    ..... > ...W.
    F R
"""
LAST = """
    score 61
        K > BYR.W
       .. > .BY..
      ... > .....
     .... > .....
    ..... > .....
    F M
"""
OFFER = ["BBYJ", "BWRJ", "", "YYRK", "", "WJKR", "KKWW", "BBBW", "KWYB"]


def taking(players: int) -> Game:
    """Somebody is to take tiles, with jokers among them where many play."""
    factories = OFFER[: 2 * players + 1]
    if players == 2:
        return table([tiles.replace("J", "R") for tiles in factories], [FULL, OTHER], centre="RKKWY")
    return table(factories, [FULL, *[OTHER] * (players - 1)], centre="RKKWYJJ", players=players, jokers=True)


def chosen(hands: Hands) -> None:
    """Tiles are in the hand and a line is chosen."""
    hands.press("[data-take='CK']:enabled .tile")
    hands.press("section.mine [data-line='5']:enabled")
    expect(hands.page.locator("[data-confirm]:enabled")).to_be_visible()
    expect(hands.page.locator(".mine .lines .ghost").first).to_be_visible()


def asked_for_a_space(hands: Hands) -> None:
    """The last tile is taken, and the wall asks for a space; each says what it would score, and none lights a line."""
    hands.press("[data-take='CW']:enabled .tile")
    hands.press("section.mine [data-line='F']:enabled")
    hands.press("[data-confirm]:enabled")
    page = hands.page
    spaces = page.locator("[data-column]:enabled")
    expect(spaces.first).to_be_visible()
    expect(spaces.locator(".plus")).to_have_count(spaces.count())
    hands.press("[data-column='4']:enabled")
    expect(page.locator("[data-column='4']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".mine .lines [aria-pressed=true], .mine .lines .chosen")).to_have_count(0)
    expect(page.locator(".mine .lines .current")).to_have_count(1)
    expect(page.locator(".status.mine")).to_have_text(re.compile("^(Confirm|Valid|Confirmez|Conferma)"))


def asked_what_falls(hands: Hands) -> None:
    """More jokers are taken than there is room for."""
    hands.press("[data-take='CB']:enabled .tile")
    hands.press("[data-take='CJ']:enabled .tile")
    hands.press("section.mine [data-line='5']:enabled")
    hands.press("[data-confirm]:enabled")
    expect(hands.page.locator("[data-drop]")).to_have_count(6)


def ended(hands: Hands) -> None:
    """The last row is full."""
    hands.press("[data-take='CW']:enabled .tile")
    hands.press("section.mine [data-line='F']:enabled")
    hands.press("[data-confirm]:enabled")
    expect(hands.page.locator("section.end")).to_be_visible()


def nothing(hands: Hands) -> None:
    """One's turn, as it begins."""


KINDS: dict[str, tuple[Callable[[], Game], Callable[[Hands], None]]] = {
    "two": (lambda: taking(2), chosen),
    "three": (lambda: taking(3), nothing),
    "four": (lambda: taking(4), chosen),
    "grey": (lambda: table([], [GREY, OTHER], centre="W", wall="grey"), asked_for_a_space),
    "falling": (lambda: table([*"KYRW"], centre="B" * 9 + "J" * 10, players=3, jokers=True), asked_what_falls),
    "end": (lambda: table([], [LAST, OTHER], centre="W"), ended),
}
# Every size and kind, each language with some of them; all with all among the long tests
PAIRS = list(zip(KINDS, ["fr", "it", "fr", "it", "fr", "it"], strict=True))
ALL = [(kind, language) for kind in KINDS for language in ("en", "fr", "it")]

# Points to come that do not stand beside the line that brings them
ASTRAY = """() => [...document.querySelectorAll('.mine [data-gain]')].filter(e => e.checkVisibility()).filter(e => {
  const middle = ({ top, height }) => top + height / 2, line = document.querySelector(`.mine [data-line='${e.dataset.gain}']`);
  return Math.abs(middle(e.getBoundingClientRect()) - middle(line.getBoundingClientRect())) > 8;
}).map(e => e.outerHTML)"""


def fits(page: Page) -> None:
    """At every size, one after the other."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        settle(page, 120)
        try:
            assert page.evaluate(ASTRAY) == []
            holds(page)
        except AssertionError as wrong:
            raise AssertionError(f"{width}x{height}: {wrong}") from None


@pytest.mark.parametrize(
    ("kind", "language"),
    [*PAIRS, *(pytest.param(*pair, marks=pytest.mark.long) for pair in ALL if pair not in PAIRS)],
)
def test_a_table_fits_every_screen(pages: Watched, kind: str, language: str) -> None:
    page = pages.open(language=language)
    position, reach = KINDS[kind]
    game = position()
    play_from(page, game, bots=game.players - 1)
    hands = Hands(page)
    assert hands.wait()
    reach(hands)
    page.mouse.move(2, 2)
    fits(page)


def test_ten_jokers_can_fall(pages: Watched) -> None:
    page = pages.guest()
    play_from(page, table([*"KYRW"], centre="BB" + "J" * 10, players=3, jokers=True), bots=2)
    hands = Hands(page)
    assert hands.wait()
    hands.press("[data-take='CB']:enabled .tile")
    hands.press("[data-take='CJ']:enabled .tile")
    hands.press("section.mine [data-line='1']:enabled")
    hands.press("[data-confirm]:enabled")
    expect(page.locator("[data-drop]")).to_have_count(2)
    hands.press("[data-drop='10']")
    hands.press("[data-confirm]:enabled")
    expect(page.locator("[data-drop]")).to_have_count(0)
    expect(page.locator("section.mine [data-line='1']")).to_have_attribute("aria-label", re.compile("1 blue"))
