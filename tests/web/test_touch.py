"""Hands on the table: dragging, phones on their side, sizes of what is touched, and motion that costs no layout."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, Watched
from tests.web.duel_hands import MINE, DuelHands
from tests.web.hands import Hands, make_table
from tests.web.layout import holds

SIDEWAYS = [{"width": 844, "height": 390}, {"width": 667, "height": 375}]
SMALL = {"width": 375, "height": 667}
TILE = "[data-take]:enabled .tile"
TARGETS = "section.mine [data-line]:enabled"
CHOSEN = "section.mine [data-line][aria-pressed=true]"
IN_THE_AIR = "#flights > *"


def middle(page: Page, selector: str, index: int = 0) -> tuple[float, float]:
    """Where the middle of something is."""
    box = page.locator(selector).nth(index).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def seat(pages: Watched, game: str, **settings: Any) -> Page:
    """A page at a table where tiles can be taken."""
    page = pages.guest(**settings)
    make_table(page, game)
    if game == "azul":
        Hands(page).wait()
    else:
        hands = DuelHands(page, touch=bool(settings.get("phone")))
        hands.wait()
        while not page.locator(TILE).count():
            hands.decide()
            hands.wait()
    return page


class Finger:
    """Fingers on the glass, as the browser's own protocol has them."""

    def __init__(self, page: Page):
        self.session = page.context.new_cdp_session(page)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 6) -> None:
        """Down and over to a place, without letting go."""
        self.touch("touchStart", start)
        for i in range(1, steps + 1):
            share = i / steps
            self.touch("touchMove", (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share))


@pytest.mark.parametrize("game", ["azul", "duel"])
def test_tiles_are_dragged_to_a_line(pages: Watched, game: str) -> None:
    page = seat(pages, game)
    start = middle(page, TILE)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 30, start[1] + 30, steps=3)
    expect(page.locator(IN_THE_AIR).first).to_be_attached()
    assert page.locator(TARGETS).count() > 1  # the places that may take them light up
    page.mouse.move(*middle(page, TARGETS), steps=4)
    expect(page.locator(f"{MINE} [data-over]")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(CHOSEN)).to_have_count(1)
    expect(page.locator(IN_THE_AIR)).to_have_count(0)
    before = page.locator(".log li").count()
    page.locator("[data-confirm]:enabled").click()
    expect(page.locator(f".log li:nth-child({before + 1})")).to_be_attached()


@pytest.mark.parametrize("game", ["azul", "duel"])
def test_a_drag_to_nowhere_and_escape_put_the_tiles_back(pages: Watched, game: str) -> None:
    page = seat(pages, game, speed=1)
    for escape in (False, True):
        page.mouse.move(*middle(page, TILE))
        page.mouse.down()
        page.mouse.move(*middle(page, TARGETS) if page.locator(TARGETS).count() else (640, 60), steps=5)
        expect(page.locator(IN_THE_AIR).first).to_be_attached()
        if escape:
            page.keyboard.press("Escape")
        else:
            page.mouse.move(640, 5, steps=3)
        page.mouse.up()
        expect(page.locator(IN_THE_AIR)).to_have_count(0)
        expect(page.locator(CHOSEN)).to_have_count(0)
        expect(page.locator("[data-take][aria-pressed=true]")).to_have_count(0)
    page.locator(TILE).first.click()  # and a click is still a click
    expect(page.locator("[data-take][aria-pressed=true]").first).to_be_attached()


@pytest.mark.parametrize("game", ["azul", "duel"])
def test_a_finger_drags_and_taps(pages: Watched, game: str) -> None:
    page = seat(pages, game, phone=True)
    finger = Finger(page)
    page.locator(TILE).first.tap()
    expect(page.locator("[data-take][aria-pressed=true]").first).to_be_attached()
    goal = middle(page, TARGETS)
    page.keyboard.press("Escape")
    finger.drag(middle(page, TILE), goal)
    expect(page.locator(f"{MINE} [data-over]")).to_have_count(1)
    finger.touch("touchEnd")
    expect(page.locator(CHOSEN)).to_have_count(1)


