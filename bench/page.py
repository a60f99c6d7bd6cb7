"""How light, quick, steady and smooth the page is: `python -m bench.page [RUNS]`. Each figure stands beside its bar.

It starts a server of its own and Debian's Chromium on this machine. What depends on how busy the machine is was measured several
times and is told as the median; beside taps and frames stand those of an empty page in the same run, which no page can pass.
"""

import gzip
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, Response, sync_playwright
from tests.server.conftest import Server
from tests.web.conftest import DESK, launched
from tests.web.duel_hands import DuelHands
from tests.web.hands import Hands, make_table, play_from

from tessela import Game

RUNS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
DECISIONS = 12
SLOWER = 4  # times, as a cheap phone is
SCRIPTS, TAP, FRAMES, TILES = 120.0, 100.0, 60.0, 20  # kB, ms, a second, flying
FRAME = 1000 / FRAMES
# Every interaction, how long it took until the next frame was painted; and every shift of the layout that nobody asked for
WATCH = """window.taps = []; window.shifts = 0;
new PerformanceObserver(list => list.getEntries().forEach(e => e.interactionId && window.taps.push(e.duration)))
  .observe({type: 'event', durationThreshold: 16, buffered: true});
new PerformanceObserver(list => list.getEntries().forEach(e => { if (!e.hadRecentInput) window.shifts += e.value; }))
  .observe({type: 'layout-shift', buffered: true});"""
# A second of frames without anything to do, and the most tiles that flew at once
IDLE = "() => new Promise(done => setTimeout(done, 1000))"
FLOWN = """() => { window.flying = 0; window.moved = new Set(); new MutationObserver(() => {
  const pieces = document.querySelectorAll('#flights > *'); window.flying = Math.max(window.flying, pieces.length);
  pieces.forEach(piece => piece.getAnimations().forEach(one => one.effect.getKeyframes().forEach(frame =>
    Object.keys(frame).forEach(key => window.moved.add(key)))));
  if (pieces.length >= 8 && !window.begun) { window.begun = true; performance.mark('flights begin'); }
  if (window.begun && !pieces.length && !window.over) { window.over = true; performance.mark('flights end'); } })
    .observe(document.body, {subtree: true, childList: true}); }"""
FRAME_CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline.frame", "blink.user_timing"]


