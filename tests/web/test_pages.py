"""Every page, in every language and light: complete, accessible, light to load."""

import gzip
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Watched
from tests.web.hands import Hands, invite, make_table
from tests.web.layout import cut
from tests.web.tongues import english

STATIC = Path(__file__).parents[2] / "src/tessela/server/static"
KEY = re.compile(r"^[a-z]+(\.[\w-]+)+$")


def texts(page: Page) -> list[str]:
    """Every text on the page."""
    return [line.strip() for line in page.locator("body").inner_text().splitlines() if line.strip()]


def test_whatever_is_asked_for_elsewhere_is_noticed(pages: Watched) -> None:
    page = pages.open()
    assert pages.wrong == []
    for ask in (
        "fetch('//elsewhere.invalid/')",
        "new Image().src = '//elsewhere.invalid/i.png'",
        "new WebSocket('wss://elsewhere.invalid/')",
    ):
        pages.wrong.clear()
        page.evaluate(f"async () => {{ try {{ await ({ask}) }} catch {{}} }}")
        page.wait_for_function("() => true")
        assert any("elsewhere.invalid" in wrong for wrong in pages.wrong), (ask, pages.wrong)
    pages.wrong.clear()


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_each_language_is_complete_and_nothing_is_cut_on_a_phone(pages: Watched, language: str) -> None:
    pages.expected = ("404",)
    page = pages.open(phone=True, language=language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("[data-level=sprout] svg").first).to_be_visible()
    for _ in ("home", "table"):
        assert not [text for text in texts(page) if KEY.match(text)]
        assert cut(page) == []
        assert english(page) == []
        if _ == "home":
            make_table(page, bots=3)
            Hands(page, touch=True).play_on(2)
            Hands(page, touch=True).wait()
    for path, there in {"/settings": "dialog", "/nowhere": "main h1", "/t/nothing": "main h1", "/r/nothing": "main h1"}.items():
        page.goto(path)
        expect(page.locator(there).first).to_be_visible()
        assert english(page) == []
    page.evaluate("document.querySelector('main h1').ariaLabel = 'Take tiles'")  # what is only heard is found too
    assert english(page) == ([] if language == "en" else ["take", "tiles"])


def test_the_language_can_be_switched(pages: Watched) -> None:
    page = pages.open(language="de")
    expect(page.locator("h1")).to_have_text("Pull up a chair.")
    page.get_by_role("button", name="Français").click()
    expect(page.locator("h1")).to_have_text("Prenez place.")
    page.reload()
    expect(page.locator("h1")).to_have_text("Prenez place.")


def test_axe_finds_nothing(pages: Watched, axe: Callable[[Page], list[str]]) -> None:
    page = pages.open(theme="evening")
    expect(page.locator("[data-level=sprout] svg").first).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name=re.compile("^Azul Duel")).click()
    assert axe(page) == []
    page.goto("/settings")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert axe(page) == []
    page.goto("/")
    page.get_by_role("button", name="Variants").click()
    page.get_by_role("button", name="On this screen").click()
    expect(page.get_by_role("textbox", name="Player 2")).to_be_visible()
    assert axe(page) == []
    page.keyboard.press("Escape")
    invite(page)
    assert axe(page) == []
    make_table(page)
    hands = Hands(page)
    hands.play_on(3)
    assert hands.wait()
    assert axe(page) == []
    hands.press("[data-take]:enabled .tile")
    hands.press(".mine [data-line]:enabled")
    expect(page.locator(".mine .piece.ghost").first).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name="Menu").click()
    assert axe(page) == []


@pytest.mark.parametrize("phone", [False, True])
def test_who_is_new_sees_where_to_begin(pages: Watched, phone: bool) -> None:
    page = pages.open(phone=phone)
    assert page.locator(".button.main").all_inner_texts() == ["Learn in three minutes"]
    for game, path in (("Azul Duel", "/learn/duel"), ("Azul Tile", "/learn/azul")):
        page.get_by_role("button", name=re.compile(f"^{game}")).click()
        begin = page.get_by_role("link", name="Learn in three minutes")
        expect(begin).to_be_in_viewport(ratio=1)
        expect(begin).to_have_attribute("href", path)
        expect(page.get_by_role("button", name="I know the rules, deal me in")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0


def test_fourteen_opponents_each_with_a_portrait(pages: Watched) -> None:
    page = pages.open()
    shown = page.locator("[data-level]")
    expect(shown).to_have_count(5)
    page.get_by_role("button", name="All fourteen").click()
    known = [level["id"] for level in page.request.get("/api/catalogue").json()["levels"]]
    assert [one.get_attribute("data-level") for one in shown.all()] == known
    for one in shown.all():
        assert one.locator("g path").count() >= 7
        assert "Elo" not in one.inner_text()
    page.locator("[data-level=mason]").click()
    expect(page.locator(".opponent .name")).to_contain_text("Mason")


def test_the_first_load_is_light() -> None:
    page = (STATIC / "index.html").read_text()
    first = [STATIC / path for path in re.findall(r'(?:src|href)="/(assets/[^"]+\.js)"', page)]
    words = max(STATIC.glob("assets/??-*.js"), key=lambda path: path.stat().st_size)
    scripts = [path for path in STATIC.glob("assets/*.js") if path.name[:3] not in ("fr-", "it-")]
    engine = [path for path in scripts if path.name.startswith(("engine-", "kernels-", "walk-", "worker-"))]
    assert packed([*first, words]) < 60_000
    everything = packed(path for path in scripts if path not in engine)
    # all pages, tables face to face, practice, ending, pictures to share, review, luck, odds, puzzles, clubs, the check of deals
    assert everything < 330_000
    assert packed(engine) < 20_000


def packed(files: Iterable[Path]) -> int:
    """How many bytes files travel with."""
    return sum(len(gzip.compress(path.read_bytes())) for path in files)


def test_it_can_be_installed(pages: Watched) -> None:
    page = pages.open()
    manifest = page.request.get("/manifest.webmanifest").json()
    for icon in manifest["icons"]:
        assert page.request.get(icon["src"]).ok


def test_three_or_four_tablets_are_in_play(pages: Watched) -> None:
    page = pages.open()
    page.get_by_role("button", name=re.compile("^Azul Duel")).click()
    page.get_by_role("button", name="Variants").click()
    chosen = page.locator(".tablet[aria-pressed=true]")
    expect(chosen).to_have_text(["3 Rows", "7 Columns", "10 Diagonals"])
    page.get_by_role(
        "button", name="3 Rows", exact=True
    ).click()  # three are needed: nothing else is chosen in its place, and that is said
    expect(chosen).to_have_text(["3 Rows", "7 Columns", "10 Diagonals"])
    expect(page.get_by_role("status")).to_have_text("At least three: choose another one first.")
    page.get_by_role("button", name="4 Five colours", exact=True).click()
    expect(chosen).to_have_text(["4 Five colours", "7 Columns", "10 Diagonals"])
    page.get_by_role("button", name="2 Jokers", exact=True).click()
    page.get_by_role("button", name="4 Five colours", exact=True).click()
    expect(page.get_by_role("status")).to_have_text("")
    expect(chosen).to_have_text(["7 Columns", "10 Diagonals", "2 Jokers"])
