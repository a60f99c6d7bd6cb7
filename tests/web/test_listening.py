"""Whole games for somebody who does not see the page: all is found by role and name, all that happens is said."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Watched
from tests.web.duel_positions import asked, last_round
from tests.web.hands import MOST_DECISIONS, looking, make_table, play_from

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
        self.everything: list[str] = []

    def hear(self) -> list[str]:
        """What was announced since the last time."""
        said: list[str] = self.page.evaluate("() => window.said.splice(0)")
        self.announced += said
        self.everything += said
        return said

    def forget(self) -> None:
        """Listen for what comes from now on."""
        self.hear()
        self.announced.clear()

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
        self.forget()
        place = self.page.get_by_role("button", name=PLACE)
        expect(place).to_have_accessible_description(re.compile(r"this round( \+\d+)?( −\d+)?$"))  # what it would bring
        place.press("Enter")
        self.until_heard(rf"^Guest \d+: {number} {colour} from {source}\. .*({colour} (to line \d|falls? to the floor))")


def at_a_table(pages: Watched) -> Listener:
    """Somebody at a new table of Azul: it begins where one is told what to do."""
    page = pages.guest()
    make_table(page)
    expect(page.get_by_role("heading", name="Azul")).to_be_attached()
    expect(page.locator(":focus")).to_have_text("Your turn: take tiles")
    return Listener(page)


def test_a_round_by_the_accessibility_tree(pages: Watched) -> None:
    listener = at_a_table(pages)
    begun = "Round 2 begins"
    while begun not in "\n".join(listener.everything):
        assert listener.waits_for_me()
        listener.move()
        listener.hear()
    assert re.search(rf"^Sprout: \d (?:{COLOURS}) from (?:factory \d|the centre)\.", "\n".join(listener.everything), re.M)
    filled = re.compile(rf"^Wall, row \d: (?:{COLOURS}) in column \d$")
    expect(listener.page.get_by_role("img", name=filled).first).to_be_attached()


@pytest.mark.long
def test_a_whole_game_by_the_accessibility_tree(pages: Watched) -> None:
    listener = at_a_table(pages)
    page = listener.page
    moves = 0
    while listener.waits_for_me() and moves < 200:
        listener.move()
        moves += 1
    expect(page.get_by_role("status")).to_have_text(re.compile("You won!|wins|Shared victory"))
    assert moves > 15
    listener.hear()
    heard = "\n".join(listener.everything)
    of_the_bot = re.findall(rf"^Sprout: \d (?:{COLOURS}) from (?:factory \d|the centre)\.", heard, re.M)
    assert moves - 10 < len(of_the_bot) < moves + 10
    assert re.search(r"^Guest \d+, row \d: \+\d", heard, re.M)
    assert re.search(r"Round 2 begins", heard)
    ending = page.get_by_role("region", name="The end")
    expect(ending.get_by_role("table")).to_contain_text("Total")
    expect(ending.get_by_role("button", name="Play again")).to_be_enabled()


CELL = "(?:blue|yellow|red|black|turquoise|special|joker|multicoloured)"
CORNERS = rf"top {CELL}, {CELL}; bottom {CELL}, {CELL}"
BUTTON = re.compile(r"""^\s*- '?button "((?:[^"\\]|\\.)*)"(.*)$""", re.M)
PARTS = re.compile(r"^(Guest \d+’s board|Factories, plates and tablets|Your choice)$")
ASKED = re.compile("^(Your turn|Choose|Place|Stack|Draw|Keep|Which|Line|No action|Confirm|You won!|.* wins|Shared)")
# What can be chosen at a Duel table, by what it is called, in the order in which it is looked for
NAMES = {
    "stack": re.compile(rf"^Lay {CELL} on the stack$"),
    "keep": re.compile(rf"^(Keep|Put back): {CORNERS}$"),
    "draw": re.compile("^Stop and look"),
    "place": re.compile(rf"^Dome space [ABC][123], rows \d and \d: {CORNERS}$"),
    "column": re.compile(r"column \d", re.I),
    "pay": re.compile("^Keep the chips"),
    "pass": re.compile("^Pass$"),
    "plate": re.compile(rf"^Plate: {CORNERS}$"),
    "moon": re.compile(rf"^\d {CELL} from all moons, here (factory \d|the large factory)$"),
    "sun": re.compile(rf"^\d {CELL} from the sun of (factory \d|the large factory)$"),
    "chip": re.compile(rf"^The {CELL}(-{CELL})? bonus chip of factory \d$"),
    "pile": re.compile(r"^Pile: \d+ plates?, .* on top$"),
}
TURN = ["plate", "sun", "moon", "pile", "chip"]
LINES = re.compile("^(Pattern line|Broken tiles)")
CONFIRM = re.compile("^(Place|Break these|Take this|Draw|Confirm|Keep the chips$)")