class Bench:
    """A server, a browser, and the figures so far."""

    def __init__(self, browser: Browser, address: str):
        self.browser = browser
        self.address = address
        self.kept = True

    def tell(self, what: str, figure: str, bar: str, kept: bool) -> None:
        """Print a figure beside its bar."""
        self.kept &= kept
        print(f"{what:52} {figure:34} bar {bar:18} {'ok' if kept else 'MISSED'}", flush=True)

    @contextmanager
    def page(self, speed: float = 0) -> Iterator[Page]:
        """A page in a browser of its own, watched."""
        with closing(self.browser.new_context(base_url=self.address, viewport=DESK, locale="en")) as context:  # type: ignore[arg-type]
            saved = json.dumps({"speed": speed, "theme": "day"})
            context.add_init_script(f"localStorage.setItem('tessela.settings', {saved!r}); {WATCH}")
            yield context.new_page()

    def scripts(self) -> None:
        """What a first visit loads, of the home page and of each table."""
        with self.page() as guest:
            arrive(guest)
            addresses = {game: make_table(guest, game) for game in ("azul", "duel")}
            cookies = guest.context.cookies()
        for name, path in {"home": "/", **{f"{game} table": f"/t/{table}" for game, table in addresses.items()}}.items():
            with self.page() as page:
                page.context.add_cookies(cookies)  # type: ignore[arg-type]
                answers: list[Response] = []
                page.on("response", keeping(answers))
                page.goto(path)
                page.wait_for_selector("[data-level=sprout] svg" if path == "/" else ".status.mine")
                page.wait_for_load_state("networkidle")
                scripts = {answer.url: answer for answer in answers if answer.url.endswith(".js")}
                packed = sum(len(gzip.compress(answer.body())) for answer in scripts.values()) / 1000
            self.tell(f"first load of the {name}: scripts, gzipped", f"{packed:.1f} kB", f"{SCRIPTS:.0f} kB", packed <= SCRIPTS)

    def taps_and_shifts(self) -> None:
        """Games on a page that is slowed down: the slowest answer to a tap, and how much the layout shifts by itself."""
        empty = median([self.empty_taps() for _ in range(RUNS)])
        for game in ("azul", "duel"):
            worst, shifts = [], 0.0
            for _ in range(RUNS):
                with self.page() as page:
                    arrive(page)
                    make_table(page, game)
                    slow_down(page)
                    hands = DuelHands(page) if game == "duel" else Hands(page)
                    hands.play_on(DECISIONS)
                    hands.wait()
                    worst.append(slowest_tap(page))
                    shifts = max(shifts, page.evaluate("window.shifts"))
            slowest = median(worst)
            kept = slowest <= max(TAP, TAP + empty - FRAME)
            self.tell(
                f"{game}: slowest tap, slowed {SLOWER} times",
                f"{slowest:.0f} ms (an empty page {empty:.0f})",
                f"{TAP:.0f} ms",
                kept,
            )
            self.tell(f"{game}: layout shift while one plays", f"{shifts:.3f}", "0", shifts < 0.0005)

    def empty_taps(self) -> float:
        """The slowest of as many taps on a page with nothing but a button: what the machine itself takes."""
        with self.page() as page:
            page.set_content("<button onclick='this.classList.toggle(`x`)'>.</button>")
            page.evaluate(WATCH)
            slow_down(page)
            for _ in range(3 * DECISIONS):
                page.click("button")
            return slowest_tap(page)

    def frames(self) -> None:
        """Frames a second while a round is dealt, and those of an empty page."""
        flown, rates, idle, moved = 0, [], [], set()
        for _ in range(RUNS):
            with self.page(speed=1) as page:
                arrive(page)
                play_from(page, last_take())
                hands = Hands(page)
                hands.wait()
                page.evaluate(FLOWN)
                self.browser.start_tracing(page=page, categories=FRAME_CATEGORIES)
                hands.decide()
                page.wait_for_function("() => window.over")
                rates.append(frame_rate(self.browser.stop_tracing(), "flights begin", "flights end"))
                flown = max(flown, page.evaluate("window.flying"))
                moved |= set(page.evaluate("[...window.moved]")) - {"offset", "computedOffset", "easing", "composite"}
            with self.page() as page:
                page.set_content("<p>.")
                page.evaluate("() => { const turn = () => { document.body.style.opacity = 0.5 + Math.random() / 2;"
                              " requestAnimationFrame(turn); }; turn(); }")  # fmt: skip
                self.browser.start_tracing(page=page, categories=FRAME_CATEGORIES)
                page.evaluate("performance.mark('begin')")
                page.evaluate(IDLE)
                page.evaluate("performance.mark('end')")
                idle.append(frame_rate(self.browser.stop_tracing(), "begin", "end"))
        rate, most = median(rates), median(idle)
        figure = f"{rate:.0f} a second (an empty page {most:.0f})"
        self.tell(
            f"frames with {flown} tiles flying", figure, f"{FRAMES:.0f}, as an empty page", rate >= 0.95 * min(FRAMES, most)
        )
        self.tell("tiles that fly at once, at the most", str(flown), str(TILES), flown >= TILES)
        self.tell("what moves them", ", ".join(sorted(moved)), "transform, by the compositor", moved == {"transform"})


def keeping(answers: list[Response]) -> Callable[[Response], None]:
    """Notes what was answered."""
    return lambda answer: answers.append(answer)


def arrive(page: Page) -> None:
    """At the first page, as a guest."""
    page.goto("/")
    page.wait_for_function("() => document.querySelector('.nick input')?.value")


def slow_down(page: Page) -> None:
    """As slow as a cheap phone."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def slowest_tap(page: Page) -> float:
    """Milliseconds from a tap to the frame that answers it; those under 16 are not told by the browser."""
    return float(page.evaluate("() => new Promise(done => setTimeout(() => done(Math.max(16, ...window.taps)), 300))"))


def last_take() -> Game:
    """A game whose next move, by the first player, ends the round, so that twenty tiles are dealt."""
    for seed in range(1000):
        game = Game("azul", players=2, seed=seed)
        while game.round == 1:
            before = game.copy()
            game.play(game.legal_moves()[-1])
        if before.to_move == 0:
            return Game.from_text(before.text())
    raise AssertionError("no round ends with a move of the first player")


def frame_rate(trace: bytes, begin: str, end: str) -> float:
    """Frames that were drawn between two marks of a trace, a second."""
    events = json.loads(trace)["traceEvents"]
    marks = {event["name"]: event["ts"] for event in events if event["name"] in (begin, end) and "user_timing" in event["cat"]}
    drawn = [event for event in events if event["name"] == "DrawFrame" and marks[begin] <= event["ts"] <= marks[end]]
    return len(drawn) / (marks[end] - marks[begin]) * 1e6


def main() -> int:
    """Measure everything, and print it."""
    with tempfile.TemporaryDirectory(prefix="tessela-bench-") as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data", "--no-limits", "--bot-pace", "0").start()
        try:
            with closing(launched(playwright)) as browser:
                print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
                bench = Bench(browser, server.address)
                bench.scripts()
                bench.taps_and_shifts()
                bench.frames()
        finally:
            server.stop()
    return 0 if bench.kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
