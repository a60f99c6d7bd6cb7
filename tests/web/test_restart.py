"""The servers are restarted one after the other under an open page: it says nothing, and one plays on."""

from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.server.balanced import behind_a_proxy
from tests.web.conftest import Watched
from tests.web.hands import Hands, address_of, posted

pytestmark = pytest.mark.xdist_group("postgres")
COUNT_BANNERS = """() => {
    window.banners = 0;
    new MutationObserver(() => { window.banners += document.querySelectorAll('.banner').length; })
        .observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def test_a_page_comes_to_another_server_without_a_word(browser: Browser, tmp_path: Path) -> None:
    options = ("--no-limits", "--bot-pace", "0", "--drain-seconds", "1")
    with behind_a_proxy(tmp_path, *options) as behind, closing(Watched(browser, behind.address)) as pages:
        pages.expected = ("WebSocket connection to", "503")  # the first to answer may be the one that stops; nobody is told
        page = pages.guest()
        wish = {"game": "azul", "seats": [{"who": "me"}, {"who": "bot", "level": "mason"}], "options": {}}
        page.goto(f"/t/{posted(page.request, address_of(page), '/api/tables', wish)['id']}")
        expect(page.locator(".status.mine")).to_be_visible()
        page.evaluate(COUNT_BANNERS)
        for server in (*behind.servers, behind.servers[0]):
            for _ in behind.restarted(server):
                page.wait_for_timeout(100)
            before = page.locator(".log li").count()
            expect(page.locator(".status.mine")).to_be_visible()
            Hands(page).decide()
            expect(page.locator(".log li").nth(before)).to_be_attached()
        assert page.evaluate("window.banners") == 0
        assert not pages.wrong
