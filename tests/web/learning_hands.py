"""Hands of somebody who learns: they press what is lit, read what is to be read, and choose anything where the choice is free."""

from playwright.sync_api import Page

from tests.web.duel_hands import DuelHands
from tests.web.hands import Hands

NEXT = "[data-next]"
READY = f".coach {NEXT}, .status.mine, section.end"


class Learner:
    """Plays a first game at its page, and notes the lessons it was given."""

    def __init__(self, page: Page, game: str, touch: bool = False):
        self.page = page
        self.game = game
        self.hands = DuelHands(page, touch) if game == "duel" else Hands(page, touch)
        self.lessons: list[str] = []

    def press(self, selector: str, last: bool = False) -> None:
        found = self.page.locator(selector)
        place = found.last if last else found.first
        if self.hands.touch:
            place.tap()
        else:
            place.click()

    def learn(self, decisions: int = 120) -> list[str]:
        """Until the course is over, or so many decisions."""
        for _ in range(decisions):
            if not self.step():
                break
        return self.lessons

    def step(self) -> bool:
        """One thing that the coach asks for; false at the end of the course."""
        self.page.wait_for_selector(READY)
        lesson = self.page.locator(".coach").get_attribute("data-lesson") or ""
        if lesson not in [*self.lessons, "free", "wait", "finished"]:
            self.lessons.append(lesson)
        if self.page.locator(f"a{NEXT}").count():
            return False
        if self.page.locator(NEXT).count():
            self.press(NEXT)
        elif self.page.locator("[data-lit]").count():
            self._follow_the_light()
        else:
            self._choose_freely()
        self.page.wait_for_timeout(60)
        return True

    def _follow_the_light(self) -> None:
        version = self.entries()
        for _ in range(6):
            if self.page.locator("[data-loose]").count():
                self.press("[data-loose]", last=True)
            elif self.page.locator("[data-confirm]:enabled").count():
                self.press("[data-confirm]:enabled")
            elif self.page.locator("[data-lit][data-take]").count():
                self.press("[data-lit][data-take] .tile")
            elif self.page.locator("[data-lit]").count():
                self.press("[data-lit]")
            self.page.wait_for_timeout(60)
            if self.entries() != version or not self.page.locator(".status.mine").count():
                return

    def _choose_freely(self) -> None:
        if self.game == "azul":
            self.hands.decide()
            return
        assert isinstance(self.hands, DuelHands)
        if self.page.locator("[data-confirm]:enabled").count() == 0:
            self.hands._choose()
        if self.page.locator("[data-confirm]:enabled").count():
            self.press("[data-confirm]:enabled")

    def entries(self) -> str:
        """What changes with every decision."""
        return self.page.locator("main").inner_html() if self.page.locator(".status.mine").count() == 0 else self.page.locator(".status").inner_text()
