"""Two browsers find each other: by quick pairing, as friends, by a challenge; and keep away from each other."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.conftest import Watched

Axe = Callable[..., list[str]]


def test_two_find_each_other_and_part(own_pages: Watched, axe: Axe) -> None:
    ada, bob = own_pages.open("/"), own_pages.open("/", phone=True)
    for page, name in ((ada, "Ada"), (bob, "Bob")):
        page.evaluate(
            """name => fetch('/api/me', {method: 'PATCH', headers: {'content-type': 'application/json'},
          body: JSON.stringify({nickname: name})})""",
            name,
        )
        page.goto("/meet")
    assert axe(ada) == []
    ada.get_by_role("button", name="Find an opponent").click()
    expect(ada.get_by_text("Looking for an opponent")).to_be_visible()
    bob.get_by_role("button", name="Find an opponent").click()
    for page in (ada, bob):
        expect(page.locator(".clock").first).to_be_visible()
    assert ada.url == bob.url

    ada.goto("/meet")
    ada.get_by_role("button", name="Add Bob as a friend").click()
    expect(ada.get_by_text("online")).to_be_visible()
    ada.get_by_role("group", name="Rated game").get_by_role("radio", name="On").check()
    expect(ada.get_by_text("Counts for your rating.")).to_be_visible()
    ada.get_by_role("button", name="Challenge Bob").click()
    expect(ada.get_by_text("Ada").first).to_be_visible()
    bob.goto("/")
    expect(bob.get_by_text("challenges you")).to_be_visible()
    expect(bob.get_by_text("rated")).to_be_visible()
    bob.get_by_role("button", name="Decline").click()
    expect(bob.get_by_text("challenges you")).to_have_count(0)

    bob.goto("/meet")
    bob.get_by_role("button", name="Block Ada").click()
    expect(bob.get_by_role("button", name="Unblock Ada")).to_be_visible()
    assert axe(bob) == []
    own_pages.expected = ("403",)
    ada.goto("/meet")
    ada.get_by_role("button", name="Challenge Bob").click()
    expect(ada.get_by_role("alert")).to_have_text("You cannot challenge this player.")
    assert not own_pages.wrong
