"""How light, quick, steady and smooth the page is: `python -m bench.page [RUNS]`. Each figure stands beside its bar.

It starts a server of its own and Debian's Chromium on this machine. What depends on how busy the machine is was measured several
times and is told as the median. Two things tell what is the page's own on a busy machine: taps and frames of an empty page in the
same run, which no page can pass, and the processor time of the page's main thread, which others do not lengthen.
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
from tests.web.hands import Hands, make_table, play_from
from tests.web.layout import SHIFTS

from bench.tracing import BEGIN, CATEGORIES, WATCH_TAPS, AzulFinger, DuelFinger, Trace, taps
from tessela import Game

RUNS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
DECISIONS = 12
SLOWER = 4  # times, as a cheap phone is
SCRIPTS, TAP, FRAMES, TILES = 120.0, 100.0, 60.0, 20  # kB, ms, a second, flying
FRAME = 1000 / FRAMES
# A second of frames without anything to do, and the most tiles that flew at once
IDLE = "() => new Promise(done => setTimeout(done, 1000))"
FLOWN = """() => { window.flying = 0; window.moved = new Set(); new MutationObserver(() => {
  const pieces = document.querySelectorAll('#flights > *'); window.flying = Math.max(window.flying, pieces.length);
  pieces.forEach(piece => piece.getAnimations().forEach(one => one.effect.getKeyframes().forEach(frame =>
    Object.keys(frame).forEach(key => window.moved.add(key)))));
  if (pieces.length >= 8 && !window.begun) { window.begun = true; performance.mark('depart'); }
  if (window.begun && !pieces.length && !window.over) { window.over = true; performance.mark('arrive'); } })
    .observe(document.body, {subtree: true, childList: true}); }"""


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
            context.add_init_script(f"localStorage.setItem('tessela.settings', {saved!r}); {WATCH_TAPS} {SHIFTS}")
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
            slowest, busiest, shifts = zip(*(self.taps_at(game) for _ in range(RUNS)), strict=True)
            wall, own, shift = median(slowest), median(busiest), max(shifts)
            figure = f"{wall:.0f} ms (an empty page {empty:.0f})"
            self.tell(
                f"{game}: slowest tap, slowed {SLOWER} times", figure, f"{TAP:.0f} ms", wall <= max(TAP, TAP + empty - FRAME)
            )
            self.tell(f"{game}: processor time of the main thread for it", f"{own:.0f} ms", f"{TAP:.0f} ms", own <= TAP)
            self.tell(f"{game}: layout shift while one plays", f"{shift:.4f}", "0", shift < 0.0005)

    def taps_at(self, game: str) -> tuple[float, float, float]:
        """In one game the longest tap, the most work for one, and the shifts of the layout."""
        with self.page() as page:
            arrive(page)
            make_table(page, game)
            slow_down(page)
            hands = DuelFinger(page) if game == "duel" else AzulFinger(page)
            hands.wait()
            with self.traced(page) as traced:
                hands.play_on(DECISIONS)
                hands.wait()
                told = taps(page)
            return max(tap.took for tap in told), max(map(traced[0].work_for, told)), page.evaluate("window.shifts")

    def empty_taps(self) -> float:
        """The slowest of as many taps on a page with nothing but a button: what the machine itself takes."""
        with self.page() as page:
            page.set_content("<button onclick='this.classList.toggle(`x`)'>.</button>")
            page.evaluate(f"{WATCH_TAPS} {BEGIN}")
            slow_down(page)
            hands = AzulFinger(page)
            for _ in range(3 * DECISIONS):
                hands.press("button")
            return max([FRAME, *(tap.took for tap in taps(page))])

    @contextmanager
    def traced(self, page: Page) -> Iterator[list[Trace]]:
        """Traces what goes on, from now on; the trace is there when it is over."""
        traces: list[Trace] = []
        self.browser.start_tracing(page=page, categories=CATEGORIES)
        page.evaluate(BEGIN)
        yield traces
        traces.append(Trace(json.loads(self.browser.stop_tracing())["traceEvents"]))

    def frames(self) -> None:
        """Frames a second while a round is dealt, what the page itself works for each of them, and those of an empty page."""
        flown, rates, works, idle, moved = 0, [], [], [], set()
        for _ in range(RUNS):
            with self.page(speed=1) as page:
                arrive(page)
                play_from(page, last_take())
                hands = Hands(page)
                hands.wait()
                page.evaluate(FLOWN)
                with self.traced(page) as traced:
                    hands.decide()
                    page.wait_for_function("() => window.over")
                flight = traced[0].at("depart"), traced[0].at("arrive")
                drawn = traced[0].frames(*flight)
                rates.append(drawn / (flight[1] - flight[0]) * 1000)
                works.append(traced[0].busy(*flight) / drawn)
                flown = max(flown, page.evaluate("window.flying"))
                moved |= set(page.evaluate("[...window.moved]")) - {"offset", "computedOffset", "easing", "composite"}
            idle.append(self.empty_frames())
        rate, most, work = median(rates), median(idle), median(works)
        figure = f"{rate:.0f} a second (an empty page {most:.0f})"
        self.tell(
            f"frames with {flown} tiles flying", figure, f"{FRAMES:.0f}, as an empty page", rate >= 0.95 * min(FRAMES, most)
        )
        self.tell(
            "processor time of the main thread for a frame", f"{work:.1f} ms", f"{FRAME / SLOWER:.1f} ms", work <= FRAME / SLOWER
        )
        self.tell("tiles that fly at once, at the most", str(flown), str(TILES), flown >= TILES)
        self.tell("what moves them", ", ".join(sorted(moved)), "transform, by the compositor", moved == {"transform"})

    def empty_frames(self) -> float:
        """Frames a second of a page that changes and does nothing else."""
        with self.page() as page:
            page.set_content("<p>.")
            page.evaluate("() => { const turn = () => { document.body.style.opacity = 0.5 + Math.random() / 2;"
                          " requestAnimationFrame(turn); }; turn(); }")  # fmt: skip
            with self.traced(page) as traced:
                page.evaluate(IDLE)
            return traced[0].frames(0, 1000)


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
