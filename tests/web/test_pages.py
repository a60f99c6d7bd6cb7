"""Every page, in every language and light: complete, accessible, light to load."""

import gzip
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Watched
from tests.web.hands import Hands, make_table
from tests.web.layout import cut

STATIC = Path(__file__).parents[2] / "src/tessela/server/static"
KEY = re.compile(r"^[a-z]+(\.[\w-]+)+$")


def texts(page: Page) -> list[str]:
    """Every text on the page."""
    return [line.strip() for line in page.locator("body").inner_text().splitlines() if line.strip()]


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_each_language_is_complete_and_nothing_is_cut_on_a_phone(pages: Watched, language: str) -> None:
    page = pages.open(phone=True, language=language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator(".ladder label").first).to_be_visible()
    for _ in ("home", "table"):
        assert not [text for text in texts(page) if KEY.match(text)]
        assert cut(page) == []
        if _ == "home":
            make_table(page, bots=3)
            Hands(page, touch=True).play_on(2)
            Hands(page, touch=True).wait()


def test_the_language_can_be_switched(pages: Watched) -> None:
    page = pages.open(language="de")
    expect(page.locator("h1")).to_have_text("Shall we play?")
    page.get_by_role("button", name="Français").click()
    expect(page.locator("h1")).to_have_text("On joue ?")
    page.reload()
    expect(page.locator("h1")).to_have_text("On joue ?")


def test_axe_finds_nothing(pages: Watched, axe: Callable[[Page], list[str]]) -> None:
    page = pages.open(theme="evening")
    expect(page.locator(".ladder label").first).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name=re.compile("^Azul Duel")).click()
    assert axe(page) == []
    page.goto("/settings")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert axe(page) == []
    page.goto("/")
    page.get_by_role("radio", name="Invite a friend").check()
    page.get_by_role("button", name="Create a table").click()
    expect(page.get_by_role("textbox", name="Link")).to_be_visible()
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


def test_the_way_into_both_games_is_in_sight(pages: Watched) -> None:
    page = pages.open()
    for game in ("Azul Two to", "Azul Duel"):
        page.get_by_role("button", name=re.compile(f"^{game}")).click()
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_in_viewport(ratio=1)
        assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("height", [800, 720, 640])
def test_the_start_of_duel_covers_none_of_the_choices(pages: Watched, height: int) -> None:
    page = pages.open(language="fr")
    page.set_viewport_size({"width": 1280, "height": height})
    page.get_by_role("button", name=re.compile("^Azul Duel")).click()
    expect(page.locator(".ladder label").first).to_be_visible()
    start = page.locator(".start .main").bounding_box()
    level = page.get_by_role("group", name="Niveau").bounding_box()
    assert start is not None
    assert level is not None
    assert level["y"] + level["height"] <= start["y"]
    assert start["y"] + start["height"] <= height


def test_the_first_load_is_light() -> None:
    page = (STATIC / "index.html").read_text()
    first = [STATIC / path for path in re.findall(r'(?:src|href)="/(assets/[^"]+\.js)"', page)]
    words = max(STATIC.glob("assets/??-*.js"), key=lambda path: path.stat().st_size)
    scripts = [path for path in STATIC.glob("assets/*.js") if path.name[:3] not in ("fr-", "it-")]
    engine = [path for path in scripts if path.name.startswith(("engine-", "kernels-", "walk-", "worker-"))]
    assert packed([*first, words]) < 60_000
    assert packed(path for path in scripts if path not in engine) < 150_000
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
    chosen = page.locator(".tablet[aria-pressed=true]")
    expect(chosen).to_have_text(["3 Rows", "7 Columns", "10 Diagonals"])
    page.get_by_role("button", name="3 Rows").click()  # three are needed: it is turned over
    expect(chosen).to_have_text(["4 Five colours", "7 Columns", "10 Diagonals"])
    page.get_by_role("button", name="2 Jokers").click()
    page.get_by_role("button", name="4 Five colours").click()
    expect(chosen).to_have_text(["7 Columns", "10 Diagonals", "2 Jokers"])
