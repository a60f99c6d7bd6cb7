"""Taps that meet a page at rest, and what Chromium's tracing tells of them. Times are milliseconds from the mark `begin`."""

from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page
from tests.web.duel_hands import DuelHands
from tests.web.hands import Hands

CALM = 250  # ms before and after a tap
CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline.frame", "blink.user_timing"]
# Every interaction: when it began, when it was dealt with, and how long it took until the next frame was on the screen
WATCH_TAPS = """window.taps = []; new PerformanceObserver(list => list.getEntries().forEach(e =>
  e.interactionId && window.taps.push([e.startTime, e.processingEnd, e.duration])))
  .observe({type: 'event', durationThreshold: 16, buffered: true});"""
BEGIN = "performance.mark('begin')"
TOLD = """() => { const zero = performance.getEntriesByName('begin')[0].startTime;
  return window.taps.map(([start, handled, took]) => [start - zero, handled - zero, took]); }"""


class Finger:
    """Presses with nothing of the test's own running in the page meanwhile: what a tap takes is the page's."""

    page: Page

    def touched(self, place: Locator) -> None:
        """Press the middle of something, once the page has come to rest."""
        place.wait_for()
        self.page.wait_for_timeout(CALM)
        box = place.bounding_box()
        assert box
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.wait_for_timeout(CALM)
        self.page.mouse.down()
        self.page.mouse.up()
        self.page.wait_for_timeout(CALM)


class AzulFinger(Finger, Hands):
    """Plays Azul by taps that can be measured."""


class DuelFinger(Finger, DuelHands):
    """Plays Azul Duel by taps that can be measured."""


class Tap(NamedTuple):
    """When a tap began and was dealt with, and how long it took until the frame that answers it."""

    start: float
    handled: float
    took: float


def taps(page: Page) -> list[Tap]:
    """All taps so far; those that took less than 16 ms are not told."""
    page.wait_for_timeout(CALM)
    return [Tap(*told) for told in page.evaluate(TOLD)]


class Trace:
    """What was traced on a page that has set the mark `begin`."""

    def __init__(self, events: list[dict[str, Any]]):
        self.events = events
        self._begin = self._mark("begin")

    def _mark(self, name: str) -> dict[str, Any]:
        return next(event for event in self.events if event["name"] == name and "user_timing" in event["cat"])

    def at(self, name: str) -> float:
        """When a mark was set."""
        return float(self._mark(name)["ts"] - self._begin["ts"]) / 1000

    def _within(self, name: str, start: float, end: float) -> list[dict[str, Any]]:
        """What was going on at some time."""
        first, last = self._begin["ts"] + 1000 * start, self._begin["ts"] + 1000 * end
        return [e for e in self.events if e["name"] == name and e["ts"] <= last and e["ts"] + e.get("dur", 0) >= first]

    def busy(self, start: float, end: float) -> float:
        """Processor time that the page's main thread took for whatever it did then."""
        main = self._begin["pid"], self._begin["tid"]
        tasks = self._within("ThreadControllerImpl::RunTask", start, end)
        return float(sum(task.get("tdur", 0) for task in tasks if (task["pid"], task["tid"]) == main)) / 1000

    def work_for(self, tap: Tap) -> float:
        """Processor time that the page's main thread took until it had handed over the frame that answers a tap."""
        first = self._begin["ts"] + 1000 * tap.handled
        handed = min(event["ts"] + event["dur"] for event in self.events if event["name"] == "Layerize" and event["ts"] >= first)
        return self.busy(tap.start, (handed - self._begin["ts"]) / 1000)

    def frames(self, start: float, end: float) -> int:
        """Frames that were drawn then."""
        return len(self._within("DrawFrame", start, end))
