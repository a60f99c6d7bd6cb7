"""A person at the Azul table: by mouse, by finger, with friends and alone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tessela import Game
from tests.rules.azul.table import table
from tests.web.conftest import Watched
from tests.web.hands import MOST_DECISIONS, Hands, glimpsed, invite, looking, make_table, play_from, sit_down
from tests.web.layout import holds
from tests.web.test_sizes import LAST, OTHER

# a move that gives half of the chance to win away, and the best one
GAVE_AWAY = (
    "azul1 2c 4 offer 0 0 0 -/BBYR/BYWW/-/- BYRRKKK 4B7Y2R4K3W 7B6Y9R7K10W "
    "16|-/-/W/KK/-|1YRK1/WB1R1/K2YR/2W2/4B|M;13|-/-/R/-/B|BY1K1/WB1R1/3Y1/R1W2/2K2|- 0f8d83b1469142a6"
)
BLUNDER, GOOD = "3W>5", "2B>1"


def test_two_clicks_from_the_home_page_to_the_first_move(pages: Watched) -> None:
    page = pages.open()
    page.get_by_role("button", name=re.compile("^Azul Tile")).click()
    page.get_by_role("button", name="I know the rules, deal me in").click()
    assert Hands(page).wait()
    expect(page.locator(".status")).to_contain_text("Your turn")
    holds(page)


@pytest.mark.long
def test_a_whole_game_by_clicking(pages: Watched) -> None:
    page = pages.guest()
    make_table(page)
    assert Hands(page).play_on(each=holds) > 10
    ends_and_begins_again(page)


def test_the_end_of_a_game_by_clicking(pages: Watched) -> None:
    page = pages.guest()
    play_from(page, table([], [LAST, OTHER], centre="WRYY"))
    assert Hands(page).play_on(each=holds) >= 1
    ends_and_begins_again(page)


def ends_and_begins_again(page: Page) -> None:
    """The points are told, and the next game is a press away."""
    expect(page.locator("section.end")).to_contain_text("Total")
    holds(page)
    before = page.url
    page.get_by_role("button", name="Play again").click()
    expect(page).not_to_have_url(before)
    expect(page.locator("section.end")).to_have_count(0)
    assert Hands(page).wait()


@pytest.mark.parametrize("decisions", [10, pytest.param(MOST_DECISIONS, marks=pytest.mark.long)])
def test_a_game_with_every_kind_of_choice(pages: Watched, decisions: int) -> None:
    """The first rounds, or the whole game."""
    page = pages.guest(confirm=False)
    make_table(page, bots=2, wall="grey", jokers=True)
    assert Hands(page).play_on(decisions, each=holds) >= 10
    holds(page)


def test_arrow_keys_escape_and_typed_moves(pages: Watched) -> None:
    page = pages.guest()
    make_table(page)
    assert Hands(page).wait()
    page.locator("[data-take]:enabled").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-take]:focus")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".status")).to_contain_text("choose a line")
    page.keyboard.press("Escape")
    expect(page.locator(".status")).to_contain_text("take tiles")
    take = page.locator("[data-take]:enabled").first.get_attribute("data-take")
    box = page.get_by_role("textbox", name="Type a move")
    box.fill("9Z>9")
    box.press("Enter")
    expect(box).to_have_attribute("aria-invalid", "true")
    box.fill(f"{take}>f".lower())
    box.press("Enter")
    expect(page.locator(".log li").first).to_be_visible()


def test_a_preview_says_what_falls_and_scores(pages: Watched) -> None:
    page = pages.guest()
    make_table(page)
    hands = Hands(page)
    assert hands.wait()
    hands.press("[data-take]:enabled .tile")
    hands.press(".mine [data-line='1']")
    expect(page.locator(".mine .wall span.ghost")).to_contain_text("+1")
    expect(page.locator(".mine .line .ghost")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".mine .ghost")).to_have_count(0)


def test_going_back_by_the_button_the_keys_and_the_log(pages: Watched) -> None:
    """Against a bot: one's last decision with the bot's answer, again and again, and from the log to any decision."""
    page = pages.guest()
    make_table(page)
    hands = Hands(page)

    def offered() -> list[str]:
        found: list[str] = page.locator(".offer button").evaluate_all("all => all.map(one => one.ariaLabel)")
        return found

    undo = page.get_by_role("button", name="Undo the last move")
    mine = page.locator("[data-back]")
    before = []
    for made in range(4):
        assert hands.wait()
        expect(mine).to_have_count(made)
        before.append(offered())
        hands.decide()
    assert hands.wait()
    expect(mine).to_have_count(4)
    undo.click()
    expect(mine).to_have_count(3)
    assert hands.wait()
    assert offered() == before[3]
    hands.press("[data-take]:enabled .tile")
    page.keyboard.press("Control+z")  # first what is in the hand
    expect(page.locator(".mine .line.open")).to_have_count(0)
    expect(mine).to_have_count(3)
    page.keyboard.press("Control+z")
    expect(mine).to_have_count(2)
    mine.last.click()
    expect(mine.last).to_have_accessible_name("Back to here?")
    mine.last.click()
    expect(mine).to_have_count(0)
    assert hands.wait()
    assert offered() == before[0]
    expect(undo).to_have_count(0)
    page.reload()
    assert hands.wait()
    expect(mine).to_have_count(0)
    assert offered() == before[0]


def test_practice_warns_before_a_blunder(pages: Watched, axe: Callable[[Page], list[str]]) -> None:
    """Turned on in the menu: a move that throws much away is told before it is made, with keys alone; others are made at once."""
    page = pages.open()
    heard: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    play_from(page, Game.from_text(GAVE_AWAY))
    hands = Hands(page)
    assert hands.wait()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("checkbox", name="Practice").check()
    page.keyboard.press("Escape")
    expect(page.locator("[data-confirm] .guard")).to_be_visible()
    expect(page.locator("header").get_by_text("Practice", exact=True)).to_be_visible()
    warning = page.get_by_role("alertdialog")
    hands.press(f"[data-take='{BLUNDER[:2]}'] .tile")
    hands.press(f".mine [data-line='{BLUNDER[-1]}']")
    for _ in looking(page):  # who confirms before the answer is there is not kept waiting
        if any('"judged"' in frame and BLUNDER in frame for frame in heard):
            break
    page.locator("[data-confirm]").press("Enter")
    expect(warning).to_have_accessible_name(re.compile(r"chance to win falls from \d+% to \d+%"))
    expect(warning).to_have_accessible_description(re.compile("It .*|Another move .*"))
    expect(page.get_by_role("button", name="Think again")).to_be_focused()
    assert axe(page) == []
    page.keyboard.press("Escape")
    expect(warning).to_have_count(0)
    expect(page.locator("[data-confirm]")).to_be_focused()
    expect(page.locator(".mine .line .ghost").first).to_be_visible()  # what was chosen is still in the hand
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Play it anyway").click()
    expect(page.locator("[data-back]")).to_have_count(1)
    assert hands.wait()
    page.get_by_role("button", name="Undo the last move").click()
    expect(page.locator("[data-back]")).to_have_count(0)
    assert hands.wait()
    hands.press(f"[data-take='{GOOD[:2]}'] .tile")
    hands.press(f".mine [data-line='{GOOD[-1]}']")
    hands.press("[data-confirm]:enabled")
    expect(page.locator("[data-back]")).to_have_count(1)
    expect(warning).to_have_count(0)


@pytest.mark.parametrize("decisions", [6, pytest.param(MOST_DECISIONS, marks=pytest.mark.long)])
def test_a_game_by_finger_on_a_phone(pages: Watched, axe: Callable[[Page], list[str]], decisions: int) -> None:
    page = pages.guest(phone=True, confirm=False, language="fr")
    make_table(page, bots=3)
    hands = Hands(page, touch=True)
    assert hands.wait()
    assert hands.play_on(decisions, each=holds) > 5
    holds(page)
    assert axe(page) == []


def test_two_people_through_an_invitation(pages: Watched) -> None:
    ada = pages.open()
    link = invite(ada)
    bob = pages.open(language="it")
    sit_down(bob, link, "Bob")
    hands = {"ada": Hands(ada), "bob": Hands(bob)}
    for _ in range(6):
        mover = hands["ada"] if moves_first(ada, bob) else hands["bob"]
        assert mover.decide()
    ada.get_by_role("button", name="Menu").click()
    with glimpsed(".reactions", bob, text="Ciao!"):
        ada.get_by_role("button", name="Hello!").click()
    ada.get_by_role("button", name="Menu").click()
    ada.get_by_role("button", name="Resign").click()
    ada.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(bob.locator("section.end")).to_contain_text("Hai vinto!")
    ada.get_by_role("button", name="Play again").click()
    expect(bob.get_by_role("button", name="Prossima partita")).to_be_visible()
    bob.get_by_role("button", name="Prossima partita").click()
    assert moves_first(ada, bob) in (True, False)


def moves_first(ada: Page, bob: Page) -> bool:
    """Whether Ada is to move; waits until somebody is."""
    for _ in looking(ada):
        if ada.locator("[data-choice]:enabled").count():
            return True
        if bob.locator("[data-choice]:enabled").count():
            return False
    raise AssertionError("nobody is to move")


def test_two_people_on_one_screen(pages: Watched) -> None:
    page = pages.open()
    page.get_by_role("button", name="On this screen").click()
    page.get_by_role("textbox", name="Player 2").fill("Grace")
    page.get_by_role("button", name="Play", exact=True).click()
    hands = Hands(page)
    boards = set()
    for _ in range(4):
        assert hands.wait()
        boards.add(page.locator("section.mine").get_attribute("aria-label"))
        assert hands.decide()
    assert len(boards) == 2
    assert "Grace’s board" in boards


def test_motion_carries_every_tile_to_its_place(pages: Watched) -> None:
    page = pages.guest(speed=1)
    make_table(page)
    hands = Hands(page)
    with glimpsed("#flights > *", page):
        assert hands.decide()
    assert hands.wait()
    expect(page.locator("#flights > *")).to_have_count(0)
