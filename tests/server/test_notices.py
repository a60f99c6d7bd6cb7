"""People are called when it is their turn: once a turn, where they want it, when they want it, and nowhere else."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from tessela.server import notices as calls
from tessela.server.calling import PushRow, QuietRow
from tessela.server.calling_api import MOST_BROWSERS, CallingApi
from tessela.server.house import House, HouseError
from tessela.server.messages.calling import PushEnd, PushSubscription, Quiet, QuietHours
from tessela.server.messages.tables import Clock
from tessela.server.notices import Notices, after_quiet
from tessela.server.push_services import EndpointError, PushServices
from tessela.server.store import GuestRow, StoreError
from tessela.server.table import Table
from tessela.server.webpush import decoded, encoded, encrypted, private_key
from tests.server.push_service import PushBrowser, PushService, claims_in, push_service
from tests.server.room import ear_at, open_house, play, run, table_for, until

ADA, BOB = GuestRow("a", "Ada", 1), GuestRow("b", "Bob", 1)
DAYS = Clock("days", 3 * 86_400)


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


class Desk:
    """A house that calls people through a push service of our own."""

    def __init__(self, house: House, service: PushService):
        self.house = house
        services = PushServices(frozenset({service.origin}))
        self.notices = Notices(house, services, "mailto:ada@example.org")
        self.api = CallingApi(house, self.notices, services)

    async def let_in(self, browser: PushBrowser, guest: GuestRow = ADA) -> None:
        await self.ask(self.api.subscribe, guest, PushSubscription(**browser.subscription))

    async def ask(self, handler: Any, guest: GuestRow, body: Any = None, which: str = "") -> Any:
        return await handler(SimpleNamespace(me=guest, body=body, id=which, device="Firefox, Linux"))

    async def step(self) -> None:
        """Call those who are to be called, and wait until that is done."""
        await self.notices.step()
        await until(lambda: not self.notices._under_way and not self.house._tasks)


@asynccontextmanager
async def desk_at(service: PushService) -> AsyncIterator[Desk]:
    async with open_house() as house:
        for guest in (ADA, BOB):
            await house.store.save_guest(guest)
        yield Desk(house, service)


async def any_move(table: Table) -> None:
    assert table.course is not None
    await play(table, str(table.course.game.legal_moves()[0]))


async def turn_of(table: Table, guest: str) -> None:
    """Play until it is somebody's turn."""
    while table.course.to_move is None or table.row.seats[table.course.to_move].guests != [guest]:
        await any_move(table)


