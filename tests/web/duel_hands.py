"""Hands at the Duel table: every decision, by mouse or finger."""

from playwright.sync_api import Locator, Page

MOST_DECISIONS = 400
MINE = "section.mine"
TILES = "[data-take]:enabled .tile"


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
        """Until there is something to decide; false when the game is over."""
        self.page.wait_for_selector(".status.mine, section.end")
        return not self.there("section.end")

    def decide(self) -> bool:
        """One decision, whatever is asked for; false when the game is over."""
        if not self.wait():
            return False
        version = self.page.locator(".log li").count()
        self._choose()
        if self.there("[data-confirm]:enabled") and self.page.locator(".log li").count() == version:
            self.press("[data-confirm]:enabled")
        self.page.wait_for_selector(f".log li:nth-child({version + 1})", state="attached")
        return True

    def _choose(self) -> None:
        if self.there("[data-loose]"):
            self.asked.add("stack")
            while self.there("[data-loose]"):
                self.press("[data-loose]", last=True)
        elif self.there("[data-drawn]"):
            self.asked.add("keep or return")
            self.press("[data-drawn]")
        elif self.there("[data-draw]"):
            self.asked.add("draw")
            self.press("[data-draw]")
        elif self.there("[data-space]"):
            self.asked.add("place")
            self.press("[data-space]", last=True)
            self.press("[data-turn=right]")
        elif self.there("[data-column]"):
            self.asked.add("column")
            self.press("[data-column]")
        elif self.there(".pay"):
            self.asked.add("pay")
            if not self.there("[data-confirm]:enabled"):
                self.press("[data-pay]:enabled")
        else:
            self._turn()

    def _turn(self) -> None:
        """The four kinds of a turn, by and by."""
        self.turns += 1
        if self.there("[data-chip]:enabled"):
            self.asked.add("chip")
            self.press("[data-chip]:enabled")
        elif self.there("[data-plate]:enabled") and (self.turns % 3 == 0 or not self.there(TILES)):
            self.asked.add("plate")
            self.press("[data-plate]:enabled")
        elif self.there("[data-pile]:enabled") and (self.turns % 4 == 0 or not self.there(TILES)):
            self.asked.add("pile")
            self.press("[data-pile]:enabled")
        elif self.there(TILES):
            moon = ".moon [data-take]:enabled .tile"
            self.asked.add("moon" if self.there(moon) else "sun")
            self.press(moon if self.there(moon) else TILES)
            self.press(f"{MINE} .line:enabled" if self.there(f"{MINE} .line:enabled") else f"{MINE} .broken:enabled", last=True)

    def play_on(self, decisions: int = MOST_DECISIONS) -> int:
        """Decide until the game is over, or so many times; how often it was."""
        made = 0
        while made < decisions and self.decide():
            made += 1
        return made
