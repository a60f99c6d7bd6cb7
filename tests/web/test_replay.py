"""The replay page: every finished game move by move, and records that come and go as files."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.variants import choose, new_game
from tests.web.conftest import Watched
from tests.web.hands import Hands, glimpsed, posted
from tests.web.layout import cut, holds
from tests.web.test_pages import KEY, texts

NAMES = ["Ada", "Benedetta", "Chloé", "Mason"]
DROP = """([name, text]) => {
  const files = new DataTransfer();
  files.items.add(new File([text], name, {type: 'application/json'}));
  for (const kind of ['dragover', 'drop']) window.dispatchEvent(new DragEvent(kind, {dataTransfer: files, cancelable: true}));
}"""


def record_of(variant: str, seed: int = 4) -> dict[str, Any]:
    """A whole game played at random."""
    game, dice = new_game(variant, seed), random.Random(seed)
    while not game.is_over:
        game.play(choose(game, dice, 2))
    record = game.record()
    return {**record, "seats": NAMES[: len(record["seats"])]}


def bring(pages: Watched, record: dict[str, Any]) -> str:
    """Give a record to the server; where its replay is."""
    request = pages.new_context().request
    request.get("/api/me")
    return f"/r/{posted(request, pages.address, '/api/records', record)['id']}"


def given_up(record: dict[str, Any], ply: int) -> dict[str, Any]:
    """The same game given up by the second player after so many moves of its first round."""
    chance = {**record["chance"], "deals": record["chance"]["deals"][:1]}
    gone = [{"ply": ply, "seat": 1, "what": "resigned"}]
    return {**record, "chance": chance, "moves": record["moves"][:ply], "result": None, "gone": gone}


def at(page: Page, ply: int, last: bool = False) -> None:
    """The page shows the position after so many moves, and the one that comes next, if there is one."""
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuenow", str(ply))
    if not last:
        expect(page.locator("[data-moves] [aria-current]")).to_have_attribute("data-ply", str(ply + 1))


def test_step_jump_and_play(pages: Watched) -> None:
    record = record_of("azul-2p-coloured")
    last = len(record["moves"])
    page = pages.open(bring(pages, record))
    at(page, 0)
    expect(page.locator(".frame > p[role=status]")).to_have_text(re.compile(rf"^Move 1 of {last}, before \w+ plays$"))
    for key, ply in {"ArrowRight": 1, "ArrowLeft": 0, "End": last, "Home": 0}.items():
        page.keyboard.press(key)
        at(page, ply, ply == last)
    page.keyboard.press("PageDown")
    expect(page.locator("header .round")).to_have_text("Round 2")
    page.keyboard.press("PageUp")
    at(page, 0)
    page.get_by_role("button", name="Next move").click()
    at(page, 1)
    expect(page.locator("[data-happened]")).to_have_text(re.compile(r"^(Ada|Benedetta): \d \w+ from factory \d"))
    expect(page.locator("[data-mark=played]")).to_be_visible()  # the next move is drawn before it is made
    page.locator("[data-moves] [data-ply='10']").click()
    at(page, 9)
    page.keyboard.press("ArrowDown")  # the focus is in the list and walks along
    at(page, 10)
    expect(page.locator("[data-ply='11']")).to_be_focused()

    line = page.get_by_role("slider")
    box = line.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20)
    expect(page.locator(".read")).to_contain_text(f"Move {round(last / 2) + 1} of {last}")
    at(page, 10)
    page.mouse.click(box["x"] + box["width"], box["y"] + 20)
    at(page, last, True)
    expect(page.locator("section.end")).to_contain_text("Total")
    expect(line).to_have_attribute("aria-valuetext", re.compile(r"The end, Round \d: Ada \d+, Benedetta \d+"))

    page.get_by_role("button", name="Speed").click(click_count=2)
    page.get_by_role("button", name="Play the moves").click()  # from the beginning, as the end is shown
    expect(line).to_have_attribute("aria-valuenow", re.compile(r"^([3-9]|\d\d)$"))
    page.locator("h1").evaluate("() => document.activeElement.blur()")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play the moves")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?ply=\d+$"))


def test_steps_are_told_with_motion(pages: Watched) -> None:
    page = pages.open(bring(pages, record_of("azul-2p-coloured")), speed=0.5)
    at(page, 0)
    with glimpsed("#flights > *", page):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    at(page, 1)
    expect(page.locator("#flights > *")).to_have_count(0)


def test_a_link_to_a_position_and_the_record_as_a_file(pages: Watched, tmp_path: Path) -> None:
    record = record_of("duel")
    page = pages.open(bring(pages, record))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-moves] [data-ply='41']").click()
    page.get_by_role("button", name="Copy a link to this position").click()
    copied = page.wait_for_function("async () => (await navigator.clipboard.readText()) || null")
    link = str(copied.json_value())
    assert link.endswith("?ply=40")
    somebody = pages.open(link.removeprefix(pages.address))
    at(somebody, 40)
    boards = "[...document.querySelectorAll('main.body section.panel')].map(e => e.innerText).slice(0, 2).join()"
    assert somebody.evaluate(boards) == page.evaluate(boards)
    with page.expect_download() as got:
        page.get_by_role("link", name="Download the game").click()
    assert re.fullmatch(r"\w+\.tessela\.json", got.value.suggested_filename)
    got.value.save_as(tmp_path / "game.json")
    assert json.loads((tmp_path / "game.json").read_text()) == record


def test_records_are_opened_from_files(pages: Watched, tmp_path: Path) -> None:
    pages.expected = ("422",)
    record = record_of("azul-3p-grey", 5)
    wrong = {**record, "moves": [*record["moves"][:6], "9Z>9", *record["moves"][7:]]}
    (tmp_path / "good.tessela.json").write_text(json.dumps(record))
    (tmp_path / "wrong.tessela.json").write_text(json.dumps(wrong))
    page = pages.open()
    field = page.get_by_label("Open a saved game").and_(page.locator("input"))
    field.set_input_files(tmp_path / "wrong.tessela.json")
    expect(page.get_by_role("alert")).to_contain_text("This file cannot be opened. The content is not valid from move 7 on.")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a saved game").click()
    chooser.value.set_files(tmp_path / "good.tessela.json")
    expect(page).to_have_url(re.compile(r"/r/i\w+$"))
    at(page, 0)
    # on the page of a replay, and dropped
    page.evaluate(DROP, ["poem.json", "Tyger, tyger"])
    expect(page.get_by_role("alert")).to_contain_text("This file cannot be opened. The content is not valid.")
    page.get_by_role("button", name="Close").click()
    page.evaluate(DROP, ["other.json", json.dumps(record_of("duel"))])
    expect(page.locator(".duel")).to_be_visible()
    at(page, 0)


def test_a_record_says_who_gave_up(pages: Watched) -> None:
    whole = record_of("azul-2p-coloured")
    page = pages.open(bring(pages, given_up(whole, 5)), language="fr")
    at(page, 0)
    page.keyboard.press("End")
    expect(page.locator("section.end h2")).to_contain_text("Ada")
    expect(page.locator("section.end .why")).to_have_text("Benedetta abandonne.")
    expect(page.locator("[data-moves] .left")).to_have_text("Benedetta abandonne.")
    three = {**record_of("azul-3p-grey", 5), "gone": [{"ply": 5, "seat": 1, "what": "resigned"}]}
    page.goto(bring(pages, three))
    expect(page.locator("[data-moves] .left")).to_have_text("Benedetta abandonne. L’ordinateur continue à la place de Benedetta.")


def test_a_game_just_played_leads_to_its_replay(pages: Watched) -> None:
    pages.expected = ("409", "404")
    page = pages.open(confirm=False)
    seats = [{"who": "me"}, {"who": "here", "name": "Grace"}]
    table = posted(page.request, pages.address, "/api/tables", {"game": "azul", "seats": seats})["id"]
    page.goto(f"/t/{table}")
    Hands(page).play_on(3)
    assert Hands(page).wait()
    page.goto(f"/r/{table}")
    expect(page.get_by_role("heading")).to_have_text("This game is not over yet")
    page.get_by_role("link", name="Back to the table").click()
    page.get_by_role("button", name="Menu").click()
    for _ in range(2):
        page.get_by_role("button", name="Resign").click()
    page.get_by_role("link", name="Review").click()
    at(page, 0)
    expect(page.locator("section.mine")).to_have_attribute("aria-label", re.compile(r"^Guest \d+’s board$"))
    page.keyboard.press("End")
    expect(page.locator("section.end h2")).to_have_text(re.compile("wins"))
    page.get_by_role("link", name=re.compile("^Tessela")).click()
    page.locator(f"a[href='/r/{table}']").click()
    at(page, 0)
    page.goto("/r/nothing")
    expect(page.get_by_role("heading")).to_have_text("Game not found")


@pytest.mark.parametrize(
    ("variant", "phone", "language", "theme"),
    [
        pytest.param("azul-2p-coloured", False, "en", "evening", marks=pytest.mark.long),
        ("azul-4p-coloured-jokers", True, "fr", "day"),
        pytest.param("duel", False, "it", "day", marks=pytest.mark.long),
        ("duel-backs", True, "it", "evening"),
    ],
)
def test_everybody_everywhere(
    pages: Watched, axe: Callable[[Page], list[str]], variant: str, phone: bool, language: str, theme: str
) -> None:
    record = record_of(variant)
    page = pages.open(f"{bring(pages, record)}?ply={len(record['moves']) // 2}", phone=phone, language=language, theme=theme)
    expect(page.locator("html")).to_have_attribute("lang", language)
    for key in ("", "End"):
        expect(page.get_by_role("slider")).to_be_visible()
        if key:
            page.keyboard.press(key)
            expect(page.locator("section.end")).to_be_visible()
        if not key or page.locator(".azul").count():
            assert axe(page) == []
        holds(page)
        assert not [text for text in texts(page) if KEY.match(text)]
    if phone:
        page.locator(".foot.review .tools button").first.tap()
        page.locator(".second [data-ply='5']").tap()
        expect(page.get_by_role("slider")).to_have_attribute("aria-valuenow", "4")
    page.locator(".foot.review .tools button").last.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    if variant != "duel":
        assert axe(page) == []


def scores_on(page: Page) -> list[str]:
    """The scores of two players as they are shown."""
    shown = [page.locator(f"[data-place='s{seat}/score']").first.inner_text() for seat in (0, 1)]
    return [re.sub(r"\D", "", text) for text in shown]


@pytest.mark.parametrize(("variant", "phone", "language"), [("azul-2p-coloured", False, "en"), ("duel", True, "it")])
def test_playing_on_from_a_position(
    pages: Watched, axe: Callable[[Page], list[str]], variant: str, phone: bool, language: str
) -> None:
    record = record_of(variant)
    ply = len(record["moves"]) - 6 if variant.startswith("azul") else 20
    page = pages.open(f"{bring(pages, record)}?ply={ply}", phone=phone, language=language)
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuenow", str(ply))
    in_round = page.locator("header .round").inner_text()
    page.locator(".foot.review .tools button").last.click()
    scores = scores_on(page)
    page.get_by_role("button", name="Gioca da qui" if language == "it" else "Play from here").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text(str(ply))
    assert axe(page) == []
    assert cut(page) == []
    sheet.get_by_label("Su questo schermo" if language == "it" else "On this screen").check()
    expect(sheet.locator(".ladder")).to_have_count(0)
    sheet.locator(".button.main").click()
    expect(page).to_have_url(re.compile(r"/t/\w+$"))
    expect(page.locator(".status.mine")).to_be_visible()
    assert scores_on(page) == scores
    if variant.startswith("azul"):
        Hands(page).play_on()
        page.get_by_role("link", name="Review").click()
        at(page, 0)  # the replay of the new game begins where it did
        expect(page.locator("header .round")).to_have_text(in_round)


def test_at_the_end_there_is_nothing_to_play_on(pages: Watched) -> None:
    page = pages.open(bring(pages, record_of("azul-2p-coloured")))
    more = page.get_by_role("button", name="More")
    more.click()
    expect(page.get_by_role("button", name="Play from here")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("End")
    expect(page.locator("section.end")).to_be_visible()
    more.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_role("button", name="Play from here")).to_have_count(0)


def to_a_slip(page: Page) -> int:
    """Go to the position before a move that gave something away; its number."""
    slip = page.locator("[data-moves] [data-ply]").filter(has=page.locator("svg.mistake, svg.blunder")).first
    ply = int(slip.get_attribute("data-ply") or 0)
    slip.click()
    return ply


def test_a_review_shows_what_was_better(pages: Watched, axe: Callable[[Page], list[str]]) -> None:
    """A short game looked back at: curve, judgements, both moves on the table, the line, and luck at the end."""
    page = pages.open(bring(pages, given_up(record_of("azul-2p-coloured"), 8)))
    page.get_by_role("button", name="Review the game").click()
    expect(page.locator(".summary .seats b").first).to_have_text(re.compile(r"^\d+%$"))
    for course in ("Chance to win", "Score"):  # side by side
        expect(page.get_by_role("heading", name=course, exact=True)).to_be_visible()
    ply = to_a_slip(page)
    at(page, ply - 1)
    verdict = page.get_by_role("region", name="The coach")
    expect(verdict).to_contain_text(re.compile(r"(Mistake|Blunder)\s*gives away \d+%.*Played.*\d+%.*Better.*\d+%", re.S))
    for mark in ("played", "better"):
        expect(page.locator(f"[data-mark={mark}] .frame").first).to_be_visible()
    better = verdict.get_by_role("button", name="Better", exact=True)
    better.click()
    expect(better).to_have_attribute("aria-pressed", "false")
    expect(page.locator("[data-mark=better]")).to_have_count(0)
    expect(page.locator("[data-mark=played]")).to_have_count(1)
    assert axe(page) == []
    verdict.get_by_role("button", name="See what follows").click()
    expect(verdict).to_contain_text("1 / ")
    verdict.get_by_role("button", name="Leave").click()
    at(page, ply - 1)
    page.keyboard.press("End")
    verdict.get_by_role("button", name="Luck and skill").click()
    wall = page.locator(".luck .end .board").bounding_box()
    assert wall
    assert wall["height"] < 400, "the finished wall is a picture beside the figures"
    bars = page.locator(".parts .bar b")
    expect(bars.first).to_have_text(re.compile("%$"))  # luck is asked for when it is looked at
    shown = bars.all_inner_texts()
    figures = [int(text.replace("−", "-").replace("+", "").rstrip("%")) for text in shown]
    assert sum(figures) == int(page.locator(".parts .at").inner_text().rstrip("%"))
    assert axe(page) == []
    page.reload()  # it is there at once: nobody thinks again
    page.get_by_role("button", name="Review the game").click()
    expect(page.locator(".summary .seats b").first).to_be_visible()


def test_find_the_better_move_on_a_phone(pages: Watched, axe: Callable[[Page], list[str]]) -> None:
    page = pages.open(bring(pages, given_up(record_of("azul-2p-coloured"), 8)), phone=True)
    page.get_by_role("button", name="Review the game").tap()
    page.get_by_role("button", name="Moves and summary").tap()
    expect(page.locator(".summary .seats b").first).to_be_visible()
    assert axe(page) == []
    ply = to_a_slip(page)
    page.get_by_role("button", name="Find the better move").tap()
    expect(page.locator(".status.mine")).to_be_visible()
    expect(page.locator("[data-mark]")).to_have_count(0)  # nothing gives it away
    page.locator("[data-take]:enabled [data-spot]").first.tap()
    page.locator(".mine .line.open, .mine .floor.open").last.tap()
    page.locator("[data-confirm]").tap()
    expect(page.locator(".find .option .chance")).to_have_text(re.compile(r"\d+%"))
    assert axe(page) == []
    page.get_by_role("button", name=re.compile("^(Show the move|Compare both)$")).tap()
    expect(page.locator("[data-mark=better]")).to_be_visible()
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuenow", str(ply - 1))
