"""Hands of somebody who learns: they press what is lit, read what is to be read, and choose anything where the choice is free."""

from playwright.sync_api import Page, expect

from tests.web.duel_hands import DuelHands
from tests.web.hands import Hands, settle

NEXT = "[data-next]:enabled"
READY = f"{NEXT}, .status.mine, section.end"
NOT_LESSONS = ("free", "wait", "finished")
LIT, LIT_TILES, CONFIRM, LOOSE = "[data-lit]", "[data-lit][data-take]", "[data-confirm]:enabled", "[data-loose]"


class Learner:
    """Plays a first game at its page, and notes the lessons it was given."""

    def __init__(self, page: Page, game: str, touch: bool = False):
        self.page = page
        self.hands = DuelHands(page, touch) if game == "duel" else Hands(page, touch)
        self.lessons: list[str] = []

    def there(self, selector: str) -> bool:
        return self.page.locator(selector).count() > 0

    def press(self, selector: str) -> None:
        place = self.page.locator(selector).first
        if self.hands.touch:
            place.tap()
        else:
            place.click()

    def learn(self, presses: int = 150, until: str = "") -> list[str]:
        """Until the course is over, or a lesson comes."""
        for _ in range(presses):
            self.page.wait_for_selector(READY)
            expect(self.page.locator("[data-next]:disabled")).to_have_count(0)  # else the next table is being laid
            lesson = self.lesson()
            if lesson == until or self.there("a[data-next]"):
                break
            if lesson not in (*self.lessons, *NOT_LESSONS):
                self.lessons.append(lesson)
            self.press_something()
            settle(self.page, 40)
        return self.lessons

    def lesson(self) -> str:
        return self.page.locator("section.lesson").get_attribute("data-lesson") or ""

    def press_something(self) -> None:
        """The next thing that the coach asks for."""
        if self.there(NEXT):
            self.press(NEXT)
        elif self.there(LOOSE):
            self.press(LOOSE)
        elif self.there(CONFIRM):
            self.press(CONFIRM)
        elif self.there(LIT):
            self.press(f"{LIT_TILES} .tile" if self.there(LIT_TILES) else LIT)
        elif isinstance(self.hands, DuelHands):
            self.hands._choose()
        elif self.hands.wait():
            self.hands.decide()