class DuelListener(Listener):
    """Plays a Duel by the accessibility tree alone, and notes what was asked for."""

    def __init__(self, page: Page):
        super().__init__(page)
        self.asked: dict[str, str] = {}
        self.turns = 0

    def enabled(self) -> list[str]:
        """The names of all buttons that can be pressed at the table."""
        trees = [region.aria_snapshot() for region in self.page.get_by_role("region", name=PARTS).all()]
        return [name for name, state in BUTTON.findall("\n".join(trees)) if "[disabled]" not in state]

    def press(self, pattern: re.Pattern[str], names: list[str], last: bool = False) -> str:
        name = [name for name in names if pattern.search(name)][-1 if last else 0]
        self.page.get_by_role("button", name=name, exact=True, disabled=False).first.press("Enter")
        return name

    def waits_for_me(self) -> bool:
        status = self.page.get_by_role("status")
        expect(status).to_have_text(ASKED)
        return not re.match("You won!|.* wins|Shared", status.inner_text())

    def offered(self) -> tuple[list[str], list[str]]:
        """The names of the buttons, and the kinds of choices among them, once the table offers any."""
        for _ in looking(self.page):
            names = self.enabled()
            there = [kind for kind, pattern in NAMES.items() if any(pattern.search(name) for name in names)]
            if there:
                break
        return names, there

    def move(self) -> None:
        names, there = self.offered()
        kind = there[0]
        if kind in TURN:
            self.turns += 1
            kind = sorted(there, key=lambda one: (TURN.index(one) - self.turns) % len(TURN))[0]
        self.forget()
        self.asked[kind] = self.press(NAMES[kind], names, last=True)
        if kind == "stack":
            while loose := [name for name in self.enabled() if NAMES["stack"].search(name)]:
                self.press(NAMES["stack"], loose)
        elif kind == "place":
            self.page.keyboard.press("r")
            self.until_heard(rf"^Plate: {CORNERS}$")
        elif kind in ("sun", "moon"):
            expect(self.page.get_by_role("status")).to_have_text("Now choose a line")
            self.press(LINES, self.enabled(), last=self.turns % 3 == 0)
        confirm = self.page.get_by_role("button", name=CONFIRM, disabled=False)
        for _ in looking(self.page):  # what a button says depends on the answer to what the choice would do
            self.hear()
            if any(re.search(r"Guest \d+", text) for text in self.announced):
                return
            if confirm.count():
                confirm.first.press("Enter")

    def play_on(self, decisions: int = MOST_DECISIONS) -> int:
        """Decide until the game is over, or so many times; how often it was."""
        made = 0
        while made < decisions and self.waits_for_me():
            self.move()
            made += 1
        return made


def test_a_duel_begins_by_the_accessibility_tree(pages: Watched) -> None:
    page = pages.guest()
    make_table(page, "duel")
    expect(page.get_by_role("heading", name="Azul Duel")).to_be_attached()
    expect(page.locator(":focus")).to_have_text("Choose your first plate")  # it begins where one is told what to do
    listener = DuelListener(page)
    assert listener.play_on(8) == 8
    assert set(listener.asked) >= {"plate", "place"}
    listener.hear()
    assert re.search(rf"places the plate on [ABC][123]: {CORNERS}\.", "\n".join(listener.everything))


def test_a_duel_ends_by_the_accessibility_tree(pages: Watched) -> None:
    page = pages.guest()
    play_from(page, last_round())
    expect(page.get_by_role("heading", name="Azul Duel")).to_be_attached()
    listener = DuelListener(page)
    assert listener.play_on() > 3
    assert "sun" in listener.asked
    expect(page.get_by_role("region", name="The end").get_by_role("table")).to_contain_text("Total")


@pytest.mark.long
def test_a_whole_duel_by_the_accessibility_tree(pages: Watched) -> None:
    page = pages.guest()
    make_table(page, "duel")
    expect(page.get_by_role("heading", name="Azul Duel")).to_be_attached()
    listener = DuelListener(page)
    assert listener.play_on() > 40
    assert set(listener.asked) >= {"plate", "place", "sun", "moon", "pile", "draw"}  # what no game is without
    expect(page.get_by_role("region", name="The end").get_by_role("table")).to_contain_text("Total")


@pytest.mark.parametrize(("kind", "named"), [("stack", "stack"), ("keep", "keep"), ("return", "keep"),
                                             ("three payments", "pay"), ("space", "column")])  # fmt: skip
def test_what_not_every_duel_asks_for_has_a_name(pages: Watched, kind: str, named: str) -> None:
    page = pages.guest()
    play_from(page, asked(kind))
    expect(page.get_by_role("heading", name="Azul Duel")).to_be_attached()
    listener = DuelListener(page)
    assert listener.waits_for_me()
    listener.move()
    assert set(listener.asked) == {named}
