"""A person at the Duel table: by mouse, by finger, by keys."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tessela import Game
from tests.variants import choose
from tests.web.conftest import Watched
from tests.web.duel_hands import CONFIRM, DRAW, MINE, PILE, SMALL, DuelHands
from tests.web.duel_positions import FOUR_TABLETS, asked, last_round
from tests.web.hands import MOST_DECISIONS, advised, glimpsed, make_table, play_from, settle, share
from tests.web.layout import cut, holds
from tests.web.tongues import LANGUAGES

Axe = Callable[[Page], list[str]]
END_SIZES = [(1280, 800), (1280, 720), (1200, 700), (1366, 768), (1024, 768), (1920, 1080), (2560, 1440), (820, 1180), (390, 844),
             (375, 667), (844, 390), (667, 375)]  # fmt: skip
SPEAK = """language => localStorage.setItem('tessela.settings',
  JSON.stringify({...JSON.parse(localStorage.getItem('tessela.settings')), language}))"""


def speak(page: Page, language: str) -> None:
    page.evaluate(SPEAK, language)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", language)


def duel_table(page: Page, *tablets: str) -> DuelHands:
    make_table(page, "duel", tablets=list(tablets) or ["rows", "columns", "diagonals"])
    return DuelHands(page)


def test_the_last_round_of_a_duel_by_clicking(pages: Watched) -> None:
    page = pages.guest()
    play_from(page, last_round(tablets=1))
    assert DuelHands(page).play_on(each=holds) > 3
    ends_with_its_points(page)


@pytest.mark.long
def test_a_whole_duel_by_clicking(pages: Watched) -> None:
    page = pages.guest()
    hands = duel_table(page, *FOUR_TABLETS[1])
    assert hands.play_on(each=holds) > 40
    assert hands.asked >= {"plate", "place", "sun", "moon", "chip", "pile"}  # what no game is without
    ends_with_its_points(page)


def ends_with_its_points(page: Page) -> None:
    """The ending tells all points, and so does the review, where the tablets say the same."""
    holds(page)
    ending = page.locator("section.end")
    expect(ending).to_contain_text("Total")
    scores = ending.locator("td.total").all_inner_texts()
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_role("slider")).to_be_visible()
    page.keyboard.press("End")
    expect(ending.locator("td.total")).to_have_count(2)
    assert sorted(ending.locator("td.total").all_inner_texts()) == sorted(scores)
    assert page.locator("[data-tablet]").count() == 4
    for tablet in page.locator("[data-tablet]").all():
        shown = tablet.locator(".worth").all_inner_texts()
        scored = ending.locator(f"td[data-part='{tablet.get_attribute('data-tablet')}']").all_inner_texts()
        assert sorted(shown) == sorted(scored)


def test_a_phone_tells_of_no_key(pages: Watched) -> None:
    page = pages.guest(phone=True, language="fr")
    make_table(page, "duel")
    hands = DuelHands(page, touch=True)
    assert hands.wait()
    hands.press("[data-plate]:enabled")
    hands.press("[data-space]")
    expect(page.locator(".turner p")).to_contain_text("Touchez-la encore pour la tourner.")
    expect(page.locator(".turner .key")).to_be_hidden()


@pytest.mark.parametrize("decisions", [12, pytest.param(MOST_DECISIONS, marks=pytest.mark.long)])
def test_a_duel_by_finger_on_a_phone(pages: Watched, decisions: int) -> None:
    """The first rounds, or the whole game."""
    page = pages.guest(phone=True, confirm=False, language="it")
    make_table(page, "duel", tablets=["rows", "outer-spaces", "corner-plates", "jokers"])
    hands = DuelHands(page, touch=True)
    assert hands.play_on(decisions, each=holds) >= 12
    holds(page)


def nearly_over(tablets: list[str]) -> Game:
    """A game whose last decision is that of seat 0, with as many points as one can have."""
    for seed in range(99):
        game, dice = Game("duel", seed=seed, tablets=tablets), random.Random(seed)  # type: ignore[arg-type]
        while not game.is_over:
            mover, state = game.to_move, game.state()
            game.play(choose(game, dice, 1))
        if mover == 0:
            break
    for board in state["boards"]:
        board["score"] += 120
    return Game.from_state(state)


def points_are_on_the_screen(pages: Watched, tablets: list[str], sizes: dict[str, list[tuple[int, int]]]) -> None:
    """At the end of a game, in some languages, each at some sizes."""
    page = pages.open()
    page.locator(".nick input").fill("Maximilienne Champollion")
    page.locator(".nick input").press("Enter")
    play_from(page, nearly_over(tablets))
    DuelHands(page).play_on(20)
    for language in sizes:
        speak(page, language)
        expect(page.locator("section.end td.total")).to_have_count(2)
        for width, height in sizes[language]:
            page.set_viewport_size({"width": width, "height": height})
            settle(page, 400)  # it comes from below
            assert cut(page) == [], (width, height, language)


@pytest.mark.parametrize("number", [0, 1])
def test_every_point_of_the_end_is_on_the_screen(pages: Watched, number: int) -> None:
    """Every size once, the language changing from one to the next; the two sets of tablets share them."""
    sizes = {language: END_SIZES[i::3][number::2] for i, language in enumerate(LANGUAGES)}
    points_are_on_the_screen(pages, FOUR_TABLETS[number], sizes)


@pytest.mark.long
@pytest.mark.parametrize("tablets", FOUR_TABLETS, ids="-".join)
def test_every_point_of_the_end_is_on_every_screen_in_every_language(pages: Watched, tablets: list[str]) -> None:
    points_are_on_the_screen(pages, tablets, dict.fromkeys(LANGUAGES, END_SIZES))


def test_advice_moves_no_button(pages: Watched) -> None:
    page = pages.guest()
    hands = duel_table(page)
    hands.play_on(5)
    assert hands.wait()
    buttons = page.locator(".tray .buttons")
    before = buttons.bounding_box()
    assert before is not None
    for text in ("nudge", "idea", "move"):
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".hint p")).to_have_count({"nudge": 1, "idea": 2, "move": 0}[text])
        settle(page)
        after = buttons.bounding_box()
        assert after is not None
        assert abs(after["y"] - before["y"]) <= 1, text
    advice = page.locator(".hint")
    expect(advice.locator("ul")).to_be_in_viewport(ratio=1)
    advice.get_by_role("button", name="Close").click()
    assert buttons.bounding_box() == before


def test_a_payment_is_one_tap_and_taken_back_at_once(pages: Watched) -> None:
    """Chosen, confirmed, drawn in the log as it was, and taken back as a whole; the chips can be kept as well."""
    game = asked("three payments")
    payment = game.prospects()["payments"][0]
    page = pages.guest()
    play_from(page, game)
    ways, log = page.locator("[data-pay]"), page.locator(".log li")
    expect(ways).to_have_count(3)
    expect(page.locator(CONFIRM)).to_have_count(0)
    points = {opening["points"] for opening in game.prospects()["openings"] if opening["row"] == game.state()["pending"]["line"]}
    expect(ways.first.locator(".figures")).to_have_text(
        f"+{min(points)}" if len(points) == 1 else f"+{min(points)}–{max(points)}"
    )
    ways.last.click()
    ways.first.click()  # another one in its place
    expect(page.locator("[data-pay][aria-pressed=true]")).to_have_count(1)
    expect(page.locator(CONFIRM)).to_have_text(f"Pay {len(payment['chips'])} chips")
    page.locator(CONFIRM).click()
    expect(log.nth(-len(payment["moves"]))).to_be_attached()
    chips = [move.split()[1] for move in payment["moves"] if move.startswith("pay")]
    for i, chip in enumerate(chips[:-1]):  # of several that lie there each line shows the one that was laid down
        laid = log.nth(-1 - i).locator(".in-pictures .chip svg")
        expect(laid).to_have_count(1)
        expect(laid).to_have_attribute("data-shows", chip)
    page.get_by_role("button", name="Undo").click()
    expect(ways).to_have_count(3)
    page.locator("[data-save]").click()
    expect(page.locator(CONFIRM)).to_have_text("Keep the chips")
    page.locator(CONFIRM).click()
    expect(page.locator("[data-save]")).to_have_count(0)


def test_the_best_payment_is_called_as_it_looks(pages: Watched, axe: Axe) -> None:
    page = pages.guest()
    play_from(page, asked("many payments"))
    expect(page.locator("[data-pay] .why").first).to_have_text("Best: keeps more colours")
    assert axe(page) == []


def test_advice_marks_the_payment_it_names(pages: Watched) -> None:
    page = pages.guest()
    play_from(page, asked("three payments"))
    expect(page.locator("[data-pay]")).to_have_count(3)
    advised(page)
    expect(page.locator("[data-pay][aria-pressed=true], [data-save][aria-pressed=true]")).to_have_count(1)
    expect(page.locator(CONFIRM)).to_be_enabled()


def test_what_every_open_space_would_bring(pages: Watched) -> None:
    """While one tiles: at once, the best of the row at hand solid; and the other board can be made large."""
    game = asked("space")
    openings = game.prospects()["openings"]
    line = game.state()["pending"]["line"]
    page = pages.guest()
    play_from(page, game)
    pluses = page.locator(f"{MINE} .dome .plus")
    expect(pluses).to_have_count(len(openings))
    best = max(opening["points"] for opening in openings if opening["row"] == line)
    for opening in openings:
        here = page.locator(f"{MINE} [data-place='s0/dome/{opening['row']}/{opening['column']}'] .plus")
        expect(here).to_have_attribute("data-points", f"+{opening['points']}")
        solid = opening["row"] == line and opening["points"] == best
        expect(here).to_have_class(re.compile("^(?!.*faint)" if solid else "faint"))
    expect(page.locator(f"{MINE} .dome > .row")).to_be_visible()
    expect(page.locator(".forecast h2").first).to_have_text("Still to be tiled")
    small = page.locator(".opponent .dome .space").first.bounding_box()
    page.get_by_role("button", name="Show Sprout’s whole board").click()
    large = page.locator("dialog .dome .space").first.bounding_box()
    assert small is not None
    assert large is not None
    assert large["width"] > 1.8 * small["width"]


def test_who_can_only_pass_need_not_say_so(pages: Watched) -> None:
    page = pages.guest()
    play_from(page, asked("pass"))
    expect(page.locator(".log li .in-pictures", has_text="Pass").first).to_be_visible()


def test_a_duel_says_what_to_begin_with(pages: Watched) -> None:
    page = pages.guest()
    play_from(page, asked("first plate"))
    expect(page.get_by_text("Each player begins with one of these plates")).to_be_visible()
    expect(page.locator(".forecast")).to_have_count(0)  # no round is under way
    play_from(page, asked("turn"))
    expect(page.locator(".forecast")).to_have_count(2)
    expect(page.get_by_text("Each player begins")).to_have_count(0)


def test_a_duel_by_keys(pages: Watched) -> None:
    page = pages.guest()
    hands = duel_table(page)
    assert hands.wait()
    page.keyboard.press("Tab")
    page.locator("[data-plate]:enabled").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-plate]:focus")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("[data-space]:focus")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".turner p")).to_have_text("Tap it again to turn it. Or press R.")
    page.keyboard.press("r")
    expect(page.get_by_role("button", name="Place here (a1)")).to_be_enabled()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Which space?")).to_be_disabled()
    page.locator("[data-space=b2]").focus()
    page.keyboard.press("Enter")
    page.locator("[data-confirm]").press("Enter")
    expect(page.locator(f"{MINE} [role=img][aria-label^='Dome space B2']")).to_be_visible()
    for _ in range(3):  # tiles, and the stack that may follow
        expect(page.locator("[data-take]:focus, [data-loose]:focus")).to_be_visible()
        if hands.there("[data-loose]"):
            while hands.there("[data-loose]"):
                page.locator("[data-loose]").first.press("Enter")
            page.locator("[data-confirm]").press("Enter")
            expect(page.locator("[data-loose]")).to_have_count(0)
            continue
        page.keyboard.press("Enter")
        expect(page.locator("[data-line]:focus")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator("[data-confirm]:focus")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator(".line.chosen")).to_have_count(0)
    box = page.get_by_role("textbox", name="Type a move")
    box.fill("nonsense")
    box.press("Enter")
    expect(box).to_have_attribute("aria-invalid", "true")


def stack_to_order(hands: DuelHands) -> None:
    """Play until the rest of a factory is to be stacked."""
    while True:
        assert hands.wait()
        if hands.there("[data-loose]"):
            return
        if not hands.there(SMALL):
            hands.decide()
            continue
        hands.press(SMALL)
        hands.press(f"{MINE} .line:enabled", last=True)
        hands.press("[data-confirm]:enabled")
        expect(hands.page.locator(".line.chosen")).to_have_count(0)


def test_ordering_a_stack_by_taps_and_by_dragging(pages: Watched) -> None:
    page = pages.guest()
    hands = duel_table(page)
    stack_to_order(hands)
    loose = page.locator("[data-loose]").count()
    hands.press("[data-loose]")
    expect(page.locator("[data-loose]")).not_to_have_count(loose)  # two less where the rest are alike
    while page.locator(".slots button").count():
        page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-loose]")).to_have_count(loose)
    tile, slot = page.locator("[data-loose]").first, page.locator("[data-slot]").last
    tile.drag_to(slot)
    expect(page.locator(f"[data-slot='{loose - 1}']")).to_have_role("button")
    while hands.there("[data-loose]"):
        hands.press("[data-loose]")
    hands.press("[data-confirm]:enabled")
    expect(page.locator("[data-loose]")).to_have_count(0)
    assert hands.wait()
    expect(page.locator(".moon .stack").first).to_have_attribute("aria-label", re.compile("^Stack, bottom to top"))


def test_a_moon_colour_lights_on_every_moon(pages: Watched) -> None:
    page = pages.guest()
    hands = duel_table(page)
    while not hands.there(".moon [data-take]:enabled"):
        assert hands.decide()
        assert hands.wait()
    button = page.locator(".moon [data-take]:enabled").first
    colour = button.get_attribute("data-take")
    hands.press(".moon [data-take]:enabled .tile")
    everywhere = page.locator(f".moon [data-take='{colour}']")
    expect(page.locator(".moon .picked")).to_have_count(everywhere.count())
    hands.press(f"{MINE} [data-line]:enabled", last=True)
    expect(page.locator(f"{MINE} .ghost").first).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(f"{MINE} .ghost")).to_have_count(0)


def test_the_duel_table_is_accessible_on_a_phone(pages: Watched, axe: Axe) -> None:
    page = pages.guest(phone=True, language="fr", theme="evening")
    make_table(page, "duel", tablets=["rows", "columns", "corner-plates", "jokers"])
    hands = DuelHands(page, touch=True)
    assert hands.wait()
    assert axe(page) == []
    hands.press("[data-plate]:enabled")
    expect(page.locator("[data-space]").first).to_be_visible()
    assert axe(page) == []
    hands.play_on(8)
    assert hands.wait()
    assert axe(page) == []


def shared_table(page: Page, other: str = "Bob") -> DuelHands:
    """A Duel of two people at one screen."""
    share(page, "duel", other)
    return DuelHands(page)


def test_two_people_on_one_screen_at_a_duel(pages: Watched) -> None:
    page = pages.guest()
    hands = shared_table(page)
    boards = set()
    for _ in range(8):
        assert hands.wait()
        name = page.locator(".status").inner_text().split(" · ")[0]
        expect(page.locator(MINE)).to_have_attribute("aria-label", f"{name}’s board")  # the large board is whose turn it is
        boards.add(name)
        assert hands.decide()
    assert boards == {"Ada", "Bob"}


def fronts_drawn(hands: DuelHands, number: int) -> str:
    """Play until somebody has drawn so many plates and is about to look at them; who."""
    page = hands.page
    while not (hands.wait() and hands.there(PILE)):
        assert hands.decide()
    name = page.locator(".status").inner_text().split(" · ")[0]
    hands.press(PILE)
    hands.press(CONFIRM)
    plates = page.get_by_role("group", name="Plates drawn").get_by_role("img")
    for drawn in range(1, number):
        expect(plates).to_have_count(drawn)
        hands.press(DRAW)
    expect(plates).to_have_count(number)
    return name


@pytest.mark.parametrize(("phone", "theme"), [(False, "day"), pytest.param(True, "evening", marks=pytest.mark.long)])
def test_a_curtain_while_plates_are_drawn(pages: Watched, axe: Axe, phone: bool, theme: str) -> None:
    page = pages.guest(phone=phone, theme=theme)
    hands = shared_table(page)
    name = fronts_drawn(hands, 3)
    other = "Bob" if name == "Ada" else "Ada"
    hands.press(CONFIRM)
    curtain = page.get_by_role("dialog", name=f"Pass the screen to {name}")
    expect(curtain).to_contain_text(f"{other}, please look away")
    expect(page.locator("[data-drawn]:visible, .frame :visible")).to_have_count(0)
    assert axe(page) == []
    page.reload()  # it stays until the button is pressed
    expect(curtain).to_be_visible()
    expect(page.locator(".frame :visible")).to_have_count(0)
    page.keyboard.press("Enter")  # the button has the focus
    expect(page.locator("[data-drawn]:visible")).to_have_count(3)
    expect(page.locator("[data-drawn]:focus")).to_be_visible()
    fronts = drawn_fronts(page)
    page.keyboard.press("Enter")
    page.locator("[data-space]").first.click()
    page.locator(CONFIRM).click()
    expect(page.locator("[data-drawn]:visible")).to_have_count(2)
    page.locator("[data-drawn]").first.click()  # the last one follows by itself
    back = page.get_by_role("dialog", name="Hand the screen back")
    expect(back).to_contain_text(f"{other} may look again")
    expect(page.locator(".frame :visible")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(back).to_have_count(0)
    expect(page.locator(MINE)).to_have_attribute("aria-label", f"{other}’s board")
    for _ in range(2):  # what was put back is nowhere to be read, not after a reload either
        content = plainly(page.content())
        assert [front for front in fronts[1:] if front in content] == []
        page.reload()
        assert hands.wait()


def plainly(text: str) -> str:
    """Plates that are named by their corners as those in moves are: by their four spaces."""
    return re.sub(r"top (\w+), (\w+); bottom ", r"\1, \2, ", text)


def drawn_fronts(page: Page) -> list[str]:
    labels = [plainly(str(plate.get_attribute("aria-label"))) for plate in page.locator("[data-drawn]").all()]
    return [label.removeprefix("Keep: ") for label in labels]


def look_alone(hands: DuelHands) -> tuple[str, list[str]]:
    """Somebody at a shared screen draws two plates, keeps the first and puts the other back; who, and what went back.
    The screen waits to be handed back."""
    page = hands.page
    name = fronts_drawn(hands, 2)
    hands.press(CONFIRM)
    hands.touched(page.get_by_role("dialog", name=f"Pass the screen to {name}").get_by_role("button"))
    expect(page.locator("[data-drawn]:visible")).to_have_count(2)
    fronts = drawn_fronts(page)
    hands.press("[data-drawn]")
    hands.press("[data-space]")
    hands.press(CONFIRM)  # the other plate goes back by itself
    expect(page.get_by_role("dialog", name="Hand the screen back")).to_be_visible()
    return name, fronts[1:]


@pytest.mark.parametrize("phone", [pytest.param(False, marks=pytest.mark.long), True])
def test_the_screen_goes_to_and_fro(pages: Watched, phone: bool) -> None:
    page = pages.guest(phone=phone)
    hands = shared_table(page)
    hands.touch = phone
    looked, put_back = [], []
    for _ in range(2):
        name, fronts = look_alone(hands)
        looked.append(name)
        put_back += fronts
        other = "Bob" if name == "Ada" else "Ada"
        back = page.get_by_role("dialog", name="Hand the screen back")
        expect(back).to_contain_text(f"{other} may look again")
        expect(page.locator(".frame :visible")).to_have_count(0)
        page.keyboard.press("Escape")  # nothing but the button opens it
        expect(back).to_be_visible()
        hands.touched(back.get_by_role("button"))
        expect(back).to_have_count(0)
        expect(page.locator(MINE)).to_have_attribute("aria-label", f"{other}’s board")
        assert [front for front in put_back if front in plainly(page.content())] == []
    assert sorted(looked) == ["Ada", "Bob"]


def test_a_reload_hands_the_screen_back(pages: Watched) -> None:
    page = pages.guest()
    hands = shared_table(page)
    name, put_back = look_alone(hands)
    page.reload()  # nothing is secret any more: the table stands as the other sees it
    assert hands.wait()
    expect(page.locator(".curtain")).to_have_count(0)
    expect(page.locator(MINE)).not_to_have_attribute("aria-label", f"{name}’s board")
    assert [front for front in put_back if front in plainly(page.content())] == []


def test_no_curtain_where_nothing_is_secret(pages: Watched) -> None:
    page = pages.guest()
    hands = shared_table(page)
    fronts_drawn(hands, 1)
    hands.press(CONFIRM)  # the only plate drawn will lie open at once
    expect(page.locator("[data-drawn], [data-space]").first).to_be_visible()
    expect(page.locator(".curtain")).to_have_count(0)


def test_a_plate_is_taken_back(pages: Watched) -> None:
    page = pages.guest()
    hands = duel_table(page)
    assert hands.wait()
    plates = page.locator("[data-plate]")
    hands.press("[data-plate]:enabled")
    expect(plates).to_have_count(2)
    page.locator("[data-space=c3]").click()
    expect(page.locator(".dome .trial")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".dome .trial")).to_have_count(0)
    page.get_by_role("button", name="Undo the last move").click()
    expect(plates).to_have_count(3)
    expect(page.locator(".status")).to_contain_text("first plate")


def test_plates_and_tiles_travel(pages: Watched) -> None:
    page = pages.guest(speed=0.5)
    hands = duel_table(page)
    assert hands.wait()
    with glimpsed("#flights > *", page):
        hands.press("[data-plate]:enabled")
    assert hands.wait()
    assert hands.play_on(1) == 1
    assert hands.wait()
    expect(page.locator("#flights > *")).to_have_count(0)
