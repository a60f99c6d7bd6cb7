"""The order of the tests."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: once Playwright has run in a process, its event loop does not let `asyncio.run` run there any more."""
    items.sort(key=lambda item: item.nodeid.startswith("tests/web/"))
