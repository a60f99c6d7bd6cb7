"""A club in two browsers: founded, its invitation followed, a game between members and the table of the season."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.server.people import Json
from tests.web.conftest import Watched

Axe = Callable[..., list[str]]


def ask(page: Page, method: str, path: str, body: Json | None = None) -> Json:
    origin = "/".join(page.url.split("/")[:3])
    answer = page.request.fetch(path, method=method, data=body, headers={"origin": origin})
    assert answer.ok, answer.text()
    found: Json = answer.json()
    return found


def keeping(pages: Watched, name: str, phone: bool = False) -> Page:
    """Somebody who keeps their name."""
    page = pages.guest(phone=phone)
    ask(page, "PATCH", "/api/me", {"nickname": name})
    ask(page, "POST", "/api/me/sessions")
    ask(page, "POST", "/api/me/code")
    return page


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def invitation_of(page: Page) -> str:
    """The link that whoever copies the invitation has."""
    club = page.url.rsplit("/", 1)[1]
    return f"/club/{club}?invitation={ask(page, 'GET', f'/api/clubs/{club}')['invitation']}"


def lose(ada: Page, ben: Page) -> None:
    """A game that Ada gives up; both have moved."""
    table = ask(ada, "POST", "/api/tables", {"game": "azul", "seats": [{"who": "me"}, {"who": "open"}]})
    ask(ben, "POST", f"/api/tables/{table['id']}/join", {"invitation": table["invitation"]})
    ada.goto(f"/t/{table['id']}")
    ada.evaluate(
        """id => new Promise(done => {
          const socket = new WebSocket(`ws://${location.host}/ws/tables/${id}`);
          socket.onopen = () => socket.send(JSON.stringify({kind: 'hello'}));
          socket.onmessage = ({data}) => {
            const frame = JSON.parse(data);
            if (frame.kind === 'snapshot') socket.send(JSON.stringify({kind: 'resign', version: frame.version, id: 'x'}));
            if (frame.kind === 'ended') done(socket.close());
          };
        })""",
        table["id"],
    )


def test_a_club_of_two(own_pages: Watched, axe: Axe) -> None:
    ada, ben = keeping(own_pages, "Ada"), keeping(own_pages, "Ben", phone=True)
    ada.goto("/meet")
    press(ada, "Found a club")
    ada.get_by_label("Name of the club").fill("Dragons")
    press(ada, "Found a club")
    expect(ada.get_by_role("heading", level=1)).to_have_text("Dragons")
    assert axe(ada) == []
    invitation = invitation_of(ada)

    ben.goto(invitation)
    expect(ben.get_by_text("Ada invites you to this club.")).to_be_visible()
    assert axe(ben) == []
    press(ben, "Join the club")
    expect(ben.get_by_text("2 members")).to_be_visible()
    expect(ben.get_by_role("button", name="Remove Ada from the club")).to_have_count(0)
    assert "invitation" not in ben.url

    lose(ada, ben)
    ben.reload()
    rows = ben.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_contain_text("Ben")
    expect(rows.nth(1)).to_contain_text("1")
    assert axe(ben) == []

    ada.goto(invitation)
    press(ada, "Hold a tournament")
    expect(ada.get_by_text("Who may come")).to_have_count(0)
    press(ada, "Create the tournament")
    expect(ada.get_by_role("link", name="Dragons")).to_be_visible()
    ben.reload()
    expect(ben.get_by_role("link", name="Friday evening")).to_be_visible()
    ada.get_by_role("link", name="Dragons").click()

    ada.get_by_text("Run the club").click()
    ada.get_by_role("radio", name="rated ones and tournaments").check()
    expect(ada.get_by_text("Nobody has played in this season yet")).to_be_visible()
    assert axe(ada) == []
    ada.get_by_role("button", name="Hand over the club to Ben").click()
    press(ada, "Yes")
    expect(ada.get_by_text("Run the club")).to_have_count(0)
    ben.reload()
    ben.get_by_role("button", name="Remove Ada from the club").click()
    press(ben, "Yes")
    expect(ben.get_by_text("1 member", exact=True)).to_be_visible()
    own_pages.expected = ("404",)
    ada.reload()
    expect(ada.get_by_role("alert")).to_contain_text("no such club")
    ada.goto(invitation)
    expect(ada.get_by_role("alert")).to_contain_text("no such club")
    press(ben, "Leave the club")
    expect(ben.get_by_text("You are its last member")).to_be_visible()
    press(ben, "Yes")
    expect(ben.get_by_role("heading", level=1)).to_have_text("Find an opponent")
    assert not own_pages.wrong


def test_who_does_not_keep_their_name_is_told_to(own_pages: Watched) -> None:
    ada, passing = keeping(own_pages, "Ada"), own_pages.guest()
    club = ask(ada, "POST", "/api/clubs", {"name": "Griffins"})
    passing.goto(f"/club/{club['id']}?invitation={club['invitation']}")
    expect(passing.get_by_text("keep their names")).to_be_visible()
    passing.get_by_role("link", name="Keep my name").click()
    expect(passing).to_have_url(f"{own_pages.address}/you")
    own_pages.expected = ("409",)
    passing.goto("/meet")
    press(passing, "Found a club")
    passing.get_by_label("Name of the club").fill("Dragons")
    press(passing, "Found a club")
    expect(passing.get_by_role("alert")).to_contain_text("Keep yours first")
    assert not own_pages.wrong
