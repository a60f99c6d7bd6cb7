"""What there is room for is shown whole: a puzzle and a replay of Duel on phones and tablets, a centre with many tiles, what the
other player did, pictures on buttons."""

import random
from functools import cache

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tessela import Game
from tests.rules.azul.table import table
from tests.variants import choose
from tests.web.conftest import Watched
from tests.web.duel_hands import SPACE
from tests.web.duel_positions import FOUR_TABLETS, asked
from tests.web.hands import Hands, play_from, settle
from tests.web.layout import SCROLLS, cut, squashed
from tests.web.learning_hands import Learner
from tests.web.test_replay import bring
from tests.web.test_sizes import FULL, OTHER

TABLET: ViewportSize = {"width": 820, "height": 1180}
LEAST_FACTORY = 70
# Parts of a Duel table that lie on one another, or touch; and numbers that stand out of their scoring tablet
CROWDED = """() => { const rect = e => e.getBoundingClientRect();
  const seen = selector => [...document.querySelectorAll(selector)].filter(e => e.checkVisibility({visibilityProperty: true}));
  const parts = ['section.opponent', '.fan', '.offer .tablets li', '.plates.panel', 'section.mine', '.duel .buttons .main',
    'footer.foot > *']
    .flatMap(selector => seen(selector).map(e => [selector, rect(e)]));
  const near = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom + 3 && b.top < a.bottom + 3;
  const together = (one, other) => one === other || [one, other].sort().join(' ') === '.fan .offer .tablets li';
  const touching = parts.flatMap(([one, a], i) => parts.slice(i + 1).filter(([other, b]) => !together(one, other) && near(a, b))
    .map(([other]) => `${one} touches ${other}`));
  const out = seen('.offer .tablets li').flatMap(li => [...li.querySelectorAll('.worth, .called, .words b')]
    .filter(e => getComputedStyle(e).clipPath === 'none' && e.checkVisibility()
      && (rect(e).bottom > rect(li).bottom + 1 || rect(e).top < rect(li).top - 1)).map(e => `out of its tablet: ${e.outerHTML}`));
  return [...new Set([...touching, ...out])]; }"""
HEIGHTS = "() => [...document.querySelectorAll('.fan .factory')].map(e => e.getBoundingClientRect().height)"
ON_ONE_ANOTHER = """() => { const tiles = [...document.querySelectorAll('.centre .tile')].map(e => e.getBoundingClientRect());
  return tiles.filter((a, i) => tiles.some((b, j) => i < j && a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length; }"""
# How far the last move in the line of what was done is from the end of that line, where it begins to fade
FADES = """() => { const all = document.querySelector('.recap'), last = all.lastElementChild.getBoundingClientRect();
  return {room: all.getBoundingClientRect().right - last.right, fits: all.scrollWidth <= all.clientWidth + 1}; }"""


@cache
def four_tablets() -> dict[str, object]:
    """The record of a random game of Duel with four scoring tablets."""
    game, dice = Game("duel", seed=4, tablets=FOUR_TABLETS[1]), random.Random(4)  # type: ignore[arg-type]
    while not game.is_over:
        game.play(choose(game, dice, 2))
    return game.record()


def whole(page: Page) -> None:
    """Nothing of the Duel table is squashed, cut or on something else."""
    page.evaluate("() => document.fonts.ready.then(() => true)")
    settle(page, 100)
    assert [*page.evaluate(CROWDED), *cut(page), *squashed(page)] == []
    assert min(page.evaluate(HEIGHTS)) >= LEAST_FACTORY


@pytest.mark.parametrize("phone", [True, False])
def test_a_puzzle_of_duel_on_a_phone_and_a_tablet(pages: Watched, phone: bool) -> None:
    page = pages.open("/puzzle/duel", phone=phone)
    if not phone:
        page.set_viewport_size(TABLET)
    panel = page.locator(".puzzle")
    expect(panel).to_have_attribute("data-state", "open")
    whole(page)
    panel.get_by_role("button", name="Show the move").click()
    expect(panel.get_by_role("heading")).to_have_text("The best move")
    expect(panel.get_by_role("listitem")).to_have_count(7)
    whole(page)


@pytest.mark.parametrize("phone", [True, False])
def test_a_replay_of_duel_with_four_tablets(pages: Watched, phone: bool) -> None:
    page = pages.open(f"{bring(pages, four_tablets())}?ply=60", phone=phone)
    if not phone:
        page.set_viewport_size(TABLET)
    expect(page.get_by_role("slider")).to_be_visible()
    whole(page)
    assert page.evaluate(SCROLLS) == []


def test_ten_tiles_in_the_centre_lie_side_by_side_on_a_phone(pages: Watched) -> None:
    page = pages.guest(phone=True)
    play_from(page, table(["BBYR", "", "", "", ""], [FULL, OTHER], centre="RRRRKKWWYY"))
    assert Hands(page, touch=True).wait()
    assert page.evaluate(ON_ONE_ANOTHER) == 0
    assert page.evaluate(SCROLLS) == []


def test_a_plate_is_turned_by_buttons_that_show_how(pages: Watched) -> None:
    page = pages.open()
    page.set_viewport_size(TABLET)
    play_from(page, asked("place"))
    page.locator(SPACE).first.click()
    assert squashed(page) == []


def test_a_phone_shows_the_other_players_move_to_its_end(pages: Watched) -> None:
    page = pages.open("/learn/duel", phone=True)
    Learner(page, "duel", touch=True).learn(until="token")
    shown = page.evaluate(FADES)
    assert shown["fits"]
    assert shown["room"] >= 24
