"""The line is cut, the server dies: the table says so, comes back as it is by then, and one plays on."""

import pytest
from playwright.sync_api import Page, expect

from tests.server.conftest import Server
from tests.web.conftest import Watched
from tests.web.duel_hands import DuelHands
from tests.web.hands import Hands, address_of, looking, make_table, posted, sit_down

TO_MOVE = ".status.mine"


def hands_at(page: Page, game: str) -> Hands | DuelHands:
    return DuelHands(page) if game == "duel" else Hands(page)


def invite(ada: Page, bob: Page, game: str) -> None:
    """A table of Ada's, to which Bob comes."""
    wish = {"game": game, "seats": [{"who": "me"}, {"who": "open"}], "options": {}}
    ada.goto(f"/t/{posted(ada.request, address_of(ada), '/api/tables', wish)['id']}")
    sit_down(bob, ada.get_by_role("textbox", name="Link").input_value())
    expect(bob.locator(".status")).to_be_visible()


def let_bob_be_next(ada: Page, bob: Page, game: str) -> None:
    """Play until the turn is Bob's and the table has a past."""
    for _ in looking(ada):
        if ada.locator(TO_MOVE).count():
            hands_at(ada, game).decide()
        elif bob.locator(TO_MOVE).count():
            if moves(bob) >= 2:
                break
            hands_at(bob, game).decide()
    expect(ada.locator(".log li")).to_have_count(moves(bob))


def have_the_turn(page: Page, game: str) -> None:
    """Decide until somebody else is to move; a Duel turn can be several decisions."""
    while True:
        expect(page.locator(TO_MOVE).or_(page.locator(".status").filter(has_text="is thinking"))).to_be_visible()
        if not page.locator(TO_MOVE).count():
            return
        hands_at(page, game).decide()


def moves(page: Page) -> int:
    return page.locator(".log li").count()


def last_told(page: Page) -> str:
    """The last entry of the log as it is told to who listens, with the same words to everybody."""
    return page.locator(".log li").first.inner_text().splitlines()[0]


@pytest.mark.parametrize(
    ("games", "seconds_away"),
    [(["azul"], 2), pytest.param(["azul", "duel"], 30, marks=pytest.mark.long)],
    ids=["while", "long"],
)
def test_a_while_offline_while_the_other_moves(pages: Watched, games: list[str], seconds_away: int) -> None:
    """Several games at once, so that one waits only once."""
    first, second = pages.open(), pages.open()
    ada = {game: first.context.new_page() for game in games}
    bob = {game: second.context.new_page() for game in games}
    for game in ada:
        for page in (ada[game], bob[game]):
            page.goto("/")
        invite(ada[game], bob[game], game)
        let_bob_be_next(ada[game], bob[game], game)
    before = {game: moves(page) for game, page in ada.items()}
    pages.expected = ("ERR_INTERNET_DISCONNECTED",)
    first.context.set_offline(True)
    for page in ada.values():
        expect(page.get_by_role("alert")).to_contain_text("Connection lost")
    for game, page in bob.items():
        have_the_turn(page, game)
    first.wait_for_timeout(1000 * seconds_away)
    for game, page in ada.items():
        expect(page.get_by_role("alert")).to_be_visible()
        assert moves(page) == before[game]
    first.context.set_offline(False)
    for game, page in ada.items():
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(page.locator(".log li")).to_have_count(moves(bob[game]))
        assert moves(page) > before[game]
        assert last_told(page) == last_told(bob[game])
        caught_up = moves(page)
        assert hands_at(page, game).decide()
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(page.locator(".log li")).not_to_have_count(caught_up)


@pytest.mark.parametrize("game", ["azul", pytest.param("duel", marks=pytest.mark.long)])
def test_the_table_comes_back_after_the_server_was_killed(own_pages: Watched, own_server: Server, game: str) -> None:
    page = own_pages.guest()
    make_table(page, game)
    hands = hands_at(page, game)
    assert hands.play_on(5) == 5
    assert hands.wait()
    told = page.locator(".log li").all_inner_texts()
    port = own_server.port
    own_server.kill()
    expect(page.get_by_role("alert")).to_contain_text("Connection lost")
    own_server.start(port)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert hands.wait()
    assert page.locator(".log li").all_inner_texts() == told
    assert hands.play_on(3) == 3