def test_two_fingers_are_no_drag(pages: Watched) -> None:
    page = seat(pages, "azul", phone=True)
    finger = Finger(page)
    start = middle(page, TILE)
    finger.drag(start, (start[0], start[1] + 80))
    expect(page.locator(IN_THE_AIR).first).to_be_attached()
    finger.touch("touchStart", (start[0], start[1] + 80), (200, 700))
    expect(page.locator(IN_THE_AIR)).to_have_count(0)
    finger.touch("touchEnd")
    expect(page.locator("[data-take][aria-pressed=true]")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("azul", SIDEWAYS[0]),
        ("duel", SIDEWAYS[0]),
        ("duel", SMALL),
        *(pytest.param(game, size, marks=pytest.mark.long) for game in ("azul", "duel") for size in (SIDEWAYS[1], PHONE)),
        pytest.param("azul", SMALL, marks=pytest.mark.long),
    ],
    ids=lambda one: one if isinstance(one, str) else f"{one['width']}x{one['height']}",
)
def test_a_table_fits_phones_upright_and_sideways(pages: Watched, game: str, size: dict[str, int]) -> None:
    page = pages.open(phone=True, language="fr")  # the longest words
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    make_table(page, game)
    hands = Hands(page, touch=True) if game == "azul" else DuelHands(page, touch=True)
    for _ in range(3):
        assert hands.wait()
        holds(page)
        hands.decide()


# From cell to cell of the wall, across and down, less the cell: the joints of a mosaic
JOINTS = """wall => { const cell = (row, column) => wall.children[row].children[column].getBoundingClientRect();
  return [cell(0, 1).left - cell(0, 0).right, cell(1, 0).top - cell(0, 0).bottom]; }"""


def test_a_wall_is_a_mosaic_and_its_lines_are_wide_for_a_finger(pages: Watched) -> None:
    page = seat(pages, "azul", phone=True)
    across, down = page.locator(f"{MINE} .wall").evaluate(JOINTS)
    assert abs(across - down) < 1
    lines = page.locator(f"{MINE} .lines .line")
    boxes = lines.evaluate_all("lines => lines.map(line => [line.offsetWidth, line.offsetHeight])")
    assert all(width >= 150 and height >= 32 for width, height in boxes)


# Once tiles are dealt they fly a hundred times slower, so that a slow machine finds them in the air as well
DEALT_OR_ASKED = """() => document.querySelectorAll('#flights > *').length >= 18
    ? (document.getAnimations().forEach(one => one.updatePlaybackRate(0.01)), 'dealt')
    : document.querySelector('[data-take]:enabled:not([aria-pressed=true])') && 'asked'"""


FRAMES = """number => new Promise(done => {
  const next = () => number-- > 0 ? requestAnimationFrame(next) : done(); next(); })"""


@pytest.mark.long
def test_flights_cost_no_layout(pages: Watched) -> None:
    """Twenty tiles are dealt by transforms alone: while they fly, the page is not laid out again and again."""
    page = seat(pages, "azul", speed=0.5)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def layouts() -> int:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return int(next(metric["value"] for metric in metrics if metric["name"] == "LayoutCount"))

    hands = Hands(page)
    for _ in range(20):
        hands.decide()
        if page.wait_for_function(DEALT_OR_ASKED, polling="raf").json_value() == "dealt":
            break
    before = layouts()
    page.evaluate(FRAMES, 15)
    assert page.locator(IN_THE_AIR).count() >= 10
    assert layouts() - before <= 3


def test_a_chosen_speed_overrules_the_wish_for_less_motion(pages: Watched) -> None:
    page = pages.open("/settings", speed="system")
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    root = page.locator(":root")
    expect(root).to_have_attribute("data-motion", "still")
    if not page.locator("input[name=speed]").count():
        page.locator(".gear").click()
    page.locator("input[name=speed]").nth(3).check(force=True)
    expect(root).to_have_attribute("data-motion", "moving")
