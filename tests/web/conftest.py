"""A real server and a real Chromium. Every page is watched: an error on its console fails the test, and the policy of the
pages makes one of every request to elsewhere."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect, sync_playwright

from tests.patience import PATIENCE_MS
from tests.server.conftest import Server

CHROMIUM = "/usr/bin/chromium"
SHELL = "/usr/bin/chromium-headless-shell"  # the same without windows around the pages, each of which costs half
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"]
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
NOTHING = "/icon.svg"

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def table_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without limits, whose bots do not wait."""
    running = Server(tmp_path_factory.mktemp("web") / "data", "--no-limits", "--bot-pace", "0").start()
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test, to be killed and started again."""
    running = Server(tmp_path / "data", "--no-limits", "--bot-pace", "0").start()
    yield running
    running.stop()


def launched(playwright: Playwright, *wanted: str) -> Browser:
    """Debian's Chromium, the first of those wanted that is there."""
    path = next((path for path in wanted if Path(path).exists()), CHROMIUM)
    return playwright.chromium.launch(executable_path=path, args=ARGUMENTS, timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One for all tests of a process."""
    with sync_playwright() as playwright, closing(launched(playwright, SHELL)) as chromium:
        yield chromium


class Watched:
    """The pages of a test and what went wrong on them."""

    def __init__(self, browser: Browser, address: str):
        self.browser = browser
        self.address = address
        self._contexts = ExitStack()
        self.wrong: list[str] = []
        self.expected: tuple[str, ...] = ()

    def open(self, path: str = "/", phone: bool = False, language: str = "en", **settings: Any) -> Page:
        """A page in a browser of its own, with settings chosen beforehand."""
        context = self.new_context(viewport=PHONE if phone else DESK, has_touch=phone, is_mobile=phone, locale=language)
        saved = json.dumps({"speed": 0, "theme": "day", **settings})
        context.add_init_script(
            f"localStorage.getItem('tessela.settings') ?? localStorage.setItem('tessela.settings', {saved!r})"
        )
        page = context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        page.on("framenavigated", lambda frame: self._went(frame.url))
        page.goto(path)
        if path == "/":  # the page has become a guest
            expect(page.locator(".nick input")).not_to_have_value("")
        return page

    def guest(self, **settings: Any) -> Page:
        """The same for somebody who goes to a table at once: the first page is not drawn before."""
        page = self.open(NOTHING, **settings)
        assert page.request.get("/api/me").ok
        return page

    def new_context(self, **wishes: Any) -> BrowserContext:
        """A browser of its own, without a page."""
        context = self._contexts.enter_context(closing(self.browser.new_context(base_url=self.address, **wishes)))
        context.set_default_timeout(PATIENCE_MS)
        return context

    def close(self) -> None:
        """Close all pages."""
        self._contexts.close()

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(text in message.text for text in self.expected):
            self.wrong.append(f"{message.type}: {message.text}")

    def _went(self, url: str) -> None:
        if not url.startswith((self.address, "about:", "blob:")):
            self.wrong.append(f"went to: {url}")


@pytest.fixture
def pages(browser: Browser, table_server: Server) -> Iterator[Watched]:
    """Opens pages at the server, and checks at the end that nothing went wrong on them."""
    with closing(Watched(browser, table_server.address)) as watched:
        yield watched
    assert not watched.wrong


@pytest.fixture
def own_pages(browser: Browser, own_server: Server) -> Iterator[Watched]:
    """Opens pages at the server of one test."""
    with closing(Watched(browser, own_server.address)) as watched:
        yield watched


@pytest.fixture
def axe() -> Callable[..., list[str]]:
    """Asks axe-core what is wrong with a page."""
    source = (Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js").read_text()

    def check(page: Page, only: str = "") -> list[str]:
        page.evaluate(source)
        found = page.evaluate("only => axe.run(document, {resultTypes: ['violations'], ...(only && {runOnly: [only]})})", only)
        return [f"{v['id']}: {n['html'][:160]} {n['failureSummary'][:300]}" for v in found["violations"] for n in v["nodes"]]

    return check
