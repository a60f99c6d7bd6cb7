"""Being called when it is one's turn: in a real browser, by a push service of our own that reads what travels."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.patience import PATIENCE_MS, patiently
from tests.server.conftest import Guest, Server
from tests.server.people import Person
from tests.server.push_service import PushBrowser, PushService, push_service
from tests.web.conftest import ARGUMENTS, CHROMIUM, Watched

Axe = Callable[..., list[str]]

# Chromium asks a service of its maker for an endpoint, which is not to be had here; all else is its own
SUBSCRIBED = """([endpoint, p256dh, auth]) => {
  const raw = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0)).buffer;
  let on = false;
  const subscription = { endpoint, options: { applicationServerKey: null }, toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => { on = false; return true; } };
  PushManager.prototype.subscribe = async options => {
    window.asked = options; subscription.options.applicationServerKey = options.applicationServerKey.buffer; on = true;
    return subscription; };
  PushManager.prototype.getSubscription = async () => (on ? subscription : null); }"""


@pytest.fixture
def guest() -> Iterator[Guest]:
    """Makes people who talk to a server by themselves."""
    with ExitStack() as leaving:
        yield lambda server, name="Ada": leaving.enter_context(closing(Person(server.address, name)))


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture
def calling_server(tmp_path: Path, service: PushService) -> Iterator[Server]:
    running = Server(tmp_path / "data", "--no-limits", "--bot-pace", "0", "--push-service", service.origin).start()
    yield running
    running.stop()


@pytest.fixture
def called(browser: Browser, calling_server: Server) -> Iterator[Watched]:
    """Pages in a Chromium with windows: the one without knows no notices."""
    whole = browser.browser_type.launch(executable_path=CHROMIUM, args=ARGUMENTS, timeout=PATIENCE_MS)
    with closing(whole), closing(Watched(whole, calling_server.address)) as watched:
        yield watched
    assert not watched.wrong


def with_push(page: Page, browser: PushBrowser) -> None:
    """Let a page have an endpoint of our service."""
    told = browser.subscription
    page.context.grant_permissions(["notifications"])
    page.evaluate(SUBSCRIBED, [told["endpoint"], told["p256dh"], told["auth"]])


SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(one => [one.title, one.tag, one.actions.map(action => action.title).join()])"""
BRING_AGAIN = 100  # looks


def deliver(page: Page, address: str, data: str) -> list[list[str]]:
    """What the push service of the browser would bring, brought by the browser's own means of testing; the notices that it shows.
    A busy browser may lose what it is brought in this way, so it is brought until it is shown."""
    session = page.context.new_cdp_session(page)
    versions: list[dict[str, str]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: versions.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    for turn, _ in enumerate(patiently(lambda seconds: page.wait_for_timeout(1000 * seconds))):
        if versions and turn % BRING_AGAIN == 0:
            brought = {"origin": address, "registrationId": versions[0]["registrationId"], "data": data}
            session.send("ServiceWorker.deliverPushMessage", brought)
        if shown := page.evaluate(SHOWN):
            break
    return list(shown)


def test_one_is_called_to_a_slow_game_and_ends_it_with_one_tap(
    called: Watched,
    service: PushService,
    calling_server: Server,
    guest: Guest,
    axe: Axe,
) -> None:
    browser = service.browser()
    page = called.open("/you")
    with_push(page, browser)
    page.get_by_role("button", name="Tell me in this browser").click()
    expect(page.get_by_text("This browser tells you when it is your turn.")).to_be_visible()
    page.get_by_label("Quiet hours").check()
    expect(page.get_by_label("from", exact=True)).to_have_value("22:00")
    page.get_by_label("Quiet hours").uncheck()
    expect(page.get_by_label("from", exact=True)).to_have_count(0)
    assert axe(page) == []

    bob = guest(calling_server, "Bob")
    table = bob.new_table("azul", "me open", clock={"pace": "days", "seconds": 86_400}, order="chosen")
    page.evaluate(
        """([id, invitation]) => fetch(`/api/tables/${id}/join`, {method: 'POST', headers: {'content-type': 'application/json'},
           body: JSON.stringify({invitation})})""",
        [table["id"], table["invitation"]],
    )
    tab = bob.sit(table)
    while tab.to_move == tab.mine[0]:
        tab.play(tab.legal[0])
        tab.until("happened")
    for _ in patiently():
        if browser.messages:
            break
    (message,) = browser.read
    assert message["table"] == table["id"]

    notices = deliver(page, called.address, '{"table": "' + table["id"] + '", "language": "it"}')
    assert notices == [["Tocca a te", table["id"], "Basta notifiche"]]

    assert page.evaluate("caches.keys()") == [], "the service worker keeps nothing that could grow old"
    page.get_by_role("button", name="No more notifications here").click()
    expect(page.get_by_role("button", name="Tell me in this browser")).to_be_visible()
    assert page.evaluate("fetch('/api/me/calling').then(answer => answer.json())")["browsers"] == []
    page.goto(f"/t/{table['id']}#called")
    expect(page.get_by_text("A notification brought you here.")).to_be_visible()
    page.get_by_role("button", name="No more notifications here").click()
    expect(page.get_by_text("No more notifications come to this browser.")).to_be_visible()
    expect(page.get_by_role("main")).to_be_visible()
    assert axe(page) == []


def test_days_off_are_told_to_others(called: Watched, calling_server: Server, guest: Guest, axe: Axe) -> None:
    bob = guest(calling_server, "Bob")
    table = bob.new_table("azul", "me open", clock={"pace": "days", "seconds": 86_400})
    page = called.open(f"/t/{table['id']}?invitation={table['invitation']}")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".clock").first).to_be_visible()
    tab = bob.sit(table)
    page.goto("/you")
    page.get_by_label("Days").fill("3")
    page.get_by_label("Days").blur()
    page.get_by_role("button", name="I am away").click()
    expect(page.get_by_text("You are away until")).to_be_visible()
    expect(page.get_by_text("27 of 30 days left this year")).to_be_visible()
    assert axe(page) == []
    while not any(seat["away"] for frame in tab.frames[-1:] for seat in frame["table"]["seats"]):
        tab.until("changed")
    page.goto(f"/t/{table['id']}")
    expect(page.get_by_text("away until").first).to_be_visible()
    assert axe(page) == []
    page.goto("/you")
    page.get_by_role("button", name="I am back").click()
    expect(page.get_by_text("29 of 30 days left this year")).to_be_visible()
