"""Hands at the Duel table: every decision, by mouse or finger."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page

from tests.web.hands import MOST_DECISIONS

MINE = "section.mine"
TILES = "[data-take]:enabled .tile"
MOON = ".moon [data-take]:enabled .tile"
SMALL = ".stand:not(.large) .sun [data-take]:enabled .tile"
LOOSE, DRAWN, DRAW, SPACE, COLUMN, PAY = "[data-loose]", "[data-drawn]", "[data-draw]", "[data-space]", "[data-column]", ".pay"
CHIP, PLATE, PILE, CONFIRM = "[data-chip]:enabled", "[data-plate]:enabled", "[data-pile]:enabled", "[data-confirm]:enabled"
SELECTORS = [TILES, MOON, SMALL, LOOSE, DRAWN, DRAW, SPACE, COLUMN, PAY, CHIP, PLATE, PILE, CONFIRM]
PASSING = ".duel[data-asks=pass]"
PRESENT = "selectors => selectors.filter(selector => document.querySelector(selector))"


class DuelHands:
    """Plays at a page that shows a Duel table, and notes which kinds of decisions were asked for."""

    def __init__(self, page: Page, touch: bool = False):
        self.page = page
        self.touch = touch
        self.asked: set[str] = set()
        self.turns = 0

    def there(self, selector: str) -> bool:
        return self.page.locator(selector).count() > 0

    def press(self, selector: str, last: bool = False) -> None:
        found = self.page.locator(selector)
        self.touched(found.last if last else found.first)

    def touched(self, place: Locator) -> None:
        if self.touch:
            place.tap()
        else:
            place.click()

    def wait(self) -> bool:
        """Until there is something to decide, curtains put aside; false when the game is over."""
        while True:
            self.page.wait_for_selector(":is(.status.mine, section.end, .curtain):visible")
            if self.there(".curtain"):
                self.press(".curtain button")
            elif self.there(PASSING):
                self.page.locator(PASSING).wait_for(state="detached")  # nothing is asked: one passes by oneself
            else:
                break
        return not self.there("section.end")

    def decide(self) -> bool:
        """One decision, whatever is asked for; false when the game is over."""
        if not self.wait():
            return False
        before = f"[data-version='{self.page.locator('[data-version]').get_attribute('data-version')}']"
        self._choose()
        if self.there("[data-confirm]:enabled") and self.there(before):
            self.press("[data-confirm]:enabled")
        self.page.wait_for_selector(f"[data-version]:not({before}), section.end", state="attached")
        return True

    def _choose(self) -> None:
        there = set(self.page.evaluate(PRESENT, SELECTORS))
        if LOOSE in there:
            self.asked.add("stack")
            while self.there(LOOSE):
                self.press(LOOSE, last=True)
        elif DRAWN in there:
            self.asked.add("keep or return")
            self.press(DRAWN)
        elif DRAW in there:
            self.asked.add("draw")
            self.press(DRAW if self.turns % 2 else CONFIRM)
        elif SPACE in there:
            self.asked.add("place")
            self.press(SPACE, last=True)
            self.press("[data-turn=right]")
        elif COLUMN in there:
            self.asked.add("column")
            self.press(COLUMN)
        elif PAY in there:
            self.asked.add("pay")
            self.press("[data-pay]")
        else:
            self._turn(there)

    def _turn(self, there: set[str]) -> None:
        """The four kinds of a turn, by and by."""
        self.turns += 1
        tiles = TILES in there
        if CHIP in there:
            self.asked.add("chip")
            self.press(CHIP)
        elif PLATE in there and (self.turns % 3 == 0 or not tiles):
            self.asked.add("plate")
            self.press(PLATE)
        elif PILE in there and (self.turns % 4 == 0 or not tiles):
            self.asked.add("pile")
            self.press(PILE)
        elif tiles:
            source = MOON if MOON in there and (self.turns % 2 or SMALL not in there) else SMALL if SMALL in there else TILES
            self.asked.add("moon" if source == MOON else "sun")
            self.press(source)
            self.press(f"{MINE} .line:enabled" if self.there(f"{MINE} .line:enabled") else f"{MINE} .broken:enabled", last=True)

    def play_on(self, decisions: int = MOST_DECISIONS, each: Callable[[Page], None] = lambda _: None) -> int:
        """Decide until the game is over, or so many times; how often it was. Every fourth time what must hold is checked."""
        made = 0
        while made < decisions and self.wait():
            if made % 4 == 0:
                each(self.page)
            self.decide()
            made += 1
        return made
