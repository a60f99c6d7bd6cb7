"""The ending: what scored lights up, the points add up, and a picture of it can be taken away."""

import re
import struct
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from tessela import Game, best_move
from tests.web.conftest import Watched
from tests.web.duel_hands import DuelHands
from tests.web.hands import Hands, play_from, settle
from tests.web.layout import cut
from tests.web.test_duel import nearly_over
from tests.web.test_home import EVERY, SIZES, SPEAK
from tests.web.tongues import LANGUAGES

Axe = Callable[..., list[str]]
SCROLLS = """() => [...document.querySelectorAll('html, main.body')]
  .filter(e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1).map(e => e.tagName)"""
SUMS = """() => [...document.querySelectorAll('section.end tbody tr')].map(row => [...row.querySelectorAll('td')]
  .map(cell => Number(cell.textContent.replace('−', '-'))))"""


def last_decision(ahead: int) -> Game:
    """An Azul game whose last decision is that of seat 0, who is so many points ahead; somebody has a full row."""
    for seed in range(60):
        game, before = Game("azul", players=2, seed=seed), None
        while not game.is_over:
            before = (game.to_move, game.state())
            game.play(best_move(game, bot="greedy"))
        assert before is not None
        mover, state = before
        if mover != 0:
            continue
        for seat, board in enumerate(state["boards"]):
            board["score"] = 90 + (ahead if seat == 0 else 0)
        last = Game.from_state(state)
        if all(over_after(last, str(move)) for move in last.legal_moves()):
            return last
    raise AssertionError("no such game")


def over_after(game: Game, move: str) -> bool:
    after = game.copy()
    after.play(move)
    return after.is_over


def end(page: Page, ahead: int = 60) -> None:
    play_from(page, last_decision(ahead))
    Hands(page).play_on(3)
    expect(page.locator("section.end")).to_be_visible()


def test_what_scored_lights_up_and_points_add_up(pages: Watched, axe: Axe) -> None:
    page = pages.guest()
    end(page)
    expect(page.locator("section.end h2")).to_have_text("You won!")
    rows = page.evaluate(SUMS)
    assert len(rows) >= 6
    for seat in (0, 1):
        assert sum(row[seat] for row in rows[:-1]) == rows[-1][seat]
    for whose in page.locator(".whose button").all():
        whose.click()
        told = {"rows": 0, "columns": 0, "colours": 0}
        for light in page.locator("[data-light]").all():
            told[light.get_attribute("data-light") or ""] += int(light.text_content() or "")
        seat = 0 if whose.inner_text() == "You" else 1
        for part, points in told.items():
            assert int(page.locator(f"td[data-part={part}]").nth(seat).inner_text()) == points
    assert page.locator(".button.main").all_inner_texts() == ["Play again"]
    for language, theme in (("en", "day"), ("fr", "evening"), ("it", "day")):
        page.evaluate(SPEAK, [language, theme])
        page.reload()
        expect(page.locator("section.end")).to_be_visible()
        assert axe(page) == [], language


def test_lights_come_one_after_another_and_a_press_brings_all(pages: Watched) -> None:
    page = pages.guest()
    end(page)
    light = page.locator("[data-light]")
    whose = page.locator(".whose button")
    counts = []
    for one in whose.all():
        one.click()
        counts.append(light.count())  # without motion all of them are there at once
    assert max(counts) >= 1
    page.evaluate("localStorage.setItem('tessela.settings', JSON.stringify({speed: 2, theme: 'day'}))")
    page.reload()
    with_lights = 0 if counts[0] else 1
    whose.nth(with_lights).click()
    expect(light).to_have_count(counts[with_lights])
    page.evaluate("localStorage.setItem('tessela.settings', JSON.stringify({speed: 0.001, theme: 'day'}))")
    page.reload()  # so slow that the first is still to come
    expect(whose).to_have_count(2)
    if with_lights:
        whose.nth(with_lights).click()
    expect(light).to_have_count(0)
    page.keyboard.press("Shift")
    expect(light).to_have_count(counts[with_lights])


def test_a_loss_has_the_same_page_without_the_light(pages: Watched) -> None:
    page = pages.guest()
    end(page, ahead=-60)
    expect(page.locator("section.end h2")).to_have_text("Sprout wins")
    expect(page.locator("section.end ellipse")).to_have_count(0)
    page.locator(".whose button").last.click()
    expect(page.locator("section.end ellipse")).to_have_count(1)


@EVERY
@pytest.mark.parametrize("game", ["azul", "duel"])
def test_the_ending_fits_every_window(pages: Watched, game: str, every: bool) -> None:
    page = pages.open()
    page.request.patch("/api/me", data={"nickname": "Maximilienne Champollion"}, headers={"origin": pages.address})
    if game == "azul":
        end(page)
    else:
        play_from(page, nearly_over(["five-colours", "outer-spaces", "corner-plates", "specials"]))
        DuelHands(page).play_on(20)
        expect(page.locator("section.end")).to_be_visible()
    for i, language in enumerate(LANGUAGES):
        page.evaluate(SPEAK, [language, "day"])
        page.reload()
        expect(page.locator("section.end td.total")).to_have_count(2)
        page.evaluate("() => document.fonts.ready.then(() => true)")
        for width, height in SIZES if every else SIZES[i::3]:
            page.set_viewport_size({"width": width, "height": height})
            for pane in page.locator(".panes button:visible").all() or [page.locator("section.end")]:
                pane.click(position={"x": 3, "y": 3})
                settle(page, 60)
                assert [*cut(page), *page.evaluate(SCROLLS)] == [], (language, width, height)


def test_a_picture_to_share(pages: Watched, axe: Axe, tmp_path: Path) -> None:
    page = pages.guest(theme="evening")
    end(page)
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("textbox", name="Link")).to_have_value(re.compile(r"/r/\w+$"))
    assert axe(page) == []
    for kind in ("PNG", "SVG"):
        with page.expect_download() as download:
            dialog.get_by_role("button", name=f"Save as {kind}").click()
        download.value.save_as(tmp_path / kind)
    png = (tmp_path / "PNG").read_bytes()
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png[16:24]) == (1200, 630)
    assert len(png) > 60_000  # a picture, not an empty sheet
    text = (tmp_path / "SVG").read_text()
    drawing = ElementTree.fromstring(text)
    assert drawing.get("viewBox") == "0 0 1200 630"
    ids = {one.get("id") for one in drawing.iter()}
    asked = set(re.findall(r'(?:href="|url\()#([\w-]+)', text))
    assert asked <= ids
    assert "#ffe9ae" in text  # in the light of day, whatever that of the page behind it
    assert "#7a5a22" not in text
    assert not re.search(r'(?:href|src)="(?:https?:)?/', text)
    words = " ".join(one.text or "" for one in drawing.iter("{http://www.w3.org/2000/svg}text"))
    assert "Tessela" in words
    assert "Sprout" in words
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_role("slider")).to_be_visible()
