"""Keeping one's name in a browser: with a passkey of Chromium's virtual authenticator, a code on paper, a link on a phone."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.server.conftest import Server
from tests.web.conftest import Watched

Axe = Callable[..., list[str]]
KEY = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


@pytest.fixture
def named(browser: Browser, own_server: Server) -> Iterator[Watched]:
    """Pages under a name: passkeys know no numbers."""
    with closing(Watched(browser, f"http://localhost:{own_server.port}")) as watched:
        yield watched
    assert not watched.wrong


def device(page: Page) -> tuple[CDPSession, str]:
    """Give a page a device that can have passkeys."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    return session, session.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})["authenticatorId"]


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def call_oneself(page: Page, name: str) -> None:
    field = page.locator("main .nick input")
    field.fill(name)
    field.blur()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def test_a_passkey_brings_one_back_on_another_device(named: Watched, axe: Axe) -> None:
    page = named.open()
    page.get_by_role("link", name="You: name, devices, data").click()
    keys, there = device(page)
    call_oneself(page, "Ada")
    button(page, "Keep it with a passkey")
    expect(page.get_by_text("Kept since")).to_be_visible()
    expect(page.get_by_text("for localhost")).to_be_visible()
    assert axe(page) == []
    (made,) = keys.send("WebAuthn.getCredentials", {"authenticatorId": there})["credentials"]

    elsewhere = named.open()
    elsewhere.request.post(
        "/api/tables", data={"game": "azul", "seats": [{"who": "me"}, {"who": "here"}]}, headers={"origin": named.address}
    )
    elsewhere.goto("/you")
    others, here = device(elsewhere)
    others.send("WebAuthn.addCredential", {"authenticatorId": here, "credential": made})
    expect(elsewhere.get_by_label("Bring along the game of this browser")).to_be_checked()
    button(elsewhere, "Sign in with a passkey")
    expect(elsewhere.get_by_role("heading", level=1)).to_have_text("Ada")
    expect(elsewhere.get_by_text("This browser", exact=True)).to_be_visible()
    assert len(elsewhere.request.get("/api/me/tables").json()) == 1, "the game came along"

    button(elsewhere, "Sign out everywhere else")
    expect(elsewhere.get_by_role("button", name="Sign out everywhere else")).to_have_count(0)
    named.expected = ("401",)
    page.goto("/")
    assert page.request.get("/api/me").json()["nickname"] != "Ada"


def test_a_device_that_does_not_confirm_changes_nothing(named: Watched) -> None:
    page = named.open("/you")
    keys, there = device(page)
    call_oneself(page, "Ada")
    keys.send("WebAuthn.setUserVerified", {"authenticatorId": there, "isUserVerified": False})
    keys.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": there})
    keys.send("WebAuthn.addVirtualAuthenticator", {"options": {**KEY, "hasResidentKey": False}})
    button(page, "Keep it with a passkey")
    expect(page.get_by_role("alert")).to_have_text("Your device did not confirm. Nothing was changed.")
    expect(page.get_by_text("known to this browser alone")).to_be_visible()


def test_where_there_are_no_passkeys_a_code_and_a_link_do(own_pages: Watched, axe: Axe) -> None:
    """A page at a number, as in a network at home: it says so, and offers the others."""
    page = own_pages.open("/you")
    expect(page.get_by_text("Passkeys do not work at this address: it is a number")).to_be_visible()
    expect(page.get_by_role("button", name="Keep it with a passkey")).to_have_count(0)
    button(page, "Keep it with a recovery code")
    expect(page.get_by_role("alert")).to_have_text("Choose a name first: this one cannot be kept.")
    call_oneself(page, "Ada")
    button(page, "Keep it with a recovery code")
    code = page.locator("output").inner_text()
    page.emulate_media(media="print")
    expect(page.locator("output")).to_be_visible()
    expect(page.get_by_role("heading")).to_have_count(0)
    page.emulate_media(media="screen")
    button(page, "Make a link")
    link = page.get_by_role("textbox", name="Link").input_value()
    assert axe(page) == []

    phone = own_pages.open(link.removeprefix(own_pages.address), phone=True)
    button(phone, "Sign in with the link")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Ada")
    expect(phone).to_have_url(f"{own_pages.address}/you")

    late = own_pages.open(link.removeprefix(own_pages.address))
    own_pages.expected = ("403", "409")
    button(late, "Sign in with the link")
    expect(late.get_by_role("alert")).to_contain_text("This link has been used")
    late.goto("/you")
    late.get_by_label("Recovery code").fill(code.upper())
    button(late, "Sign in with the code")
    expect(late.get_by_role("heading", level=1)).to_have_text("Ada")
    other = own_pages.open()
    other.locator(".nick input").fill("ADA")
    other.locator(".nick input").blur()
    expect(other.get_by_role("alert")).to_contain_text("Somebody keeps this name")


def test_what_is_stored_can_be_taken_and_deleted(own_pages: Watched) -> None:
    page = own_pages.open("/you")
    call_oneself(page, "Ada")
    with page.expect_download() as fetched:
        page.get_by_role("link", name="Download everything").click()
    assert json.loads(fetched.value.path().read_text())["nickname"] == "Ada"
    before = page.request.get("/api/me").json()["id"]
    button(page, "Delete me")
    button(page, "Keep everything")
    button(page, "Delete me")
    button(page, "Delete me for good")
    expect(page).to_have_url(f"{own_pages.address}/")
    expect(page.locator(".nick input")).not_to_have_value("Ada")
    assert page.request.get("/api/me").json()["id"] != before
