"""A whole game for somebody who does not see the page: all is found by role and name, all that happens is said."""

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import Watched
from tests.web.hands import looking, make_table

SAID = """() => { window.said = []; const note = node => node.textContent.trim() && window.said.push(node.textContent.trim());
  for (const region of document.querySelectorAll('[role=log]'))
    new MutationObserver(changes => changes.forEach(change => change.addedNodes.forEach(note)))
      .observe(region, {childList: true}); }"""
TILES = re.compile(r"^(\d) (blue|yellow|red|black|white) from (factory \d|the centre)$")
LINE = re.compile(r"^(Pattern line|Floor line)")
PLACE = re.compile(r"^(Place \d|Drop all on the floor line)")
COLOURS = "blue|yellow|red|black|white"


class Listener:
    """Plays by the accessibility tree alone."""

    def __init__(self, page: Page):
        self.page = page
        page.evaluate(SAID)
        self.announced: list[str] = []

    def hear(self) -> list[str]:
        """What was announced since the last time."""
        said: list[str] = self.page.evaluate("() => window.said.splice(0)")
        self.announced += said
        return said

    def until_heard(self, pattern: str) -> None:
        for _ in looking(self.page):
            self.hear()
            if any(re.search(pattern, text) for text in self.announced):
                return

    def waits_for_me(self) -> bool:
        """Until it is my turn; false when the game is over."""
        status = self.page.get_by_role("status")
        expect(status).to_have_text(re.compile("^(Your turn: take tiles|You won!|.* wins|Shared victory.*)"))
        return status.inner_text().startswith("Your turn")

    def move(self) -> None:
        offer = self.page.get_by_role("region", name="Factories and centre")
        tiles = offer.get_by_role("button", name=TILES, disabled=False).first
        taken = TILES.match(tiles.get_attribute("aria-label") or "")
        assert taken
        number, colour, source = taken.groups()
        tiles.press("Enter")
        expect(self.page.get_by_role("status")).to_have_text("Now choose a line")
        expect(offer.get_by_role("button", name=TILES, pressed=True)).to_have_count(1)
        line = self.page.get_by_role("region", name=re.compile(r"^Guest \d+’s board$")).get_by_role(
            "button", name=LINE, disabled=False
        )
        line.last.press("Enter") if line.count() < 3 else line.nth(line.count() - 2).press("Enter")
        expect(self.page.get_by_role("status")).to_have_text("Confirm, or choose again")
        self.announced.clear()
        self.page.get_by_role("button", name=PLACE).press("Enter")
        self.until_heard(rf"^Guest \d+: {number} {colour} from {source}\. .*({colour} (to line \d|falls? to the floor))")


def test_a_whole_game_by_the_accessibility_tree(pages: Watched) -> None:
    page = pages.open()
    make_table(page)
    expect(page.get_by_role("heading", name="Azul")).to_be_attached()
    expect(page.get_by_role("status")).to_have_text("Your turn: take tiles")
    listener = Listener(page)
    moves, heard = 0, ""
    while listener.waits_for_me() and moves < 200:
        listener.move()
        moves += 1
        heard += "\n".join(listener.announced) + "\n"
    expect(page.get_by_role("status")).to_have_text(re.compile("You won!|wins|Shared victory"))
    assert moves > 15
    of_the_bot = re.findall(rf"^Sprout: \d (?:{COLOURS}) from (?:factory \d|the centre)\.", heard, re.M)
    assert moves - 10 < len(of_the_bot) < moves + 10
    assert re.search(r"^Guest \d+, row \d: \+\d", heard, re.M)
    assert re.search(r"Round 2 begins", heard)
    ending = page.get_by_role("region", name="The end")
    expect(ending.get_by_role("table")).to_contain_text("Total")
    expect(ending.get_by_role("button", name="Play again")).to_be_enabled()
