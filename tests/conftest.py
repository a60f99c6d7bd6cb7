"""The order of the tests."""

import pytest

LONGEST = ("tests/test_wheel.py", "tests/compiled/test_equality.py")  # begun first, so that nobody waits for them in the end
BROWSER = "tests/web/"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: once Playwright has run in a process, its event loop does not let `asyncio.run` run there any more."""
    items.sort(key=lambda item: (item.nodeid.startswith(BROWSER), not item.nodeid.startswith(LONGEST)))