def test_a_message_is_encrypted_as_the_standard_says() -> None:
    """The example of RFC 8291, section 5."""
    body = encrypted(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        decoded("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encoded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6"
        "cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_somebody_is_called_once_a_turn_and_told_nothing_of_the_game(service: PushService) -> None:
    async def check() -> None:
        async with desk_at(service) as desk:
            browser = service.browser()
            await desk.let_in(browser)
            table = await table_for(desk.house, "azul", clock=DAYS)
            await turn_of(table, "a")
            for _ in range(3):
                await desk.step()
            assert browser.read == [{"table": "t", "language": "fr"}]
            desk.notices.follow(table)  # as after a restart, or when somebody sits down
            await desk.step()
            assert len(browser.messages) == 1
            told = browser.messages[0].headers
            claims = claims_in(told["authorization"])
            assert (claims["aud"], claims["sub"]) == (service.origin, "mailto:ada@example.org")
            assert claims["key"] == (await desk.ask(desk.api.known, ADA)).key
            assert (told["ttl"], told["content-encoding"]) == ("86400", "aes128gcm")
            assert "t" not in told["topic"].split()
            await any_move(table)
            await turn_of(table, "a")
            await desk.step()
            assert len(browser.messages) == 2

    run(check())


def test_who_could_not_be_noted_is_called_later(service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the store is away turns are not forgotten, and it is said once."""

    async def gone(guest: str) -> list[PushRow]:
        raise StoreError("the database cannot be read")

    async def check() -> None:
        async with desk_at(service) as desk:
            browser = service.browser()
            await desk.let_in(browser)
            table = await table_for(desk.house, "azul", clock=DAYS)
            await turn_of(table, "a")
            with monkeypatch.context() as away:
                away.setattr(desk.house.store, "pushes_of", gone)
                for _ in range(2):
                    with pytest.raises(StoreError):
                        await desk.step()
            await desk.step()
            assert browser.read == [{"table": "t", "language": "fr"}]

    run(check())


def test_nobody_is_called_to_a_live_game(service: PushService) -> None:
    async def check() -> None:
        async with desk_at(service) as desk:
            browser = service.browser()
            await desk.let_in(browser)
            await turn_of(await table_for(desk.house, "azul", clock=Clock("live", 600)), "a")
            await desk.step()
            assert not browser.messages

    run(check())


def test_nobody_is_called_who_looks_or_has_moved(service: PushService) -> None:
    async def check() -> None:
        async with desk_at(service) as desk:
            browser = service.browser()
            await desk.let_in(browser)
            table = await table_for(desk.house, "azul", clock=DAYS)
            await turn_of(table, "b")
            ear = ear_at(table, "a")
            await turn_of(table, "a")
            await desk.step()
            ear.looking = False  # who has seen that it is their turn is not called for it later
            desk.notices.follow(table)
            await desk.step()
            assert not browser.messages
            await any_move(table)
            await turn_of(table, "a")
            await turn_of(table, "b")  # moved before anybody was called
            await desk.step()
            assert not browser.messages

    run(check())


def test_a_tab_in_the_background_is_no_reason_not_to_call(service: PushService) -> None:
    async def check() -> None:
        async with desk_at(service) as desk:
            browser = service.browser()
            await desk.let_in(browser)
            table = await table_for(desk.house, "azul")
            await turn_of(table, "b")
            ear_at(table, "a").looking = False
            await turn_of(table, "a")
            await desk.step()
            assert len(browser.messages) == 1

    run(check())


def test_a_browser_that_is_gone_is_forgotten_and_one_that_fails_is_asked_again(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        async with desk_at(service) as desk:
            gone, failing = service.browser(), service.browser()
            gone.status, failing.status = 410, 503
            monkeypatch.setattr(calls, "FIRST_RETRY", 0)
            await desk.let_in(gone)
            table = await table_for(desk.house, "azul", clock=DAYS)
            await turn_of(table, "a")
            await desk.step()
            assert await desk.house.store.pushes_of("a") == []
            await desk.let_in(failing)
            await any_move(table)
            await turn_of(table, "a")
            for _ in range(9):
                await desk.step()
            assert (len(gone.messages), len(failing.messages)) == (1, calls.MOST_TRIES)

    run(check())


def test_a_move_waits_for_no_push_service_and_nobody_is_led_elsewhere(service: PushService) -> None:
    async def check() -> None:
        async with desk_at(service) as desk:
            slow, moved = service.browser(), service.browser()
            slow.release.clear()
            moved.status = 307
            await desk.let_in(slow)
            await desk.let_in(moved)
            table = await table_for(desk.house, "azul", clock=DAYS)
            await turn_of(table, "a")
            await desk.notices.step()
            await until(lambda: slow.messages and moved.messages)
            await any_move(table)
            await desk.notices.step()
            assert table.version > 0
            slow.release.set()
            await until(lambda: not desk.notices._under_way)
            assert [len(browser.messages) for browser in service.browsers.values()] == [1, 1, 0], (
                "the last is where one of them would have led"
            )

    run(check())


BAD = {
    "https://127.0.0.1/x": "private network",
    "https://[::ffff:10.0.0.1]/x": "private network",
    "https://169.254.169.254/latest": "private network",
    "https://localhost/x": "private network",
    "https://nas/x": "private network",
    "https://printer.local/x": "private network",
    "http://push.example.org/x": "https",
    "https://push.example.org:8443/x": "usual port",
    "https://me@push.example.org/x": "no address of a push service",
    "https://push.example.org/\r\nHost: x": "no address of a push service",
    "ftp://push.example.org/x": "https",
}


@pytest.mark.parametrize("endpoint", BAD)
def test_an_endpoint_in_a_private_network_is_refused(endpoint: str) -> None:
    with pytest.raises(EndpointError, match=BAD[endpoint]):
        PushServices().place(endpoint)


def test_a_name_that_leads_into_a_private_network_leads_nowhere(service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it led elsewhere when it was let in: what is looked at is what is connected to."""

    async def check() -> None:
        async with desk_at(service) as desk:
            named = service.browser().subscription | {"endpoint": "https://push.example.org/0"}
            await desk.ask(desk.api.subscribe, ADA, PushSubscription(**named))

            async def found(*_: Any, **__: Any) -> Any:
                return [(0, 0, 0, "", ("1.1.1.1", 443)), (0, 0, 0, "", ("10.0.0.7", 443))]

            monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", found, raising=False)
            monkeypatch.setattr(asyncio, "open_connection", lambda *_, **__: pytest.fail("connected"))
            table = await table_for(desk.house, "azul", clock=DAYS)
            await turn_of(table, "a")
            await desk.step()
            assert await desk.house.store.pushes_of("a") == []

    run(check())


def test_nobody_takes_or_ends_what_is_somebody_elses(service: PushService) -> None:
    async def check() -> None:
        async with desk_at(service) as desk:
            browser = service.browser()
            await desk.let_in(browser)
            stolen = service.browser().subscription | {"endpoint": browser.endpoint}
            with pytest.raises(HouseError, match="somebody else's browser"):
                await desk.ask(desk.api.subscribe, BOB, PushSubscription(**stolen))
            (row,) = await desk.house.store.pushes_of("a")
            await desk.ask(desk.api.remove, BOB, which=row.id)
            await desk.ask(desk.api.unsubscribe, BOB, PushEnd(browser.endpoint))
            assert await desk.house.store.pushes_of("a") == [row]
            await desk.let_in(browser, BOB)  # the same keys: Bob sits at that browser now
            assert await desk.house.store.pushes_of("a") == []
            await desk.ask(desk.api.unsubscribe, BOB, PushEnd(browser.endpoint))
            assert await desk.house.store.pushes_of("b") == []

    run(check())


def test_browsers_are_bounded_and_bad_keys_are_refused(service: PushService) -> None:
    async def check() -> None:
        async with desk_at(service) as desk:
            for _ in range(MOST_BROWSERS + 2):
                await desk.let_in(service.browser())
            kept = [row.endpoint for row in await desk.house.store.pushes_of("a")]
            assert len(kept) == MOST_BROWSERS
            bad = service.browser().subscription | {"p256dh": encoded(b"\4" + bytes(64))}
            with pytest.raises(HouseError, match=r"point of P-256"):
                await desk.ask(desk.api.subscribe, ADA, PushSubscription(**bad))

    run(check())


def test_without_the_extra_the_server_says_so(service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with desk_at(service) as desk:
            monkeypatch.setattr("tessela.server.calling_api.possible", lambda: "not-installed")
            told = await desk.ask(desk.api.known, ADA)
            assert (told.possible, told.key) == ("not-installed", "")
            with pytest.raises(HouseError, match=r"tessela\[push\]"):
                await desk.let_in(service.browser())

    run(check())


def ms(text: str) -> int:
    return int(datetime.fromisoformat(text).astimezone(UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("at", "begins", "ends", "then"),
    [
        ("2026-11-18T23:30+01:00", 22, 8, "2026-11-19T08:00+01:00"),  # over midnight
        ("2026-11-19T07:59+01:00", 22, 8, "2026-11-19T08:00+01:00"),
        ("2026-11-19T08:00+01:00", 22, 8, "2026-11-19T08:00+01:00"),
        ("2026-11-18T21:59+01:00", 22, 8, "2026-11-18T21:59+01:00"),
        ("2026-11-18T13:00+01:00", 12, 14, "2026-11-18T14:00+01:00"),
        ("2026-11-18T13:00+01:00", 9, 9, "2026-11-18T13:00+01:00"),
        ("2026-10-24T23:00+02:00", 22, 8, "2026-10-25T08:00+01:00"),  # the night in which clocks are set back
    ],
)
def test_quiet_hours_are_kept_where_somebody_lives(at: str, begins: int, ends: int, then: str) -> None:
    assert after_quiet(ms(at), QuietRow("a", "Europe/Rome", begins * 60, ends * 60)) == ms(then)


def test_who_has_quiet_hours_is_called_after_them(service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with desk_at(service) as desk:
            browser, now = service.browser(), ms("2026-11-18T23:30+01:00")
            await desk.let_in(browser)
            await desk.ask(desk.api.keep_quiet, ADA, QuietHours(Quiet(22 * 60, 8 * 60, "Europe/Rome")))
            with pytest.raises(HouseError, match="no time zone 'Europe/Nowhere'"):
                await desk.ask(desk.api.keep_quiet, ADA, QuietHours(Quiet(0, 1, "Europe/Nowhere")))
            monkeypatch.setattr(calls, "now_ms", lambda: now)
            table = await table_for(desk.house, "azul", clock=DAYS)
            await turn_of(table, "a")
            await desk.step()
            assert not browser.messages
            now = ms("2026-11-19T08:00+01:00")
            await desk.step()
            assert len(browser.messages) == 1
            await desk.ask(desk.api.keep_quiet, ADA, QuietHours(None))
            assert (await desk.ask(desk.api.known, ADA)).quiet is None

    run(check())
