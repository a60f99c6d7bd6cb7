"""Hands that have only keys: no mouse, no finger. They look where the focus is, as eyes would."""

from playwright.sync_api import Page, TimeoutError

from tests.web.duel_hands import CHIP, CONFIRM, DRAW, PILE, PLATE, PRESENT

MOST_DECISIONS = 400
MOST_TABS = 90
TILES, MOON, SUN = "[data-take]:enabled", ".moon [data-take]:enabled", ".sun [data-take]:enabled"
LINE = ".mine [data-line]:enabled, .mine .broken:enabled"
KINDS = {"stack": "[data-loose]", "keep or return": "[data-drawn]", "draw": DRAW, "place": "[data-space]",
         "column": "[data-column]", "drop": "[data-drop]", "pay": ".pay"}  # fmt: skip
# The table waits for us, or the game is over; and the focus is at something
READY = """() => document.querySelector('.status.mine, section.end, a[data-next]') && document.activeElement !== document.body
  && !document.activeElement.matches(':disabled, .status')"""
# A ring around what has the focus, or around its tiles
RING = """() => { const at = document.activeElement, box = at.getBoundingClientRect();
  const inside = box.width > 0 && box.top >= -1 && box.left >= -1 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
  const ring = e => getComputedStyle(e).outlineStyle === 'solid' && parseFloat(getComputedStyle(e).outlineWidth) >= 2;
  return at.matches(':focus-visible') && (inside || at.querySelector('[data-spot]') !== null)
    && [at, ...at.querySelectorAll('*')].some(ring); }"""
# For how long the focus was nowhere while there was a table, at the longest, in steps of 40 ms of the page's own time
WATCH = """() => { let lost = 0; window.longestLost = 0; setInterval(() => {
  lost = document.activeElement === document.body && document.querySelector('.status') ? lost + 1 : 0;
  window.longestLost = Math.max(window.longestLost, lost); }, 40); }"""
LOST_FOR_GOOD = 25


class KeyHands:
    """Plays at a page that shows a table, or a lesson, of either game."""

    def __init__(self, page: Page):
        self.page = page
        self.asked: set[str] = set()
        self.turns = self.draws = 0

    def press(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            self.page.keyboard.press(key)

    def at(self, selector: str) -> bool:
        """Whether the focus is at something."""
        found: bool = self.page.evaluate("selector => document.activeElement.matches(selector)", selector)
        return found

    def there(self, selector: str) -> bool:
        return self.page.locator(selector).count() > 0

    def go(self, selector: str, key: str = "Tab") -> None:
        """Tab on until the focus is at something."""
        for _ in range(MOST_TABS):
            if self.at(selector):
                return
            self.press(key)
        raise AssertionError(f"the keys do not lead to {selector}")

    def led(self, selector: str) -> None:
        """The page leads the focus to something by itself."""
        self.until("selector => document.activeElement.matches(selector)", selector)

    def until(self, condition: str, argument: object = None) -> None:
        """Wait for something; a failure says where one was stuck."""
        try:
            self.page.wait_for_function(condition, arg=argument)
        except TimeoutError as error:
            status = self.page.locator(".status").inner_text()
            raise AssertionError(f"stuck at {self.where()} ({status!r}), waiting for {argument or condition}") from error

    def where(self) -> str:
        text: str = self.page.evaluate("() => document.activeElement.outerHTML.slice(0, 200)")
        return text

    def begin(self) -> None:
        """From the address bar into the table."""
        self.page.wait_for_selector(".status.mine")
        self.page.evaluate(WATCH)
        self.go("[data-choice]:enabled, [data-next]")

    def wait(self) -> bool:
        """Until there is something to decide, and the focus is there; false when the game is over."""
        self.until(READY)
        assert self.page.evaluate(RING), f"one does not see where the focus is: {self.where()}"
        return not self.there("section.end")

    def decide(self) -> bool:
        """One decision, whatever is asked for; false when the game is over."""
        if not self.wait():
            return False
        made = self.page.locator(".log li").count()
        self.choose()
        self.until("made => document.querySelectorAll('.log li').length > made || document.querySelector('section.end')", made)
        return True

    def choose(self) -> None:
        kind = next((kind for kind, selector in KINDS.items() if self.there(selector)), "turn")
        if kind != "turn":
            self.asked.add(kind)
        if kind == "stack":
            while self.there("[data-loose]"):
                self.led("[data-loose]")
                left = self.page.locator("[data-loose]").count()
                self.press("Enter")
                self.page.wait_for_function("n => document.querySelectorAll('[data-loose]').length < n", arg=left)
            self.confirm()
        elif kind == "keep or return":
            self.led("[data-drawn]")
            self.press("Enter")
        elif kind == "draw":
            self.led(DRAW)
            self.draws += 1
            if self.draws % 3 == 0:
                self.go(CONFIRM)
            self.press("Enter")
        elif kind == "place":
            self.led("[data-space]")
            self.press("ArrowDown" if self.turns % 2 else "ArrowRight")
            self.go("[data-space]", "Shift+Tab")  # below and beside the dome there are other things
            self.press("Enter")
            self.led("[data-space][aria-pressed=true]")
            self.press("R" if self.turns % 3 else "Enter")
            self.go(CONFIRM)
            self.press("Enter")
        elif kind in ("column", "drop"):
            self.led("[data-column], [data-drop]")
            self.press("Enter")
            self.confirm()
        elif kind == "pay":
            self.led("[data-pay]")
            self.press("Enter")
            self.confirm()
        else:
            self.turn()

    def turn(self) -> None:
        """The kinds of a turn, by and by."""
        self.turns += 1
        there = set(self.page.evaluate(PRESENT, [TILES, MOON, SUN, CHIP, PLATE, PILE]))
        tiles = TILES in there
        if not there:
            self.confirm()
        elif CHIP in there:
            self.one("chip", CHIP)
        elif PLATE in there and (self.turns % 3 == 0 or not tiles):
            self.one("plate", PLATE, confirmed=False)  # it can be taken back, and wants a place next
        elif PILE in there and (self.turns % 3 == 1 or not tiles):
            self.one("pile", PILE)
        else:
            source = next((one for one in ((MOON, SUN) if self.turns % 2 else (SUN, MOON)) if one in there), TILES)
            self.asked.add("moon" if source == MOON else "sun" if source == SUN else "tiles")
            self.go(source)
            self.press("Enter")
            self.led(LINE)
            self.press("ArrowDown", self.turns % 3)
            if not self.at(LINE):
                self.go(LINE, "Shift+Tab")
            self.press("Enter")
            self.confirm()

    def one(self, kind: str, selector: str, confirmed: bool = True) -> None:
        self.asked.add(kind)
        self.go(selector)
        self.press("Enter")
        if confirmed:
            self.confirm()

    def confirm(self) -> None:
        self.led(CONFIRM)
        self.press("Enter")

    def play_on(self, decisions: int = MOST_DECISIONS) -> int:
        """Decide until the game is over, or so many times; how often it was. The focus must not be lost meanwhile."""
        made = 0
        while made < decisions and self.decide():
            made += 1
        assert self.page.evaluate("() => window.longestLost") < LOST_FOR_GOOD
        return made
